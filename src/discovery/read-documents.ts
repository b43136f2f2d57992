import type { VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import type { Connection } from '../transport/connection.js';
import { ApiError } from '../transport/errors.js';
import { createSlots, type Slots } from '../transport/slots.js';
import { createAlternation, type Alternation } from './alternation.js';
import { createAttempts, type Attempts } from './attempts.js';
import type { Deadline } from './deadline.js';
import { createDocumentSource, type DocumentSource } from './documents/document-source.js';
import type { StoreAccess } from './documents/store-access.js';
import { acceptFormats } from './documents/formats.js';
import type { RootFailure } from './errors.js';
import { failureOf } from './failure-of.js';
import type { DiscoverySettings } from './options.js';
import { readGroupVersion, readRoot, type GroupVersionContent, type RootContent } from './parse/read-document.js';
import { readRootAgain } from './parse/read-again.js';
import { none } from './parse/reading.js';

/** Everything needed to read the discovery documents of one server. */
export interface DiscoverySource {
  readonly settings: DiscoverySettings;
  readonly roots: DocumentSource<RootContent>;
  readonly groupVersions: DocumentSource<GroupVersionContent>;
  /** Limits how many documents of group-versions are read at once, across all callers. */
  readonly turns: Slots;
  readonly store: StoreAccess | undefined;
  readonly clock: DiscoveryClock;
  readonly attempts: Attempts;
  readonly alternations: Readonly<Record<'api' | 'apis', Alternation>>;
  /** When the path of an unlisted group-version first answered 404. */
  readonly proofs: Map<string, number>;
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

/** The answer of a root of discovery. An answer confirmed by its ETag (304) is the same object as before. */
export type RootAnswer = RootContent | ({ readonly kind: 'failed' } & RootFailure);

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
  store: StoreAccess | undefined,
  clock: DiscoveryClock,
): DiscoverySource {
  const parts = { connection, server, maxBytes: settings.maxDocumentBytes };
  return {
    settings,
    roots: createDocumentSource<RootContent>({ ...parts, max: mostRoots, store }),
    groupVersions: createDocumentSource<GroupVersionContent>({ ...parts, max: mostGroupVersions }),
    turns: createSlots(fanOut),
    store,
    clock,
    attempts: createAttempts(clock.now),
    alternations: { api: createAlternation(clock.now), apis: createAlternation(clock.now) },
    proofs: new Map(),
  };
}

/** Forgets everything that was learned. */
export function clearSource({ roots, groupVersions, attempts, alternations, proofs }: DiscoverySource): void {
  for (const memory of [roots, groupVersions, attempts, alternations.api, alternations.apis, proofs]) memory.clear();
}

/**
 * Reads one root, in one request if the server accepts it. Throws only for an abort, a closed client and other errors
 * that are no failure of the server.
 */
export async function readRootDocument(
  { settings, roots }: DiscoverySource,
  root: 'api' | 'apis',
  { signal, deadline }: ReadingLife,
): Promise<RootAnswer> {
  const { accept, formats, prefixes } = settings;
  const document = prefixes[root];
  const read = (offered: string): Promise<RootContent> => {
    const request = { path: document, accept: offered, signal: deadline.signal, timeoutMs: Infinity };
    return roots.fetch(request, (body, before) =>
      before === undefined ? readRoot(body, { root, document }) : readRootAgain(body, { root, document }, before),
    );
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
    return { kind: 'failed', ...failureOf(error, { root, document }, signal) };
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
    const { resources, failures } = await groupVersions.fetch(request, (body) => readGroupVersion(body, where));
    return { version: { group, version, freshness: 'Current', resources }, failures };
  } catch (error) {
    return unreadGroupVersion({ group, version }, failureOf(error, where, signal));
  } finally {
    endTurn?.();
  }
}

/** Returns a group-version of which only the name is known, with the failure. */
export function unreadGroupVersion({ group, version }: GroupVersion, failed: RootFailure): ReadGroupVersion {
  return {
    version: { group, version, freshness: 'Stale', resources: none },
    failures: [failed.failure],
    failed,
  };
}
