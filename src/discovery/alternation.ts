import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import { isSameGroups } from '../catalog/share-unchanged.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { GroupVersion } from '../model/group-version.js';

/**
 * The documents of one root within the last minute. API servers of different versions behind one address answer in turn:
 * a document that comes again after another one has come shows it, and then the catalog is made of all of them.
 */
export interface Alternation {
  /**
   * Notes the groups of a document that has come, in which resources stand or, in a legacy one, names alone. Answers the
   * documents that come in turn, and undefined where they do not.
   */
  note(groups: readonly GroupEntry[], hasResources: boolean): SeenDocuments | undefined;
  /** Forgets the documents of before that list something which is known to be gone. */
  forget(listsGone: (document: Catalog) => boolean): void;
  /** The same, without a document that has come. */
  present(): SeenDocuments | undefined;
  clear(): void;
}

/** The documents that come in turn. */
export interface SeenDocuments {
  /** Those in which resources stand, the one that first came last before the others: it knows what is new. */
  readonly withResources: readonly Catalog[];
  /** Whether one of the documents lacks a group-version that another one lists. */
  isLacking(groupVersion: GroupVersion): boolean;
  /** The same for a resource of a group-version that both list. */
  isLackingResource(resource: GroupVersionResource): boolean;
}

/** One document, and when it came. */
interface SeenDocument {
  readonly catalog: Catalog;
  readonly hasResources: boolean;
  readonly first: number;
  last: number;
}

/** How long a document counts that has not come again. */
const memoryMs = 60_000;

/**
 * More than servers behind one address are known to have: two versions, each of which may reach a backend or not, before and
 * after a change.
 */
const mostDocuments = 8;

/** Makes an {@link Alternation} by a clock. */
export function createAlternation(now: () => number): Alternation {
  let documents: SeenDocument[] = [];
  let latest: SeenDocument | undefined;
  let isRunning = false;
  const present = (): SeenDocuments | undefined => (isRunning ? seenDocuments(documents) : undefined);
  return {
    note(groups, hasResources) {
      const time = now();
      documents = documents.filter((each) => time - each.last <= memoryMs);
      const isIt = (each: SeenDocument): boolean =>
        each.hasResources === hasResources && isSameGroups(each.catalog.groups, groups);
      // Nearly always the very document that came last.
      let seen = documents.find((each) => each.catalog.groups === groups) ?? documents.find(isIt);
      if (seen === undefined) {
        seen = { catalog: listingOf(groups), hasResources, first: time, last: time };
        documents = [...documents, seen].slice(-mostDocuments);
      } else if (seen !== latest && latest !== undefined && documents.includes(latest)) isRunning = true;
      seen.last = time;
      latest = seen;
      if (documents.length < 2) isRunning = false;
      return present();
    },
    present,
    forget(listsGone) {
      documents = documents.filter((each) => each === latest || !listsGone(each.catalog));
      if (documents.length < 2) isRunning = false;
    },
    clear() {
      documents = [];
      latest = undefined;
      isRunning = false;
    },
  };
}

function seenDocuments(documents: readonly SeenDocument[]): SeenDocuments {
  /** One that did not come any more since another one lists the thing tells nothing: the server has learned since. */
  const isLackedBy = (lacking: readonly SeenDocument[], listing: readonly SeenDocument[]): boolean => {
    if (lacking.length === 0) return false;
    const since = Math.min(...listing.map(({ first }) => first));
    return lacking.some(({ last }) => last > since);
  };
  return {
    withResources: documents.flatMap(({ catalog, hasResources }) => (hasResources ? [catalog] : [])).reverse(),
    isLacking(groupVersion) {
      const listing = documents.filter(({ catalog }) => catalog.version(groupVersion) !== undefined);
      const lacking = documents.filter((document) => !listing.includes(document));
      return isLackedBy(lacking, listing);
    },
    isLackingResource(resource) {
      // What is stale says nothing of its resources.
      const among = documents.filter(
        (each) => each.hasResources && each.catalog.version(resource)?.freshness === 'Current',
      );
      const listing = among.filter(({ catalog }) => catalog.resource(resource) !== undefined);
      const lacking = among.filter((document) => !listing.includes(document));
      return isLackedBy(lacking, listing);
    },
  };
}

function listingOf(groups: readonly GroupEntry[]): Catalog {
  return indexCatalog({ groups, failures: [], provenance: { api: undefined, apis: undefined } });
}
