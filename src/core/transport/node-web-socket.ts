import { onAbort, reasonOf } from '../shared/abort.js';
import { deferred } from '../shared/concurrency.js';
import { failedWriteOf, outliveFailedWrites } from '../shared/node-sockets.js';
import { requireAbsoluteUrl, plainHeaders } from './request-head.js';
import { ByteCollector } from './body.js';
import { builtinModule, type NodeAgents } from './node-agents.js';
import type { HttpHeaders, TransportConnectRequest, TransportSocket, TransportUpgrade } from './transport.js';
import type { SocketClose } from './web-socket.js';

// A client of RFC 6455 of our own: Kubernetes' tunnel for ports has a subprotocol with a slash in its name, which is
// refused by every library, and in Bun the library takes no agents. See docs/decisions/0041-web-socket.md.

/** The WebSocket broke, or was refused, for a reason with a code of ours: becomes a `ConnectionError`. */
function socketFailure(message: string, code = 'ERR_WEBSOCKET'): Error {
  return Object.assign(new Error(message), { code });
}

/** What is used of a Node `Duplex`. */
interface NodeSocket {
  readonly destroyed: boolean;
  readonly writableLength: number;
  read(): Uint8Array | null;
  write(bytes: Uint8Array, done: (error?: Error | null) => void): boolean;
  end(bytes: Uint8Array): void;
  unshift(bytes: Uint8Array): void;
  destroy(error?: Error): void;
  setTimeout?(ms: number): void;
  setNoDelay?(on: boolean): void;
  once(event: 'close' | 'finish', listener: () => void): void;
  on(event: 'readable' | 'end' | 'close', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

/** What is used of a Node `IncomingMessage`. */
interface NodeAnswer extends AsyncIterable<Uint8Array> {
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What is used of a Node `ClientRequest`. */
interface NodeRequest {
  end(): void;
  destroy(error?: Error): void;
  on(event: 'upgrade', listener: (answer: NodeAnswer, socket: NodeSocket, head: Uint8Array) => void): void;
  on(event: 'response', listener: (answer: NodeAnswer) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

type Request = (url: string, options: { readonly headers: HttpHeaders; readonly agent: object }) => NodeRequest;

/** Opens a WebSocket over Node's own modules, through the agent of the request. */
export async function connectInNode(request: TransportConnectRequest, agents: NodeAgents): Promise<TransportUpgrade> {
  const { url, headers, protocols, signal, agent } = request;
  requireAbsoluteUrl(url);
  const key = btoa(String.fromCharCode(...randomBytes(16)));
  const accept = await acceptOf(key);
  // Nothing is awaited between this and the use of the signal.
  signal?.throwIfAborted();
  const isSecure = url.startsWith('https:');
  const send = Reflect.get(builtinModule(isSecure ? 'node:https' : 'node:http') as object, 'request') as Request;
  return new Promise<TransportUpgrade>((resolve, reject) => {
    const opening = send(url, {
      headers: {
        ...headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': key,
        ...(protocols.length > 0 && { 'sec-websocket-protocol': protocols.join(', ') }),
      },
      agent: agent ?? (isSecure ? agents.httpsAgent : agents.httpAgent),
    });
    const stop = signal && onAbort(signal, () => opening.destroy(reasonOf(signal)));
    opening.on('error', (error) => {
      stop?.();
      reject(error);
    });
    // A refusal; the connection aborts the signal if it does not read all of it.
    opening.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: plainHeaders(answer.headers), body: answer });
    });
    opening.on('upgrade', (answer, socket, head) => {
      stop?.();
      const plain = plainHeaders(answer.headers);
      const protocol = plain['sec-websocket-protocol'] ?? '';
      const spoiled = spoilerOf(plain, accept, protocols);
      if (spoiled !== undefined) {
        socket.on('error', () => undefined);
        socket.destroy();
        reject(socketFailure(`the server switched protocols ${spoiled}`));
        return;
      }
      // The agent's limit for idle sockets holds for this one no longer.
      socket.setTimeout?.(0);
      socket.setNoDelay?.(true);
      if (head.byteLength > 0) socket.unshift(head);
      resolve({ status: 101, headers: plain, body: null, socket: { protocol, ...speak(socket, request) } });
    });
    opening.end();
  });
}

/** What makes the head of an answer that switches protocols none of a WebSocket as it was asked for. */
function spoilerOf(
  head: Readonly<Record<string, string>>,
  accept: string,
  protocols: readonly string[],
): string | undefined {
  const { upgrade = '', 'sec-websocket-accept': proof, 'sec-websocket-protocol': protocol = '' } = head;
  if (upgrade.trim().toLowerCase() !== 'websocket' || proof !== accept) return 'without agreeing to a WebSocket';
  if ((head['sec-websocket-extensions'] ?? '') !== '') return 'with an extension that was not offered';
  return protocol === '' || protocols.includes(protocol) ? undefined : 'with a protocol that was not offered';
}

const opcodes = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;
/** How many bytes of frames are written at once, unless one is longer, and how many wait meanwhile. */
const batchBytes = 128 * 1024;
/** Messages of Kubernetes' protocols are shorter: 32 KiB, and a byte for the channel. */
const likelyBytes = 64 * 1024;
/** How long the server has to take what was sent and to close, after our close frame. */
const goodbyeMs = 1000;

/** Speaks WebSocket on a socket whose handshake is over. */
function speak(
  socket: NodeSocket,
  { maxMessageBytes, signal }: TransportConnectRequest,
): Omit<TransportSocket, 'protocol'> {
  let saidGoodbye = false;
  let broken: Error | undefined;
  /** Settles when the frames that wait can be written. */
  let writing: ReturnType<typeof deferred<void>> | undefined;
  /** The last ping that waits for room for its answer. */
  let unanswered: Uint8Array | undefined;
  /** Frames that wait for the write before them, so that many small ones become one write. */
  let batch: Uint8Array = new Uint8Array();
  let batched = 0;
  /** Memory that was written. New memory for each write would keep the garbage collector busy. */
  const spares: Uint8Array[] = [];
  outliveFailedWrites(socket);
  const closed = deferred<SocketClose>();
  const stop = signal && onAbort(signal, () => socket.destroy());
  // Errors reach the reader, and every later call, by `broken`.
  socket.on('error', (error) => (broken ??= error));
  socket.once('close', () => {
    stop?.();
    writing?.reject(failure());
    if (saidGoodbye) closed.resolve({ code: 1006, reason: '' });
    else closed.reject(failure());
  });

  function failure(): Error {
    return (broken ??= socketFailure('the connection ended without a close frame', 'ECONNRESET'));
  }

  function fail(what: string): never {
    broken ??= socketFailure(`the server broke the WebSocket protocol: ${what}`);
    socket.destroy();
    throw broken;
  }

  function sayGoodbye(code: number): void {
    if (saidGoodbye || socket.destroyed) return;
    saidGoodbye = true;
    writeBatch();
    socket.end(frameOf(opcodes.close, Uint8Array.of(code >> 8, code & 0xff)));
    const timer: unknown = setTimeout(() => socket.destroy(), goodbyeMs);
    // A process need not stay for it.
    (timer as { unref?: () => void }).unref?.();
  }

  function write(opcode: number, payload: Uint8Array): void {
    const longest = headBytes + payload.byteLength;
    if (batched + longest > batch.byteLength) {
      writeBatch();
      batch = longest > batchBytes ? new Uint8Array(longest) : (spares.pop() ?? new Uint8Array(batchBytes));
    }
    batched += frameOf(opcode, payload, batch.subarray(batched)).byteLength;
    if (socket.writableLength === 0) writeBatch();
  }

  function writeBatch(): void {
    if (batched === 0) return;
    const written = batch;
    let isBack = written.byteLength > batchBytes;
    const giveBack = (): void => {
      if (!isBack && spares.length < 2) spares.push(written);
      isBack = true;
    };
    socket.write(written.subarray(0, batched), (error) => {
      giveBack();
      if (error || saidGoodbye || socket.writableLength > 0) return;
      answerPing();
      writeBatch();
      writing?.resolve();
      writing = undefined;
    });
    // The network took all of it at once, and tells so in the next turn.
    if (socket.writableLength === 0) giveBack();
    batch = new Uint8Array();
    batched = 0;
  }

  /** Only the last of several pings needs an answer, so that they take no memory while the server does not read. */
  function answerPing(): void {
    if (unanswered !== undefined) write(opcodes.pong, unanswered);
    unanswered = undefined;
  }

  async function* frames(): AsyncGenerator<Uint8Array, void, undefined> {
    const take = takerOf(socket, failure);
    const fragments = new ByteCollector(0, maxMessageBytes);
    let isFragmented = false;
    for (;;) {
      const [first = 0, second = 0] = await take(2);
      const opcode = first & 0x0f;
      const isFinal = (first & 0x80) !== 0;
      const isControl = opcode >= opcodes.close;
      let length = second & 0x7f;
      if ((first & 0x70) !== 0) fail('an extension that was not agreed on');
      if ((second & 0x80) !== 0) fail('a masked frame');
      if (isControl && (length > 125 || !isFinal)) fail('a control frame that is too long or not whole');
      if (length === 126) length = numberOf(await take(2));
      else if (length === 127) length = numberOf(await take(8));
      if (!isControl && fragments.length + length > maxMessageBytes) {
        fail(`a message of more than ${maxMessageBytes} bytes (maxMessageBytes)`);
      }
      const payload = await take(length);
      if (opcode === opcodes.ping) {
        unanswered = payload;
        if (socket.writableLength === 0 && !saidGoodbye) answerPing();
      } else if (opcode === opcodes.close) {
        const code = payload.byteLength < 2 ? 1005 : numberOf(payload.subarray(0, 2));
        closed.resolve({ code, reason: new TextDecoder().decode(payload.subarray(2)) });
        socket.once('finish', () => socket.destroy());
        sayGoodbye(code === 1005 ? 1000 : code);
        return;
      } else if (opcode === opcodes.continuation || opcode === opcodes.text || opcode === opcodes.binary) {
        if ((opcode === opcodes.continuation) !== isFragmented) fail('fragments in a wrong order');
        if (isFinal && !isFragmented) yield payload;
        else {
          fragments.add(payload);
          isFragmented = !isFinal;
          if (isFinal) yield fragments.take();
        }
      } else if (opcode !== opcodes.pong) fail(`a frame with the unknown opcode ${opcode}`);
    }
  }

  async function* messages(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* frames();
    } catch (error) {
      // Nothing more can be read; what was written may wait for ever.
      socket.destroy();
      // After our goodbye the server may go as it likes.
      if (!saidGoodbye) throw broken ?? error;
    }
  }

