import { MalformedAnswerError, UnreadableProtobufError } from '../errors.js';

/** A position in bytes of the protobuf wire format; each reader advances it. */
export interface Wire {
  readonly bytes: Uint8Array;
  at: number;
  /** For errors: the path of the body, and the removal of secrets. */
  readonly path: string;
  readonly conceal: (text: string) => string;
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

/** Throws `MalformedAnswerError` with the position, for truncated or broken bytes. */
export function broken({ path, at, bytes }: Wire, problem: string): never {
  throw new MalformedAnswerError(path, `${problem}, at byte ${at} of ${bytes.byteLength} of the protobuf`);
}

/** Throws `UnreadableProtobufError`, for bytes that may be valid and that only JSON can tell. */
export function brokenProtobuf({ path, conceal }: Wire, problem: string): never {
  throw new UnreadableProtobufError(path, `it is protobuf that cannot be decoded: ${conceal(problem)}`);
}

function endsTooEarly(wire: Wire): never {
  broken(wire, 'it is truncated');
}
