import type { ObjectSet } from '../../src/census/choose-sets.js';
import type {
  ExpiredList,
  FailedList,
  ListMetadata,
  MetadataPage,
  MetadataQuestion,
} from '../../src/census/metadata-pages.js';
import { TimeoutError } from '../../src/transport/errors.js';
import { endpoint } from '../identity/catalogs.js';

/** What a scripted list answers, one after the other. */
export type Answer = MetadataPage | ExpiredList | FailedList;

export const error = new TimeoutError({ method: 'GET', path: '/x' }, 'timeoutMs', 5);

/** A page of objects with these uids. */
export function page(uids: readonly string[], next?: string, remaining?: number): MetadataPage {
  const items = uids.map((uid) => ({ apiVersion: 'v1', kind: 'Thing', metadata: { uid, name: uid } }));
  return { outcome: 'page', items, next, remaining };
}

/** A set of its own, reached through an endpoint of that name. */
export function setOf(name: string): ObjectSet {
  return { entry: endpoint(name), others: [], doubt: undefined };
}

/** Answers each resource with its script, and tells what was asked. Asking beyond the script is an error. */
export function scripted(scripts: Readonly<Record<string, readonly Answer[]>>): {
  readonly list: ListMetadata;
  readonly asked: MetadataQuestion[];
} {
  const asked: MetadataQuestion[] = [];
  const left = new Map(Object.entries(scripts).map(([name, answers]) => [name, [...answers]]));
  return {
    asked,
    list: async ({ resource }, question) => {
      asked.push(question);
      const answer = left.get(resource)?.shift();
      if (answer === undefined) throw new Error(`nothing more was to be asked of ${resource}`);
      return answer;
    },
  };
}
