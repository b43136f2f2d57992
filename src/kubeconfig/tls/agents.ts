import { X509Certificate } from 'node:crypto';
import { Agent as PlainAgent, type AgentOptions, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent } from 'node:https';
import { connect as connectPlainly, isIP, isIPv6 } from 'node:net';
import { checkServerIdentity, connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import type { Duplex } from 'node:stream';
import { inspect } from 'node:util';
import type { ClientOptions } from '../../core/client-options.js';
import { abandonOnAbort } from '../../core/shared/abort.js';
import { singleFlight } from '../../core/shared/concurrency.js';
import { limitConnecting } from '../../core/shared/node-sockets.js';
import type { Credentials } from '../../core/transport/options.js';
import { KubeconfigError } from '../errors.js';
import type { Material } from '../file/section.js';
import { type Proxy, openTunnel, type ProxyAccess, proxyAuthorization, proxyTls } from '../proxy.js';
import { type ClientPair, type ClientCertificate, type Pem, secureContextOf, type TlsIdentity } from './pem.js';
import type { ServerIdentity } from './server-identity.js';

export interface PresentedCredentials {
  readonly headers: Credentials['headers'];
  /** A client certificate other than the one that the agents already use. */
  readonly pair?: ClientPair | undefined;
}

/** Called before each request, like `authenticate`. */
export type GetCredentials = (signal: AbortSignal, rejected: boolean) => Promise<PresentedCredentials>;

/** The client options for authentication and its cleanup. */
type Authentication = Pick<ClientOptions, 'authenticate' | 'onClose'>;

const redactedText = '[credentials]';

/**
 * Combines headers and agents. Printing the result, or converting it to JSON, shows no secret, so logs hold none. Throws a
 * KubeconfigError for certificates or keys that are unreadable or invalid.
 */
export async function authenticationBy(
  getCredentials: GetCredentials,
  identity: ServerIdentity,
  certificate?: ClientCertificate,
): Promise<Authentication> {
  const agents = await agentsFor(identity, certificate);
  const credentials = async (signal: AbortSignal, rejected: boolean): Promise<Credentials> => {
    const { headers, pair } = await getCredentials(signal, rejected);
    const agent = await agents.agent(signal, pair);
    return unprintable({ headers: unprintable({ ...headers }, redactedText), agent }, redactedText);
  };
  return {
    async authenticate({ signal, rejected }) {
      signal.throwIfAborted();
      // A file on an unavailable drive must not block a request that has been aborted.
      return abandonOnAbort(credentials(signal, rejected), signal);
    },
    onClose: agents.close,
  };
}

/** Makes a value appear as the given text wherever it is printed or converted to JSON. */
function unprintable<Value extends object>(value: Value, text: string): Value {
  return Object.defineProperties(value, {
    [inspect.custom]: { value: () => text },
    toJSON: { value: () => text },
  });
}

/** How these agents keep their sockets. */
const poolOptions = {
  keepAlive: true,
  // The client limits the number of concurrent requests: a limit here would let watches starve requests.
  maxFreeSockets: 16,
  // Below the idle timeout of servers and load balancers (60 seconds and more), so that the client closes the socket.
  timeout: 30_000,
} as const satisfies AgentOptions;

/** Lets an agent finish the requests under way, and closes its idle sockets. */
function retire(agent: PlainAgent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

/** Makes an agent open its sockets through tunnels; an https agent then speaks TLS to the server inside of them. */
function useTunnels(agent: PlainAgent, proxy: Proxy, access: ProxyAccess): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const done = callback as ((error: Error | null, socket?: Duplex | null) => void) | undefined;
    const open = async (): Promise<Duplex | null | undefined> => {
      const target = { host: options.host ?? 'localhost', port: Number(options.port) };
      const socket = await openTunnel(proxy, target, access);
      return agent instanceof Agent ? connect(Object.assign({}, options, { socket })) : socket;
    };
    open().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error),
    );
    return undefined;
  };
}

/**
 * Makes an agent connect to an HTTP proxy and ask it for the whole URL: for servers without TLS, because many proxies open
 * tunnels to TLS ports only. The usual libraries for this log headers and options, including the proxy's password, through
 * the `debug` package; nothing here does. Node calls `addRequest` with a request before its head is written; agents of other
 * packages have relied on this since Node 0.12.
 * @see https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form
 */
function useAbsoluteForm(agent: PlainAgent, proxy: Proxy, access: ProxyAccess): void {
  const { protocol, host, port } = proxy;
  agent.createConnection = () =>
    protocol === 'https:'
      ? connectSecurely({ host, port, ...proxyTls(proxy, access) })
      : connectPlainly({ host, port });
  const authorization = proxyAuthorization(proxy);
  const pass: unknown = Reflect.get(agent, 'addRequest');
  if (typeof pass !== 'function') throw new TypeError('the agents of this runtime cannot send requests');
  const addRequest = (request: ClientRequest, options: RequestOptions & AgentOptions, ...more: unknown[]): unknown => {
    const name = options.host ?? 'localhost';
    const authority = `${isIPv6(name) ? `[${name}]` : name}${Number(options.port ?? 80) === 80 ? '' : `:${options.port}`}`;
    if (request.path.startsWith('/')) request.path = `http://${authority}${request.path}`;
    if (authorization !== undefined) request.setHeader('proxy-authorization', authorization);
    return Reflect.apply(pass, agent, [request, options, ...more]);
  };
  Reflect.defineProperty(agent, 'addRequest', { value: addRequest, configurable: true, writable: true });
}

