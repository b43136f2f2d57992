import type { ResourceEntry } from '../catalog/entries.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import type { KubeError } from '../shared/kube-error.js';

/** Which objects of a resource to list, and which page. */
export interface MetadataQuestion {
  /** Absent for all namespaces. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Objects in a page. */
  readonly limit: number;
  /** Where to go on. */
  readonly continue?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** One page of metadata. */
export interface MetadataPage {
  readonly outcome: 'page';
  readonly items: readonly PartialObjectMetadata[];
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined;
  /** How many objects follow, where the server tells. */
  readonly remaining: number | undefined;
}

/** It cannot be listed: refused, unavailable, no answer, or one that makes no sense. */
export interface FailedList {
  readonly outcome: 'failed';
  readonly error: KubeError;
}

/** The state of the first page is forgotten (410). `next` goes on behind the last page in what is there now. */
export interface ExpiredList {
  readonly outcome: 'expired';
  readonly next: string | undefined;
  readonly error: KubeError;
}

/**
 * Lists one page of a resource as metadata. It throws what ends everything alone: an abort, a closed client, a
 * namespace that can be none.
 */
export type ListMetadata = (
  entry: ResourceEntry,
  question: MetadataQuestion,
) => Promise<MetadataPage | ExpiredList | FailedList>;

/** How large pages are. */
export interface PageSizes {
  readonly first: number;
  readonly others: number;
}

/**
 * Page after page, each asked for when it is wanted. After a 410 it goes on where the server says: servers list by
 * namespace and name, so that no object comes twice; one that was made meanwhile may come, and the pages are not of
 * one moment. A failure is the last that comes, and so is a 410 that does not tell how to go on.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export async function* walkPages(
  list: ListMetadata,
  entry: ResourceEntry,
  question: Omit<MetadataQuestion, 'limit' | 'continue'>,
  { first, others }: PageSizes,
): AsyncGenerator<MetadataPage | FailedList, void, undefined> {
  let next: string | undefined;
  let limit = first;
  let expiredBefore = false;
  for (;;) {
    const answer = await list(entry, { ...question, limit, continue: next });
    if (answer.outcome === 'expired') {
      // A server that forgets what it has just told would be asked for ever.
      if (answer.next === undefined || expiredBefore) {
        yield { outcome: 'failed', error: answer.error };
        return;
      }
      expiredBefore = true;
    } else {
      yield answer;
      if (answer.outcome === 'failed' || answer.next === undefined) return;
      expiredBefore = false;
      limit = others;
    }
    next = answer.next;
  }
}
