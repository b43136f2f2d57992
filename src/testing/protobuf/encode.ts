import { lengthPrefixed, varint } from '../../core/media/protobuf.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { MessageField, MessageType, Scalar } from './message-table.js';
import { canonicalQuantity } from './quantity.js';

const fixed64 = 1;
const noTime = -62_135_596_800;
const utf8 = new TextEncoder();

/** A value that does not fit its field. */
export class UnwritableValueError extends Error {}

/** Bytes that grow at their beginning: a length stands before what it counts. Go's own code writes from the end as well. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #start = 1024;

  /** @param isSent whether the values come with a request, and so must have the form that servers read */
  constructor(readonly isSent = false) {}

  get length(): number {
    return this.#bytes.length - this.#start;
  }

  /** A copy of all that was written. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(this.#start);
  }

  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    this.#bytes.set(bytes, this.#start);
  }

  text(value: string): void {
    const { length } = value;
    this.#reserve(length);
    const bytes = this.#bytes;
    let at = this.#start;
    // Nearly all texts are short and ASCII, which an encoder takes longer to be called for than to write.
    for (let index = length - 1; index >= 0; index -= 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) return void this.put(utf8.encode(value));
      at -= 1;
      bytes[at] = code;
    }
    this.#start = at;
  }

  /** An integer; a negative one takes ten bytes. */
  varint(value: number): void {
    if (value >= 0 && value < 0x80) {
      this.#reserve(1);
      this.#start -= 1;
      this.#bytes[this.#start] = value;
      return;
    }
    if (value >= 0 && value < 0x4000) {
      this.#reserve(2);
      this.#start -= 2;
      this.#bytes[this.#start] = (value % 0x80) | 0x80;
      this.#bytes[this.#start + 1] = Math.floor(value / 0x80);
      return;
    }
    const parts: number[] = [];
    if (value > 0) {
      let rest = value;
      for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) parts.push((rest % 0x80) | 0x80);
      parts.push(rest);
    } else {
      let rest = BigInt.asUintN(64, BigInt(value));
      for (; rest >= 0x80n; rest >>= 7n) parts.push(Number(rest & 0x7fn) | 0x80);
      parts.push(Number(rest));
    }
    this.put(Uint8Array.from(parts));
  }

  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }

  /** Writes a field with its length before what `write` writes. */
  prefixed(number: number, write: () => void): void {
    const before = this.length;
    write();
    this.varint(this.length - before);
    this.tag(number, lengthPrefixed);
  }

  #reserve(count: number): void {
    if (count <= this.#start) return;
    const { length } = this.#bytes;
    const grown = new Uint8Array(Math.max(length * 2, length + count));
    grown.set(this.#bytes, grown.length - length);
    this.#start += grown.length - length;
    this.#bytes = grown;
  }
}

/**
 * Writes an object as Go does: all fields that are no pointer, list or map, even if they are empty, and the entries of maps
 * by their keys. Throws `UnwritableValueError` for a value that does not fit its field; fields that the message does not
 * have are left out.
 */
export function encodeMessage(to: ByteWriter, message: MessageType, object: JsonRecord, path = ''): void {
  const { fields } = message;
  for (let index = fields.length - 1; index >= 0; index -= 1) {
    const field = fields[index];
    if (field !== undefined) writeField(to, field, object, path);
  }
}

function writeField(
  to: ByteWriter,
  { number, name, form, type }: MessageField,
  object: JsonRecord,
  parent: string,
): void {
  if (form === '^') {
    to.prefixed(number, () => {
      encodeMessage(to, type as MessageType, object, parent);
    });
    return;
  }
  const value = Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
  const path = `${parent}.${name}`;
  if (form === ':') {
    const isNil = value === undefined && (type === 'y' || (typeof type !== 'string' && type.isUnion));
    if (!isNil) writeValue(to, number, type, value, path);
  } else if (value === undefined) {
    return;
  } else if (form === '*') {
    writeValue(to, number, type, value, path);
  } else if (form === '[') {
    if (!Array.isArray(value)) throw unwritable(path, 'a list');
    for (let index = value.length - 1; index >= 0; index -= 1) {
      writeValue(to, number, type, (value[index] as unknown) ?? undefined, `${path}[${index}]`);
    }
  } else {
    if (!isJsonRecord(value)) throw unwritable(path, 'a map');
    for (const key of Object.keys(value).sort().reverse()) {
      const item = value[key] ?? undefined;
      to.prefixed(number, () => {
        if (item !== undefined || (type !== 'y' && !isUnion(type))) writeValue(to, 2, type, item, `${path}.${key}`);
        to.prefixed(1, () => {
          to.text(key);
        });
      });
    }
  }
}

