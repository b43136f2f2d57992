import { groupBy } from '../core/shared/group-by.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { formatGroupVersion, type GroupVersion } from '../core/model/group-version.js';
import type {
  EndpointPair,
  EvidenceKind,
  EvidenceLink,
  IdentityOptions,
  Probe,
  RemoteGroupVersion,
} from './evidence.js';
import { ownEvidence, identityOptionNames } from './evidence.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { groupVersionResourceOf, resourceKey, sameResource } from '../core/model/group-version-resource.js';
import { cohabit, cohabitingGroups } from '../core/model/cohabiting-groups.js';
import { endpointsByRank } from '../core/catalog/rank.js';
import { requireKnownOptions } from '../core/shared/arguments.js';

/** A partition of the numbers 0 to size - 1, initially each in its own set. */
export type UnionFind = ReturnType<typeof createUnionFind>;

/** Creates a {@link UnionFind}; any number of calls takes nearly linear time. */
export function createUnionFind(size: number) {
  const parents = Array.from({ length: size }, (_, index) => index);
  const find = (element: number): number => {
    let current = element;
    for (let parent = parents[current]; parent !== undefined && parent !== current; parent = parents[current]) {
      parents[current] = parents[parent] ?? parent;
      current = parent;
    }
    return current;
  };
  return {
    /** Returns the number that represents the set of this element, its root. */
    find,
    /** Joins two sets; returns false if they were already one. */
    join(a: number, b: number): boolean {
      const [first, second] = [find(a), find(b)];
      // The lowest number represents its set, so that the same joins give the same sets in the same order.
      parents[Math.max(first, second)] = Math.min(first, second);
      return first !== second;
    },
  };
}

/** An endpoint with its published evidence. */
export interface RankedEndpoint {
  /** The position by rank, and the number in the partition. */
  readonly index: number;
  readonly entry: ResourceEntry;
  /** Plural and scope as one key. */
  readonly plural: number;
  /** The id, whatever the scope. Ids and hashes can only be compared for equality. */
  readonly id: string | undefined;
  /** The hash, which is only meaningful among endpoints of equal `plural`. */
  readonly hash: string | undefined;
  /** The server behind the aggregator that serves the endpoint; undefined for kube-apiserver itself. */
  readonly backend: string | undefined;
  /** Whether an unread document may have an id. */
  readonly isUnread: boolean;
}

/**
 * Returns the name of the server behind a group-version; undefined for kube-apiserver itself, which serves the rest.
 */
export type BackendOf = (groupVersion: GroupVersion) => string | undefined;

/** Creates the lookup of the server behind a group-version. */
export function createBackendOf(remote: readonly RemoteGroupVersion[]): BackendOf {
  const nameOf = (each: RemoteGroupVersion): string =>
    each.backend === undefined ? `alone ${formatGroupVersion(each)}` : `named ${each.backend}`;
  const backends = new Map(remote.map((each) => [formatGroupVersion(each), nameOf(each)]));
  return (groupVersion) => (backends.size === 0 ? undefined : backends.get(formatGroupVersion(groupVersion)));
}

// What separates endpoints: unequal ids, scopes, hashes and plurals; and where such evidence contradicts evidence that
// joins them. What unequal hashes mean is decided here alone.

/**
 * Why two endpoints are known to serve different objects, strongest first: unequal ids; unequal scopes; unequal hashes
 * with equal plural and scope in two groups; unequal plurals if no id can decide.
 */
export type DifferenceKind = 'internalID' | 'scope' | 'storageVersionHash' | 'plural';

/**
 * Two kinds of evidence that cannot both be right. Scope outweighs everything, since an object is either in a namespace
 * or not; otherwise the stronger evidence wins, ids first. If that is the evidence in `separates`, the other evidence
 * is ignored entirely: it joins none of these endpoints, not even those without other evidence.
 */
export interface Contradiction {
  /** The evidence that the endpoints are one set of objects. */
  readonly joins: EvidenceKind;
  /** The evidence that they are several sets. */
  readonly separates: DifferenceKind;
  /** Which of the two holds. */
  readonly holds: 'joins' | 'separates';
  /** The endpoints that the evidence in `joins` would make one set, by rank. */
  readonly endpoints: readonly GroupVersionResource[];
}

