import { readText, readWord } from './text.js';
import { broken, readEnd, readVarint, skipValue, unreadable, wireTypes, type Wire } from './wire.js';

/** What a message is read into: the object that its JSON would be. */
export type MessageRecord = Record<string, unknown>;

/** A message: its fields by number. Others are stepped over. */
export interface Message {
  /** Makes the record, with what JSON always has. */
  readonly begin: () => MessageRecord;
  readonly fields: Readonly<Record<number, Field>>;
  /** True where the rest may mean something else without a field that is not known. */
  readonly isClosed?: true;
}

/** How the value of one field gets into the record. */
export interface Field {
  readonly wireType: number;
  readonly read: (record: MessageRecord, wire: Wire, end: number) => void;
}

/** Reads the message that ends there. Throws `WireFormatError`. */
export function readMessage(wire: Wire, end: number, { begin, fields, isClosed }: Message): MessageRecord {
  const record = begin();
  while (wire.at < end) {
    const tag = readVarint(wire, end);
    const number = tag >>> 3;
    if (number === 0 || tag !== tag >>> 0) broken(wire, 'no field has such a number');
    const wireType = tag & 7;
    const field = fields[number];
    if (field === undefined) {
      if (isClosed) unreadable(`it has a field ${number} where none is known`);
      skipValue(wire, end, wireType);
    } else {
      if (wireType !== field.wireType) broken(wire, `field ${number} is not of the wire type ${wireType}`);
      field.read(record, wire, end);
    }
  }
  return record;
}

/** Text; JSON leaves out the empty one. */
export function text(name: string): Field {
  return field(wireTypes.bytes, (record, wire, end) => {
    const value = readText(wire, end);
    if (value !== '') record[name] = value;
  });
}

/** Text that many objects share. */
export function word(name: string): Field {
  return field(wireTypes.bytes, (record, wire, end) => {
    const value = readWord(wire, end);
    if (value !== '') record[name] = value;
  });
}

/** Words, in order. */
export function words(name: string): Field {
  return field(wireTypes.bytes, (record, wire, end) => {
    arrayAt(record, name).push(readWord(wire, end));
  });
}

/** A whole number of so many bits. JSON leaves out zero, but where a field may be missing as well. */
export function integer(name: string, bits: 32 | 64, zero: 'left out' | 'kept' = 'left out'): Field {
  return field(wireTypes.varint, (record, wire, end) => {
    const value = readVarint(wire, end);
    if (bits === 32 && value !== (value | 0)) broken(wire, `${name} has more than 32 bits`);
    if (value !== 0 || zero === 'kept') record[name] = value;
  });
}

/** True or false; missing otherwise. */
export function flag(name: string): Field {
  return field(wireTypes.varint, (record, wire, end) => {
    record[name] = readVarint(wire, end) !== 0;
  });
}

/** A map of texts, whose entries come one by one. */
export function textMap(name: string, values: 'texts' | 'words'): Field {
  const readValue = values === 'words' ? readWord : readText;
  return field(wireTypes.bytes, (record, wire, end) => {
    const stop = readEnd(wire, end);
    let key = '';
    let value = '';
    while (wire.at < stop) {
      const tag = readVarint(wire, stop);
      if (tag === keyTag) key = readWord(wire, stop);
      else if (tag === valueTag) value = readValue(wire, stop);
      else broken(wire, `an entry of ${name} has another field than key and value`);
    }
    const map = (record[name] ??= {}) as MessageRecord;
    if (key === '__proto__') Object.defineProperty(map, key, { ...ownProperty, value });
    else map[key] = value;
  });
}

/** A message inside, once at most. */
export function one(name: string, message: Message): Field {
  return field(wireTypes.bytes, (record, wire, end) => {
    if (record[name] !== undefined) broken(wire, `${name} is there twice`);
    record[name] = readMessage(wire, readEnd(wire, end), message);
  });
}

/** Messages, in order. */
export function many(name: string, message: Message): Field {
  return field(wireTypes.bytes, (record, wire, end) => {
    arrayAt(record, name).push(readMessage(wire, readEnd(wire, end), message));
  });
}

/** What is read by itself later: where it begins and ends. Once at most. */
export function range(name: string): Field {
  return field(wireTypes.bytes, (record, wire, end) => {
    if (record[name] !== undefined) broken(wire, `${name} is there twice`);
    const stop = readEnd(wire, end);
    record[name] = [wire.at, stop];
    wire.at = stop;
  });
}

const keyTag = (1 << 3) | wireTypes.bytes;
const valueTag = (2 << 3) | wireTypes.bytes;
const ownProperty = { writable: true, enumerable: true, configurable: true } as const;

function field(wireType: number, read: Field['read']): Field {
  return { wireType, read };
}

function arrayAt(record: MessageRecord, name: string): unknown[] {
  return (record[name] ??= []) as unknown[];
}
