import {
  decodeText,
  lengthPrefixed,
  readEnd,
  readVarint,
  skipValue,
  varint,
  type Wire,
} from '../../core/media/protobuf.js';
import type { JsonRecord } from '../../core/shared/json-record.js';
import type { MessageField, MessageType, Scalar } from './message-table.js';

const fixed64 = 1;
/** As for JSON: no object is nested so deeply. */
const maxDepth = 1000;
/** A message takes at least two bytes, and an object in memory a hundred. */
const maxMessages = 200_000;

/** The years 1 and 9999: Go's zero time, and the last that RFC 3339 has. */
const noTime = -62_135_596_800;
const lastSecond = 253_402_300_799;

/** How many messages were read. */
export interface MessageCount {
  messages: number;
}

/** Bytes that are no message. */
export class BrokenMessageError extends Error {}

/**
 * Reads a message that ends at `end` into the JSON that a server has for it. Throws `BrokenMessageError`.
 */
export function decodeMessage(
  wire: Wire,
  end: number,
  message: MessageType,
  count: MessageCount,
  depth = 0,
): JsonRecord {
  const record: Record<string, unknown> = {};
  begin(record, message);
  readFields(record, { wire, end, message, count, depth });
  return record;
}

/** Puts in what JSON has of an empty message. */
function begin(record: Record<string, unknown>, message: MessageType): void {
  for (const { name, form, type, always } of message.fields) {
    if (form === '^') begin(record, type as MessageType);
    else if (always) record[name] = form === ':' ? emptyValue(type) : null;
  }
}

const emptyValues: Readonly<Record<Scalar, unknown>> = {
  s: '',
  n: 0,
  b: false,
  d: 0,
  y: null,
  q: '0',
  i: 0,
  t: null,
  m: null,
  x: null,
};

function emptyValue(type: Scalar | MessageType): unknown {
  if (typeof type === 'string') return emptyValues[type];
  if (type.isUnion) return null;
  const record = {};
  begin(record, type);
  return record;
}

interface Reading {
  readonly wire: Wire;
  readonly end: number;
  readonly message: MessageType;
  readonly count: MessageCount;
  readonly depth: number;
}

function readFields(record: Record<string, unknown>, { wire, end, message, count, depth }: Reading): void {
  count.messages += 1;
  if (count.messages > maxMessages) throw new BrokenMessageError(`it has more than ${maxMessages} messages`);
  if (depth > maxDepth) throw new BrokenMessageError('exceeded max depth');
  while (wire.at < end) {
    const tag = readVarint(wire, end);
    const wireType = tag & 7;
    const field = message.byNumber.get(tag >>> 3);
    if (tag >>> 3 === 0 || tag !== tag >>> 0) throw new BrokenMessageError(`proto: illegal tag ${tag}`);
    if (field === undefined) skipValue(wire, end, wireType);
    else readField(record, field, wireType, { wire, end, count, depth: depth + 1 });
  }
}

type Place = Omit<Reading, 'message'>;

function readField(record: Record<string, unknown>, field: MessageField, wireType: number, place: Place): void {
  const { wire, end } = place;
  const { name, form, type, always } = field;
  // Lists of numbers may be packed.
  if (form === '[' && type === 'n' && wireType === lengthPrefixed) {
    const stop = readEnd(wire, end);
    while (wire.at < stop) addTo(record, name, readVarint(wire, stop));
    return;
  }
  const isMap = form === '{';
  if (wireType !== (isMap ? lengthPrefixed : wireTypeOf(type))) {
    throw new BrokenMessageError(`proto: wrong wireType = ${wireType} for field ${name || field.number}`);
  }
  if (isMap) {
    readEntry((record[name] ??= {}) as Record<string, unknown>, type, place);
  } else if (form === '[') {
    addTo(record, name, readValue(type, undefined, place));
  } else if (form === '^') {
    readFields(record, { ...place, end: readEnd(wire, end), message: type as MessageType });
  } else {
    const value = readValue(type, record[name], place);
    const isEmpty = value === null || value === '' || value === 0 || value === false;
    if (form === '*' || always || !isEmpty) record[name] = value;
    else Reflect.deleteProperty(record, name);
  }
}

