/** A place in bytes of the protobuf wire format; each reader moves it on. */
export interface Wire {
  readonly bytes: Uint8Array;
  at: number;
}

/** What is wrong with a message; whoever knows the path makes an error for the caller of it. */
export class WireFormatError extends Error {
  /** True for what is in order as far as is known, and can only be told from its JSON. */
  readonly isUnreadable: boolean;

  constructor(problem: string, isUnreadable: boolean) {
    super(problem);
    this.isUnreadable = isUnreadable;
  }
}

/** Those that Kubernetes writes. Groups, which begin and end with a type each, are older than Kubernetes. */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

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
    if (index === 10) broken(wire, 'a number has more than 64 bits');
    if (start + index >= end) endsTooEarly(wire);
    byte = bytes[start + index] ?? 0;
    wire.at = start + index + 1;
    const bits = byte & 0x7f;
    if (index < 4) low |= bits << (index * 7);
    else if (index < 8) middle |= bits << ((index - 4) * 7);
    else high |= bits << ((index - 8) * 7);
  }
  if (high > 0xff) broken(wire, 'a number has more than 64 bits');
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
  if (wireType === wireTypes.bytes) wire.at = readEnd(wire, end);
  else if (wireType === wireTypes.varint) readVarint(wire, end);
  else if (wireType === wireTypes.fixed64) skipBytes(wire, end, 8);
  else if (wireType === wireTypes.fixed32) skipBytes(wire, end, 4);
  else broken(wire, `the wire type ${wireType} is none that is in use`);
}

/** Throws a {@link WireFormatError} that tells the place. */
export function broken(wire: Wire, problem: string): never {
  const { at, bytes } = wire;
  throw new WireFormatError(`${problem}, before byte ${at} of ${bytes.byteLength} of the protobuf`, false);
}

/** Throws a {@link WireFormatError} for what may be in order. */
export function unreadable(problem: string): never {
  throw new WireFormatError(`it is protobuf that cannot be read here, since ${problem}`, true);
}

function skipBytes(wire: Wire, end: number, length: number): void {
  if (length > end - wire.at) endsTooEarly(wire);
  wire.at += length;
}

function endsTooEarly(wire: Wire): never {
  broken(wire, 'it ends too early');
}
