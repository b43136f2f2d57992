import { decodeText, readWord } from './text.js';
import { broken, lengthPrefixed, readEnd, readVarint, skipValue, brokenProtobuf, varint, type Wire } from './wire.js';

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

/** Reads the message that ends at `end`. Throws `MalformedAnswerError`. */
export function readMessage(wire: Wire, end: number, { begin, fields, isClosed }: Message): MessageRecord {
  const record = begin === undefined ? {} : begin();
  while (wire.at < end) {
    const tag = readVarint(wire, end);
    const number = tag >>> 3;
    if (number === 0 || tag !== tag >>> 0) broken(wire, 'the field number is invalid');
    const wireType = tag & 7;
    const field = fields[number];
    if (field === undefined) {
      if (isClosed) brokenProtobuf(wire, `it has an unknown field ${number}`);
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
