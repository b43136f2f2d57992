import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { shareUnchanged } from '../catalog/share-unchanged.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import type { Connection } from '../transport/connection.js';
import { ApiError } from '../transport/errors.js';
import { createSlots, type Slots } from '../transport/slots.js';
import type { Deadline } from '../shared/deadline.js';
import { createDocumentSource, type Document, type DocumentSource } from './documents/document-source.js';
import type { OpenStore } from './documents/discovery-store.js';
import { acceptFormats } from './documents/formats.js';
import type { RootFailure } from './errors.js';
import type { Root } from './facts.js';
import { failureOf } from './failure-of.js';
import type { DiscoverySettings } from './options.js';
import { readGroupVersion, readRoot, type GroupVersionContent, type RootContent } from './parse/read-document.js';
import { none } from './parse/reading.js';

/** Everything needed to read the discovery documents of one server. */
export interface DiscoverySource {
  readonly settings: DiscoverySettings;
  readonly connection: Connection;
  readonly roots: DocumentSource<RootContent>;
  readonly groupVersions: DocumentSource<GroupVersionContent>;
  /** Limits how many documents of group-versions are read at once, across all callers. */
  readonly turns: Slots;
  readonly store: OpenStore | undefined;
  readonly clock: DiscoveryClock;
}

/** Clocks, in milliseconds. */
export interface DiscoveryClock {
  /** Returns the time of a monotonic clock. */
  readonly now: () => number;
  /** Returns the time since 1970. */
  readonly date: () => number;
}

/** The lifetime within which documents are read. */
export interface ReadingLife {
  /** The signal of the caller. Its abort ends everything, and is thrown. */
  readonly signal?: AbortSignal | undefined;
  readonly deadline: Deadline;
}

/** The answer of a root of discovery. Content confirmed by its ETag (304) is the same object as before. */
export type RootAnswer = (Document<RootContent> & { readonly failed?: undefined }) | { readonly failed: RootFailure };

/** The legacy document of one group-version; a version that could not be read stays, by name, without resources. */
export interface ReadGroupVersion {
  readonly version: VersionEntry;
  readonly failures: readonly CatalogFailure[];
  /** The failure, if it could not be read. */
  readonly failed?: RootFailure | undefined;
}

/** How many legacy documents are requested at a time. */
const fanOut = 10;

/** A server has two roots; the rest leaves room for other formats requested of them. */
const mostRoots = 8;

/** More than any known server has; its legacy documents have ETags only if a proxy adds them. */
const mostGroupVersions = 4096;

/** Creates the {@link DiscoverySource} of one connection. */
export function createDiscoverySource(
  connection: Connection,
  server: string,
  settings: DiscoverySettings,
  store: OpenStore | undefined,
  clock: DiscoveryClock,
): DiscoverySource {
  const parts = { connection, server, maxBytes: settings.maxDocumentBytes };
  return {
    settings,
    connection,
    roots: createDocumentSource<RootContent>({ ...parts, max: mostRoots }),
    groupVersions: createDocumentSource<GroupVersionContent>({ ...parts, max: mostGroupVersions }),
    turns: createSlots(fanOut),
    store,
    clock,
  };
}

/** How a root is read. */
export interface RootReading {
  /** @default the header that offers the formats of the settings */
  readonly accept?: string | undefined;
  /** Returns the groups that are known, so that what did not change stays the same object. @default none */
  readonly known?: (() => readonly GroupEntry[]) | undefined;
}

/**
 * Reads one root, in one request if the server accepts it. Throws only for an abort, a closed client and other errors
 * that are no failure of the server.
 */
export async function readRootDocument(
  { settings, roots, store }: DiscoverySource,
  root: Root,
  { signal, deadline }: ReadingLife,
  { accept = settings.accept, known = () => none }: RootReading = {},
): Promise<RootAnswer> {
  const { formats, prefixes } = settings;
  const document = prefixes[root];
  const read = (offered: string): Promise<Document<RootContent>> => {
    const request = { path: document, accept: offered, signal: deadline.signal, timeoutMs: Infinity };
    return roots.fetch(request, (answer) => {
      const content = readRoot(answer, { root, document });
      if (content.format === 'legacy') return content;
      if (accept === settings.accept) store?.saveDocument(root, answer);
      // What did not change is the same object as before, so it is compared and kept only once.
      return { ...content, groups: shareUnchanged(known(), content.groups) };
    });
  };
  try {
    return await read(accept).catch((error: unknown) => {
      const plain = acceptFormats(['legacy']);
      const refused = error instanceof ApiError && error.statusCode === 406;
      if (!refused || accept === plain || !formats.includes('legacy')) throw error;
      // Servers before 1.9 and strict proxies reject the whole header because of one clause that they do not know.
      return read(plain);
    });
  } catch (error) {
    return { failed: failureOf(error, { root, document }, signal) };
  }
}

/** Reads the legacy document of one group-version in its turn. Throws as {@link readRootDocument} does. */
export async function readGroupVersionDocument(
  { settings, groupVersions, turns }: DiscoverySource,
  { group, version }: GroupVersion,
  { signal, deadline }: ReadingLife,
): Promise<ReadGroupVersion> {
  const document = groupVersionPath({ group, version }, settings.prefixes);
  const root = group === '' ? 'api' : 'apis';
  const where = { root, document, group, version } as const;
  let endTurn: (() => void) | undefined;
  try {
    endTurn = await turns.take(deadline.signal);
    const accept = acceptFormats(['legacy']);
    const request = { path: document, accept, signal: deadline.signal, timeoutMs: settings.requestTimeoutMs };
    const { content } = await groupVersions.fetch(request, (answer) => readGroupVersion(answer, where));
    return {
      version: { group, version, freshness: 'Current', resources: content.resources },
      failures: content.failures,
    };
  } catch (error) {
    return unreadGroupVersion({ group, version }, failureOf(error, where, signal));
  } finally {
    endTurn?.();
  }
}

/** Returns a group-version of which only the name is known, with the failure. */
export function unreadGroupVersion({ group, version }: GroupVersion, failed: RootFailure): ReadGroupVersion {
  return { version: { group, version, freshness: 'Stale', resources: none }, failures: [failed.failure], failed };
}
