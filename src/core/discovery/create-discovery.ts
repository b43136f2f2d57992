import type { Catalog } from '../catalog/catalog.js';
import type { GroupVersion } from '../model/group-version.js';
import { abandonOnAbort, reasonOf } from '../shared/abort.js';
import { requireKnownOptions, requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { singleFlight, type SingleFlight } from '../shared/single-flight.js';
import type { Connection } from '../transport/connection.js';
import { innerKey, type CheckedParts, type CheckOptions, type InnerDiscovery } from './check.js';
import type { OpenStore } from './documents/discovery-store.js';
import { DiscoveryError } from './errors.js';
import { createEvidenceReader, type EvidenceReader } from './evidence.js';
import { discoverySettings, openStore, type DiscoveryOptions } from './options.js';
import { createDiscoverySource } from './read-documents.js';
import { catalogOfStore, prepareRecall, saveKnowledge } from './recall.js';
import { doubtServed, type CatalogPart } from './reconcile.js';
import { newKnowledge, runRound, type PartInDoubt, type RoundResult } from './round.js';

/** Dependencies of discovery besides its connection. */
export interface DiscoveryParts {
  /** The base URL of the server, for redirects and stores. @default one that no redirect leads to */
  readonly server?: string | undefined;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly date?: (() => number) | undefined;
  /** Receives the store named in the options, so that the caller can flush it. @default nothing is called */
  readonly onStore?: ((store: OpenStore) => void) | undefined;
}

/** A round that requests everything. */
interface WholeRound {
  readonly began: number;
  state: 'under way' | 'done' | 'failed';
  error?: unknown;
}

/** How long a failure is rethrown to callers that accept a slightly old catalog. */
const failureHoldsMs = 1000;

/** Creates the {@link Discovery} of one connection. Sends nothing before the first call. */
export function createDiscovery(
  connection: Connection,
  options: DiscoveryOptions = {},
  parts: DiscoveryParts = {},
): InnerDiscovery {
  const { server = 'http://server.invalid', now = () => performance.now(), date = () => Date.now() } = parts;
  const settings = discoverySettings(options);
  const store = openStore(options, settings, server, date);
  if (store !== undefined) parts.onStore?.(store);
  const source = createDiscoverySource(connection, server, settings, store, { now, date });
  /** Begins anew with each round: ids and hashes may differ even if the catalog is the same. */
  let evidence: EvidenceReader | undefined;
  let knowledge = newKnowledge();
  /** When the round began that the current catalog is from. */
  let learned: number | undefined;
  let latest: WholeRound | undefined;
  let flight = newFlight();
  let checking: SingleFlight<RoundResult> | undefined;
  let loading: Promise<number | undefined> | undefined;
  let maxAgeMs = settings.maxAgeMs;
  /** Whether a caller ownOnly on the current state, including documents that failed a short while ago. */
  let isDemanded = false;
  /** What callers saw being deleted since the last round began. */
  let deleted: readonly CatalogPart[] = [];

  /** Loads what the store holds, once. Returns when the server confirmed it. */
  const load = (): Promise<number | undefined> | undefined => {
    const mine = knowledge;
    return (loading ??= store?.load().then((stored) => {
      if (stored !== undefined) prepareRecall(source, mine, stored);
      return stored?.confirmed;
    }));
  };

  /** Takes the stored knowledge if it is new enough to be returned as is. */
  async function takeStored(): Promise<void> {
    const mine = knowledge;
    const age = date() - ((await load()) ?? -Infinity);
    if (mine !== knowledge || learned !== undefined || latest !== undefined || !(age >= 0 && age <= maxAgeMs)) return;
    mine.recall?.();
    catalogOfStore(source, mine);
    learned = now() - age;
  }

  function newFlight(): SingleFlight<Catalog> {
    const mine = knowledge;
    return singleFlight(async (signal) => {
      const request = { deleted, backsOff: !isDemanded };
      [isDemanded, deleted] = [false, []];
      const round: WholeRound = { began: now(), state: 'under way' };
      // Rounds begun before an invalidate() answer their callers, but are not kept.
      const isKept = (): boolean => mine === knowledge;
      if (isKept()) latest = round;
      try {
        if (isKept() && learned === undefined) await load();
        // Parses the stored documents while waiting for the server.
        if (mine.recall !== undefined) setTimeout(() => mine.recall?.(), 0);
        const { catalog, isConfirmed } = await runRound(source, mine, request, signal);
        round.state = 'done';
        if (isKept()) {
          learned = round.began;
          if (store !== undefined) saveKnowledge(store, source, mine, isConfirmed);
          evidence = undefined;
        }
        return catalog;
      } catch (error) {
        round.state = 'failed';
        round.error = error;
        // Every caller left, which says nothing about the server.
        if (signal.aborted && latest === round) latest = undefined;
        throw error;
      }
    });
  }

  /** Runs a round that requests only some parts, after any other. */
  async function check(inDoubt: readonly PartInDoubt[], { signal, ownOnly }: CheckOptions = {}): Promise<CheckedParts> {
    if (signal?.aborted === true) throw reasonOf(signal);
    // A round under way may cover just these parts.
    if (learned !== undefined && latest?.state === 'under way') await settle(flight, signal);
    while (checking !== undefined) await settle(checking, signal);
    const catalog = knowledge.state.catalog;
    const none: CheckedParts['ownPaths'] = new Map();
    if (catalog === undefined) return { catalog: await flight.run(signal), ownPaths: none };
    const mine = knowledge;
    const round = singleFlight(async (ending) => {
      try {
        const result = await runRound(source, mine, { parts: inDoubt, deleted: [], backsOff: true, ownOnly }, ending);
        if (store !== undefined && mine === knowledge && result.catalog !== catalog) {
          saveKnowledge(store, source, mine, false);
        }
        return result;
      } finally {
        if (checking === round) checking = undefined;
      }
    });
    checking = round;
    return (await settle(round, signal)) ?? { catalog: knowledge.state.catalog ?? catalog, ownPaths: none };
  }

  /** Returns the catalog at hand, or a round under way, if it is new enough; throws a failure that still holds. */
  function atHand(notOlderThanMs: number, signal: AbortSignal | undefined): Promise<Catalog> | Catalog | undefined {
    const time = now();
    const isNew = (began: number): boolean => time - began <= notOlderThanMs;
    if (notOlderThanMs === 0 || deleted.length > 0) return undefined;
    if (latest?.state === 'under way' && isNew(latest.began)) return flight.run(signal);
    if (learned !== undefined && isNew(learned)) return knowledge.state.catalog;
    const holds = latest?.state === 'failed' && isNew(latest.began) && time - latest.began <= failureHoldsMs;
    if (holds) throw latest?.error;
    return undefined;
  }

  return Object.freeze<InnerDiscovery>({
    async catalog(asked = {}) {
      const { signal } = requireKnownOptions(asked, { signal: true });
      if (signal?.aborted === true) throw reasonOf(signal);
      if (learned === undefined && maxAgeMs > 0) await abandonOnAbort(takeStored(), signal);
      return knowledge.state.catalog ?? flight.run(signal);
    },
    async refresh(asked = {}) {
      const names = { notOlderThanMs: true, deleted: true, signal: true } as const;
      const { notOlderThanMs = 0, deleted: seen = [], signal } = requireKnownOptions(asked, names);
      if (typeof notOlderThanMs !== 'number' || !(notOlderThanMs >= 0)) {
        throw new InvalidArgumentError('notOlderThanMs', 'must be a number of milliseconds, 0 or more');
      }
      requireGroupVersions('deleted', seen);
      if (signal?.aborted === true) throw reasonOf(signal);
      if (notOlderThanMs === 0) isDemanded = true;
      deleted = [...deleted, ...seen];
      return atHand(notOlderThanMs, signal) ?? flight.runAnew(signal);
    },
    async evidence(catalog, groupVersions, asked = {}) {
      if (typeof requireObject('catalog', catalog).version !== 'function') {
        throw new InvalidArgumentError('catalog', 'must be a catalog');
      }
      const { signal } = requireKnownOptions(asked, { signal: true });
      requireGroupVersions('groupVersions', groupVersions);
      return (evidence ??= createEvidenceReader(source)).read(catalog, groupVersions, signal);
    },
    get current() {
      return knowledge.state.catalog;
    },
    invalidate() {
      knowledge = newKnowledge();
      learned = undefined;
      latest = undefined;
      for (const memory of [source.roots, source.groupVersions]) memory.clear();
      evidence = undefined;
      flight = newFlight();
      checking = undefined;
      // A caller who distrusts the current catalog does not want it back from a store.
      maxAgeMs = 0;
      loading = undefined;
    },
    [innerKey]: {
      check,
      doubt(resource) {
        knowledge.state = doubtServed(knowledge.state, resource);
      },
    },
  });
}

/** Waits for a round that others may have begun; undefined if nothing can be learned. */
async function settle<T>(round: SingleFlight<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await round.run(signal);
  } catch (error) {
    if (error instanceof DiscoveryError) return undefined;
    throw error;
  }
}

function requireGroupVersions(argument: string, value: readonly GroupVersion[]): void {
  const isText = (each: unknown): boolean => typeof each === 'string';
  const isOne = (each: Partial<CatalogPart> | null | undefined): boolean =>
    isText(each?.group) && isText(each?.version) && (each?.resource === undefined || isText(each.resource));
  if (Array.isArray(value) && value.every(isOne)) return;
  throw new InvalidArgumentError(argument, 'must be a list of objects with group and version');
}
