import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { endpointsByRank } from '../catalog/rank.js';
import { groupVersionResourceOf, resourceKey, sameResource } from '../model/group-version-resource.js';
import type { Bucket } from './buckets.js';
import { examineEndpoints, type RankedEndpoint } from './endpoint.js';
import type { EquivalenceClass, IdentityOptions } from './equivalence-class.js';
import { ownEvidence, type EvidenceLink } from './evidence.js';
import { joinEndpoints, type Joined, type Link } from './join-endpoints.js';
import type { Probe } from './probe.js';
import { createBackendOf } from './remote.js';
import { requireCatalog, requireEntry } from './require-options.js';

/** The endpoints of a catalog by rank, joined into sets. */
export interface Classified extends Joined {
  readonly endpoints: readonly RankedEndpoint[];
  /** Whether any known endpoint has an id: then endpoints whose documents are unread may have one too. */
  readonly hasIds: boolean;
}

/**
 * Joins the endpoints of a catalog. Endpoints in `asked` that the catalog does not have are added last.
 */
export function classify(catalog: Catalog, options: IdentityOptions, asked: readonly ResourceEntry[] = []): Classified {
  requireCatalog(catalog);
  for (const entry of asked) requireEntry('entry', entry);
  const { evidence = ownEvidence, probes = [], cohabitation = 'hint', remote = [] } = options;
  const entries = endpointsByRank(catalog);
  for (const one of asked) if (!entries.some((entry) => sameResource(entry, one))) entries.push(one);
  const sources = { evidence, backendOf: createBackendOf(remote), provenance: catalog.provenance };
  const endpoints = examineEndpoints(entries, sources);
  const hasIds = endpoints.some(({ id }) => id !== undefined);
  return { endpoints, hasIds, ...joinEndpoints(endpoints, { seen: pairsSeen(endpoints, probes), cohabitation }) };
}

/** Returns the pairs at which one object was seen; by rank, so that the order of the probes does not matter. */
function pairsSeen(endpoints: readonly RankedEndpoint[], probes: readonly Probe[]): readonly Bucket[] {
  const shown = probes.filter(({ finding }) => finding === 'one UID');
  if (shown.length === 0) return [];
  const byName = new Map(endpoints.map((endpoint) => [resourceKey(endpoint.entry), endpoint]));
  const pairs = shown.flatMap(({ endpoints: [one, other] }): Bucket[] => {
    const [a, b] = [byName.get(resourceKey(one)), byName.get(resourceKey(other))];
    if (a === undefined || b === undefined || a === b) return [];
    return [a.index < b.index ? [a, b] : [b, a]];
  });
  return pairs.sort(([a, b], [c, d]) => a.index - c.index || b.index - d.index);
}

/** Returns the endpoints of each set in rank order, by the root number of the set. */
export function endpointsOfSets({
  endpoints,
  sets,
}: Pick<Classified, 'endpoints' | 'sets'>): ReadonlyMap<number, RankedEndpoint[]> {
  const members = new Map<number, RankedEndpoint[]>();
  for (const endpoint of endpoints) {
    const root = sets.find(endpoint.index);
    const known = members.get(root);
    if (known === undefined) members.set(root, [endpoint]);
    else known.push(endpoint);
  }
  return members;
}

/**
 * Returns the sets of two endpoints, each with the given endpoint first; the same list twice if they are in one set.
 */
export function setsOf(
  [a, b]: readonly [ResourceEntry, ResourceEntry],
  { endpoints, sets }: Classified,
): readonly [readonly RankedEndpoint[], readonly RankedEndpoint[]] {
  const setOf = (asked: ResourceEntry): RankedEndpoint[] => {
    const found = endpoints.filter(({ entry }) => sameResource(entry, asked));
    const roots = found.map(({ index }) => sets.find(index));
    return [...found, ...endpoints.filter((each) => roots.includes(sets.find(each.index)) && !found.includes(each))];
  };
  const one = setOf(a);
  return [one, one.some(({ entry }) => sameResource(entry, b)) ? one : setOf(b)];
}

/** Returns the sets as plain data, by their root numbers; sets and endpoints in rank order. */
export function classesOf(classified: Classified): ReadonlyMap<number, EquivalenceClass> {
  const { endpoints, sets, links } = classified;
  const evidence: (EvidenceLink[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const link of links) (evidence[sets.find(link.from.index)] ??= []).push(linkAsData(link));
  const entries: (ResourceEntry[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const { index, entry } of endpoints) (entries[sets.find(index)] ??= []).push(entry);

  const classes = new Map<number, EquivalenceClass>();
  for (const [root, members] of entries.entries()) {
    if (members === undefined) continue;
    const links = Object.freeze(evidence[root] ?? []);
    classes.set(root, Object.freeze({ endpoints: Object.freeze(members), evidence: links }));
  }
  return classes;
}

/** Returns a link with only the names of its endpoints. */
export function linkAsData({ kind, from, to }: Link): EvidenceLink {
  return Object.freeze({
    kind,
    endpoints: Object.freeze([groupVersionResourceOf(from.entry), groupVersionResourceOf(to.entry)] as const),
  });
}
