import { createServer, type TLSSocket } from 'node:tls';
import { selfSigned } from '../transport/self-signed.js';
import { listening } from './serve-http2.js';

/** One frame of a client. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly id: number;
  readonly payload: Buffer;
}

export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
};
export const codes = { none: 0, protocol: 1, internal: 2, refused: 7, cancel: 8, calm: 11 };

/** A client's connection, as the script of a server sees it. */
export interface Peer {
  readonly socket: TLSSocket;
  /** 0 for the first connection. */
  readonly index: number;
  /** All that came on it. */
  readonly frames: readonly Frame[];
  /** The head of an answer: `:status` first. */
  head(id: number, fields: Readonly<Record<string, string>>, end?: boolean): void;
  data(id: number, content: string | Buffer, end?: boolean): void;
  reset(id: number, code: number): void;
  goaway(lastId: number, code?: number): void;
  settings(values: readonly (readonly [number, number])[]): void;
  send(type: number, flags: number, id: number, payload?: Buffer): void;
}

/** What a server of frames does; it answers SETTINGS and PING by itself unless its script says otherwise. */
export interface FrameScript {
  /** On a new connection, instead of empty SETTINGS. */
  readonly opened?: (peer: Peer) => void;
  /** For each request. */
  readonly request?: (peer: Peer, id: number, hasBody?: boolean) => void;
  readonly frame?: (peer: Peer, frame: Frame) => void;
  readonly answersPings?: boolean;
  /** It says nothing at all. */
  readonly isMute?: boolean;
}

/** A server that says what it likes, frame by frame. */
export interface FrameServer {
  readonly url: string;
  readonly peers: readonly Peer[];
  readonly open: () => number;
}

/** Starts one; it ends with the test. */
export async function serveFrames(script: FrameScript): Promise<FrameServer> {
  const peers: Peer[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer({ ...selfSigned, ALPNProtocols: ['h2'], noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const frames: Frame[] = [];
    const peer = peerOf(socket, peers.length, frames);
    peers.push(peer);
    if (script.isMute === true) return void socket.resume();
    if (script.opened === undefined) peer.settings([]);
    else script.opened(peer);
    readFrames(socket, (frame) => {
      frames.push(frame);
      const { type, flags, id, payload } = frame;
      script.frame?.(peer, frame);
      if (type === frameTypes.settings && flags === 0) peer.send(frameTypes.settings, 1, 0);
      if (type === frameTypes.ping && flags === 0 && script.answersPings !== false) peer.send(type, 1, 0, payload);
      if (type === frameTypes.headers) script.request?.(peer, id, (flags & 1) === 0);
    });
  });
  const url = await listening(server, sockets);
  return { url, peers, open: () => sockets.size };
}

/** What a test waits for. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** A number of four bytes. */
export function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Fields as literals that no table keeps, each name and value shorter than 2^14 bytes. */
export function literals(fields: Iterable<readonly [string, string]>): Buffer {
  const text = (value: string): Buffer[] => {
    const length =
      value.length < 127 ? [value.length] : [127, ((value.length - 127) & 127) | 128, (value.length - 127) >> 7];
    return [Buffer.from(length), Buffer.from(value, 'latin1')];
  };
  return Buffer.concat([...fields].flatMap(([name, value]) => [Buffer.from([0]), ...text(name), ...text(value)]));
}

function peerOf(socket: TLSSocket, index: number, frames: readonly Frame[]): Peer {
  const send = (type: number, flags: number, id: number, payload: Buffer = Buffer.alloc(0)): void => {
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head[3] = type;
    head[4] = flags;
    head.writeUInt32BE(id, 5);
    if (!socket.destroyed) socket.write(Buffer.concat([head, payload]));
  };
  return {
    socket,
    index,
    frames,
    send,
    head: (id, fields, end = false) => send(frameTypes.headers, 4 | Number(end), id, literals(Object.entries(fields))),
    data: (id, text, end = false) => send(frameTypes.data, Number(end), id, Buffer.from(text)),
    reset: (id, code) => send(frameTypes.reset, 0, id, fourBytes(code)),
    goaway: (lastId, code = codes.none) =>
      send(frameTypes.goaway, 0, 0, Buffer.concat([fourBytes(lastId), fourBytes(code)])),
    settings(values) {
      const entries = values.map(([key, value]) => Buffer.concat([Buffer.from([0, key]), fourBytes(value)]));
      send(frameTypes.settings, 0, 0, Buffer.concat(entries));
    },
  };
}

function readFrames(socket: TLSSocket, take: (frame: Frame) => void): void {
  // Begins with the preface of the client, 24 bytes.
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    if (!hasBegun) {
      if (rest.length < 24) return;
      hasBegun = true;
      rest = rest.subarray(24);
    }
    while (rest.length >= 9) {
      const length = rest.readUIntBE(0, 3);
      if (rest.length < 9 + length) return;
      const [type = 0, flags = 0] = rest.subarray(3, 5);
      const frame = { type, flags, id: rest.readUInt32BE(5), payload: Buffer.from(rest.subarray(9, 9 + length)) };
      rest = rest.subarray(9 + length);
      take(frame);
    }
  });
}
