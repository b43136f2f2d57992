import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry, SubresourceEntry } from '../core/catalog/entries.js';
import { createMapper, type RESTMapper } from '../core/mapper/create-mapper.js';
import { GroupUnavailableError, NoMatchError } from '../core/mapper/errors.js';
import { isTie, type Resolution } from '../core/mapper/resolution.js';
import { cohabit } from '../core/model/cohabiting-groups.js';
import { resourceKey } from '../core/model/group-version-resource.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import { requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { groupBy } from '../core/shared/group-by.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { equivalenceClasses } from '../identity/classify.js';
import type { Evidence } from '../identity/evidence.js';

/** A field of an endpoint that two servers describe differently. */
export type EndpointField = 'kind' | 'scope' | 'verbs' | 'singular' | 'shortNames' | 'categories' | 'subresources';

/** An endpoint that both servers serve, with differences. */
export interface ChangedEndpoint {
  /** The entry of the first server. */
  readonly before: ResourceEntry;
  /** The entry of the second server. */
  readonly after: ResourceEntry;
  /** The fields that differ. The order of their items does not count. */
  readonly fields: readonly EndpointField[];
}

/**
 * A word whose meaning differs. `elsewhere`: it means other objects on the second server. `tie`: it means the same, but
 * only the order of the second server's document decides so, which `ambiguity: 'error'` refuses.
 */
export interface ChangedWord {
  /** A plural, singular, short name or kind in lower case. */
  readonly word: string;
  /** How its meaning differs. */
  readonly change: 'elsewhere' | 'tie';
  /** What it means on the first server. */
  readonly before: RESTMapping;
  /** What it means on the second server. */
  readonly after: RESTMapping;
}

/** Objects that no endpoint of the second server serves. */
export interface LostSet {
  /** All endpoints of these objects on the first server, by rank. */
  readonly endpoints: readonly ResourceEntry[];
}

/** An endpoint of one server of which the other can say nothing, because a part of it could not be read. */
export interface UncertainEndpoint {
  /** The entry of the server that has it. */
  readonly entry: ResourceEntry;
  /** The server that could not be read. */
  readonly unreadIn: 'before' | 'after';
}

/** How two servers differ. */
export interface ServerComparison {
  /** Endpoints of the second server alone. */
  readonly added: readonly ResourceEntry[];
  /** Endpoints of the first server alone. */
  readonly gone: readonly ResourceEntry[];
  /** Endpoints of both, with differences. */
  readonly changed: readonly ChangedEndpoint[];
  /** Words whose meaning differs, in alphabetical order. Words of lost sets are not listed. */
  readonly words: readonly ChangedWord[];
  /** Sets of objects that lose their last endpoint. */
  readonly lost: readonly LostSet[];
  /** Endpoints that may be the same on both, added or gone: nobody can tell, since a part was not read. */
  readonly uncertain: readonly UncertainEndpoint[];
}

/** Options of {@link compareServers}. */
export interface CompareServersOptions {
  /**
   * Further evidence which endpoints of the first server serve the same objects, from `client.discovery.evidence`.
   * @default the catalog alone: versions of a group, and groups that Kubernetes documents as sharing their storage
   */
  readonly evidence?: Evidence | undefined;
}

/**
 * Compares what two servers serve: of two clients, of one and a release (`catalogAfterUpgrade`) or definitions in files
 * (`catalogAfterDefinitions`). Pure. For successive catalogs of one server, `diffCatalogs` is cheaper.
 *
 * @throws InvalidArgumentError for anything but two catalogs, and for an unknown option
 * @example
 * const now = await client.discovery.catalog();
 * const { gone, lost } = compareServers(now, catalogAfterUpgrade(now, await loadRelease('1.37')));
 * for (const entry of gone) console.log(formatGroupVersionResource(entry));
 * console.log(`${lost.length} sets of objects lose their last endpoint`);
 */
