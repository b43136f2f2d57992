// Loaded with the first answer in protobuf. It imports nothing: with values in common, a bundler would cut the rest of a
// bundle into pieces.

/** A position in bytes of the protobuf wire format; each reader advances it. */
export interface Wire {
  readonly bytes: Uint8Array;
  at: number;
  /** Makes the error for broken bytes, or for bytes that may be valid and that only JSON can tell. */
  readonly fault: (problem: string, kind: 'broken' | 'unreadable') => Error;
}

// The wire types in use. Groups, which have a start and an end type, predate Kubernetes.
export const varint = 0;
export const lengthPrefixed = 2;
const fixed64 = 1;
const fixed32 = 5;

/**
 * Reads a signed number of up to 64 bits. Beyond 2^53 it is rounded to what `JSON.parse` makes of the same number.
 *
 * @param end the end of the enclosing message
 * @see https://protobuf.dev/programming-guides/encoding/#varints
 */
export function readVarint(wire: Wire, end: number): number {
  const { bytes, at: start } = wire;
  if (start >= end) endsTooEarly(wire);
  let byte = bytes[start] ?? 0;
  wire.at = start + 1;
  if (byte < 0x80) return byte;
  // In parts that a JavaScript number holds exactly: 28, 28 and 8 bits.
  let low = byte & 0x7f;
  let middle = 0;
  let high = 0;
  for (let index = 1; byte >= 0x80; index += 1) {
    if (start + index >= end) endsTooEarly(wire);
    byte = bytes[start + index] ?? 0;
    wire.at = start + index + 1;
    const bits = byte & 0x7f;
    if (index < 4) low |= bits << (index * 7);
    else if (index < 8) middle |= bits << ((index - 4) * 7);
    else high |= bits << ((index - 8) * 7);
    if (index === 10 || high > 0xff) broken(wire, 'a number has more than 64 bits');
  }
  const signed = high > 0x7f ? high - 0x100 : high;
  return (signed * 0x1000_0000 + middle) * 0x1000_0000 + low;
}

/** Reads a length, and returns the end of the value that follows. */
export function readEnd(wire: Wire, end: number): number {
  const length = readVarint(wire, end);
  if (length < 0 || length > end - wire.at) broken(wire, 'a length exceeds the message');
  return wire.at + length;
}

/** Skips the value of an unread field. */
export function skipValue(wire: Wire, end: number, wireType: number): void {
  if (wireType === lengthPrefixed) wire.at = readEnd(wire, end);
  else if (wireType === varint) readVarint(wire, end);
  else if (wireType === fixed64 || wireType === fixed32) {
    const length = wireType === fixed64 ? 8 : 4;
    if (length > end - wire.at) endsTooEarly(wire);
    wire.at += length;
  } else broken(wire, `the wire type ${wireType} is invalid`);
}

/** Throws the error for truncated or broken bytes, with the position. */
function broken({ fault, at, bytes }: Wire, problem: string): never {
  throw fault(`${problem}, at byte ${at} of ${bytes.byteLength} of the protobuf`, 'broken');
}

function endsTooEarly(wire: Wire): never {
  broken(wire, 'it is truncated');
}

// A byte order mark at the beginning is kept, as an ordinary character.
const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this length, concatenating characters is faster than calling a decoder. */
const longestByHand = 8;

/** Earlier strings, each at the index that its hash gives: a fixed number of short ones. */
const recentWords = /* @__PURE__ */ new Array<string>(1024).fill('');
const longestWord = 63;

/** Reads the length-prefixed string at the current position. */
export function decodeText(wire: Wire, end: number): string {
  const stop = readEnd(wire, end);
  const start = wire.at;
  wire.at = stop;
  return textBetween(wire.bytes, start, stop);
}

/**
 * Reads a string that has probably occurred before, such as a key or a kind, and reuses the earlier string, which saves
 * time and memory. Objects share most of their recentWords.
 */
