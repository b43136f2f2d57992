import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { isSameFailure, isSameGroups, shareUnchanged } from '../catalog/share-unchanged.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { ApiError } from '../transport/errors.js';
import type { RootFailure } from './errors.js';
import type { RootContent } from './parse/read-document.js';
import { memoryMs } from './verdict.js';

/** The root of the core group, and the root of all others. */
export type Root = 'api' | 'apis';

export const rootNames: readonly Root[] = ['api', 'apis'];

/** A document of a root; in the legacy format with the documents of its group-versions, as far as they could be read. */
export interface RootDocument {
  readonly format: DiscoveryFormat;
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
  /** Its validator, if it came with one. */
  readonly etag?: string | undefined;
  /** Of a legacy document: what the root itself says. */
  readonly outline?: RootContent | undefined;
}

/** A document, and when it was received; a 304 is a receipt. */
export interface ReceivedDocument extends RootDocument {
  /** The receipts of a root are counted, since two may come within one tick of a clock: its first one, and its last. */
  readonly first: number;
  readonly last: number;
  /** When it was last received, in milliseconds of a monotonic clock. */
  readonly at: number;
}

/** What is known of one root. */
export interface RootFacts {
  /** The last documents, in the order in which they were first received. */
  readonly documents: readonly ReceivedDocument[];
  /** The one received last. */
  readonly latest: ReceivedDocument | undefined;
  /** Why the root could not be read, if the last attempt failed. */
  readonly failed: RootFailure | undefined;
  /** The format in which `groups` were learned. */
  readonly format: DiscoveryFormat | undefined;
  /** The last verdict: what was last read of every part, in doubt or not. */
  readonly groups: readonly GroupEntry[];
  /** The failures of the last verdict. */
  readonly failures: readonly CatalogFailure[];
  /** Of each part in doubt: when the first document was received that lacks it, since one listed it. */
  readonly missingSince: ReadonlyMap<string, number>;
  /** The resources whose objects answered 404 to a watch that continues although the root lists them, by name. */
  readonly unserved: ReadonlyMap<string, UnservedResource>;
}

/** A resource whose objects answered 404 although its root lists it. */
export interface UnservedResource extends GroupVersionResource {
  /** The path of its objects that answered so. */
  readonly path: string;
  /** Since when it is proved that nobody serves it, as far as it is. */
  readonly since?: number | undefined;
}

/** A group-version, or one resource of it. */
export type CatalogPart = GroupVersion & { readonly resource?: string | undefined };

/** The name of a part: `apps/v1`, `apps/v1/deployments`. */
export function nameOf({ group, version, resource }: CatalogPart): string {
  const name = formatGroupVersion({ group, version });
  return resource === undefined ? name : `${name}/${resource}`;
}

/** Finds out quickly whether groups list a part. */
export function listingOf(groups: readonly GroupEntry[]): (part: CatalogPart) => boolean {
  let byName: Map<string, GroupEntry> | undefined;
  return ({ group, version, resource }) => {
    byName ??= new Map(groups.map((each) => [each.name, each]));
    const found = byName.get(group)?.versions.find((each) => each.version === version);
    return (
      found !== undefined && (resource === undefined || found.resources.some((each) => each.resource === resource))
    );
  };
}

/** What is known of a server. */
export type ServerFacts = Record<Root, RootFacts>;

const none: readonly never[] = Object.freeze([]);

/** What is known of a root before its first document. */
export const nothingKnown: RootFacts = {
  documents: none,
  latest: undefined,
  failed: undefined,
  format: undefined,
  groups: none,
  failures: none,
  missingSince: new Map(),
  unserved: new Map(),
};

/**
 * More than servers behind one address are known to have: two versions, each of which may or may not reach a backend,
 * before and after a change.
 */
const mostDocuments = 8;

