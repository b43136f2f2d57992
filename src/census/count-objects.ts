import type { ResourceEntry } from '../core/catalog/entries.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import type { MetadataReader } from '../core/metadata/metadata-answer.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { mappingOf, type Scope } from '../core/model/rest-mapping.js';
import type { KubeError } from '../core/shared/kube-error.js';
import { mapLimit } from '../core/shared/map-limit.js';
import { type CensusFailure, failedResource, type ObjectSet, type SetQuestion, unreadPart } from './choose-sets.js';

/**
 * How a set was counted: `list`, the whole list was in the answer; `remainingItemCount`, the server's number next to
 * the first object, which need not be exact; `pages`, all pages were read.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/
 */
export type CountMethod = 'list' | 'remainingItemCount' | 'pages';

/** The number of objects in one set. */
export interface CountedSet {
  /** The endpoint through which they were counted. */
  readonly resource: GroupVersionResource;
  /** The kind of the objects. */
  readonly kind: string;
  /** Whether the objects are in namespaces. */
  readonly scope: Scope;
  /** The number of objects. */
  readonly count: number;
  /** How they were counted. */
  readonly by: CountMethod;
  /** Other endpoints of the same objects, which are not counted again. */
  readonly alsoServedAt: readonly GroupVersionResource[];
}

/** How many objects a server has, each counted once. */
export interface Count {
  /** The number of objects in all sets. */
  readonly total: number;
  /** Whether everything that was requested could be counted. */
  readonly complete: boolean;
  /** Sorted by the rank of their endpoints; includes empty sets. */
  readonly sets: readonly CountedSet[];
  /**
   * Lists of endpoints with the same plural that may serve the same objects, because there is no evidence. They are
   * counted separately, so the total may be too large.
   */
  readonly unsettled: readonly (readonly GroupVersionResource[])[];
  /** What could not be counted, and why. */
  readonly failures: readonly CensusFailure[];
  /** The deprecated endpoints that were not asked, by `deprecated: false`. */
  readonly leftOut: readonly GroupVersionResource[];
}

/** The progress of a count. */
export interface CountProgress {
  /** Sets that are done, including failed ones. */
  readonly done: number;
  /** All sets, done or not. */
  readonly of: number;
  /** Objects so far. */
  readonly total: number;
}

/** Options of {@link countObjects}. */
export interface CountObjectsOptions extends SetQuestion {
  /** The maximum number of requests in flight. */
  readonly concurrency: number;
  readonly onProgress?: ((progress: CountProgress) => unknown) | undefined;
}

/**
 * Counts each set through its endpoint. Without evidence either way, two sets are one if their first objects have the
 * same uid, which costs no further request.
 */
export async function countObjects(
  metadata: Pick<MetadataReader, 'pages'>,
  sets: readonly ObjectSet[],
  unread: readonly CatalogFailure[],
  { concurrency, onProgress, ...question }: CountObjectsOptions,
): Promise<Omit<Count, 'leftOut'>> {
  let done = 0;
  let total = 0;
  const counts = await mapLimit(sets, concurrency, async ({ entry }) => {
    const result = await countSet(metadata, entry, question);
    done += 1;
    if ('count' in result) total += result.count;
    await onProgress?.({ done, of: sets.length, total });
    return result;
  });
  const merged = mergeByUID(sets, counts);
  const failures = [
    ...sets.flatMap(({ entry }, index) => {
      const result = counts[index];
      return result !== undefined && 'error' in result ? [failedResource(entry, result.error)] : [];
    }),
    ...unread.map(unreadPart),
  ];
  return {
    total: merged.reduce((sum, { result }) => sum + result.count, 0),
    complete: failures.length === 0,
    sets: Object.freeze(merged.map(asData)),
    unsettled: unsettledAmong(merged),
    failures: Object.freeze(failures),
  };
}

/** A counted set, with the sets that turned out to be the same. */
interface Merged {
  readonly set: ObjectSet;
  readonly result: Counted;
  readonly also: ObjectSet[];
}

/** Merges counted sets: a set in doubt is the same as another of the same doubt if its first object came there too. */
function mergeByUID(sets: readonly ObjectSet[], counts: readonly SetCount[]): readonly Merged[] {
  const merged: Merged[] = [];
  const firstSeen = new Map<ObjectSet['doubt'], Map<string, Merged>>();
  for (const [index, set] of sets.entries()) {
    const result = counts[index];
    if (result === undefined || 'error' in result) continue;
    const seen = firstSeen.get(set.doubt) ?? new Map<string, Merged>();
    firstSeen.set(set.doubt, seen);
    const mayBeKnown = set.doubt !== undefined && result.firstUID !== '';
    const same = mayBeKnown ? seen.get(result.firstUID) : undefined;
    if (same === undefined) {
      const one: Merged = { set, result, also: [] };
      merged.push(one);
      if (mayBeKnown) seen.set(result.firstUID, one);
    } else same.also.push(set);
  }
  return merged;
}

/** Returns the remaining doubts: lists of sets without evidence whether they are the same. */
function unsettledAmong(merged: readonly Merged[]): readonly (readonly GroupVersionResource[])[] {
  const lists = new Map<readonly ResourceEntry[], GroupVersionResource[]>();
  for (const { set } of merged) {
    if (set.doubt === undefined) continue;
    const list = lists.get(set.doubt) ?? [];
    lists.set(set.doubt, list);
    list.push(nameOf(set.entry));
  }
  return Object.freeze([...lists.values()].filter((list) => list.length > 1).map((list) => Object.freeze(list)));
}

function asData({ set: { entry, others }, result: { count, by }, also }: Merged): CountedSet {
  const joined = also.flatMap((each) => [each.entry, ...each.others]);
  return Object.freeze<CountedSet>({
    resource: nameOf(entry),
    kind: entry.kind,
    scope: entry.scope,
    count,
    by,
    alsoServedAt: Object.freeze([...others, ...joined].map(nameOf)),
  });
}

type Counted = Extract<SetCount, { readonly count: number }>;

function nameOf({ group, version, resource }: GroupVersionResource): GroupVersionResource {
  return Object.freeze({ group, version, resource });
}

/** The number of objects of one resource, or the error of counting them. */
export type SetCount =
  | {
      readonly count: number;
      readonly by: CountMethod;
      /** The uid of the first object; empty if there is none. */
      readonly firstUID: string;
    }
  | { readonly error: KubeError };

const pageSize = 500;

/** Counts with one request if the server says how many objects follow the first; otherwise page by page. */
async function countSet(
  metadata: Pick<MetadataReader, 'pages'>,
  entry: ResourceEntry,
  { namespace, labelSelector, fieldSelector, ...call }: SetQuestion,
): Promise<SetCount> {
  const question = { mapping: mappingOf(entry), namespace, labelSelector, fieldSelector };
  // With a selector, no server says how many follow.
  const firstLimit = labelSelector || fieldSelector ? pageSize : 1;
  let count = 0;
  let pages = 0;
  let firstUID = '';
  for await (const step of metadata.pages(question, { ...call, limit: pageSize, firstLimit, expired: 'continue' })) {
    if (step.state === 'unknown') return { error: step.error };
    if (step.state === 'again') {
      [count, pages] = [0, 0];
      continue;
    }
    if (pages === 0) firstUID = step.items[0]?.metadata.uid ?? '';
    pages += 1;
    count += step.items.length;
    if (step.more && step.remaining !== undefined) {
      return { count: count + step.remaining, by: 'remainingItemCount', firstUID };
    }
  }
  return { count, by: pages === 1 ? 'list' : 'pages', firstUID };
}
