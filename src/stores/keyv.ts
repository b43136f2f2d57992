import type { DiscoveryStore } from '../discovery/documents/discovery-store.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { requireObject } from '../shared/arguments.js';
import { requireKey } from './store-key.js';

/** What a keyv store needs of a Keyv, of any version: nothing of that package is imported. */
export interface KeyvLike {
  /** What is there under a key; undefined for nothing. */
  get(key: string): Promise<unknown>;
  /**
   * Puts a text under a key; false where it was not taken.
   *
   * @param ttl how long it is kept, in milliseconds
   */
  set(key: string, value: string, ttl?: number): Promise<unknown>;
  /** Takes away what is there under a key. */
  delete(key: string): Promise<unknown>;
  /** Calls a listener with each error of the adapter. */
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

/** How long a keyv store keeps what it is given. */
export interface KeyvStoreOptions {
  /** In milliseconds, from when it was written. @default 604_800_000, a week */
  readonly ttlMs?: number | undefined;
  /** What keys begin with, where others use the same Keyv. @default 'kubeatlas:' */
  readonly prefix?: string | undefined;
}

/**
 * A `DiscoveryStore` in whatever Keyv has an adapter for (Redis, Valkey, Postgres and others), so that a fleet of
 * controllers and CI jobs shares one discovery. It is written as text with a length and a checksum: adapters and
 * serialisers of Keyv do not all bring bytes back as they were.
 *
 * Keyv tells errors of its adapter by an event, and then answers as if there were nothing: the store listens to it, and
 * rejects what was under way.
 *
 * @throws InvalidArgumentError for what is no Keyv, and for a `ttlMs` that is no number above 0
 * @example
 * import KeyvRedis from '@keyv/redis';
 * import Keyv from 'keyv';
 *
 * const options = await loadKubeconfig();
 * const store = createKeyvStore(new Keyv(new KeyvRedis('redis://cache:6379')));
 * const client = createClient({ ...options, discovery: { ...options.discovery, store } });
 */
export function createKeyvStore(keyv: KeyvLike, options: KeyvStoreOptions = {}): DiscoveryStore {
  requireObject('keyv', keyv);
  const { ttlMs = 604_800_000, prefix = 'kubeatlas:' } = requireObject('options', options);
  for (const method of ['get', 'set', 'delete', 'on'] as const) {
    if (typeof keyv[method] !== 'function') throw new InvalidArgumentError('keyv', `has to have the method ${method}`);
  }
  if (!(typeof ttlMs === 'number' && ttlMs > 0)) throw new InvalidArgumentError('ttlMs', 'has to be a number above 0');
  if (typeof prefix !== 'string') throw new InvalidArgumentError('prefix', 'has to be a text');
  const underWay = listenTo(keyv);

  /** Work that an `error` event ends, since Keyv would hide it. */
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    underWay.add(fail);
    try {
      return await Promise.race([work(), failed]);
    } finally {
      underWay.delete(fail);
    }
  };

  return Object.freeze<DiscoveryStore>({
    async get(key) {
      const name = `${prefix}${requireKey(key)}`;
      const found = await watched(() => keyv.get(name));
      if (found === undefined || found === null) return undefined;
      // What is no text of ours is given on as no record at all, so that it is told and replaced.
      return typeof found === 'string' ? fromText(found) : new Uint8Array();
    },
    async set(key, bytes) {
      const name = `${prefix}${requireKey(key)}`;
      const taken = await watched(() => keyv.set(name, toText(bytes), ttlMs));
      if (taken === false) throw new Error('Keyv did not take it');
    },
    async delete(key) {
      const name = `${prefix}${requireKey(key)}`;
      await watched(() => keyv.delete(name));
    },
  });
}

/** What is under way in each Keyv, whose errors end all of it. */
const listened = new WeakMap<KeyvLike, Set<(error: unknown) => void>>();

/** Listens once, however many stores are made of one Keyv: for each request of a web server, say. */
function listenTo(keyv: KeyvLike): Set<(error: unknown) => void> {
  const known = listened.get(keyv);
  if (known !== undefined) return known;
  const underWay = new Set<(error: unknown) => void>();
  listened.set(keyv, underWay);
  keyv.on('error', (error) => {
    for (const reject of [...underWay]) reject(error);
  });
  return underWay;
}

const pieceLength = 0x8000;

/** Base64 behind the checksum, in pieces: as arguments of one call, the bytes of a large document would not fit. */
function toText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.byteLength; start += pieceLength) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + pieceLength)));
  }
  return `${checksumOf(bytes)}.${btoa(pieces.join(''))}`;
}

function fromText(text: string): Uint8Array {
  const [checksum = '', base64 = ''] = text.split('.');
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return checksumOf(bytes) === checksum ? bytes : new Uint8Array();
  } catch {
    return new Uint8Array();
  }
}

/** FNV-1a, and the length: what a cache cuts off or mixes up is told before it is parsed. */
function checksumOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.byteLength.toString(16)}-${(hash >>> 0).toString(16)}`;
}
