import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from '../../src/core/catalog/entries.js';
import type { CatalogFailure, FailureClass } from '../../src/core/catalog/failures.js';
import type { RootFailure } from '../../src/core/discovery/errors.js';
import type { ReadGroupVersion, RootAnswer } from '../../src/core/discovery/read-documents.js';
import { ownPathsDue } from '../../src/core/discovery/create-discovery.js';
import type { CatalogPart } from '../../src/core/discovery/discovery.js';
import { nothingKnown, reconcile, type ServerState } from '../../src/core/discovery/reconcile.js';
import { formatGroupVersion, type GroupVersion } from '../../src/core/model/group-version.js';
import { randomOf } from '../conformance/random.js';
import { custom, endpointsOf, noteLost, ofOneServer, partOf, World, type Served, type Steps } from './world.js';

// The fold alone, without requests: what a server lists, round by round, and what is known after each.

const builtIn: Served = new Map([['apps/v1 deployments', 'Namespaced']]);

const none: readonly never[] = [];

/** The documents of servers, as they are parsed. */
class Documents extends World {
  root(): RootAnswer {
    if (this.random.chance(this.trouble)) return { failed: failure('unreachable', {}) };
    const groups = new Map<string, VersionEntry[]>();
    const failures: CatalogFailure[] = [];
    const stale: string[] = [];
    const served = this.servedBy(this.rounds);
    for (const { version, resources } of this.#versions().values()) {
      const isStale = !this.isLegacy && this.random.chance(this.trouble / 2);
      if (isStale) {
        failures.push(failure('stale', version).failure);
        stale.push(formatGroupVersion(version));
      }
      const entry: VersionEntry =
        isStale || this.isLegacy
          ? { ...version, freshness: 'Stale', resources: none }
          : { ...version, freshness: 'Current', resources };
      groups.set(version.group, [...(groups.get(version.group) ?? []), entry]);
    }
    const entries = [...groups].map(([name, versions]): GroupEntry => {
      const preferred = versions.find(({ freshness }) => freshness === 'Current' || this.isLegacy);
      return { name, versions, preferredVersion: preferred?.version };
    });
    const format = this.isLegacy ? 'legacy' : 'aggregated/v2';
    return { content: { format, groups: entries, failures }, etag: [...served, ...stale].join() };
  }

  ownPath(part: GroupVersion): ReadGroupVersion {
    const name = formatGroupVersion(part);
    const found = this.#versions().get(name);
    const isRead = !this.isUnknown(name) && !this.random.chance(this.trouble);
    if (isRead && found !== undefined) {
      return { version: { ...part, freshness: 'Current', resources: found.resources }, failures: none };
    }
    const failed = failure(isRead && !this.isRestarting ? 'notFound' : 'unreachable', part);
    return { version: { ...part, freshness: 'Stale', resources: none }, failures: [failed.failure], failed };
  }

  #versions() {
    const versions = new Map<string, { readonly version: GroupVersion; readonly resources: ResourceEntry[] }>();
    for (const [name, scope] of this.servedBy(this.rounds)) {
      const { group, version, resource } = partOf(name);
      const key = formatGroupVersion({ group, version });
      const known = versions.get(key) ?? { version: { group, version }, resources: [] };
      const lists = { shortNames: none, categories: none, verbs: ['get', 'list'], subresources: none };
      const kind = { kind: 'K', singular: '', freshness: 'Current' } as const;
      known.resources.push({ group, version, resource, ...kind, ...lists, scope });
      versions.set(key, known);
    }
    return versions;
  }
}

function failure(why: FailureClass, part: Partial<GroupVersion>): RootFailure {
  const { group, version } = part;
  const where = { root: 'apis', document: '/apis', ...(group !== undefined && { group, version }) } as const;
  return { error: new Error(why), failure: { class: why, ...where, message: why } };
}

/** A process: what it knows, and the last step at which it was told of each endpoint. */
class Process {
  state: ServerState = nothingKnown;
  seen: Steps = new Map();
  #last: Extract<RootAnswer, { readonly content: unknown }> | undefined;

  constructor(private readonly world: Documents) {}

  get catalog(): Catalog | undefined {
    return this.state.catalog;
  }

