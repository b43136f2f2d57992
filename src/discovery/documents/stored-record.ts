import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';

/** What stands before the bytes that a store holds. */
export interface RecordHead {
  /** Under which key it was written: bytes that turn up under another one are another server's. */
  readonly key: string;
  /** When it was written, in milliseconds since 1970. */
  readonly date: number;
  /** The validator of a document: a server that still has it answers 304. */
  readonly etag?: string | undefined;
  /** The Content-Type of a document, which tells the format. */
  readonly mediaType?: string | undefined;
}

/** A record as it comes from a store. */
export interface StoredRecord extends RecordHead {
  readonly content: Uint8Array;
}

/** The layout of keys and records. With another one, a store seems empty: it is never read. */
export const layout = 'kubeatlas-discovery/1';

const newline = 10;
const longestHead = 4096;

/** Writes a record: a line with the layout, a line of JSON, and the content as it is. */
export async function packRecord(head: RecordHead, content: Uint8Array): Promise<Uint8Array> {
  const told = { ...head, bytes: content.byteLength, sha256: await hashOf(content) };
  const before = new TextEncoder().encode(`${layout}\n${JSON.stringify(told)}\n`);
  const record = new Uint8Array(before.byteLength + content.byteLength);
  record.set(before);
  record.set(content, before.byteLength);
  return record;
}

/** Reads a record; throws an Error that says what is wrong with it. */
export async function unpackRecord(record: unknown, key: string): Promise<StoredRecord> {
  if (!(record instanceof Uint8Array)) throw new Error('it is no Uint8Array');
  const first = record.subarray(0, longestHead).indexOf(newline);
  const second = record.subarray(0, longestHead).indexOf(newline, first + 1);
  if (first === -1 || second === -1) throw new Error('it does not begin as a record does');
  if (new TextDecoder().decode(record.subarray(0, first)) !== layout) throw new Error('it has another layout');
  const head = readJsonObject(createAnswerBody({ content: record.subarray(first + 1, second) }));
  const { key: written, date, etag, mediaType, bytes, sha256 } = head;
  if (written !== key) throw new Error('it was written under another key');
  // A copy, and before anything is waited for: a store may use its buffer again, and what is read later is what was checked.
  const content = new Uint8Array(record.subarray(second + 1));
  if (bytes !== content.byteLength) throw new Error('it has been cut off');
  if (etag !== undefined && !isValidator(etag)) throw new Error('its ETag cannot stand in a header');
  if (sha256 !== (await hashOf(content))) throw new Error('its checksum is wrong');
  return {
    key,
    date: typeof date === 'number' ? date : 0,
    etag,
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    content,
  };
}

/** Whether it can stand in a header as it is: a server may send anything, and a store that others write to hold it. */
export function isValidator(etag: unknown): etag is string {
  return typeof etag === 'string' && /^[\x21-\x7e\x80-\xff]+$/.test(etag);
}

/** The key of something: a hash, so that it has one length and tells nothing. */
export function keyOf(...words: readonly string[]): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([layout, ...words])));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
