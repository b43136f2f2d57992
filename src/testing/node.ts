// Everything exported here is public API of 'kubeatlas/testing/node'.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, ServerResponse, type IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { requireBoolean, requireKnownOptions, requireObject, type OptionNames } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { hostProblem } from './http/request-target.js';
import { onWebSocket } from './http/upgrade.js';
import { sendReply } from './http/send.js';
import type { FakeApiServer } from './server/fake-api-server.js';
import { upgradeIn } from './server/handle.js';
import { formatKubeconfig } from './tls/kubeconfig.js';
import type { SecureListener } from './tls/secure-listener.js';
import { acceptWebSocket } from './web-socket.js';
import { badRequest, misdirected, unauthorized } from './wire/refusals.js';
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
  /**
   * Whether to serve HTTPS, in HTTP/2 and HTTP/1.1 on one port, with a certificate of an authority of its own. Many
   * clients send credentials over HTTPS alone. @default false
   */
  readonly tls?: boolean | undefined;
}

const optionNames: OptionNames<StartFakeApiServerOptions> = {
  port: true,
  host: true,
  allowedHosts: true,
  basePath: true,
  compresses: true,
  tls: true,
};

/** The user of a kubeconfig: one of `users` by its token, or anybody by a client certificate, which takes `tls`. */
export type KubeconfigUser =
  | { readonly token: string }
  | {
      /** The name of the user. Its rights are those of the same name in `users`. */
      readonly name: string;
      /** Its groups besides `system:authenticated`; `system:masters` has all rights. @default none */
      readonly groups?: readonly string[] | undefined;
    };

/** A listening fake API server. */
export interface RunningFakeApiServer {
  /** The URL for the `server` option of a client. */
  readonly url: string;
  /** The certificate of the authority to trust, PEM; undefined without `tls`. */
  readonly ca: string | undefined;
  /**
   * The text of a kubeconfig file for this server. With `tls`, its user is `kubernetes-admin` of `system:masters` with a
   * client certificate; otherwise it has no credentials, because clients such as kubectl do not send them over HTTP.
   * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
   */
  readonly kubeconfig: string;
  /**
   * Returns the text of a kubeconfig file for another user.
   * @throws InvalidArgumentError for a user without a token on a server without `tls`
   */
  kubeconfigFor(user: KubeconfigUser): string;
  /**
   * Writes `kubeconfig`, or that for another user, to a file that only you can read.
   * @throws the error of the file system
   */
  writeKubeconfig(path: string, user?: KubeconfigUser): Promise<void>;
  /** Closes every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * Listens for HTTP requests on loopback and answers them from a fake API server. Watches and the functions `exec`,
 * `attach` and `portForward` of the server are also reached over WebSockets; SPDY is not spoken.
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
  const { port = 0, host = '127.0.0.1', allowedHosts = [], basePath = '', compresses = false, tls = false } = given;
  const names = [host, ...requireNames(allowedHosts)];
  requireBoolean('tls', tls);
  const secure = tls ? await secured(names) : undefined;
  const listening: Listening = { server, basePath, names, compresses, secure: secure?.listener };
  const answer = (incoming: Incoming, outgoing: Outgoing, upgraded?: Upgraded): void => {
    exchange(listening, incoming, outgoing, upgraded).catch(() => {
      // Let the data written before the break go out first.
      setImmediate(() => {
        breakOff(outgoing, upgraded?.socket);
      });
    });
  };
  const listener = secure?.listener.server ?? createServer();
  listener.on('request', (incoming: Incoming, outgoing: Outgoing) => {
    answer(incoming, outgoing);
  });
  /** Node's server does not count connections that asked for an upgrade. */
  const upgrading = new Set<Duplex>();
  listener.on('upgrade', (incoming: Incoming, socket: Duplex, head: Buffer) => {
    if (isCleartextUpgrade(incoming)) {
      // Refused by answering in HTTP/1.1: the connection begins anew, with the request as if it had not asked.
      socket.unshift(Buffer.concat([headWithoutUpgrade(incoming), head]));
      listener.emit('connection', socket);
      return;
    }
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
  const url = `${tls ? 'https' : 'http'}://${name}:${actual}${basePath.replace(/\/+$/, '')}`;
  const ca = secure?.authority.certificate;
  const kubeconfigFor = (user: KubeconfigUser): string => {
    if ('token' in user) return formatKubeconfig({ server: url, ca, user: { name: 'user', token: user.token } });
    const certificate = secure?.authority.issue({ commonName: user.name, organizations: user.groups });
    if (certificate === undefined) throw new InvalidArgumentError('user', 'must have a token, or the server `tls`');
    return formatKubeconfig({ server: url, ca, user: { name: user.name, certificate } });
  };
  const kubeconfig = tls ? kubeconfigFor(admin) : formatKubeconfig({ server: url, ca, user: { name: admin.name } });
  return {
    url,
    ca,
    kubeconfig,
    kubeconfigFor,
    writeKubeconfig: async (path, user) => {
      await writeFile(path, user === undefined ? kubeconfig : kubeconfigFor(user), { mode: 0o600 });
    },
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      if ('closeAllConnections' in listener) listener.closeAllConnections();
      secure?.listener.closeAllConnections();
      for (const socket of upgrading) socket.destroy();
      await closed;
    },
  };
}

const admin = { name: 'kubernetes-admin', groups: ['system:masters'] } as const;

/** Creates an authority and a listener with a certificate of it. Loaded here, because few listeners need them. */
async function secured(names: readonly string[]) {
  const { createCertificateAuthority } = await import('./tls/certificates.js');
  const { createSecureListener } = await import('./tls/secure-listener.js');
  const authority = createCertificateAuthority('fake-api-server-ca');
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', ...names])];
  const own = authority.issue({ commonName: 'fake-api-server', hosts });
  return { authority, listener: createSecureListener(own, authority.certificate) };
}

/** Reports whether a request offers HTTP/2 without TLS, as the first ones of Java's HttpClient and of `curl --http2` do. */
function isCleartextUpgrade({ headers, socket }: Incoming): boolean {
  return headers.upgrade?.toLowerCase() === 'h2c' && !('encrypted' in socket);
}

/** Returns the head of a request without its upgrade, which Node hands over together with the body. */
function headWithoutUpgrade({ method = '', url = '', rawHeaders }: Incoming): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!['connection', 'http2-settings', 'upgrade'].includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Present over HTTP/2; what is used of requests and answers is otherwise the same. */
interface OfStream {
  readonly stream?: ServerHttp2Stream;
}
type Incoming = IncomingMessage & OfStream & { readonly authority?: string };
type Outgoing = ServerResponse & OfStream;

/** Ends an answer like a lost connection. Over HTTP/2, only its stream ends. */
function breakOff(outgoing: Outgoing, upgraded: Duplex | undefined): void {
  if (outgoing.stream === undefined) (upgraded ?? outgoing).destroy();
  else outgoing.stream.close(internalError);
}

/** INTERNAL_ERROR of RFC 9113. */
const internalError = 2;

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
  readonly secure: SecureListener | undefined;
}