function addTo(record: Record<string, unknown>, name: string, value: unknown): void {
  ((record[name] ??= []) as unknown[]).push(value);
}

function readEntry(map: Record<string, unknown>, type: Scalar | MessageType, { wire, end, count, depth }: Place): void {
  const stop = readEnd(wire, end);
  let key = '';
  let value = emptyValue(type);
  while (wire.at < stop) {
    const tag = readVarint(wire, stop);
    if (tag === ((1 << 3) | lengthPrefixed)) key = decodeText(wire, stop);
    else if (tag === ((2 << 3) | wireTypeOf(type))) value = readValue(type, value, { wire, end: stop, count, depth });
    else skipValue(wire, stop, tag & 7);
  }
  Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
}

function wireTypeOf(type: Scalar | MessageType): number {
  return type === 'n' || type === 'b' ? varint : type === 'd' ? fixed64 : lengthPrefixed;
}

/** Reads one value; a message that occurs again continues the one before it, as in Go. */
function readValue(type: Scalar | MessageType, before: unknown, { wire, end, count, depth }: Place): unknown {
  if (type === 's') return decodeText(wire, end);
  if (type === 'n') return readVarint(wire, end);
  if (type === 'b') return readVarint(wire, end) !== 0;
  if (type === 'y') return base64Of(bytesAt(wire, end));
  if (type === 'd') {
    const { bytes, at } = wire;
    skipValue(wire, end, fixed64);
    return new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true);
  }
  const stop = readEnd(wire, end);
  if (typeof type !== 'string') {
    const isAgain = typeof before === 'object' && before !== null && !type.isUnion;
    const record: Record<string, unknown> = isAgain ? { ...before } : {};
    if (!isAgain) begin(record, type);
    readFields(record, { wire, end: stop, message: type, count, depth });
    return type.isUnion ? valueOfUnion(record) : record;
  }
  if (stop === wire.at) return emptyValues[type];
  const parts = readParts(wire, stop);
  switch (type) {
    case 'q':
      return parts.text(1) || '0';
    case 'i':
      return parts.number(1) === 0 ? parts.number(2) : parts.text(3);
    case 't':
    case 'm':
      return timeOf(parts.number(1), parts.number(2), type);
    case 'x':
      return jsonOf(parts.text(1));
  }
}

/** The fields of a small message, whatever they are. */
function readParts(wire: Wire, stop: number) {
  const texts = new Map<number, string>();
  const numbers = new Map<number, number>();
  while (wire.at < stop) {
    const tag = readVarint(wire, stop);
    if ((tag & 7) === varint) numbers.set(tag >>> 3, readVarint(wire, stop));
    else if ((tag & 7) === lengthPrefixed) texts.set(tag >>> 3, decodeText(wire, stop));
    else skipValue(wire, stop, tag & 7);
  }
  return { text: (of: number) => texts.get(of) ?? '', number: (of: number) => numbers.get(of) ?? 0 };
}

function valueOfUnion({ schema, list, allows }: Readonly<Record<string, unknown>>): unknown {
  return list ?? schema ?? allows ?? null;
}

function timeOf(seconds: number, nanos: number, type: 't' | 'm'): string | null {
  if (seconds === noTime && nanos === 0) return null;
  if (seconds < noTime || seconds > lastSecond)
    throw new BrokenMessageError(`the time ${seconds} has no year of RFC 3339`);
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  const micros = Math.floor(nanos / 1000);
  if (type === 't') return `${text}Z`;
  if (micros < 0 || micros > 999_999) throw new BrokenMessageError(`${nanos} nanoseconds are no part of a second`);
  return `${text}.${String(micros).padStart(6, '0')}Z`;
}

function jsonOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenMessageError('a raw value is no JSON');
  }
}

function bytesAt(wire: Wire, end: number): Uint8Array {
  const stop = readEnd(wire, end);
  const bytes = wire.bytes.subarray(wire.at, stop);
  wire.at = stop;
  return bytes;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // In parts, because each byte becomes an argument.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
