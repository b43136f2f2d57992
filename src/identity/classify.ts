import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { endpointsByRank } from '../catalog/rank.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Bucket } from './buckets.js';
import { addressOf, examine, sameEndpoint, type Endpoint } from './endpoint.js';
import type { EquivalenceClass, IdentityOptions } from './equivalence-class.js';
import { ownEvidence, type EvidenceLink } from './evidence.js';
import { joinEndpoints, type Joined, type Link } from './join-endpoints.js';
import type { Probe } from './probe.js';

/** The endpoints of a catalog by rank, joined into sets. */
export interface Classified extends Joined {
  readonly endpoints: readonly Endpoint[];
}

/** Joins the endpoints of a catalog. Endpoints asked about that the catalog does not have take part as the last. */
export function classify(
  catalog: Catalog,
  { evidence = ownEvidence, probes = [], cohabitation = 'hint' }: IdentityOptions,
  asked: readonly ResourceEntry[] = [],
): Classified {
  const entries = endpointsByRank(catalog);
  for (const one of asked) if (!entries.some((entry) => sameEndpoint(entry, one))) entries.push(one);
  const endpoints = examine(entries, evidence);
  return { endpoints, ...joinEndpoints(endpoints, { seen: pairsSeen(endpoints, probes), cohabitation }) };
}

/** The pairs at which one object was seen; by rank, so that the order of looking does not matter. */
function pairsSeen(endpoints: readonly Endpoint[], probes: readonly Probe[]): readonly Bucket[] {
  const shown = probes.filter(({ finding }) => finding === 'one UID');
  if (shown.length === 0) return [];
  const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint.entry), endpoint]));
  const pairs = shown.flatMap(({ endpoints: [one, other] }): Bucket[] => {
    const [a, b] = [byName.get(nameOf(one)), byName.get(nameOf(other))];
    if (a === undefined || b === undefined || a === b) return [];
    return [a.index < b.index ? [a, b] : [b, a]];
  });
  return pairs.sort(([a, b], [c, d]) => a.index - c.index || b.index - d.index);
}

function nameOf({ group, version, resource }: GroupVersionResource): string {
  return JSON.stringify([group, version, resource]);
}

/** The endpoints of each set by rank, by the number that stands for it. */
export function membersOf({
  endpoints,
  sets,
}: Pick<Classified, 'endpoints' | 'sets'>): ReadonlyMap<number, Endpoint[]> {
  const members = new Map<number, Endpoint[]>();
  for (const endpoint of endpoints) {
    const root = sets.find(endpoint.index);
    const known = members.get(root);
    if (known === undefined) members.set(root, [endpoint]);
    else known.push(endpoint);
  }
  return members;
}

/** The sets that these endpoints are in, each with the one that was asked about first; of two in one set, one list. */
export function setsOf(
  [a, b]: readonly [ResourceEntry, ResourceEntry],
  { endpoints, sets }: Classified,
): readonly [readonly Endpoint[], readonly Endpoint[]] {
  const setOf = (asked: ResourceEntry): Endpoint[] => {
    const found = endpoints.filter(({ entry }) => sameEndpoint(entry, asked));
    const roots = found.map(({ index }) => sets.find(index));
    return [...found, ...endpoints.filter((each) => roots.includes(sets.find(each.index)) && !found.includes(each))];
  };
  const one = setOf(a);
  return [one, one.some(({ entry }) => sameEndpoint(entry, b)) ? one : setOf(b)];
}

/** The sets as plain data, by the number that stands for each; sets and endpoints by rank. */
export function classesOf(classified: Classified): ReadonlyMap<number, EquivalenceClass> {
  const { endpoints, sets, links } = classified;
  const evidence: (EvidenceLink[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const link of links) (evidence[sets.find(link.from.index)] ??= []).push(asData(link));
  const entries: (ResourceEntry[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const { index, entry } of endpoints) (entries[sets.find(index)] ??= []).push(entry);

  const classes = new Map<number, EquivalenceClass>();
  for (const [root, members] of entries.entries()) {
    if (members === undefined) continue;
    const links = Object.freeze(evidence[root] ?? none);
    classes.set(root, Object.freeze({ endpoints: Object.freeze(members), evidence: links }));
  }
  return classes;
}

const none: readonly never[] = Object.freeze([]);

/** A link with the names of its endpoints alone. */
export function asData({ kind, from, to }: Link): EvidenceLink {
  return Object.freeze({ kind, endpoints: Object.freeze([addressOf(from.entry), addressOf(to.entry)] as const) });
}
