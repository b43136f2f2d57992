import { isJsonRecord } from '../../shared/json-record.js';

/** A discovery document as a server sent it, with what confirms it later. */
export interface StoredDocument {
  readonly bytes: Uint8Array;
  /** The validator: a server that still has the same document answers 304 to it. */
  readonly etag: string;
  /** The Content-Type, which tells the format. */
  readonly mediaType: string | undefined;
}

/**
 * Keeps discovery documents for longer than a process lives. It may fail at any time, lose what it was given, or be slow:
 * discovery then goes on as without it. It is given no credential, neither in a key nor in a document.
 */
export interface DocumentStore {
  get(key: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<StoredDocument | undefined>;
  set(key: string, document: StoredDocument): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A store, and what tells this server and user apart from all others in it. */
export interface StoreAccess {
  readonly store: DocumentStore;
  /** Which cluster, which user, and the base path: a URL alone does not tell clusters apart. Never a secret. */
  readonly scope: readonly string[];
}

/** Goes into the key of each document, so that another layout is never read. */
const layout = 'kubeatlas/documents/1';

/** How long a call of a store is waited for. */
const patienceMs = 2000;

/** The key of a document: a hash, so that it has one length and tells nothing. The Accept header holds the profile. */
export async function documentKey({ scope }: StoreAccess, path: string, accept: string): Promise<string> {
  const text = JSON.stringify([layout, ...scope, path, accept]);
  const hash = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the store has under a key; undefined when it fails, takes too long, or answers something else. */
export async function fetchStored(
  access: StoreAccess,
  path: string,
  accept: string,
): Promise<StoredDocument | undefined> {
  const patience = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      patience.abort();
      resolve(undefined);
    }, patienceMs);
  });
  const asking = async (): Promise<StoredDocument | undefined> => {
    const found: unknown = await access.store.get(await documentKey(access, path, accept), { signal: patience.signal });
    return isStoredDocument(found) ? found : undefined;
  };
  try {
    return await Promise.race([asking().catch(() => undefined), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the store a document. Nobody waits for it, and a failure costs no more than a body the next time. */
export function keepStored(access: StoreAccess, path: string, accept: string, document: StoredDocument): void {
  const keep = async (): Promise<void> => access.store.set(await documentKey(access, path, accept), document);
  keep().catch(() => undefined);
}

/** Takes a document out of the store. Nobody waits for it. */
export function forgetStored(access: StoreAccess, path: string, accept: string): void {
  const forget = async (): Promise<void> => access.store.delete(await documentKey(access, path, accept));
  forget().catch(() => undefined);
}

function isStoredDocument(value: unknown): value is StoredDocument {
  if (!isJsonRecord(value)) return false;
  const { bytes, etag, mediaType } = value;
  const isType = mediaType === undefined || typeof mediaType === 'string';
  return bytes instanceof Uint8Array && typeof etag === 'string' && etag !== '' && isType;
}
