import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { createAnswerBody } from '../media/answer-body.js';
import { none } from './parse/reading.js';
import type { StoreAccess } from './documents/store-access.js';
import type { StoredRecord } from './documents/stored-record.js';
import { keepKnown } from './keep-known.js';
import type { LearnedCatalog } from './learn.js';
import { readRoot, type RootContent } from './parse/read-document.js';
import type { DiscoverySource } from './read-documents.js';
import { readParts, type StoredParts } from './stored-parts.js';

// A store holds the newest document of each root that has an ETag, and one record of what these documents do not say:
// the last good part of each kept group-version, or of all group-versions if the documents have no ETag.

/** What a store knows of a server. */
export interface StoredKnowledge {
  /** Parsed on first use; empty if the stored data is malformed. */
  readonly learned: LearnedCatalog;
  /** When the server confirmed all of it, in milliseconds since 1970; undefined if it did not. */
  readonly confirmed: number | undefined;
}

const rootNames = ['api', 'apis'] as const;
const partsName = 'parts';

/** How long a confirmation is not written again, in milliseconds. */
const confirmationHoldsMs = 10_000;

/** Loads what the store holds: documents that a 304 can confirm, and what was known beside them. */
export async function recallKnowledge(
  source: DiscoverySource,
  store: StoreAccess,
): Promise<StoredKnowledge | undefined> {
  const { accept, prefixes } = source.settings;
  const words = partsWords(source);
  const [record, ...documents] = await Promise.all([
    store.read(...words),
    ...rootNames.map((root) => store.read(prefixes[root], accept)),
  ]);
  const contents = documents.map((document, place) => recallDocument(source, rootNames[place] ?? 'apis', document));
  if (record === undefined && contents.every((content) => content === undefined)) return undefined;
  const parts = record && partsOf(store, words, record);
  const isWhole =
    parts !== undefined && rootNames.every((root, at) => !parts.documents[root] || contents[at] !== undefined);
  let catalog: Catalog | undefined;
  return {
    confirmed: isWhole ? parts.confirmed : undefined,
    learned: {
      get catalog() {
        return (catalog ??= catalogOf(source, parts, contents) ?? emptyCatalog());
      },
    },
  };
}

/** Creates a function that writes what the documents do not say, if that changed or was confirmed some time ago. */
export function createKnowledgeWriter(source: DiscoverySource, store: StoreAccess): (learned: LearnedCatalog) => void {
  let written: { readonly catalog: Catalog; readonly confirmed: number | undefined } | undefined;
  return (learned) => {
    const { catalog } = learned;
    const date = source.clock.date();
    const confirmed = isConfirmed(learned) ? date : undefined;
    const isNews = written?.catalog !== catalog || (confirmed ?? 0) - (written.confirmed ?? 0) > confirmationHoldsMs;
    if (!isNews) return;
    written = { catalog, confirmed };
    const content = new TextEncoder().encode(JSON.stringify(storedParts(source, catalog, confirmed)));
    void store.write(partsWords(source), { mediaType: 'application/json' }, content);
  };
}

function partsWords({ settings: { accept, prefixes } }: DiscoverySource): readonly string[] {
  return [partsName, accept, prefixes.api, prefixes.apis];
}

function recallDocument(
  { roots, settings: { accept, prefixes } }: DiscoverySource,
  root: 'api' | 'apis',
  record: StoredRecord | undefined,
): (() => RootContent) | undefined {
  if (record?.etag === undefined) return undefined;
  const document = prefixes[root];
  let bytes: Uint8Array | undefined = record.content;
  let content: RootContent | undefined;
  const read = (): RootContent => {
    if (content === undefined) {
      const body = createAnswerBody({
        content: bytes ?? new Uint8Array(),
        mediaType: record.mediaType,
        path: document,
      });
      bytes = undefined;
      content = readRoot(body, { root, document });
    }
    return content;
  };
  roots.recall({ path: document, accept }, record.etag, read);
  return read;
}

