import type { ResourceEntry } from '../catalog/entries.js';
import type { KubeError } from '../shared/kube-error.js';
import { walkPages, type ListMetadata, type MetadataQuestion } from './metadata-pages.js';

/**
 * How a number came about: `list`, the whole list was there; `remainingItemCount`, what the server tells beside the
 * first object, which it does not promise to be exact; `pages`, all objects were gone through.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/
 */
export type CountMethod = 'list' | 'remainingItemCount' | 'pages';

/** The number of objects of one resource, or why there is none. */
export type SetCount =
  | {
      readonly count: number;
      readonly by: CountMethod;
      /** Of the first object; empty when there is none. */
      readonly firstUID: string;
    }
  | { readonly error: KubeError };

const pageSize = 500;

/** Counts with one request where the server tells how many follow the first object; else page by page. */
export async function countSet(
  list: ListMetadata,
  entry: ResourceEntry,
  question: Omit<MetadataQuestion, 'limit' | 'continue'>,
): Promise<SetCount> {
  // With a selector no server tells how many follow.
  const selects = Boolean(question.labelSelector) || Boolean(question.fieldSelector);
  let count = 0;
  let pages = 0;
  let firstUID = '';
  for await (const page of walkPages(list, entry, question, { first: selects ? pageSize : 1, others: pageSize })) {
    if (page.outcome === 'failed') return { error: page.error };
    if (pages === 0) firstUID = page.items[0]?.metadata.uid ?? '';
    pages += 1;
    count += page.items.length;
    if (page.next !== undefined && page.remaining !== undefined) {
      return { count: count + page.remaining, by: 'remainingItemCount', firstUID };
    }
  }
  return { count, by: pages === 1 ? 'list' : 'pages', firstUID };
}