/** Returns a contradiction as plain data. */
function contradictionOf(
  joins: EvidenceKind,
  separates: DifferenceKind,
  endpoints: readonly RankedEndpoint[],
  holds: Contradiction['holds'] = 'separates',
): Contradiction {
  const ranked = [...new Set(endpoints)].sort((a, b) => a.index - b.index);
  const addresses = Object.freeze(ranked.map(({ entry }) => groupVersionResourceOf(entry)));
  return Object.freeze({ joins, separates, holds, endpoints: addresses });
}

/**
 * Returns the evidence against equal ids: unequal scopes, which outweigh them, unequal plurals, unequal hashes of a
 * plural.
 */
function contradictionsOfId(alike: Bucket): readonly Contradiction[] {
  const [first] = alike;
  const isOne = (of: (entry: ResourceEntry) => string): boolean =>
    alike.every(({ entry }) => of(entry) === of(first.entry));
  const found: Contradiction[] = [];
  if (!isOne(({ scope }) => scope)) found.push(contradictionOf('internalID', 'scope', alike));
  if (!isOne(({ resource }) => resource)) found.push(contradictionOf('internalID', 'plural', alike, 'joins'));
  const hashed = alike.filter(({ hash }) => hash !== undefined);
  if (hashed.length > 1 && unequalHashes(hashed.map((each) => traitsOf([each]))) !== undefined) {
    found.push(contradictionOf('internalID', 'storageVersionHash', alike, 'joins'));
  }
  return found;
}

/** Returns the contradictions that involve any of these endpoints. */
export function contradictionsAbout(
  contradictions: readonly Contradiction[],
  endpoints: readonly GroupVersionResource[],
): readonly Contradiction[] {
  return Object.freeze(
    contradictions.filter((each) => each.endpoints.some((one) => endpoints.some((other) => sameResource(one, other)))),
  );
}

/** The reason why two sets are known to be different. */
export interface Difference {
  /** The kind of evidence that shows the difference. */
  readonly kind: DifferenceKind;
  /** The two endpoints that it applies to, one of each set. */
  readonly endpoints: EndpointPair;
}

/**
 * Finds the strongest evidence that separates two sets, by two endpoints that show it, one of each; the endpoints in
 * question come first in their sets.
 */
export function differenceOf(
  one: readonly RankedEndpoint[],
  other: readonly RankedEndpoint[],
  hasIds: boolean,
): { readonly kind: DifferenceKind; readonly pair: readonly [RankedEndpoint, RankedEndpoint] } | undefined {
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined) return undefined;
  const hasId = ({ id }: RankedEndpoint): boolean => id !== undefined;
  const [withId, otherWithId] = [one.find(hasId), other.find(hasId)];
  if (withId !== undefined && otherWithId !== undefined && withId.id !== otherWithId.id) {
    return { kind: 'internalID', pair: [withId, otherWithId] };
  }
  if (a.entry.scope !== b.entry.scope) return { kind: 'scope', pair: [a, b] };
  const unequal = unequalHashes([traitsOf(one), traitsOf(other)]);
  const hasHash = ({ plural, hash }: RankedEndpoint): boolean => plural === unequal && hash !== undefined;
  const [withHash, otherWithHash] = [one.find(hasHash), other.find(hasHash)];
  if (withHash !== undefined && otherWithHash !== undefined) {
    return { kind: 'storageVersionHash', pair: [withHash, otherWithHash] };
  }
  const plurals = new Set(one.map(({ plural }) => plural));
  const isPluralShared = other.some(({ plural }) => plurals.has(plural));
  // Ids can join endpoints of two plurals, so a set with an id may yet turn out to be the same as the other.
  if (isPluralShared || withId !== undefined || otherWithId !== undefined) return undefined;
  if (hasIds && [...one, ...other].some(({ isUnread }) => isUnread)) return undefined;
  return { kind: 'plural', pair: [a, b] };
}

/** The published evidence of a set of endpoints as a whole. */
export interface Traits {
  /** The id of the set, if any of its endpoints has one. */
  readonly id: string | undefined;
  /**
   * By plural, for which alone a hash is meaningful: the hashes, several where equal ids have joined endpoints that are
   * stored differently, and the groups in which the set has endpoints of it.
   */
  readonly plurals: () => ReadonlyMap<number, PluralTraits>;
}