export function compareServers(before: Catalog, after: Catalog, options: CompareServersOptions = {}): ServerComparison {
  const { evidence } = requireKnownOptions(options, { evidence: true });
  const [older, newer] = [endpointsOf('before', before), endpointsOf('after', after)];
  const gone: ResourceEntry[] = [];
  const changed: ChangedEndpoint[] = [];
  const uncertain: UncertainEndpoint[] = [];
  for (const [key, entry] of older) {
    const other = newer.get(key);
    // What is kept from before is nothing that the server says today.
    if (other?.freshness === 'Kept' || (other === undefined && after.failuresOf(entry).length > 0)) {
      uncertain.push({ entry, unreadIn: 'after' });
    } else if (other === undefined) gone.push(entry);
    else {
      const fields = fieldsThatDiffer(entry, other);
      if (fields.length > 0) changed.push({ before: entry, after: other, fields });
    }
  }
  const added: ResourceEntry[] = [];
  for (const [key, entry] of newer) {
    if (older.has(key) || entry.freshness === 'Kept') continue;
    if (before.failuresOf(entry).length > 0) uncertain.push({ entry, unreadIn: 'before' });
    else added.push(entry);
  }
  const lost = lostSets(equivalenceClasses(before, { evidence }), gone, [...newer.values()]);
  return Object.freeze<ServerComparison>({
    added: Object.freeze(added),
    gone: Object.freeze(gone),
    changed: Object.freeze(changed),
    words: Object.freeze(changedWords(before, after)),
    lost: Object.freeze(lost),
    uncertain: Object.freeze(uncertain),
  });
}

function endpointsOf(argument: string, catalog: Catalog): ReadonlyMap<string, ResourceEntry> {
  if (!Array.isArray(requireObject(argument, catalog).groups)) {
    throw new InvalidArgumentError(argument, 'must be a catalog');
  }
  return new Map(catalog.resources().map((entry) => [resourceKey(entry), entry]));
}

/** How to compare each field: as text that is equal if the field is. */
const fields: Readonly<Record<EndpointField, (entry: ResourceEntry) => string>> = {
  kind: ({ kind }) => kind,
  scope: ({ scope }) => scope,
  verbs: ({ verbs }) => listed(verbs),
  singular: ({ singular }) => singular,
  shortNames: ({ shortNames }) => listed(shortNames),
  categories: ({ categories }) => listed(categories),
  subresources: ({ subresources }) => listed(subresources.map(describeSubresource)),
};

function fieldsThatDiffer(before: ResourceEntry, after: ResourceEntry): readonly EndpointField[] {
  const names = Object.keys(fields) as EndpointField[];
  return Object.freeze(names.filter((name) => fields[name](before) !== fields[name](after)));
}

function listed(items: readonly string[]): string {
  return JSON.stringify([...items].sort());
}

/** Legacy documents do not say which kinds a subresource accepts. */
function describeSubresource({ subresource, responseKind: of, verbs }: SubresourceEntry): string {
  return JSON.stringify([subresource, of?.group, of?.version, of?.kind, [...verbs].sort()]);
}

function lostSets(
  classes: ReturnType<typeof equivalenceClasses>,
  gone: readonly ResourceEntry[],
  served: readonly ResourceEntry[],
): readonly LostSet[] {
  const missing = new Set(gone);
  const byPlural = groupBy(served, ({ resource }) => resource);
  const isServed = (entry: ResourceEntry): boolean =>
    byPlural.get(entry.resource)?.some((other) => other.scope === entry.scope && cohabit(entry, other)) === true;
  return (
    classes
      .map(({ endpoints }) => endpoints)
      // A parent that carries only subresources has no objects.
      .filter((endpoints) => endpoints.every((entry) => missing.has(entry) && !isServed(entry)))
      .filter((endpoints) => endpoints.some(({ kind, verbs }) => kind !== '' && verbs.includes('list')))
      .map((endpoints) => Object.freeze({ endpoints }))
  );
}

function changedWords(before: Catalog, after: Catalog): ChangedWord[] {
  const known = wordsOf(after);
  const words = [...wordsOf(before)].filter((word) => known.has(word)).sort();
  const [older, newer] = [createMapper(before), createMapper(after)];
  return words.flatMap((word): ChangedWord[] => {
    const [then, now] = [meaningOf(older, word), meaningOf(newer, word)];
    // Unread parts that rank before an answer may change it.
    if (then === undefined || now === undefined || (then.unread ?? now.unread) !== undefined) return [];
    const means = { word, before: then.mapping, after: now.mapping };
    const isSame = then.mapping.scope === now.mapping.scope && cohabit(then.mapping.resource, now.mapping.resource);
    if (!isSame) return [Object.freeze({ ...means, change: 'elsewhere' })];
    return isTie(now) && !isTie(then) ? [Object.freeze({ ...means, change: 'tie' })] : [];
  });
}

function wordsOf(catalog: Catalog): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { resource, singular, kind, shortNames } of catalog.resources()) {
    for (const word of [resource, singular, kind.toLowerCase(), ...shortNames]) if (word !== '') words.add(word);
  }
  return words;
}

function meaningOf(mapper: RESTMapper, word: string): Resolution | undefined {
  try {
    return mapper.resolve(word);
  } catch (error) {
    if (error instanceof NoMatchError || error instanceof GroupUnavailableError) return undefined;
    throw error;
  }
}
