import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';

/** The header of a stored record. */
export interface RecordHead {
  /** The key under which it was written: bytes found under another key belong to another server. */
  readonly key: string;
  /** When it was written, in milliseconds since 1970. */
  readonly date: number;
  /** The validator of a document: a server that still has the document answers 304. */
  readonly etag?: string | undefined;
  /** The Content-Type of a document, which identifies the format. */
  readonly mediaType?: string | undefined;
}

/** A record read from a store. */
export interface StoredRecord extends RecordHead {
  readonly content: Uint8Array;
}

/** The layout of keys and records. With a different layout, a store seems empty: old keys are never read. */
export const layout = 'kubeatlas-discovery/2';

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
  const { key: written, date, etag, mediaType, bytes, sha256 } = head;
  if (written !== key) throw new Error('it was written for another key');
  // Copied, and before any wait: a store may reuse its buffer, and the bytes read later must be the ones checked.
  const content = new Uint8Array(record.subarray(second + 1));
  if (bytes !== content.byteLength) throw new Error('it is truncated');
  if (etag !== undefined && !isValidator(etag)) throw new Error('its ETag is not a valid header value');
  if (sha256 !== (await hashOf(content))) throw new Error('its checksum does not match');
  return {
    key,
    date: typeof date === 'number' ? date : 0,
    etag,
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    content,
  };
}

/**
 * Reports whether an ETag can go into a header as is: a server may send anything, and so may a store that others write
 * to.
 */
export function isValidator(etag: unknown): etag is string {
  return typeof etag === 'string' && /^[\x21-\x7e\x80-\xff]+$/.test(etag);
}

/** Returns the key of some words: a hash, which has a fixed length and reveals nothing. */
export function keyOf(...words: readonly string[]): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([layout, ...words])));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