/** A connection whose client asked for another protocol. */
interface Upgraded {
  readonly socket: Duplex;
  /** What came after the head of the request. */
  readonly head: Buffer;
}

async function exchange(
  { server, basePath, names, compresses, secure }: Listening,
  incoming: Incoming,
  outgoing: Outgoing,
  upgraded?: Upgraded,
): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  outgoing.once('close', () => {
    if (!outgoing.writableEnded) gone.abort();
  });
  const user = secure?.userOf(incoming.socket as TLSSocket, incoming.stream?.session);
  const certified = user === 'unknown' ? undefined : user;
  const isUnknown = user === 'unknown' && incoming.headers.authorization === undefined;
  const request = isUnknown ? unauthorized() : toRequest(incoming, names, signal);
  let response =
    request instanceof Request
      ? await server.handle(request, { basePath, certified })
      : sendReply(request.reply, { path: '', switches: {}, signal, onBytes: () => undefined });
  if (upgraded !== undefined && request instanceof Request) {
    const isOpenEnded = response.ok && !response.headers.has('content-length');
    const upgrade = upgradeIn(response) ?? (isOpenEnded ? onWebSocket(request.headers, response) : undefined);
    const key = incoming.headers['sec-websocket-key'];
    if (upgrade !== undefined && 'serve' in upgrade && key !== undefined) {
      outgoing.detachSocket(upgraded.socket as Socket);
      await acceptWebSocket(upgraded.socket, upgraded.head, key, upgrade);
      return;
    }
    // Nothing else reads from the connection, and so would see that the client leaves.
    upgraded.socket.resume().once('end', () => {
      gone.abort();
    });
    if (upgrade !== undefined && 'status' in upgrade) {
      await response.body?.cancel();
      response = sendReply(upgrade, { path: '', switches: {}, signal, onBytes: () => undefined });
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
  if (response.headers.has('content-length')) {
    outgoing.end(encode(new Uint8Array(await response.arrayBuffer())));
    return;
  }
  if (response.body !== null) await copy(response.body, encode, outgoing, signal);
  outgoing.end();
}

const leastCompressed = 128 * 1024;

/**
 * Reports whether kube-apiserver 1.37 compresses an answer: a long one, or a watch that begins with the state. It matches
 * the word gzip exactly.
 */
function isCompressible({ method, headers, url = '/' }: Incoming, length: string | undefined): boolean {
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
  outgoing: Outgoing,
  gone: AbortSignal,
): Promise<void> {
  // Send the head without waiting for the first part, but together with one that is there already.
  setImmediate(() => {
    if (!outgoing.destroyed && !outgoing.writableEnded) outgoing.flushHeaders();
  });
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
function bodyOf(incoming: Incoming): ReadableStream<Uint8Array> {
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
function toRequest(incoming: Incoming, names: readonly string[], signal: AbortSignal): Request | Refusal {
  const { method = 'GET', url = '/', rawHeaders, stream, authority } = incoming;
  const malformed = (): Refusal =>
    badRequest('the request is not an HTTP request that a Kubernetes API server accepts');
  try {
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
      if (!name.startsWith(':')) headers.append(name, value);
    }
    const isPath = url.startsWith('/');
    const target = new URL(isPath ? `http://localhost${url}` : url);
    // An absolute URL names the target host, whatever Host says.
    const hosts = stream === undefined ? (incoming.headersDistinct['host'] ?? []) : [authority ?? ''];
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
