import { MalformedAnswerError, UnreadableProtobufError } from '../errors.js';

/** A place in bytes of the protobuf wire format; each reader moves it on. */
export interface Wire {
  readonly bytes: Uint8Array;
  at: number;
  /** Where they came from, and what may not be shown, for errors. */
  readonly path: string;
  readonly conceal: (text: string) => string;
}

// The wire types that are in use. Groups, which begin and end with a type each, are older than Kubernetes.
export const varint = 0;
export const lengthPrefixed = 2;
const fixed64 = 1;
const fixed32 = 5;

/**
 * A signed number of up to 64 bits. Beyond 2^53 it is rounded, to what `JSON.parse` makes of the same number.
 *
 * @param end where the message ends in which it stands
 * @see https://protobuf.dev/programming-guides/encoding/#varints
 */
export function readVarint(wire: Wire, end: number): number {
  const { bytes, at: start } = wire;
  if (start >= end) endsTooEarly(wire);
  let byte = bytes[start] ?? 0;
  wire.at = start + 1;
  if (byte < 0x80) return byte;
  // In parts that a number holds exactly: 28, 28 and 8 bits.
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

/** The end of what begins here with its length. */
export function readEnd(wire: Wire, end: number): number {
  const length = readVarint(wire, end);
  if (length < 0 || length > end - wire.at) broken(wire, 'a length reaches beyond the end');
  return wire.at + length;
}

/** Moves on over the value of a field that is not read. */
export function skipValue(wire: Wire, end: number, wireType: number): void {
  if (wireType === lengthPrefixed) wire.at = readEnd(wire, end);
  else if (wireType === varint) readVarint(wire, end);
  else if (wireType === fixed64 || wireType === fixed32) {
    const length = wireType === fixed64 ? 8 : 4;
    if (length > end - wire.at) endsTooEarly(wire);
    wire.at += length;
  } else broken(wire, `the wire type ${wireType} is not in use`);
}

/** For what is cut off or broken: throws `MalformedAnswerError`, which tells the place. */
export function broken({ path, at, bytes }: Wire, problem: string): never {
  throw new MalformedAnswerError(path, `${problem}, at byte ${at} of ${bytes.byteLength} of the protobuf`);
}

/** For what may be in order, and is told by its JSON alone. */
export function brokenProtobuf({ path, conceal }: Wire, problem: string): never {
  throw new UnreadableProtobufError(path, `it is protobuf that cannot be read here, since ${conceal(problem)}`);
}

function endsTooEarly(wire: Wire): never {
  broken(wire, 'it ends too early');
}