function partsOf(store: StoreAccess, words: readonly string[], { content }: StoredRecord): StoredParts | undefined {
  try {
    return readParts(content);
  } catch (error) {
    store.refuse(words, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Returns undefined if the parts, though well-formed, are not what this version writes. */
function catalogOf(
  source: DiscoverySource,
  parts: StoredParts | undefined,
  contents: readonly ((() => RootContent) | undefined)[],
): Catalog | undefined {
  try {
    return makeCatalog(source, parts, contents);
  } catch {
    return undefined;
  }
}

function makeCatalog(
  { settings, clock }: DiscoverySource,
  parts: StoredParts | undefined,
  contents: readonly ((() => RootContent) | undefined)[],
): Catalog {
  const groups: GroupEntry[] = [];
  const failures: CatalogFailure[] = [];
  const formats: { [Root in 'api' | 'apis']?: DiscoveryFormat | undefined } = {};
  for (const [at, root] of rootNames.entries()) {
    const known = parts?.groups.filter(({ name }) => (name === '') === (root === 'api')) ?? [];
    const document = contentOf(contents[at]);
    const place = { root, document: settings.prefixes[root] };
    const date = new Date(clock.date()).toISOString();
    const said =
      document?.kind === 'aggregated'
        ? keepKnown(known, { groups: document.groups, failures: document.failures, place, date, isGone: () => false })
        : { groups: known, failures: parts?.failures.filter((failure) => failure.root === root) ?? [] };
    for (const group of said.groups) if (group.versions.length > 0) groups.push(group);
    for (const failure of said.failures) failures.push(failure);
    formats[root] = document?.format ?? parts?.provenance[root];
  }
  const provenance = { api: formats.api, apis: formats.apis, from: 'store' } as const;
  return indexCatalog({ groups, failures, provenance });
}

function emptyCatalog(): Catalog {
  return indexCatalog({ groups: [], failures: [], provenance: { api: undefined, apis: undefined, from: 'store' } });
}

function contentOf(read: (() => RootContent) | undefined): RootContent | undefined {
  try {
    return read?.();
  } catch {
    // It is discarded when the server confirms it.
    return undefined;
  }
}

function storedParts(
  { roots, settings }: DiscoverySource,
  catalog: Catalog,
  confirmed: number | undefined,
): StoredParts {
  const isStored = (root: 'api' | 'apis'): boolean =>
    roots.has({ path: settings.prefixes[root], accept: settings.accept }) &&
    catalog.provenance[root] !== undefined &&
    catalog.provenance[root] !== 'legacy';
  const documents = { api: isStored('api'), apis: isStored('apis') };
  const { api, apis } = catalog.provenance;
  const isTold = ({ name }: GroupEntry): boolean => documents[name === '' ? 'api' : 'apis'];
  return {
    confirmed,
    provenance: { api, apis },
    documents,
    groups: [...catalog.groups.filter((group) => !isTold(group)), ...keptGroups(catalog.groups, isTold)],
    failures: catalog.failures.filter(({ root }) => !documents[root]),
  };
}

/**
 * Returns the groups that hold something kept for a failure of their own, out of those that a stored document provides,
 * each after the name of its predecessor, which marks its place.
 */
function keptGroups(groups: readonly GroupEntry[], isTold: (group: GroupEntry) => boolean): readonly GroupEntry[] {
  const kept: GroupEntry[] = [];
  let last: GroupEntry | undefined;
  for (const group of groups) {
    if (!isTold(group)) continue;
    if (group.versions.some(isKept)) {
      if (last !== undefined) kept.push({ ...last, versions: none });
      kept.push({ ...group, versions: group.versions.map((each) => (isKept(each) ? each : bare(each))) });
      last = undefined;
    } else last = group;
  }
  return kept;
}

/** Parts that are kept because their whole root failed are in the document already. */
function isKept({ kept }: VersionEntry): boolean {
  return kept?.why.group !== undefined;
}

function bare({ group, version, freshness }: VersionEntry): VersionEntry {
  return { group, version, freshness, resources: none };
}

function isConfirmed({ api, apis }: LearnedCatalog): boolean {
  if (api === undefined || apis === undefined || apis.answer.kind === 'failed') return false;
  return api.answer.kind !== 'failed' || api.answer.failure.class === 'notFound';
}
