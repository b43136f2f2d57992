import type { FakeSocket, Upgrade } from './wire/reply.js';

/** What is used of a Node `Duplex`. */
export interface ServerSocket extends AsyncIterable<Uint8Array> {
  readonly destroyed: boolean;
  readonly writableNeedDrain: boolean;
  write(data: string | Uint8Array): boolean;
  end(data: Uint8Array, sent: () => void): void;
  destroy(): void;
  unshift(data: Uint8Array): void;
  on(event: 'error', listener: () => void): void;
  once(event: 'close' | 'drain', listener: () => void): void;
  off(event: 'close' | 'drain', listener: () => void): void;
}

const opcodes = { text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;
/** Kubernetes' servers read no longer messages. */
const longestMessage = 64 * 1024;
const goodbyeMs = 1000;
const encoder = new TextEncoder();

/**
 * The server's side of RFC 6455, as far as clients of Kubernetes need it: whole messages of up to 64 KiB.
 *
 * @param key the header `Sec-WebSocket-Key` of the client
 * @throws what `serve` throws, which then leaves the connection to the caller
 */
export async function acceptWebSocket(
  socket: ServerSocket,
  head: Uint8Array,
  key: string,
  { protocol, serve }: Upgrade,
): Promise<void> {
  const gone = new AbortController();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    gone.abort();
  });
  const text = encoder.encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  const accept = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-1', text))));
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n${protocol === '' ? '' : `Sec-WebSocket-Protocol: ${protocol}\r\n`}\r\n`,
  );
  if (head.byteLength > 0) socket.unshift(head);
  let hasClosed = false;
  /** Says goodbye; resolves when that is sent. */
  const close = (): Promise<void> => {
    if (hasClosed || socket.destroyed) return Promise.resolve();
    hasClosed = true;
    const timer: unknown = setTimeout(() => {
      socket.destroy();
    }, goodbyeMs);
    (timer as { unref?: () => void }).unref?.();
    return new Promise((resolve) => {
      socket.once('close', resolve);
      socket.end(frameOf(opcodes.close, Uint8Array.of(1000 >> 8, 1000 & 0xff)), resolve);
    });
  };
  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      socket.once('drain', done);
      socket.once('close', done);
    });

  async function* messages(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const { opcode, payload } of framesOf(socket)) {
        if (opcode === opcodes.ping) socket.write(frameOf(opcodes.pong, payload));
        else if (opcode === opcodes.close) return await close();
        else if (opcode === opcodes.binary || opcode === opcodes.text) yield payload;
      }
    } finally {
      // A client that is gone, or that breaks the protocol, gets no more.
      void close();
      socket.destroy();
    }
  }

  const fake: FakeSocket = {
    protocol,
    messages: { [Symbol.asyncIterator]: messages },
    send: async (message) => {
      if (hasClosed || socket.destroyed) return;
      const isText = typeof message === 'string';
      const frame = isText ? frameOf(opcodes.text, encoder.encode(message)) : frameOf(opcodes.binary, message);
      if (!socket.write(frame)) await drained();
    },
    close: () => void close(),
    signal: gone.signal,
  };
  await serve(fake);
  void close();
}

async function* framesOf(
  socket: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly opcode: number; readonly payload: Uint8Array }, void, undefined> {
  let bytes = new Uint8Array();
  for await (const piece of socket) {
    const joined = new Uint8Array(bytes.byteLength + piece.byteLength);
    joined.set(bytes);
    joined.set(piece, bytes.byteLength);
    bytes = joined;
    for (;;) {
      if (bytes.byteLength < 2) break;
      const [first = 0, second = 0] = bytes;
      const short = second & 0x7f;
      const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
      const start = 2 + lengthBytes + 4;
      if (bytes.byteLength < start) break;
      const length =
        lengthBytes === 0 ? short : bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
      // Every frame of a client is whole and masked here.
      if ((first & 0x80) === 0 || (second & 0x80) === 0 || length > longestMessage) return;
      if (bytes.byteLength < start + length) break;
      const mask = bytes.subarray(start - 4, start);
      const payload = bytes.slice(start, start + length).map((byte, at) => byte ^ (mask[at & 3] ?? 0));
      bytes = bytes.subarray(start + length);
      yield { opcode: first & 0x0f, payload };
    }
  }
}

function frameOf(opcode: number, payload: Uint8Array): Uint8Array {
  const { byteLength } = payload;
  const extra = byteLength < 126 ? 0 : byteLength < 0x1_00_00 ? 2 : 8;
  const frame = new Uint8Array(2 + extra + byteLength);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | opcode;
  frame[1] = extra === 0 ? byteLength : extra === 2 ? 126 : 127;
  if (extra === 2) view.setUint16(2, byteLength);
  if (extra === 8) view.setBigUint64(2, BigInt(byteLength));
  frame.set(payload, 2 + extra);
  return frame;
}
