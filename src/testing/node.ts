// Everything exported here is public API of 'kubeatlas/testing/node'.

import { once } from 'node:events';
import { createServer, ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { requireKnownOptions, requireObject, type OptionNames } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { hostProblem } from './http/request-target.js';
import { sendReply } from './http/send.js';
import type { FakeApiServer } from './server/fake-api-server.js';
import { upgradeIn } from './server/handle.js';
import { acceptWebSocket } from './web-socket.js';
import { badRequest, misdirected } from './wire/refusals.js';
import type { Refusal } from './errors.js';

/** Options of {@link startFakeApiServer}. */
export interface StartFakeApiServerOptions {
  /** The port to listen on. @default 0, any free port */
  readonly port?: number | undefined;
  /** The address to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /**
   * Host names to answer for, without a port (`['kubernetes.test']`), besides `host` and the names of loopback
   * (`localhost`, `127.0.0.1`, `[::1]`). A request with any other Host is answered with 421, so that no web page can
   * reach the server through a name that resolves to it.
   * @default none
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The path prefix before `/api`, in `url` and in every request. @default '' */
  readonly basePath?: string | undefined;
  /**
   * Whether clients that accept gzip get what Kubernetes 1.37 compresses: bodies of 128 KiB and more, and watches that
   * begin with the state, each part of them as a gzip member of its own, of which a browser reads only the first.
   * @default false
   */
  readonly compresses?: boolean | undefined;
}

const optionNames: OptionNames<StartFakeApiServerOptions> = {
  port: true,
  host: true,
  allowedHosts: true,
  basePath: true,
  compresses: true,
};

/** A listening fake API server. */
export interface RunningFakeApiServer {
  /** The URL for the `server` option of a client. */
  readonly url: string;
  /** Closes every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * Listens for HTTP requests on loopback and answers them from a fake API server. The functions `exec`, `attach` and
 * `portForward` of the server are reached over WebSockets; nothing else is, and SPDY is not spoken.
 *
 * @throws InvalidArgumentError for a server that is not an object, and for `allowedHosts` that are not a list of names
 * @throws the error of the listener, for example if the port is taken
 * @example
 * const server = await startFakeApiServer(createFakeApiServer({ documents: kubernetes() }));
 * const client = createClient({ server: server.url });
 * await server.close();
 */
export async function startFakeApiServer(
  server: FakeApiServer,
  options: StartFakeApiServerOptions = {},
): Promise<RunningFakeApiServer> {
  requireObject('server', server);
  const given = requireKnownOptions(options, optionNames);
  const { port = 0, host = '127.0.0.1', allowedHosts = [], basePath = '', compresses = false } = given;
  const names = [host, ...requireNames(allowedHosts)];
  const listening: Listening = { server, basePath, names, compresses };
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, upgraded?: Upgraded): void => {
    exchange(listening, incoming, outgoing, upgraded).catch(() => {
      // Let the data written before the break go out first.
      setImmediate(() => {
        outgoing.destroy();
      });
    });
  };
  const listener = createServer((incoming, outgoing) => {
    answer(incoming, outgoing);
  });
  /** Node's server does not count connections that asked for an upgrade. */
  const upgrading = new Set<Duplex>();
  listener.on('upgrade', (incoming, socket, head) => {
    upgrading.add(socket);
    socket.once('close', () => upgrading.delete(socket));
    socket.on('error', () => undefined);
    const outgoing = new ServerResponse(incoming);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(socket as Socket);
    outgoing.once('finish', () => {
      socket.end();
    });
    answer(incoming, outgoing, { socket, head });
  });
  listener.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${actual}${basePath.replace(/\/+$/, '')}`,
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      listener.closeAllConnections();
      for (const socket of upgrading) socket.destroy();
      await closed;
    },
  };
}

function requireNames(value: unknown): readonly string[] {
  const names: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (names?.every((name) => typeof name === 'string' && name !== '') === true) return names as readonly string[];
  throw new InvalidArgumentError('allowedHosts', 'must be a list of names');
}

interface Listening {
  readonly server: FakeApiServer;
  readonly basePath: string;
  /** Host names to answer for besides those of loopback. */
  readonly names: readonly string[];
  readonly compresses: boolean;
}

/** A connection whose client asked for another protocol. */
interface Upgraded {
  readonly socket: Duplex;
  /** What came after the head of the request. */
  readonly head: Buffer;
}

async function exchange(
  { server, basePath, names, compresses }: Listening,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  upgraded?: Upgraded,
): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  outgoing.once('close', () => {
    gone.abort();
  });
  const request = toRequest(incoming, names, signal);
  let response =
    request instanceof Request
      ? await server.handle(request, { basePath })
      : sendReply(request.reply, { path: '', switches: {}, signal, onBytes: () => undefined });
  if (upgraded !== undefined) {
    const upgrade = upgradeIn(response);
    const key = incoming.headers['sec-websocket-key'];
    if (upgrade !== undefined && key !== undefined) {
      outgoing.detachSocket(upgraded.socket as Socket);
      await acceptWebSocket(upgraded.socket, upgraded.head, key, upgrade);
      return;
    }
    if (upgrade === undefined && response.ok && !response.headers.has('content-length')) {
      // A stream would not end: a watch, or a log that is followed.
      await response.body?.cancel();
      const refusal = badRequest('the fake API server does not serve this over a WebSocket');
      response = sendReply(refusal.reply, { path: '', switches: {}, signal, onBytes: () => undefined });
    }
  }
  const headers = Object.fromEntries(response.headers);
  const isCompressed = compresses && response.body !== null && isCompressible(incoming, headers['content-length']);
  if (isCompressed) {
    delete headers['content-length'];
    Object.assign(headers, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  }
  outgoing.writeHead(response.status, headers);
  const encode = isCompressed ? gzipSync : (part: Uint8Array): Uint8Array => part;
  if (response.body !== null) await copy(response.body, encode, outgoing, signal);
  outgoing.end();
}

const leastCompressed = 128 * 1024;

/**
 * Reports whether kube-apiserver 1.37 compresses an answer: a long one, or a watch that begins with the state. It matches
 * the word gzip exactly.
 */
function isCompressible({ method, headers, url = '/' }: IncomingMessage, length: string | undefined): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  if (method !== 'GET' || !accepted.some((coding) => coding.trim() === 'gzip')) return false;
  if (length !== undefined) return Number(length) >= leastCompressed;
  const query = new URLSearchParams(/\?.*$/.exec(url)?.[0]);
  if (!['true', '1'].includes(query.get('allowWatchBookmarks') ?? '')) return false;
  const sendsState = query.get('sendInitialEvents');
  return sendsState === null ? ['', '0', null].includes(query.get('resourceVersion')) : sendsState === 'true';
}

/** Sends each part of a body as it arrives. A client that disconnects ends the body. */
async function copy(
  body: ReadableStream<Uint8Array>,
  encode: (part: Uint8Array) => Uint8Array,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  // Send the head without waiting for the first part.
  outgoing.flushHeaders();
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => undefined);
  };
  gone.addEventListener('abort', leave);
  if (gone.aborted) leave();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (part.value.length > 0 && !outgoing.write(encode(part.value))) await once(outgoing, 'drain', { signal: gone });
  }
}

/**
 * Returns the body as a stream. An unread body is discarded, so that the client gets to read the answer and the next
 * request on its connection is not mistaken for the rest of this one.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isClosed = false;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const over = (act: () => void) => () => {
        if (isClosed) return;
        isClosed = true;
        act();
      };
      incoming.on('data', (part: Buffer) => {
        if (isClosed) return;
        controller.enqueue(new Uint8Array(part));
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.once(
        'end',
        over(() => {
          controller.close();
        }),
      );
      incoming.on('error', (error) => {
        over(() => {
          controller.error(error);
        })();
      });
      incoming.pause();
    },
    pull: () => {
      incoming.resume();
    },
    cancel: () => {
      isClosed = true;
      incoming.resume();
    },
  });
}

/** Returns the request, or the refusal of one that cannot become a Request: another host, TRACE, an invalid URL. */
function toRequest(incoming: IncomingMessage, names: readonly string[], signal: AbortSignal): Request | Refusal {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const malformed = (): Refusal =>
    badRequest('the request is not an HTTP request that a Kubernetes API server accepts');
  try {
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    const isPath = url.startsWith('/');
    const target = new URL(isPath ? `http://localhost${url}` : url);
    // An absolute URL names the target host, whatever Host says.
    const hosts = headersDistinct['host'] ?? [];
    const problem = hostProblem(hosts, names) ?? (isPath ? undefined : hostProblem([target.host], names));
    if (problem === 'malformed') return malformed();
    if (problem === 'foreign') return misdirected(isPath ? (hosts[0] ?? '') : target.host);
    if (method === 'GET' || method === 'HEAD') return new Request(target, { method, headers, signal });
    const sent = { method, headers, signal, body: bodyOf(incoming), duplex: 'half' };
    return new Request(target, sent);
  } catch {
    return malformed();
  }
}