export function readWord(wire: Wire, end: number): string {
  const stop = readEnd(wire, end);
  const { bytes, at: start } = wire;
  wire.at = stop;
  const length = stop - start;
  if (length === 0 || length > longestWord) return textBetween(bytes, start, stop);
  const [first = 0, middle = 0, last = 0] = [bytes[start], bytes[start + (length >> 1)], bytes[stop - 1]];
  const mark = (length * 61 + first * 31 + middle * 17 + last) & (recentWords.length - 1);
  const known = recentWords[mark] ?? '';
  if (isAt(known, bytes, start, stop)) return known;
  const text = textBetween(bytes, start, stop);
  recentWords[mark] = text;
  return text;
}

/** Compares ASCII only, where each byte is a character. */
function isAt(text: string, bytes: Uint8Array, start: number, stop: number): boolean {
  if (text.length !== stop - start) return false;
  for (let at = start; at < stop; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || text.charCodeAt(at - start) !== byte) return false;
  }
  return true;
}

function textBetween(bytes: Uint8Array, start: number, stop: number): string {
  if (stop - start <= longestByHand) {
    let text = '';
    let at = start;
    for (; at < stop; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
    }
    if (at === stop) return text;
  }
  return utf8.decode(bytes.subarray(start, stop));
}

/** The result of reading a message: the object that its JSON would be. */
export type MessageRecord = Record<string, unknown>;

/** A message: its fields by number. Unknown fields are skipped. */
export interface Message {
  /** Creates the record, for messages of which JSON always has some fields. */
  readonly begin?: () => MessageRecord;
  readonly fields: Readonly<Record<number, Field>>;
  /** True if an unknown field may change the meaning of the others. */
  readonly isClosed?: true;
}

/** Reads the value of one field into the record. */
export interface Field {
  readonly wireType: number;
  readonly read: (record: MessageRecord, wire: Wire, end: number) => void;
}

/** Reads the message that ends at `end`. Throws for broken bytes. */
export function readMessage(wire: Wire, end: number, { begin, fields, isClosed }: Message): MessageRecord {
  const record = begin === undefined ? {} : begin();
  while (wire.at < end) {
    const tag = readVarint(wire, end);
    const number = tag >>> 3;
    if (number === 0 || tag !== tag >>> 0) broken(wire, 'the field number is invalid');
    const wireType = tag & 7;
    const field = fields[number];
    if (field === undefined) {
      if (isClosed) throw wire.fault(`it has an unknown field ${number}`, 'unreadable');
      skipValue(wire, end, wireType);
    } else {
      if (wireType !== field.wireType) broken(wire, `field ${number} is not of the wire type ${wireType}`);
      field.read(record, wire, end);
    }
  }
  return record;
}

/** A string field; JSON omits empty strings. */
export function textField(name: string, read = decodeText): Field {
  return prefixed((record, wire, end) => {
    const value = read(wire, end);
    if (value !== '') record[name] = value;
  });
}

/** A string field whose values many objects share. */
export function word(name: string): Field {
  return textField(name, readWord);
}

/** A list of words, in order. */
export function words(name: string): Field {
  return pushed(name, readWord);
}

/** An integer field of this many bits. JSON omits zero, except for fields that may be absent as well. */
export function integerField(name: string, bits: 32 | 64, zero: 'left out' | 'kept' = 'left out'): Field {
  return {
    wireType: varint,
    read(record, wire, end) {
      const value = readVarint(wire, end);
      if (bits === 32 && value !== (value | 0)) broken(wire, `${name} has more than 32 bits`);
      if (value !== 0 || zero === 'kept') record[name] = value;
    },
  };
}

/** A boolean field, absent if not set. */
export function flagField(name: string): Field {
  return {
    wireType: varint,
    read(record, wire, end) {
      record[name] = readVarint(wire, end) !== 0;
    },
  };
}

/**
 * A map of strings, whose entries arrive one by one.
 *
 * @param readValue `readWord` if the values are words as well
 */
export function textMap(name: string, readValue: typeof decodeText): Field {
  return prefixed((record, wire, end) => {
    const stop = readEnd(wire, end);
    let key = '';
    let value = '';
    while (wire.at < stop) {
      const tag = readVarint(wire, stop);
      if (tag === keyTag) key = readWord(wire, stop);
      else if (tag === valueTag) value = readValue(wire, stop);
      else broken(wire, `${name} has an entry with an unknown field`);
    }
    const map = (record[name] ??= {}) as MessageRecord;
    if (key === '__proto__') Object.defineProperty(map, key, { ...ownProperty, value });
    else map[key] = value;
  });
}

