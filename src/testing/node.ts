// Everything exported here is public API of 'kubeatlas/testing/node'.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { hostProblem } from './http/request-target.js';
import { sendReply } from './http/send.js';
import type { FakeApiServer } from './server/fake-api-server.js';
import { badRequest, misdirected } from './wire/refusals.js';
import type { Refusal } from './errors.js';

/** Where to listen, and as whom to answer. */
export interface StartFakeApiServerOptions {
  /** @default 0, any free one */
  readonly port?: number | undefined;
  /** @default '127.0.0.1' */
  readonly host?: string | undefined;
  /**
   * Names by which the server may be called besides those of loopback (`localhost`, `127.0.0.1`, `[::1]`) and `host`:
   * `['kubernetes.test']`, without a port. A request whose Host is another is 421, so that no web page reaches the server
   * by a name that was made to point at it.
   * @default none
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** What stands before `/api` in `url` and in every request. @default '' */
  readonly basePath?: string | undefined;
}

/** A fake API server that listens. */
export interface RunningFakeApiServer {
  /** What a client is given as `server`. */
  readonly url: string;
  /** Ends every connection and stops. */
  close(): Promise<void>;
}

/**
 * Listens for HTTP on loopback and lets a fake API server answer. Rejects when the port is taken.
 *
 * @throws InvalidArgumentError for a server that is none, and for `allowedHosts` that are no list of names
 * @throws the error of the listener, where the port is taken say
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
  const { port = 0, host = '127.0.0.1', allowedHosts = [], basePath = '' } = requireObject('options', options);
  const names = [host, ...requireNames(allowedHosts)];
  const listener = createServer((incoming, outgoing) => {
    exchange({ server, basePath, names }, incoming, outgoing).catch(() => {
      // What was written before the break goes out first.
      setImmediate(() => {
        outgoing.destroy();
      });
    });
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
      await closed;
    },
  };
}

function requireNames(value: unknown): readonly string[] {
  const names: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (names?.every((name) => typeof name === 'string' && name !== '') === true) return names as readonly string[];
  throw new InvalidArgumentError('allowedHosts', 'has to be a list of names');
}

interface Listening {
  readonly server: FakeApiServer;
  readonly basePath: string;
  /** By which the server may be called besides those of loopback. */
  readonly names: readonly string[];
}

async function exchange(
  { server, basePath, names }: Listening,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  outgoing.once('close', () => {
    gone.abort();
  });
  const request = toRequest(incoming, names, signal);
  const response =
    request instanceof Request
      ? await server.handle(request, { basePath })
      : sendReply(request.reply, { path: '', switches: {}, signal, onBytes: () => undefined });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body !== null) await copy(response.body, outgoing, signal);
  outgoing.end();
}

/** Sends each part of a body when it comes. A client that leaves ends the body. */
async function copy(body: ReadableStream<Uint8Array>, outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  // The head must not wait for a first part.
  outgoing.flushHeaders();
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => undefined);
  };
  gone.addEventListener('abort', leave);
  if (gone.aborted) leave();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!outgoing.write(part.value)) await once(outgoing, 'drain', { signal: gone });
  }
}

/**
 * The body as it comes. What nobody wants to read is let pass, so that the client gets to read the answer, and the next
 * request on its connection is not taken for more of this one.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const over = (act: () => void) => () => {
        if (isOver) return;
        isOver = true;
        act();
      };
      incoming.on('data', (part: Buffer) => {
        if (isOver) return;
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
      isOver = true;
      incoming.resume();
    },
  });
}

/** The request, or what is answered to one that no Request can stand for: another host's, TRACE, a URL that is none. */
function toRequest(incoming: IncomingMessage, names: readonly string[], signal: AbortSignal): Request | Refusal {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const malformed = badRequest('the request is no HTTP request that a Kubernetes API server takes');
  try {
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    const isPath = url.startsWith('/');
    const target = new URL(isPath ? `http://localhost${url}` : url);
    // A whole URL says for whom the request is, whatever Host says.
    const hosts = headersDistinct['host'] ?? [];
    const problem = hostProblem(hosts, names) ?? (isPath ? undefined : hostProblem([target.host], names));
    if (problem === 'malformed') return malformed;
    if (problem === 'foreign') return misdirected(isPath ? (hosts[0] ?? '') : target.host);
    if (method === 'GET' || method === 'HEAD') return new Request(target, { method, headers, signal });
    const sent = { method, headers, signal, body: bodyOf(incoming), duplex: 'half' };
    return new Request(target, sent);
  } catch {
    return malformed;
  }
}
