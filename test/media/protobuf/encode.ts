/** Writes protobuf for tests, right or wrong: whatever is asked for. */
export type Bytes = readonly number[];

export const wire = { varint: 0, fixed64: 1, bytes: 2, group: 3, endGroup: 4, fixed32: 5 } as const;

/** A number as it stands on the wire; negative ones take ten bytes. */
export function varint(value: number | bigint): Bytes {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

export function tag(number: number, wireType: number): Bytes {
  return varint((BigInt(number) << 3n) | BigInt(wireType));
}

/** A field of bytes, a text or a message. */
export function bytes(number: number, content: Bytes | string): Bytes {
  const raw = typeof content === 'string' ? [...new TextEncoder().encode(content)] : content;
  return [...tag(number, wire.bytes), ...varint(raw.length), ...raw];
}

export function integer(number: number, value: number | bigint): Bytes {
  return [...tag(number, wire.varint), ...varint(value)];
}

/** Fields one behind the other. */
export function message(...fields: readonly Bytes[]): Bytes {
  return fields.flat();
}

export const magic: Bytes = [0x6b, 0x38, 0x73, 0];

/** An object in its envelope, as Kubernetes writes it. */
export function enveloped(apiVersion: string, kind: string, raw: Bytes, encoding = '', type = ''): Bytes {
  const typeMeta = bytes(1, message(bytes(1, apiVersion), bytes(2, kind)));
  return [...magic, ...message(typeMeta, bytes(2, raw), bytes(3, encoding), bytes(4, type))];
}

/** The metadata of one object. */
export function partial(...metadata: readonly Bytes[]): Bytes {
  return enveloped('meta.k8s.io/v1', 'PartialObjectMetadata', bytes(1, message(...metadata)));
}

/** A list of them, each given by the fields of its metadata. */
export function partialList(metadata: Bytes, ...items: readonly Bytes[]): Bytes {
  const list = message(bytes(1, metadata), ...items.map((item) => bytes(2, bytes(1, item))));
  return enveloped('meta.k8s.io/v1', 'PartialObjectMetadataList', list);
}

/** An event of a watch. */
export function event(type: string, object: Bytes): Bytes {
  return message(bytes(1, type), bytes(2, bytes(1, object)));
}

/** The same with its length before it, as it stands in a stream. */
export function framed(frame: Bytes): Bytes {
  const { length } = frame;
  return [(length >>> 24) & 0xff, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff, ...frame];
}

/** The frames of a stream. */
export function framesOf(stream: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < stream.length;) {
    const length = new DataView(stream.buffer, stream.byteOffset + at).getUint32(0);
    frames.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return frames;
}