/** A nested message, at most once. */
export function one(name: string, message: Message): Field {
  return once(name, (wire, end) => readMessage(wire, end, message));
}

/** The range of a value that is read separately later. At most once. */
export function range(name: string): Field {
  return once(name, (wire, end) => {
    const begin = wire.at;
    wire.at = end;
    return [begin, end];
  });
}

/** A list of messages, in order. */
export function many(name: string, message: Message): Field {
  return pushed(name, (wire, end) => readMessage(wire, readEnd(wire, end), message));
}

const keyTag = (1 << 3) | lengthPrefixed;
const valueTag = (2 << 3) | lengthPrefixed;
const ownProperty = { writable: true, enumerable: true, configurable: true } as const;

function pushed(name: string, read: (wire: Wire, end: number) => unknown): Field {
  return prefixed((record, wire, end) => {
    ((record[name] ??= []) as unknown[]).push(read(wire, end));
  });
}

function once(name: string, read: (wire: Wire, end: number) => unknown): Field {
  return prefixed((record, wire, end) => {
    if (record[name] !== undefined) broken(wire, `${name} appears twice`);
    record[name] = read(wire, readEnd(wire, end));
  });
}

function prefixed(read: Field['read']): Field {
  return { wireType: lengthPrefixed, read };
}

// Defined as in pkg/apis/meta/v1/generated.proto of k8s.io/apimachinery. The fields that JSON omits are in types.go:
// `omitempty`.

/** The years 1 and 9999: RFC 3339 has no others. The very first second is Go's zero time. */
const noTime = -62_135_596_800;
const lastSecond = 253_402_300_799;

const timestamp: Message = { fields: { 1: integerField('seconds', 64) } };

/** A time, to the second as in JSON, which has null for no time; omitted here. */
function time(name: string): Field {
  return prefixed((record, wire, end) => {
    const stop = readEnd(wire, end);
    if (stop === wire.at) return;
    const { seconds = 0 } = readMessage(wire, stop, timestamp) as { readonly seconds?: number };
    if (seconds < noTime || seconds > lastSecond) broken(wire, `${name} is not a valid time`);
    if (seconds !== noTime) record[name] = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
  });
}

/** Closed, because a server that knows more about owners may use a new field to say who is meant. */
const ownerReference: Message = {
  begin: () => ({ apiVersion: '', kind: '', name: '', uid: '' }),
  fields: {
    1: word('kind'),
    3: word('name'),
    4: word('uid'),
    5: word('apiVersion'),
    6: flagField('controller'),
    7: flagField('blockOwnerDeletion'),
  },
  isClosed: true,
};

/** Without the managedFields (17), which are most of its size. */
const objectMeta: Message = {
  fields: {
    1: textField('name'),
    2: word('generateName'),
    3: word('namespace'),
    4: textField('selfLink'),
    5: textField('uid'),
    6: textField('resourceVersion'),
    7: integerField('generation', 64),
    8: time('creationTimestamp'),
    9: time('deletionTimestamp'),
    10: integerField('deletionGracePeriodSeconds', 64, 'kept'),
    11: textMap('labels', readWord),
    12: textMap('annotations', decodeText),
    13: many('ownerReferences', ownerReference),
    14: words('finalizers'),
  },
};

const listMeta: Message = {
  fields: {
    1: textField('selfLink'),
    2: textField('resourceVersion'),
    3: textField('continue'),
    4: integerField('remainingItemCount', 64, 'kept'),
    5: one('shardInfo', { fields: { 1: textField('selector') } }),
  },
};

const statusCause: Message = { fields: { 1: textField('reason'), 2: textField('message'), 3: textField('field') } };

const statusDetails: Message = {
  fields: {
    1: textField('name'),
    2: textField('group'),
    3: textField('kind'),
    4: many('causes', statusCause),
    5: integerField('retryAfterSeconds', 32),
    6: textField('uid'),
  },
};

/** A failure, or the outcome of a delete. */
export const status: Message = {
  fields: {
    1: one('metadata', listMeta),
    2: textField('status'),
    3: textField('message'),
    4: textField('reason'),
    5: one('details', statusDetails),
    6: integerField('code', 32),
  },
};