  return {
    messages: { [Symbol.asyncIterator]: messages },
    async send(message) {
      const failed = failedWriteOf(socket);
      if (saidGoodbye || socket.destroyed || failed !== undefined) {
        throw broken ?? failed ?? socketFailure('the connection is closed', 'ERR_WEBSOCKET_CLOSED');
      }
      write(opcodes.binary, message);
      if (batched + likelyBytes > batchBytes) await (writing ??= deferred()).promise;
    },
    close() {
      sayGoodbye(1000);
    },
    closed: closed.promise,
  };
}

/**
 * Reads exact numbers of bytes. What lies in one piece is not copied. Unlike the iterator of a stream, it reads what has
 * arrived before the socket broke.
 */
function takerOf(socket: NodeSocket, ended: () => Error): (count: number) => Promise<Uint8Array> {
  let piece: Uint8Array = new Uint8Array();
  let isOver = socket.destroyed;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  socket.on('readable', () => wake());
  socket.on('end', end);
  socket.on('close', end);

  async function next(): Promise<Uint8Array> {
    for (;;) {
      const read = socket.read();
      // Without a copy, and without the methods of a Buffer.
      if (read !== null) return new Uint8Array(read.buffer as ArrayBuffer, read.byteOffset, read.byteLength);
      if (isOver) throw ended();
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  return async (count) => {
    // Larger ones may be announced and never come.
    const collector = new ByteCollector(Math.min(count, likelyBytes), count);
    for (;;) {
      const missing = count - collector.length;
      collector.add(piece.subarray(0, missing));
      piece = piece.subarray(Math.min(missing, piece.byteLength));
      if (collector.length === count) return collector.take();
      piece = await next();
    }
  };
}

/** The longest head of a frame. */
const headBytes = 14;

/** Returns a frame as clients have to send it, masked, in the given memory. */
function frameOf(opcode: number, payload: Uint8Array, room?: Uint8Array): Uint8Array {
  const { byteLength } = payload;
  const extra = byteLength < 126 ? 0 : byteLength < 65_536 ? 2 : 8;
  const frame = (room ?? new Uint8Array(headBytes + byteLength)).subarray(0, 2 + extra + 4 + byteLength);
  const view = new DataView(frame.buffer, frame.byteOffset);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extra === 0 ? byteLength : extra === 2 ? 126 : 127);
  if (extra === 2) view.setUint16(2, byteLength);
  if (extra === 8) view.setBigUint64(2, BigInt(byteLength));
  const mask = nextMask();
  frame.set(mask, 2 + extra);
  const start = frame.byteLength - byteLength;
  frame.set(payload, start);
  let at = 0;
  const maskUntil = (end: number): void => {
    for (; at < end; at += 1) frame[start + at] = (frame[start + at] ?? 0) ^ (mask[at & 3] ?? 0);
  };
  // Four bytes at once, from where they are aligned, are four times as fast.
  if (byteLength > 64) {
    maskUntil(-(frame.byteOffset + start) & 3);
    const [word = 0] = new Int32Array(mask.map((_, index) => mask[(at + index) & 3] ?? 0).buffer);
    const words = new Int32Array(frame.buffer, frame.byteOffset + start + at, (byteLength - at) >> 2);
    for (let index = 0; index < words.length; index += 1) words[index] = (words[index] ?? 0) ^ word;
    at += words.byteLength;
  }
  maskUntil(byteLength);
  return frame;
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

let masks: Uint8Array = new Uint8Array();

/** Four random bytes, of many that were made at once: to make four takes longer than to mask a message with them. */
function nextMask(): Uint8Array {
  if (masks.byteLength === 0) masks = randomBytes(4096);
  const mask = masks.subarray(0, 4);
  masks = masks.subarray(4);
  return mask;
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** The answer that proves that the server understood the key. */
async function acceptOf(key: string): Promise<string> {
  const text = new TextEncoder().encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-1', text))));
}
