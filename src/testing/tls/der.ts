/** Distinguished Encoding Rules (ITU-T X.690), as far as a certificate needs them. */

function encode(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

export function sequence(...content: readonly Uint8Array[]): Buffer {
  return encode(0x30, ...content);
}

export function set(...content: readonly Uint8Array[]): Buffer {
  return encode(0x31, ...content);
}

/** Encodes a positive number, given with its most significant byte first. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  const [first = 0] = bytes;
  return encode(0x02, ...(first >= 0x80 ? [Buffer.from([0])] : []), bytes);
}

export function boolean(value: boolean): Buffer {
  return encode(0x01, Buffer.from([value ? 0xff : 0]));
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return encode(0x03, Buffer.from([unusedBits]), bytes);
}

export function octetString(bytes: Uint8Array): Buffer {
  return encode(0x04, bytes);
}

export function utf8String(text: string): Buffer {
  return encode(0x0c, Buffer.from(text, 'utf8'));
}

/** Encodes a time; valid until 2049. */
export function utcTime(date: Date): Buffer {
  return encode(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`, 'ascii'));
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

/** Encodes a context-specific tag, around other values (constructed) or replacing their own tag. */
export function tagged(number: number, constructed: boolean, ...content: readonly Uint8Array[]): Buffer {
  return encode((constructed ? 0xa0 : 0x80) | number, ...content);
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
