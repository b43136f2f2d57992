import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';
import { systemClock, withinTime } from '../../shared/clock.js';
import { callQuietly } from '../../shared/call-quietly.js';
import type { DiscoveryStore, StoreCallOptions, StoreFailure, StoreFailureKind } from './discovery-store.js';
import type { DiscoveryClock } from '../read-documents.js';

/** What the calls of a store are made with. */
export interface StoreCallsParts {
  readonly store: Pick<DiscoveryStore, 'get' | 'set' | 'delete'>;
  /** The cluster, the user, and the base path: a URL alone does not tell clusters apart. Never a secret. */
  readonly scope: readonly string[];
  readonly onFailure?: ((failure: StoreFailure) => void) | undefined;
  readonly date: DiscoveryClock['date'];
}

/** A record read from a store. */
export interface StoredRecord {
  /** The key under which it was written: bytes found under another key belong to another server. */
  readonly key: string;
  /** When it was written, in milliseconds since 1970. */
  readonly date: number;
  /** The validator of a document: a server that still has the document answers 304. */
  readonly etag?: string | undefined;
  /** The Content-Type of a document, which identifies the format. */
  readonly mediaType?: string | undefined;
  readonly content: Uint8Array;
}

/** How long to wait for a call of the store. */
const patienceMs = 2000;

/** Creates the calls of a store for one server and user: none throws, and none takes longer than 2 seconds. */
export function createStoreCalls({ store, scope, onFailure, date }: StoreCallsParts) {
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
    words: readonly string[],
    work: (key: string, options: StoreCallOptions) => Promise<T>,
  ): Promise<T | undefined> => {
    const slow = new Error(`the discovery store took longer than ${patienceMs} ms`);
    try {
      return await withinTime([patienceMs, undefined, systemClock, () => slow], async (signal) =>
        work(await keyOf(...scope, ...words), { signal }),
      );
    } catch (cause) {
      const verb = kind === 'unreadable' ? 'read' : 'written';
      if (cause !== slow)
        report({ kind, message: `the discovery store cannot be ${verb}: ${messageOf(cause)}`, cause });
      else {
        isAbandoned = isEnding;
        report({ kind: 'slow', message: slow.message });
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
  const refuse = (words: readonly string[], problem: unknown): void => {
    const message = `the discovery store returned an unusable record: ${messageOf(problem)}`;
    report({ kind: 'damaged', message, ...(problem instanceof Error && { cause: problem }) });
    void inTurn(() => call('unwritable', words, async (key, options) => store.delete(key, options)));
  };

  return {
    /** Returns the record under these words, or undefined if there is none that can be used. */
    async read(...words: readonly string[]): Promise<StoredRecord | undefined> {
      const found = await call('unreadable', words, async (key, options) => {
        return { key, given: (await store.get(key, options)) as unknown };
      });
      if (found?.given === undefined) return undefined;
      try {
        return await unpackRecord(found.given, found.key);
      } catch (problem) {
        refuse(words, problem);
        return undefined;
      }
    },
    /** Stores a record, whose content may be made after any earlier writes. Callers need not wait for it. */
    write(
      words: readonly string[],
      head: Pick<StoredRecord, 'etag' | 'mediaType'>,
      content: Uint8Array | (() => Promise<Uint8Array>),
    ): Promise<void> {
      const set = async (key: string, options: StoreCallOptions): Promise<void> => {
        const bytes = typeof content === 'function' ? await content() : content;
        await store.set(key, await packRecord({ ...head, key, date: date() }, bytes), options);
      };
      return inTurn(() => call('unwritable', words, set));
    },
    /** Reports a record as unusable after all, and deletes it. */
    refuse,
    /** Resolves when everything is written, or at the first call that takes too long; the writes after it are dropped. */
    flush(): Promise<void> {
      isEnding = true;
      return writing;
    },
  };
}

/** The layout of keys and records. With a different layout, a store seems empty: old keys are never read. */
export const layout = 'kubeatlas-discovery/3';

const newline = 10;
const longestHead = 4096;

/** Packs a record: a line with the layout, a line of JSON, and the content as is. */
export async function packRecord(head: Omit<StoredRecord, 'content'>, content: Uint8Array): Promise<Uint8Array> {
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
  const { bytes, sha256, ...known } = head as unknown as StoredRecord & Readonly<Record<'bytes' | 'sha256', unknown>>;
  if (known.key !== key) throw new Error('it was written for another key');
  // Copied, and before any wait: a store may reuse its buffer, and the bytes read later must be the ones checked.
  const content = new Uint8Array(record.subarray(second + 1));
  if (bytes !== content.byteLength) throw new Error('it is truncated');
  if (known.etag !== undefined && !isValidator(known.etag)) throw new Error('its ETag is not a valid header value');
  if (sha256 !== (await hashOf(content))) throw new Error('its checksum does not match');
  return { ...known, content };
}

/**
 * Reports whether an ETag can go into a header as is: a server may send anything, and so may a store that others write
 * to.
 */
export function isValidator(etag: unknown): etag is string {
  return typeof etag === 'string' && /^[\x21-\x7e\x80-\xff]+$/.test(etag);
}

/** Returns the key of some words: a hash, which has a fixed length and reveals nothing. */
function keyOf(...words: readonly string[]): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([layout, ...words])));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
