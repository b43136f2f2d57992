import type { ObjectSet } from '../../src/census/create-census.js';
import type {
  ListQuestion,
  MetadataPage,
  MetadataReader,
  MetadataStep,
  PagingOptions,
  Unread,
} from '../../src/core/metadata/create-metadata-reader.js';
import { TimeoutError } from '../../src/core/transport/errors.js';
import { endpoint } from '../identity/catalogs.js';

const error = new TimeoutError({ method: 'GET', path: '/x' }, 'timeoutMs', 5);

/** What a list comes to that could not be read to its end. */
export const unread: Unread = { state: 'unknown', reason: 'no-answer', message: error.message, error };

/** A page of objects with these uids; `more` where others follow, `remaining` where the server tells how many. */
export function page(uids: readonly string[], more = false, remaining?: number): MetadataPage {
  const items = uids.map((uid) => ({ apiVersion: 'v1', kind: 'Thing', metadata: { uid, name: uid } }));
  return { state: 'page', items, more, remaining };
}

/** A set of its own, reached through an endpoint of that name. */
export function setOf(name: string): ObjectSet {
  return { entry: endpoint(name), others: [], doubt: undefined };
}

/** A reader of metadata that follows a script. */
export interface Scripted extends Pick<MetadataReader, 'pages'> {
  /** What was asked, in order. */
  readonly asked: (ListQuestion & PagingOptions)[];
  /** How many steps were taken. */
  taken(): number;
}

/** Answers each question for a resource with its next script. A question beyond the scripts is an error. */
export function scripted(scripts: Readonly<Record<string, readonly (readonly MetadataStep[])[]>>): Scripted {
  const asked: (ListQuestion & PagingOptions)[] = [];
  const left = new Map(Object.entries(scripts).map(([name, steps]) => [name, [...steps]]));
  let taken = 0;
  return {
    asked,
    taken: () => taken,
    async *pages(question, options) {
      const { resource } = question.mapping.resource;
      asked.push({ ...question, ...options });
      const steps = left.get(resource)?.shift();
      if (steps === undefined) throw new Error(`nothing more was to be asked of ${resource}`);
      for (const step of steps) {
        taken += 1;
        yield step;
      }
    },
  };
}
