import type { ApiSocket } from '../core/transport/web-socket.js';
import { connectFailure, longestMessage } from './connect-to.js';

// SPDY/3.1 inside a WebSocket, as far as one connection to a port needs it: two streams, one for the data and one for the
// kubelet's error. No flow control: the WebSocket's own does, because a tunnel carries one connection.
// See https://www.chromium.org/spdy/spdy-protocol/spdy-protocol-draft3-1/

/** How a protocol carries one connection. */
export interface PortCarrier {
  send(bytes: Uint8Array): Promise<void>;
  /** Tells the pod the end of its input, where that can be told. */
  readonly end?: () => Promise<void>;
  /** What arrives. Ends when the pod has ended the connection. */
  events(): AsyncIterable<PortEvent>;
}

/** Bytes of the pod, or words of the kubelet that tell an error. */
type PortEvent =
  { readonly data: Uint8Array; readonly words?: undefined } | { readonly data?: undefined; readonly words: Uint8Array };

/** The name of the tunnel's protocol; no `WebSocket` of a runtime accepts the slash. */
export const tunnelProtocol = 'SPDY/3.1+portforward.k8s.io';

const types = { synStream: 1, rstStream: 3, ping: 6 } as const;
const finished = 0x01;
const streams = { error: 1, data: 3 } as const;
const headerBytes = 8;
/** What is read of a control frame; no more is needed of any. */
const keptBytes = 8;

/** Carries one connection to a port through the tunnel. */
export async function tunnel(socket: ApiSocket, port: number, where: string): Promise<PortCarrier> {
  // Compression starts once, with the header of zlib.
  await socket.send(synStream(streams.error, finished, [0x78, 0x01], { streamtype: 'error', port: String(port) }));
  await socket.send(synStream(streams.data, 0, [], { streamtype: 'data', port: String(port) }));
  return {
    async send(bytes) {
      const most = longestMessage - headerBytes;
      for (let at = 0; at < bytes.byteLength; at += most) {
        await socket.send(frame(streams.data, 0, bytes.subarray(at, at + most)));
      }
    },
    end: () => socket.send(frame(streams.data, finished, new Uint8Array())),
    events: () => eventsOf(socket, where),
  };
}

async function* eventsOf(socket: ApiSocket, where: string): AsyncGenerator<PortEvent, void, undefined> {
  const open = new Set<number>(Object.values(streams));
  let wasReset = false;
  let words = false;
  /** Pings that come meanwhile get no answer: a server that does not read may send any number. */
  let isAnswering = false;
  for await (const { first, flags, data, isLast } of framesOf(socket.messages)) {
    const isControl = first >>> 31 === 1;
    const type = isControl ? first & 0xffff : undefined;
    const stream = isControl ? (type === types.rstStream ? wordAt(data, 0) : undefined) : first;
    if (stream === streams.data && !isControl && data.byteLength > 0) yield { data };
    if (stream === streams.error && !isControl && data.byteLength > 0) {
      words = true;
      yield { words: data };
    }
    if (type === types.ping && isLast && !isAnswering) {
      isAnswering = true;
      // Not awaited: the server may read on only after its output has been read.
      const answered = (): void => void (isAnswering = false);
      socket.send(frame(first, 0, data)).then(answered, answered);
    }
    if (!isLast || stream === undefined) continue;
    if (isControl || (flags & finished) !== 0) open.delete(stream);
    wasReset ||= isControl;
    if (open.size > 0) continue;
    if (wasReset && !words) throw connectFailure(where, 'the server reset the connection');
    return;
  }
  throw connectFailure(where, 'the connection to the pod was lost');
}

/** A frame, or of a data frame a piece: its first word, its flags and what it carries. */
interface Frame {
  readonly first: number;
  readonly flags: number;
  readonly data: Uint8Array;
  readonly isLast: boolean;
}

/** Splits messages, which end anywhere, into frames. Nothing of a data frame waits for the rest. */
async function* framesOf(messages: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, undefined> {
  const header = new Uint8Array(headerBytes);
  let kept = new Uint8Array();
  let at = 0;
  let left = 0;
  for await (const message of messages) {
    for (let rest = message; rest.byteLength > 0 || (at === headerBytes && left === 0);) {
      if (at < headerBytes) {
        const taken = rest.subarray(0, headerBytes - at);
        header.set(taken, at);
        at += taken.byteLength;
        rest = rest.subarray(taken.byteLength);
        if (at < headerBytes) break;
        left = wordAt(header, 4) & 0xffffff;
        kept = new Uint8Array();
        if (left > 0) continue;
      }
      const taken = rest.subarray(0, left);
      rest = rest.subarray(taken.byteLength);
      left -= taken.byteLength;
      const first = wordAt(header, 0);
      const isControl = first >>> 31 === 1;
      if (isControl) kept = Uint8Array.from([...kept, ...taken.subarray(0, keptBytes - kept.byteLength)]);
      const isLast = left === 0;
      if (isLast) at = 0;
      if (!isControl || isLast) yield { first, flags: header[4] ?? 0, data: isControl ? kept : taken, isLast };
    }
  }
}

/** Opens a stream, with headers in deflate blocks that are stored, not compressed; an empty one flushes them. */
function synStream(
  stream: number,
  flags: number,
  zlibHeader: readonly number[],
  headers: Readonly<Record<string, string>>,
): Uint8Array {
  const pairs = Object.entries({ ...headers, requestid: '0' });
  const block = [
    ...word(pairs.length),
    ...pairs.flat().flatMap((text) => [...word(text.length), ...new TextEncoder().encode(text)]),
  ];
  const { length } = block;
  const low = [length & 0xff, length >> 8];
  const stored = [0, ...low, ...low.map((byte) => byte ^ 0xff), ...block, 0, 0, 0, 0xff, 0xff];
  const body = [...word(stream), ...word(0), 0, 0, ...zlibHeader, ...stored];
  return frame(0x80030000 | types.synStream, flags, Uint8Array.from(body));
}

function frame(first: number, flags: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(headerBytes + data.byteLength);
  bytes.set([...word(first), flags, ...word(data.byteLength).slice(1)]);
  bytes.set(data, headerBytes);
  return bytes;
}

function word(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function wordAt(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((value, index) => ((value << 8) | (bytes[at + index] ?? 0)) >>> 0, 0);
}