/**
 * Returns the pools of one client: the same agent as long as the certificates are the same bytes; none for a server without
 * TLS and without a proxy. Later, a file that is unreadable or invalid leaves the previous agent in use.
 */
async function agentsFor(identity: ServerIdentity, { clientCertificate, clientKey }: Partial<ClientCertificate> = {}) {
  const { secure, proxy, certificateAuthority } = identity;
  if (!secure && proxy === undefined) return { agent: () => Promise.resolve(undefined), close: () => undefined };
  const read = async (): Promise<TlsIdentity> => {
    // One after the other, so that of several unreadable files the same one is reported each time.
    const authority = await pemOf(certificateAuthority);
    const certificate = await pemOf(clientCertificate);
    const key = await pemOf(clientKey);
    return { authority, pair: certificate && key && { certificate, key } };
  };

  let files = await read();
  let current = files;
  let agent: PlainAgent | undefined = makeAgent(identity, current);
  const changes = [certificateAuthority, clientCertificate, clientKey].some((material) => material?.changes);
  const reading = singleFlight(async () => {
    try {
      files = await read();
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
    }
  });

  return {
    /** Returns the agent for a request, with a `pair` instead of the client certificate that the agents were made with. */
    async agent(signal: AbortSignal, pair: ClientPair | undefined) {
      if (changes) await reading.run(signal);
      const next = pair === undefined ? files : { ...files, pair };
      if (agent !== undefined && isSame(next, current)) return agent;
      try {
        const made = makeAgent(identity, next);
        if (agent !== undefined) retire(agent);
        current = next;
        agent = made;
      } catch (error) {
        if (pair !== undefined || !(error instanceof KubeconfigError)) throw error;
      }
      return (agent ??= makeAgent(identity, current));
    },
    /** Releases all idle sockets. Later calls get a new agent, because the options may serve several clients. */
    close: () => {
      if (agent !== undefined) retire(agent);
      agent = undefined;
    },
  };
}

async function pemOf(material: Material | undefined): Promise<Pem | undefined> {
  return material && { text: await material.read(), location: material.location };
}

function isSame(one: TlsIdentity, other: TlsIdentity): boolean {
  return (
    one.authority?.text === other.authority?.text &&
    one.pair?.certificate.text === other.pair?.certificate.text &&
    one.pair?.key.text === other.pair?.key.text
  );
}

/**
 * Makes an agent that is limited in how long it may take to connect, and whose contents stay out of logs and JSON. Its
 * sockets hold the headers of the requests under way, credentials included, so they are not enumerable either.
 */
function makeAgent({ secure, insecure, serverName, proxy, connectTimeoutMs }: ServerIdentity, tls: TlsIdentity) {
  const rejectUnauthorized = !insecure;
  // Not `ca`, `cert` and `key`: Node makes them part of the names of an agent's pools, where inspect shows them.
  const agent = secure
    ? new Agent({ ...poolOptions, rejectUnauthorized, ...expecting(serverName), secureContext: secureContextOf(tls) })
    : new PlainAgent(poolOptions);
  // For who would show the server somebody else's token: it takes a certificate before that.
  Object.defineProperty(agent, 'showsCertificate', { value: tls.pair !== undefined });
  if (proxy !== undefined) {
    // As in kubectl, the cluster's authority verifies the proxy. The proxy does not see the client certificate.
    const secureContext = proxy.protocol === 'https:' ? secureContextOf({ ...tls, pair: undefined }) : undefined;
    const access = { secureContext, rejectUnauthorized, connectTimeoutMs };
    if (secure || proxy.protocol === 'socks5:') useTunnels(agent, proxy, access);
    else useAbsoluteForm(agent, proxy, access);
  }
  const what = proxy === undefined ? 'the connection' : `the connection through the proxy ${proxy.host}:${proxy.port}`;
  limitConnecting(agent, connectTimeoutMs, what);
  for (const name of ['sockets', 'freeSockets', 'requests']) {
    Object.defineProperty(agent, name, { enumerable: false });
  }
  return unprintable(agent, 'Agent {}');
}

/** What the server's certificate must be for, if not the host in its URL. SNI takes no addresses. */
function expecting(serverName: string | undefined): ConnectionOptions {
  const address = serverName?.replace(/^\[(.*)\]$/, '$1') ?? '';
  const isAddress = isIP(address) !== 0;
  return {
    ...(serverName !== undefined && { servername: isAddress ? '' : serverName }),
    checkServerIdentity(host, certificate) {
      const expected = isAddress ? address : host;
      // Node 22.23 finds no address of IPv6 in any certificate.
      if (isIPv6(expected) && new X509Certificate(certificate.raw).checkIP(expected) !== undefined) return undefined;
      const { subjectaltname: names = '' } = certificate;
      // Quotes hide commas: Node knows how to read those.
      if (isIP(expected) !== 0 || names.includes('"')) return checkServerIdentity(expected, certificate);
      if (namesHost(names, expected)) return undefined;
      const message = `the certificate is not for ${expected}, but for ${names === '' ? 'no name' : names}`;
      return Object.assign(new Error(message), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    },
  };
}

/** As in Go, the common name does not count, and `*` stands for the whole first label, also in front of a single one. */
function namesHost(names: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const [, rest] = /^\w[\w-]*(\..+)$/.exec(name) ?? [];
  return names
    .toLowerCase()
    .split(', ')
    .some((each) => each === `dns:${name}` || (rest !== undefined && each === `dns:*${rest}`));
}