function isUnion(type: Scalar | MessageType): boolean {
  return typeof type !== 'string' && type.isUnion;
}

function writeValue(to: ByteWriter, number: number, type: Scalar | MessageType, value: unknown, path: string): void {
  if (type === 'n') {
    to.varint(integerIn(value ?? 0, path));
    to.tag(number, varint);
    return;
  }
  if (type === 'b') {
    if (typeof (value ?? false) !== 'boolean') throw unwritable(path, 'a boolean');
    to.varint(value === true ? 1 : 0);
    to.tag(number, varint);
    return;
  }
  if (type === 'd') {
    const given = value ?? 0;
    if (typeof given !== 'number') throw unwritable(path, 'a number');
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, given, true);
    to.put(bytes);
    to.tag(number, fixed64);
    return;
  }
  to.prefixed(number, () => {
    if (typeof type === 'string') {
      writeText(to, type, value, path);
    } else {
      const object = type.isUnion ? unionOf(value) : (value ?? {});
      if (!isJsonRecord(object)) throw unwritable(path, 'an object');
      encodeMessage(to, type, object, path);
    }
  });
}

function unionOf(value: unknown): unknown {
  if (typeof value === 'boolean') return { allows: value };
  return Array.isArray(value) ? { list: value } : { allows: true, schema: value };
}

function writeText(to: ByteWriter, type: Exclude<Scalar, 'n' | 'b' | 'd'>, value: unknown, path: string): void {
  switch (type) {
    case 's':
      to.text(textIn(value ?? '', path));
      return;
    case 'y':
      to.put(bytesIn(value ?? '', path));
      return;
    case 'q':
      to.prefixed(1, () => {
        to.text(quantityIn(typeof value === 'number' ? String(value) : textIn(value ?? '0', path)));
      });
      return;
    case 'i':
      to.prefixed(3, () => {
        to.text(typeof value === 'string' ? value : '');
      });
      to.varint(typeof value === 'string' ? 0 : integerIn(value ?? 0, path, 32));
      to.tag(2, varint);
      to.varint(typeof value === 'string' ? 1 : 0);
      to.tag(1, varint);
      return;
    case 't':
    case 'm':
      if (value !== undefined) writeTime(to, type, value, path);
      return;
    case 'x':
      if (value === undefined) return;
      to.prefixed(1, () => {
        to.text(JSON.stringify(value));
      });
      return;
  }
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/;

function writeTime(to: ByteWriter, type: 't' | 'm', value: unknown, path: string): void {
  const text = textIn(value, path);
  const [, fraction = ''] = rfc3339.exec(text) ?? [undefined];
  const seconds = Math.floor(Date.parse(text) / 1000);
  const day = Date.parse(text.slice(0, 10));
  // Date.parse takes the 30th of February for a day of March.
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  const isTime = isDay && rfc3339.test(text) && !Number.isNaN(seconds);
  const isExact = type !== 'm' || !to.isSent || fraction.length === 6;
  if (!isTime || !isExact) {
    const layout = `2006-01-02T15:04:05${type === 'm' ? '.000000' : ''}Z07:00`;
    const [rest, element] = isTime ? [text.slice(19), '.000000'] : [text, '2006'];
    const why = `parsing time ${JSON.stringify(text)} as "${layout}": cannot parse ${JSON.stringify(rest)} as "${element}"`;
    throw new UnwritableValueError(why);
  }
  if (seconds === noTime) return;
  to.varint(type === 'm' ? Number(fraction.slice(0, 6).padEnd(6, '0')) * 1000 : 0);
  to.tag(2, varint);
  to.varint(seconds);
  to.tag(1, varint);
}

function integerIn(value: unknown, path: string, bits = 64): number {
  const limit = 2 ** (bits - 1);
  if (typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit) return value;
  throw unwritable(path, `an integer of ${bits} bits`);
}

function textIn(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw unwritable(path, 'a string');
}

function quantityIn(text: string): string {
  const quantity = canonicalQuantity(text);
  if (quantity !== undefined) return quantity;
  const why = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  throw new UnwritableValueError(why);
}

function bytesIn(value: unknown, path: string): Uint8Array {
  const text = textIn(value, path).replace(/[\r\n]/g, '');
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  }
  const wrong = text.search(/[^A-Za-z0-9+/]/);
  throw new UnwritableValueError(
    `illegal base64 data at input byte ${wrong === -1 ? text.length - (text.length % 4) : wrong}`,
  );
}

function unwritable(path: string, form: string): UnwritableValueError {
  return new UnwritableValueError(`${path.slice(1)} is not ${form}`);
}