/** Adds a document received now. One that equals an earlier one is that one, received again. */
export function receive(facts: RootFacts, document: RootDocument, at: number): RootFacts {
  const { documents } = facts;
  // Nearly always the very document received last, and the only one.
  if (documents.length === 1 && isIdentical(facts.latest, document)) {
    const again = { ...facts.latest, last: facts.latest.last + 1, at };
    return { ...facts, documents: [again], latest: again, failed: undefined };
  }
  const known = documents.find((each) => isIdentical(each, document) || isSame(each, document));
  const last = (facts.latest?.last ?? 0) + 1;
  const latest: ReceivedDocument = {
    ...document,
    groups: known?.groups ?? shareUnchanged(facts.latest?.groups ?? facts.groups, document.groups),
    failures: known?.failures ?? document.failures,
    first: known?.first ?? last,
    last,
    at,
  };
  const others = documents.filter((each) => each !== known && at - each.at < memoryMs);
  // Sorted by the first receipt. Which to drop is told by the last one.
  const dropped = others.length < mostDocuments ? undefined : Math.min(...others.map((each) => each.last));
  const kept = [...others.filter((each) => each.last !== dropped), latest].sort((a, b) => a.first - b.first);
  return { ...facts, documents: kept, latest, failed: undefined, format: document.format };
}

function isIdentical(known: ReceivedDocument | undefined, document: RootDocument): known is ReceivedDocument {
  return known?.groups === document.groups && known.failures === document.failures;
}

function isSame({ groups, failures, format }: ReceivedDocument, document: RootDocument): boolean {
  return (
    format === document.format &&
    failures.length === document.failures.length &&
    failures.every((failure, index) => isSameFailure(failure, document.failures[index] ?? failure)) &&
    isSameGroups(groups, document.groups)
  );
}

/** How often a document failed in succession, and when it may be requested again. */
export interface FailedAttempts {
  readonly failure: RootFailure;
  readonly count: number;
  /** Until then nobody requests it: the server asked for a pause. */
  readonly bannedUntil: number;
  /** Until then no patient caller requests it. */
  readonly heldUntil: number;
}

/** The failures of documents, by path. */
export type Attempts = Map<string, FailedAttempts>;

const shortestPauseMs = 1000;
const longestPauseMs = 64_000;

/** More documents than any known server has. */
const mostAttempts = 8192;

/** The longest Retry-After that is honoured, in milliseconds: no server means more by it. */
const longestBanMs = 3_600_000;

/** Returns the last failure of a document that must not be requested yet. */
export function heldBack(attempts: Attempts, path: string, isPatient: boolean, time: number): RootFailure | undefined {
  const last = attempts.get(path);
  if (last === undefined) return undefined;
  const until = isPatient ? Math.max(last.bannedUntil, last.heldUntil) : last.bannedUntil;
  return time < until ? last.failure : undefined;
}

/**
 * Notes that a document could, or could not, be read. One that failed once may be requested again at once, then after
 * one second, two, four, up to 64, so a backend that is gone for good costs little.
 */
export function noteAttempt(attempts: Attempts, path: string, failure: RootFailure | undefined, time: number): void {
  if (failure === undefined) {
    attempts.delete(path);
    return;
  }
  const count = (attempts.get(path)?.count ?? 0) + 1;
  const pause = count === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (count - 2), longestPauseMs);
  const { error } = failure;
  const ban = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  attempts.set(path, {
    failure,
    count,
    bannedUntil: time + Math.min(ban, longestBanMs),
    heldUntil: time + pause,
  });
  const [oldest] = attempts.keys();
  if (attempts.size > mostAttempts && oldest !== undefined) attempts.delete(oldest);
}

/** Everything known of a server. Rounds replace its parts when they end. */
export interface Knowledge {
  facts: ServerFacts;
  readonly attempts: Attempts;
  /** The last catalog, and the facts that it was made of. */
  made?: { readonly catalog: Catalog; readonly facts: Readonly<ServerFacts> } | undefined;
  /** Adds what a store holds, once. It may have to be parsed. @default nothing is stored */
  recall?: (() => void) | undefined;
}

export function newKnowledge(): Knowledge {
  return { facts: { api: nothingKnown, apis: nothingKnown }, attempts: new Map() };
}
