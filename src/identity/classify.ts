import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { endpointsByRank } from '../core/catalog/rank.js';
import { cohabit, cohabitingGroups } from '../core/model/cohabiting-groups.js';
import { groupVersionResourceOf, resourceKey, sameResource } from '../core/model/group-version-resource.js';
import { createBackendOf, examineEndpoints, type RankedEndpoint } from './endpoint.js';
import { ownEvidence, type EvidenceLink, type IdentityOptions, type Probe } from './evidence.js';
import { joinEndpoints, type Bucket, type Joined, type Link } from './join-endpoints.js';
import { requireCatalog, requireEntry } from './require-options.js';

/** The endpoints of a catalog by rank, joined into sets. */
export interface Classified extends Joined {
  readonly endpoints: readonly RankedEndpoint[];
  /** Whether any known endpoint has an id: then endpoints whose documents are unread may have one too. */
  readonly hasIds: boolean;
}

/**
 * Joins the endpoints of a catalog. Endpoints in `requested` that the catalog does not have are added last.
 */
export function classify(
  catalog: Catalog,
  options: IdentityOptions,
  requested: readonly ResourceEntry[] = [],
): Classified {
  requireCatalog(catalog);
  for (const entry of requested) requireEntry('entry', entry);
  const { evidence = ownEvidence, probes = [], cohabitation = 'hint', remote = [] } = options;
  const entries = endpointsByRank(catalog);
  for (const one of requested) if (!entries.some((entry) => sameResource(entry, one))) entries.push(one);
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
  const setOf = (requested: ResourceEntry): RankedEndpoint[] => {
    const found = endpoints.filter(({ entry }) => sameResource(entry, requested));
    const roots = found.map(({ index }) => sets.find(index));
    return [...found, ...endpoints.filter((each) => roots.includes(sets.find(each.index)) && !found.includes(each))];
  };
  const one = setOf(a);
  return [one, one.some(({ entry }) => sameResource(entry, b)) ? one : setOf(b)];
}

/** Returns a link with only the names of its endpoints. */
export function linkAsData({ kind, from, to }: Link): EvidenceLink {
  return Object.freeze({
    kind,
    endpoints: Object.freeze([groupVersionResourceOf(from.entry), groupVersionResourceOf(to.entry)] as const),
  });
}

/** Returns the hints of the documented list about the other endpoints, for which other evidence is missing. */
export function hintsBetween(
  own: readonly RankedEndpoint[],
  others: readonly RankedEndpoint[],
): readonly EvidenceLink[] {
  const hints = others.flatMap(({ entry: other, plural }): EvidenceLink[] => {
    if (cohabitingGroups(other.resource).length === 0) return [];
    const known = own.find(({ entry, plural: its }) => its === plural && cohabit(entry, other));
    if (known === undefined || known.entry.group === other.group) return [];
    const endpoints = Object.freeze([groupVersionResourceOf(known.entry), groupVersionResourceOf(other)] as const);
    return [Object.freeze({ kind: 'documented cohabitation', endpoints })];
  });
  return Object.freeze(hints);
}
