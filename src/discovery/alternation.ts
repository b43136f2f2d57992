import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import { isSameGroups } from '../catalog/share-unchanged.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { GroupVersion } from '../model/group-version.js';

/**
 * The documents of one root within the last minute. API servers of different versions behind one address answer in
 * turn: a document that returns after a different one shows this, and the catalog is then made of all of them.
 */
export interface Alternation {
  /**
   * Notes the groups of a received document, with resources or, if it is a legacy one, with names alone. Returns the
   * alternating documents, or undefined if there is no alternation.
   */
  note(groups: readonly GroupEntry[], hasResources: boolean): SeenDocuments | undefined;
  /** Forgets earlier documents that list something known to be gone. */
  forget(listsGone: (document: Catalog) => boolean): void;
  /** Returns the alternating documents, without noting a new one. */
  present(): SeenDocuments | undefined;
  clear(): void;
}

/** Documents that alternate. */
export interface SeenDocuments {
  /** The documents with resources, newest first by first receipt: the newest one knows what is new. */
  readonly withResources: readonly Catalog[];
  /** Reports whether one of the documents lacks a group-version that another one lists. */
  isLacking(groupVersion: GroupVersion): boolean;
  /** Reports the same for a resource of a group-version that both list. */
  isLackingResource(resource: GroupVersionResource): boolean;
}

/** One document, and when it was received first and last. */
interface SeenDocument {
  readonly catalog: Catalog;
  readonly hasResources: boolean;
  readonly first: number;
  last: number;
}

/** How long a document counts after it was last received. */
const memoryMs = 60_000;

/**
 * More than servers behind one address are known to have: two versions, each of which may or may not reach a backend,
 * before and after a change.
 */
const mostDocuments = 8;

/** Creates an {@link Alternation} on a clock. */
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
      // Nearly always the very document received last.
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
  /** A document last received before another one first listed the item proves nothing: the server has learned since. */
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
      // A stale group-version says nothing about its resources.
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