interface PluralTraits {
  readonly hashes: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

function traitsOf(set: readonly RankedEndpoint[]): Traits {
  let plurals: ReadonlyMap<number, PluralTraits> | undefined;
  const read = (): ReadonlyMap<number, PluralTraits> =>
    new Map(
      [...groupBy(set, ({ plural }) => plural)].map(([plural, endpoints]) => {
        const hashes = new Set(endpoints.flatMap(({ hash }) => hash ?? []));
        return [plural, { hashes, groups: new Set(endpoints.map(({ entry }) => entry.group)) }];
      }),
    );
  // Rarely needed: only if hashes disagree.
  return { id: set.find(({ id }) => id !== undefined)?.id, plurals: () => (plurals ??= read()) };
}

/** Returns the published evidence that these sets are not all one; ids come before hashes. */
export function separationOf(sets: readonly Traits[]): 'internalID' | 'storageVersionHash' | undefined {
  if (idsContradict(sets)) return 'internalID';
  return unequalHashes(sets) === undefined ? undefined : 'storageVersionHash';
}

/** Reports whether two of the sets have unequal ids. */
function idsContradict(sets: readonly Traits[]): boolean {
  return new Set(sets.flatMap(({ id }) => id ?? [])).size > 1;
}

/**
 * Returns a plural for which sets have unequal hashes: all of them have hashes for it, and neither a hash nor a group is
 * common to them all. The hashes of versions of one group may differ for the same objects while their storage version
 * changes, so a shared group counts as a shared hash. More than two sets must all share one, which errs on the side of
 * separation.
 */
function unequalHashes(sets: readonly Traits[]): number | undefined {
  const plurals = new Set(sets.flatMap((each) => [...each.plurals().keys()]));
  return [...plurals].find((plural) => {
    const known = sets.flatMap((each) => each.plurals().get(plural) ?? []).filter(({ hashes }) => hashes.size > 0);
    return haveNoneInCommon(known.map(({ hashes }) => hashes)) && haveNoneInCommon(known.map(({ groups }) => groups));
  });
}

function haveNoneInCommon([first, ...others]: readonly ReadonlySet<string>[]): boolean {
  return first !== undefined && ![...first].some((word) => others.every((other) => other.has(word)));
}

/**
 * Returns the hashes of a set for a plural and, if there are any, its groups: two sets that have marks and share none
 * are those whose hashes are unequal.
 */
export function marksOf({ plurals }: Traits, plural: number): readonly string[] {
  const { hashes, groups } = plurals().get(plural) ?? { hashes: new Set(), groups: new Set() };
  if (hashes.size === 0) return [];
  return [...[...hashes].map((hash) => `hash ${hash}`), ...[...groups].map((group) => `group ${group}`)];
}

/** Two endpoints that one kind of evidence joined. */
export interface Link {
  readonly kind: EvidenceKind;
  readonly from: RankedEndpoint;
  readonly to: RankedEndpoint;
}

/** The endpoints of a catalog by rank, the sets of those that serve the same objects, and the links that join them. */
interface Joined {
  readonly endpoints: readonly RankedEndpoint[];
  /** Whether any known endpoint has an id: then endpoints whose documents are unread may have one too. */
  readonly hasIds: boolean;
  readonly sets: UnionFind;
  /** The strongest kind first, then by rank; they connect each set without a redundant link. */
  readonly links: Link[];
  readonly contradictions: Contradiction[];
}

/** Returns the stronger evidence that these are not all one set. */
type Separation = (sets: readonly Traits[]) => DifferenceKind | undefined;

/**
 * Joins endpoints by evidence, the strongest kind first. Evidence that would join endpoints which stronger evidence
 * separates is void as a whole, not in part: if two of three versions are known to differ, nothing tells which of them
 * the third is the same as. So the sets do not depend on the order of the endpoints. `seen` are the pairs at which one
 * object was seen.
 */
function joinEndpoints(endpoints: readonly RankedEndpoint[], seen: readonly Bucket[], cohabitation: string): Joined {
  const hasIds = endpoints.some(({ id }) => id !== undefined);
  const contradictions = bucketsBy(endpoints, idOf).flatMap(contradictionsOfId);
  const joined: Joined = { endpoints, hasIds, sets: createUnionFind(endpoints.length), links: [], contradictions };
  // One id at two scopes is a bug of the server: objects either have a namespace or have none.
  for (const bucket of bucketsBy(endpoints, idOf, scopeOf)) joinAll('internalID', bucket, joined);
  const isOfOneScope = ([a, b]: Bucket): boolean => a.entry.scope === b.entry.scope;
  for (const pair of seen) if (!isOfOneScope(pair)) contradictions.push(contradictionOf('probe', 'scope', pair));

  const byIds: Separation | undefined = hasIds ? (sets) => (idsContradict(sets) ? 'internalID' : undefined) : undefined;
  const ofHash = bucketsBy(endpoints, ({ hash }) => hash, pluralOf);
  joinBy('storageVersionHash', ofHash.flatMap(withoutRivals), byIds, joined);
  // Unequal hashes do not separate versions: they differ for the same objects while the storage version changes. Two
  // servers behind one group share only its name, so their versions are not joined.
  const serverOf: KeyOf = ({ entry, backend }) => (backend === undefined ? entry.group : `${entry.group} ${backend}`);
  joinBy('versions of one group', bucketsBy(endpoints, pluralOf, serverOf), byIds, joined);
  joinBy('probe', seen.filter(isOfOneScope), separationOf, joined);
  if (cohabitation === 'join') {
    const isListed = ({ entry }: RankedEndpoint): boolean => cohabitingGroups(entry.resource).includes(entry.group);
    joinBy('documented cohabitation', bucketsBy(endpoints.filter(isListed), pluralOf), separationOf, joined);
  }
  return joined;
}

/**
 * Splits a bucket of equal hashes by server if versions of one of its groups come from two servers. A hash identifies
 * the group, version and kind of the stored objects, so such servers have equal hashes although each stores its own
 * objects: then none of these hashes is evidence across servers.
 */
function withoutRivals(bucket: Bucket): readonly Bucket[] {
  const groups = groupBy(bucket, ({ entry }) => entry.group);
  const hasRivals = [...groups.values()].some((alike) => alike.some(({ backend }) => backend !== alike[0].backend));
  return hasRivals ? bucketsBy(bucket, ({ backend }) => backend ?? '') : [bucket];
}

function joinBy(
  kind: EvidenceKind,
  buckets: readonly Bucket[],
  separation: Separation | undefined,
  joined: Joined,
): void {
  const { sets, contradictions } = joined;
  const rootOf = ({ index }: RankedEndpoint): number => sets.find(index);
  const isOne = ([first, ...others]: Bucket): boolean => others.every((other) => rootOf(other) === rootOf(first));
  const candidates = buckets.filter((bucket) => !isOne(bucket));
  if (separation === undefined) for (const bucket of candidates) joinAll(kind, bucket, joined);
  if (separation === undefined || candidates.length === 0) return;
  const traits = traitsBySet(membersOf(joined));
  const isSound = (bucket: readonly RankedEndpoint[]): boolean => {
    const separates = separation([...new Set(bucket.map(rootOf))].map(traits));
    if (separates !== undefined) contradictions.push(contradictionOf(kind, separates, bucket));
    return separates === undefined;
  };
  const sound = candidates.filter(isSound);

  // Buckets that are each sound may still meet in one set and contradict each other there.
  const tentative = createUnionFind(joined.endpoints.length);
  for (const [first, ...others] of sound) for (const other of others) tentative.join(rootOf(first), rootOf(other));
  const meeting = [...groupBy(sound, ([first]) => tentative.find(rootOf(first))).values()];
  const whole = new Set(meeting.filter((met) => met.length === 1 || isSound(met.flat())).flat());
  for (const bucket of sound) if (whole.has(bucket)) joinAll(kind, bucket, joined);
}

/** Returns the endpoints of each set as it is now, in rank order, by the root number of the set. */
function membersOf({ endpoints, sets }: Joined): ReadonlyMap<number, readonly RankedEndpoint[]> {
  return groupBy(endpoints, ({ index }) => sets.find(index));
}

/** Returns the traits of each set, by its root number. */
function traitsBySet(members: Classified['members']): Classified['traits'] {
  const known = new Map<number, Traits>();
  return (root) => {
    const traits = known.get(root) ?? traitsOf(members.get(root) ?? []);
    known.set(root, traits);
    return traits;
  };
}

function joinAll(kind: EvidenceKind, [from, ...others]: Bucket, { sets, links }: Joined): void {
  for (const to of others) if (sets.join(from.index, to.index)) links.push({ kind, from, to });
}

/** Returns the links on the path from one endpoint of a set to another, in order. There is exactly one path. */
export function linksBetween(from: RankedEndpoint, to: RankedEndpoint, { links, sets }: Joined): readonly Link[] {
  const root = sets.find(from.index);
  const steps = links
    .filter((link) => sets.find(link.from.index) === root)
    .flatMap((link) => [
      { start: link.from, link, next: link.to },
      { start: link.to, link, next: link.from },
    ]);
  const stepsFrom = groupBy(steps, ({ start }) => start);

  const reachedBy = new Map<RankedEndpoint, { readonly link: Link; readonly before: RankedEndpoint } | undefined>([
    [from, undefined],
  ]);
  for (const [current] of reachedBy) {
    for (const { link, next } of stepsFrom.get(current) ?? []) {
      if (!reachedBy.has(next)) reachedBy.set(next, { link, before: current });
    }
  }
  const way: Link[] = [];
  for (let step = reachedBy.get(to); step !== undefined; step = reachedBy.get(step.before)) way.unshift(step.link);
  return way;
}

/** Endpoints that one piece of evidence would join into one set: at least two, by rank. */
export type Bucket = readonly [RankedEndpoint, RankedEndpoint, ...RankedEndpoint[]];

type KeyOf = (endpoint: RankedEndpoint) => string | number | undefined;
const idOf: KeyOf = ({ id }) => id;
const scopeOf: KeyOf = ({ entry }) => entry.scope;
const pluralOf: KeyOf = ({ plural }) => plural;

/** Groups endpoints with equal keys, by one or two; endpoints without a key, or alone with it, are in no bucket. */
function bucketsBy(endpoints: readonly RankedEndpoint[], keyOf: KeyOf, further?: KeyOf): readonly Bucket[] {
  // Most keys belong to one endpoint, which needs no list.
  const known = new Map<string | number, RankedEndpoint | [RankedEndpoint, RankedEndpoint, ...RankedEndpoint[]]>();
  const all: Bucket[] = [];
  for (const endpoint of endpoints) {
    const key = keyOf(endpoint);
    if (key === undefined) continue;
    const before = known.get(key);
    if (before === undefined) known.set(key, endpoint);
    else if (Array.isArray(before)) before.push(endpoint);
    else {
      const bucket: [RankedEndpoint, RankedEndpoint] = [before, endpoint];
      known.set(key, bucket);
      all.push(bucket);
    }
  }
  if (further === undefined) return all;
  // Most buckets stay whole. One key of two words would be a new string for each endpoint.
  const isWhole = ([first, ...others]: Bucket): boolean => others.every((each) => further(each) === further(first));
  return all.flatMap((bucket) => (isWhole(bucket) ? [bucket] : bucketsBy(bucket, further)));
}

/** The endpoints of a catalog by rank, joined into sets. */
export interface Classified extends Joined {
  /** The endpoints of each set in rank order, by the root number of the set. */
  readonly members: ReadonlyMap<number, readonly RankedEndpoint[]>;
  /** The traits of a set, by its root number. */
  readonly traits: (root: number) => Traits;
}

/**
 * Joins the endpoints of a catalog by the evidence of each; empty strings are ignored. Endpoints in `requested` that the
 * catalog does not have are added last. Aggregated documents carry neither ids nor hashes: if neither is known, and the
 * source was not a legacy document, the endpoint counts as unread.
 */
export function classify(
  catalog: Catalog,
  options: IdentityOptions,
  requested: readonly ResourceEntry[] = [],
): Classified {
  const { evidence = ownEvidence, probes = [], cohabitation = 'hint', remote = [] } = options;
  const entries = endpointsByRank(catalog);
  for (const one of requested) if (!entries.some((entry) => sameResource(entry, one))) entries.push(one);
  const backendOf = createBackendOf(remote);
  const numbers = new Map<string, number>();
  /** A number: as the key of a map, a text that is made for each endpoint would take twice as long. */
  const pluralIn = ({ resource, scope }: ResourceEntry): number => {
    const number = numbers.get(resource) ?? numbers.size + 1;
    numbers.set(resource, number);
    return scope === 'Cluster' ? -number : number;
  };
  const endpoints = entries.map((entry, index): RankedEndpoint => {
    const found = evidence(entry);
    const [id, hash] = [found?.internalID || undefined, found?.storageVersionHash || undefined];
    const isLegacy = catalog.provenance[entry.group === '' ? 'api' : 'apis'] === 'legacy';
    return {
      index,
      entry,
      plural: pluralIn(entry),
      id,
      hash,
      backend: backendOf(entry),
      isUnread: id === undefined && hash === undefined && (found === undefined || !isLegacy),
    };
  });
  const joined = joinEndpoints(endpoints, pairsSeen(endpoints, probes), cohabitation);
  const members = membersOf(joined);
  return { ...joined, members, traits: traitsBySet(members) };
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

/** Returns the endpoints that serve the same objects as this one, which comes first. */
export function setOf(requested: ResourceEntry, { endpoints, sets }: Classified): readonly RankedEndpoint[] {
  const found = endpoints.filter(({ entry }) => sameResource(entry, requested));
  const roots = found.map(({ index }) => sets.find(index));
  return [...found, ...endpoints.filter((each) => roots.includes(sets.find(each.index)) && !found.includes(each))];
}

/** Returns the names of two endpoints. */
export function pairOf(a: RankedEndpoint, b: RankedEndpoint): EndpointPair {
  return Object.freeze([groupVersionResourceOf(a.entry), groupVersionResourceOf(b.entry)] as const);
}

/** Returns a link with only the names of its endpoints. */
export function linkAsData({ kind, from, to }: Link): EvidenceLink {
  return Object.freeze({ kind, endpoints: pairOf(from, to) });
}

/** Returns the hints of the documented list about the other endpoints, for which other evidence is missing. */
export function hintsBetween(
  own: readonly RankedEndpoint[],
  others: readonly RankedEndpoint[],
): readonly EvidenceLink[] {
  const hints = others.flatMap((to): EvidenceLink[] => {
    if (cohabitingGroups(to.entry.resource).length === 0) return [];
    const from = own.find(({ entry, plural }) => plural === to.plural && cohabit(entry, to.entry));
    if (from === undefined || from.entry.group === to.entry.group) return [];
    return [linkAsData({ kind: 'documented cohabitation', from, to })];
  });
  return Object.freeze(hints);
}

/**
 * Returns every endpoint of the catalog in exactly one class, alone if nothing else serves the same objects; classes
 * are ordered by the rank of their first endpoint. Takes linear time. To find out whether two classes are different or
 * merely not known to be the same, use `compareEndpoints` for a pair and `identityReport` for a catalog.
 *
 * @throws InvalidArgumentError for an unknown option
 * @example
 * const several = equivalenceClasses(catalog).filter(({ endpoints }) => endpoints.length > 1);
 * for (const { endpoints } of several) console.log(endpoints.map(formatGroupVersionResource).join(' = '));
 */
export function equivalenceClasses(catalog: Catalog, options: IdentityOptions = {}): readonly EquivalenceClass[] {
  requireKnownOptions(options, identityOptionNames);
  return Object.freeze([...classesOf(classify(catalog, options)).values()]);
}

/**
 * Endpoints that are known to serve one set of objects. Subresources follow their parent: endpoints that serve the same
 * `deployments` serve the same `deployments/scale`.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface EquivalenceClass {
  /** In rank order: the core group, then the groups as the catalog has them, the preferred version first. */
  readonly endpoints: readonly ResourceEntry[];
  /** The links that hold the class together: one fewer than there are endpoints, the strongest evidence first. */
  readonly evidence: readonly EvidenceLink[];
}

/** Returns the sets as plain data, by their root numbers; sets and endpoints in rank order. */
export function classesOf({ members, sets, links }: Classified): ReadonlyMap<number, EquivalenceClass> {
  const linksOf = groupBy(links, ({ from }) => sets.find(from.index));
  return new Map(
    [...members].map(([root, set]) => {
      const evidence = Object.freeze((linksOf.get(root) ?? []).map(linkAsData));
      return [root, Object.freeze({ endpoints: Object.freeze(set.map(({ entry }) => entry)), evidence })];
    }),
  );
}
