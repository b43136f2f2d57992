import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';
import { callQuietly } from '../../shared/call-quietly.js';
import type { DiscoveryStore, StoreCallOptions, StoreFailure, StoreFailureKind } from './discovery-store.js';

/** The calls of a store: none throws, and none takes longer than 2 seconds. */
export interface StoreCalls {
  /** Returns the record under these words, or undefined if there is none that can be used. */
  read(...words: readonly string[]): Promise<StoredRecord | undefined>;
  /** Stores a record, after any earlier writes. Callers need not wait for it. */
  write(words: readonly string[], head: Omit<RecordHead, 'key' | 'date'>, content: Uint8Array): Promise<void>;
  /** Reports a record as unusable after all, and deletes it. */
  refuse(words: readonly string[], problem: string): void;
  /** Resolves when everything is written, or at the first call that takes too long; the writes after it are dropped. */
  flush(): Promise<void>;
}

/** Parameters of {@link createStoreCalls}. */
export interface StoreCallsParts {
  readonly store: Pick<DiscoveryStore, 'get' | 'set' | 'delete'>;
  /** What all keys of these calls begin with. Never a secret. */
  readonly scope: readonly string[];
  readonly onFailure?: ((failure: StoreFailure) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly date: () => number;
}

/** How long to wait for a call of the store. */
const patienceMs = 2000;

/** Creates the {@link StoreCalls} of one server and user. */
export function createStoreCalls({ store, scope, onFailure, date }: StoreCallsParts): StoreCalls {
  const reported = new Set<StoreFailureKind>();
  let writing: Promise<void> = Promise.resolve();
  let isEnding = false;
  let isAbandoned = false;

  const report = (failure: StoreFailure): void => {
    if (reported.has(failure.kind)) return;
    reported.add(failure.kind);
    callQuietly(() => onFailure?.(failure));
  };
  const call = async <T>(
    kind: 'unreadable' | 'unwritable',
    work: (options: StoreCallOptions) => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await patiently(work);
    } catch (cause) {
      if (cause instanceof TooSlow) {
        isAbandoned = isEnding;
        report({ kind: 'slow', message: cause.message });
      } else {
        const what = kind === 'unreadable' ? 'read' : 'written';
        report({ kind, message: `the discovery store cannot be ${what}: ${messageOf(cause)}`, cause });
      }
      return undefined;
    }
  };
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    writing = writing.then(async () => {
      if (!isAbandoned) await work();
    });
    return writing;
  };
  const refuse = (words: readonly string[], problem: string, cause?: unknown): void => {
    report({ kind: 'damaged', message: `the discovery store returned an unusable record: ${problem}`, cause });
    void inTurn(() =>
      call('unwritable', async (options) => {
        await store.delete(await keyOf(...scope, ...words), options);
      }),
    );
  };

  return {
    async read(...words) {
      let key = '';
      const found = await call('unreadable', async (options) => {
        key = await keyOf(...scope, ...words);
        const given: unknown = await store.get(key, options);
        return { given };
      });
      if (found === undefined || found.given === undefined) return undefined;
      try {
        return await unpackRecord(found.given, key);
      } catch (cause) {
        refuse(words, messageOf(cause), cause);
        return undefined;
      }
    },
    write: (words, head, content) =>
      inTurn(async () => {
        await call('unwritable', async (options) => {
          const key = await keyOf(...scope, ...words);
          await store.set(key, await packRecord({ ...head, key, date: date() }, content), options);
        });
      }),
    refuse,
    flush() {
      isEnding = true;
      return writing;
    },
  };
}

class TooSlow extends Error {}

async function patiently<T>(work: (options: StoreCallOptions) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const slow = new TooSlow(`the discovery store took longer than ${patienceMs} ms`);
      patience.abort(slow);
      reject(slow);
    }, patienceMs);
  });
  try {
    return await Promise.race([work({ signal: patience.signal }), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The header of a stored record. */
export interface RecordHead {
  /** The key under which it was written: bytes found under another key belong to another server. */
  readonly key: string;
  /** When it was written, in milliseconds since 1970. */
  readonly date: number;
  /** The Content-Type of a document, which identifies the format. */
  readonly mediaType?: string | undefined;
}

/** A record read from a store. */
export interface StoredRecord extends RecordHead {
  readonly content: Uint8Array;
}

/** The layout of keys and records. With a different layout, a store seems empty: old keys are never read. */
export const layout = 'kubeatlas-discovery/3';

const newline = 10;
const longestHead = 4096;

/** Packs a record: a line with the layout, a line of JSON, and the content as is. */
export async function packRecord(head: RecordHead, content: Uint8Array): Promise<Uint8Array> {
  const line = { ...head, bytes: content.byteLength, sha256: await hashOf(content) };
  const before = new TextEncoder().encode(`${layout}\n${JSON.stringify(line)}\n`);
  const record = new Uint8Array(before.byteLength + content.byteLength);
  record.set(before);
  record.set(content, before.byteLength);
  return record;
}

/** Unpacks a record. Throws an Error that describes what is wrong with it. */
export async function unpackRecord(record: unknown, key: string): Promise<StoredRecord> {
  if (!(record instanceof Uint8Array)) throw new Error('it is not a Uint8Array');
  const first = record.subarray(0, longestHead).indexOf(newline);
  const second = record.subarray(0, longestHead).indexOf(newline, first + 1);
  if (first === -1 || second === -1) throw new Error('it does not begin with a record header');
  if (new TextDecoder().decode(record.subarray(0, first)) !== layout) throw new Error('it has an unsupported layout');
  const head = readJsonObject(createAnswerBody({ content: record.subarray(first + 1, second) }));
  const { key: written, date, mediaType, bytes, sha256 } = head;
  if (written !== key) throw new Error('it was written for another key');
  // Copied, and before any wait: a store may reuse its buffer, and the bytes read later must be the ones checked.
  const content = new Uint8Array(record.subarray(second + 1));
  if (bytes !== content.byteLength) throw new Error('it is truncated');
  if (sha256 !== (await hashOf(content))) throw new Error('its checksum does not match');
  return {
    key,
    date: typeof date === 'number' ? date : 0,
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    content,
  };
}

/** Returns the key of some words: a hash, which has a fixed length and reveals nothing. */
export function keyOf(...words: readonly string[]): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([layout, ...words])));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