/** The metadata of one object. */
export const partialObjectMetadataMessage: Message = { fields: { 1: one('metadata', objectMeta) } };

/** The metadata of many objects; JSON names the kind of each. */
export const partialObjectMetadataList: Message = {
  begin: () => ({ items: [] }),
  fields: {
    1: one('metadata', listMeta),
    2: many('items', {
      ...partialObjectMetadataMessage,
      begin: () => ({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }),
    }),
  },
};

/** A body to read. */
export interface ProtobufBody extends Pick<Wire, 'bytes' | 'fault'> {
  /** True for a frame of a watch, in which an event wraps the object. */
  readonly isEvent: boolean;
  /** Makes a word safe for a message. */
  readonly quote: (word: string) => string;
}

type Range = readonly [begin: number, end: number];

/** The record of {@link envelope}. */
export interface Envelope {
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
  readonly raw?: Range;
  readonly contentEncoding?: string;
  readonly contentType?: string;
}

/** The record of {@link watchEvent}. */
interface Event {
  readonly type?: string;
  readonly object?: { readonly raw?: Range };
}

/** `k8s` and a zero byte, before every standalone object. */
export const magic = [0x6b, 0x38, 0x73, 0];

/** `runtime.Unknown`: an object of any kind, with its type. */
export const envelope: Message = {
  fields: {
    1: one('typeMeta', { fields: { 1: textField('apiVersion'), 2: textField('kind') } }),
    2: range('raw'),
    3: textField('contentEncoding'),
    4: textField('contentType'),
  },
};

const watchEvent: Message = {
  fields: { 1: textField('type'), 2: one('object', { fields: { 1: range('raw') } }) },
};

/** The form of an envelope that says it; most leave it out. */
const plainForm = 'application/vnd.kubernetes.protobuf';

/** The kinds that can be read completely. */
const kinds: ReadonlyMap<string, Message> = new Map([
  ['meta.k8s.io/v1 PartialObjectMetadata', partialObjectMetadataMessage],
  ['meta.k8s.io/v1 PartialObjectMetadataList', partialObjectMetadataList],
  ['meta.k8s.io/v1 Status', status],
  ['v1 Status', status],
]);

/**
 * Reads an object in Kubernetes' protobuf, or an event of a watch, into what its JSON would be: only metadata and
 * Status, and without managedFields. Any other kind is unreadable, and so is content compressed inside.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
 */
export function readProtobuf({ bytes, isEvent, fault, quote }: ProtobufBody): MessageRecord {
  const wire: Wire = { bytes, at: 0, fault };
  return isEvent ? readEvent(wire, quote) : readObject(wire, bytes.byteLength, quote);
}

function readEvent(wire: Wire, quote: ProtobufBody['quote']): MessageRecord {
  const { type, object: { raw } = {} }: Event = readMessage(wire, wire.bytes.byteLength, watchEvent);
  if (raw === undefined) broken(wire, 'the event has no object');
  wire.at = raw[0];
  return { type, object: readObject(wire, raw[1], quote) };
}

function readObject(wire: Wire, end: number, quote: ProtobufBody['quote']): MessageRecord {
  if (end - wire.at < magic.length || magic.some((byte, index) => wire.bytes[wire.at + index] !== byte)) {
    broken(wire, 'it does not begin with a Kubernetes object');
  }
  wire.at += magic.length;
  const read: Envelope = readMessage(wire, end, envelope);
  const { typeMeta: { apiVersion = '', kind = '' } = {}, raw, contentEncoding = '', contentType = '' } = read;
  if (raw === undefined) broken(wire, 'the envelope is empty');
  const message = kinds.get(`${apiVersion} ${kind}`);
  const form = contentEncoding || contentType;
  if (message === undefined || (form !== '' && form !== plainForm)) {
    const words = `it is of kind ${quote(kind)}, apiVersion ${quote(apiVersion)} and form ${quote(form)}`;
    throw wire.fault(words, 'unreadable');
  }
  wire.at = raw[0];
  return { kind, apiVersion, ...readMessage(wire, raw[1], message) };
}