  /** Asks once. Returns whether the root could be read. */
  ask(deleted: readonly CatalogPart[] = []): boolean {
    const { world, state } = this;
    const found = world.root();
    // A document confirmed by its ETag is the same object.
    const isSame = found.failed === undefined && found.etag === this.#last?.etag;
    const answer: RootAnswer = (isSame ? this.#last : undefined) ?? found;
    const ownPaths = new Map<string, ReadGroupVersion>();
    if (answer.failed === undefined) {
      this.#last = answer;
      const request = { deleted, time: world.time, isHeld: () => false };
      for (const part of ownPathsDue(state.apis, answer.content, request)) {
        ownPaths.set(formatGroupVersion(part), world.ownPath(part));
      }
    }
    const nothing = { ownPaths: new Map(), served: new Map(), deleted };
    this.state = reconcile(
      state,
      {
        api: { ...nothing, root: 'api', path: '/api', answer: undefined },
        apis: { ...nothing, root: 'apis', path: '/apis', answer, ownPaths },
      },
      { at: world.time, date: new Date(Date.UTC(2026, 0, 1) + world.time).toISOString() },
    );
    if (answer.failed === undefined) world.rounds += 1;
    return answer.failed === undefined;
  }
}

function fail(seed: number, step: number | string, what: string, found: unknown): never {
  throw new Error(`seed ${seed}, step ${step}: ${what}: ${JSON.stringify(found)}`);
}

function live(seed: number, steps: number): { gone: number; kept: number } {
  const random = randomOf(seed);
  const world = new Documents(random, random.chance(0.3), builtIn);
  const processes = [new Process(world), new Process(world)];
  const count = { gone: 0, kept: 0 };
  const absent: Steps = new Map();
  let written: Process | undefined;
  let index = 0;
  for (let step = 0; step < steps; step += 1) {
    const deleted = world.pass(step).map(partOf);
    // A process asks two rounds at a time, so that both of two servers answer it.
    if (world.rounds % 2 === 0) {
      index = random.chance(0.5) ? 0 : 1;
      if (random.chance(0.1)) {
        // Another one begins with what the last one knew.
        const next = new Process(world);
        next.state = written?.state ?? nothingKnown;
        next.seen = new Map(written?.seen);
        processes[index] = next;
      }
    }
    const process = processes[index]!;
    const served = world.served;
    for (const each of [...custom, ...ofOneServer.flat()]) if (!served.has(each)) absent.set(each, step);
    const listed = world.servedBy(world.rounds);
    const before = process.catalog;
    process.ask(deleted);
    const { lost, wrong } = noteLost(process.seen, absent, { listed, after: endpointsOf(process.catalog), step });
    if (wrong.length > 0) fail(seed, step, 'gone, but served', wrong);
    written = process;
    count.gone += lost.length;
    if (before !== process.catalog) {
      count.kept += process.catalog?.resources().filter(({ freshness }) => freshness === 'Kept').length ?? 0;
    }
  }
  world.rest();
  for (const process of processes) {
    // Two minutes of asking, and what is there is what is served; servers in turn give one set of endpoints.
    for (let round = 0; round <= 16; round += 1) {
      process.ask();
      world.time += 10_000;
      if (round < 12) continue;
      const [found, served] = [endpointsOf(process.catalog), world.served];
      const isSame = found.size === served.size && [...served].every(([each, scope]) => found.get(each) === scope);
      if (!isSame) fail(seed, round, 'after two minutes', { found: [...found], served: [...served] });
    }
  }
  return count;
}

/** The number of histories; more by hand: `HISTORIES=100000 npx vitest run test/discovery/fold.test.ts`. */
const histories = Number(process.env['HISTORIES'] ?? 2000);

describe('random histories of the fold', () => {
  it.each([16, 64])(
    'nothing served is ever gone, what went is gone after two minutes of asking, servers in turn are one: %i steps',
    (steps) => {
      const count = { gone: 0, kept: 0 };
      for (let seed = 0; seed < histories / 2; seed += 1) {
        const { gone, kept } = live(seed, steps);
        count.gone += gone;
        count.kept += kept;
      }
      expect(Math.min(count.gone, count.kept)).toBeGreaterThan(histories / 2);
    },
    36_000_000,
  );
});
