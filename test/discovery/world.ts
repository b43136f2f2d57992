import type { Catalog } from '../../src/core/catalog/catalog.js';
import type { GroupVersionResource } from '../../src/core/model/group-version-resource.js';
import type { Scope } from '../../src/core/model/rest-mapping.js';
import type { Random } from '../conformance/random.js';

// What servers serve as time goes by, for histories of the fold alone, and of all of discovery.

/** Endpoints as `group-version resource`, and their scopes: what a server serves. */
export type Served = ReadonlyMap<string, Scope>;

/** The last step at which something was so, for endpoints. */
export type Steps = Map<string, number>;

export const custom = ['a.io/v1 gadgets', 'a.io/v1 things', 'a.io/v2 gadgets', 'b.io/v1 widgets'];
/** What only one of two servers serves. */
export const ofOneServer = [
  ['apps/v1 replicasets', 'old.io/v1beta1 relics'],
  ['new.io/v1 novelties', 'a.io/v1 extras'],
] as const;

/** One or two API servers behind one address, which answer rounds in turn. A process asks two rounds at a time. */
export abstract class World {
  time = 0;
  /** The number of rounds that were answered. */
  rounds = 0;
  readonly installed = new Map<string, Scope>(custom.map((name) => [name, 'Namespaced']));
  servers: readonly (readonly string[])[] = [[]];
  /** Whether the server that answers next has just started: it knows no custom resource yet. */
  isRestarting = false;
  /** The probability that something cannot be read. */
  trouble = 0;

  constructor(
    protected readonly random: Random,
    protected readonly isLegacy: boolean,
    private readonly builtIn: Served,
  ) {}

  servedBy(server: number, isRestarting = this.isRestarting): Served {
    const own = (this.servers[server % this.servers.length] ?? []).map((name) => [name, 'Namespaced'] as const);
    return new Map([...this.builtIn, ...own, ...(isRestarting ? [] : this.installed)]);
  }

  /** What requests to a server are answered for. */
  answeredBy(server: number, isRestarting = this.isRestarting): Served {
    return this.servedBy(server, isRestarting);
  }

  /** Everything that some server serves, or will when it has started. */
  get served(): Served {
    return new Map(this.servers.flatMap((_each, server) => [...this.answeredBy(server, false)]));
  }

  /** Whether the group-version is one of custom resources, of which a server that has just started does not know. */
  isUnknown(groupVersion: string): boolean {
    return this.isRestarting && [...this.installed.keys()].some((name) => name.startsWith(`${groupVersion} `));
  }

  /** What happens between two steps. Returns the endpoints whose end was seen. */
  pass(step: number): readonly string[] {
    const { random } = this;
    this.time += random.pick([0, 100, 2500, 10_000, 30_000, 55_000, 65_000, ...(step % 9 === 0 ? [86_400_000] : [])]);
    this.isRestarting = random.chance(0.1);
    if (random.chance(0.05)) this.servers = random.pick([[[]], ofOneServer, [ofOneServer[1]]]);
    this.trouble = random.pick([0, 0, 0, 0.3]);
    if (!random.chance(0.2)) return [];
    const name = random.pick(custom);
    if (this.installed.delete(name)) return random.chance(0.5) ? [name] : [];
    this.installed.set(name, random.pick(['Namespaced', 'Cluster']));
    return [];
  }

  /** Nothing happens any more. */
  rest(): void {
    this.trouble = 0;
    this.isRestarting = false;
  }
}

export function partOf(name: string): GroupVersionResource {
  const [, group = '', version = '', resource = ''] = /^(?:(.*)\/)?(.*) (.*)$/.exec(name) ?? [];
  return { group, version, resource };
}

export function endpointsOf(catalog: Catalog | undefined): Map<string, Scope> {
  const resources = catalog?.resources() ?? [];
  return new Map(
    resources.map(({ group, version, resource, scope }) => [
      `${group === '' ? version : `${group}/${version}`} ${resource}`,
      scope,
    ]),
  );
}

/** Notes what a process was told of, and returns what it no longer has: all of it, and what was served all the time. */
export function noteLost(
  seen: Steps,
  absent: ReadonlyMap<string, number>,
  { listed, after, step }: { readonly listed: Served; readonly after: Served; readonly step: number },
): { readonly lost: readonly string[]; readonly wrong: readonly string[] } {
  for (const each of listed.keys()) if (after.has(each)) seen.set(each, step);
  const lost = [...seen.keys()].filter((each) => !after.has(each));
  const wrong = lost.filter((each) => (seen.get(each) ?? -1) > (absent.get(each) ?? -1));
  for (const each of lost) seen.delete(each);
  return { lost, wrong };
}
