import type { ClientOptions } from '../../core/client-options.js';
import { abandonOnAbort } from '../../core/shared/abort.js';
import type { Credentials } from '../../core/transport/options.js';
import { type ClientPair, type ClientCertificate, type Pem, secureContextOf, type TlsIdentity } from './pem.js';
import { X509Certificate } from 'node:crypto';
import { inspect } from 'node:util';
import { Agent as PlainAgent, type AgentOptions, type ClientRequest, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { limitConnecting } from '../../core/shared/node-sockets.js';
import { type Proxy, openTunnel, type ProxyAccess, proxyAuthorization, proxyTls, type TunnelTarget } from '../proxy.js';
import { connect as connectPlainly, isIP, isIPv6 } from 'node:net';
import { checkServerIdentity, connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import { Agent } from 'node:https';
import { singleFlight } from '../../core/shared/concurrency.js';
import { KubeconfigError } from '../errors.js';
import type { Material } from '../file/section.js';
import type { ServerIdentity } from './server-identity.js';

export interface PresentedCredentials {
  readonly headers: Credentials['headers'];
  /** A client certificate other than the one that the agents already use. */
  readonly pair?: ClientPair | undefined;
}

/** Called before each request, like `authenticate`. */
export type GetCredentials = (signal: AbortSignal, rejected: boolean) => Promise<PresentedCredentials>;

/** The client options for authentication and its cleanup. */
export type Authentication = Pick<ClientOptions, 'authenticate' | 'onClose'>;

const redactedText = '[credentials]';

/** Combines headers and agent. Printing the result, or converting it to JSON, shows no secret, so logs hold none. */
export function authenticationBy(getCredentials: GetCredentials, agents: Agents): Authentication {
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
    onClose() {
      agents.close();
    },
  };
}

/** Makes a value appear as the given text wherever it is printed or converted to JSON. */
export function unprintable<Value extends object>(value: Value, text: string): Value {
  return Object.defineProperties(value, {
    [inspect.custom]: { value: () => text },
    toJSON: { value: () => text },
  });
}

/** How these agents keep their sockets. */
export const poolOptions = {
  keepAlive: true,
  // The client limits the number of concurrent requests: a limit here would let watches starve requests.
  maxFreeSockets: 16,
  // Below the idle timeout of servers and load balancers (60 seconds and more), so that the client closes the socket.
  timeout: 30_000,
} as const satisfies AgentOptions;

/**
 * Completes an agent: limits how long it may take to connect, and keeps its contents out of logs and JSON. Its sockets
 * hold the headers of the requests under way, credentials included, so they are not enumerable either.
 */
export function finishAgent<A extends PlainAgent>(agent: A, connectTimeoutMs: number, proxy: Proxy | undefined): A {
  const what = proxy === undefined ? 'the connection' : `the connection through the proxy ${proxy.host}:${proxy.port}`;
  limitConnecting(agent, connectTimeoutMs, what);
  for (const name of ['sockets', 'freeSockets', 'requests']) {
    Object.defineProperty(agent, name, { enumerable: false });
  }
  return unprintable(agent, 'Agent {}');
}

/** Lets an agent finish the requests under way, and closes its idle sockets. */
export function retire(agent: PlainAgent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

/** Makes an agent open its sockets through tunnels; an https agent then speaks TLS to the server inside of them. */
export function throughTunnels<A extends PlainAgent>(
  agent: A,
  { secure, open }: { readonly secure: boolean; readonly open: (target: TunnelTarget) => Promise<Duplex> },
): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const done = callback as ((error: Error | null, socket?: Duplex | null) => void) | undefined;
    const opened = async (): Promise<Duplex | null | undefined> => {
      const socket = await open({ host: options.host ?? 'localhost', port: Number(options.port) });
      return secure ? connect(Object.assign({}, options, { socket })) : socket;
    };
    opened().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error),
    );
    return undefined;
  };
  return agent;
}

/**
 * Makes the agent for a server without TLS behind a proxy: requests ask an HTTP proxy for the whole URL, because many
 * proxies open tunnels to TLS ports only. The usual libraries for this log headers and options, including the proxy's
 * password, through the `debug` package; nothing here does.
 * @see https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form
 */
export function createPlainAgent(proxy: Proxy, access: ProxyAccess): PlainAgent {
  const { connectTimeoutMs } = access;
  const agent = new PlainAgent(poolOptions);
  if (proxy.protocol === 'socks5:') {
    const open = (target: { host: string; port: number }) => openTunnel(proxy, target, access);
    return finishAgent(throughTunnels(agent, { secure: false, open }), connectTimeoutMs, proxy);
  }
  const { protocol, host, port } = proxy;
  agent.createConnection = () =>
    protocol === 'https:'
      ? connectSecurely({ host, port, ...proxyTls(proxy, access) })
      : connectPlainly({ host, port });
  return finishAgent(useAbsoluteForm(agent, proxyAuthorization(proxy)), connectTimeoutMs, proxy);
}

/**
 * Makes an agent turn the path of each request into a URL. Node calls `addRequest` with a request before its head is
 * written; agents of other packages have relied on this since Node 0.12.
 */
function useAbsoluteForm(agent: PlainAgent, authorization: string | undefined): PlainAgent {
  const pass: unknown = Reflect.get(agent, 'addRequest');
  if (typeof pass !== 'function') throw new TypeError('the agents of this runtime cannot send requests');
  const addRequest = (request: ClientRequest, options: RequestOptions & AgentOptions, ...more: unknown[]): unknown => {
    const { host, port } = options;
    const name = host ?? 'localhost';
    const authority = `${isIPv6(name) ? `[${name}]` : name}${Number(port ?? 80) === 80 ? '' : `:${port}`}`;
    if (request.path.startsWith('/')) request.path = `http://${authority}${request.path}`;
    if (authorization !== undefined) request.setHeader('proxy-authorization', authorization);
    return Reflect.apply(pass, agent, [request, options, ...more]);
  };
  Reflect.defineProperty(agent, 'addRequest', { value: addRequest, configurable: true, writable: true });
  return agent;
}

/** The pools of sockets of one client. */
export interface Agents {
  /**
   * Returns the agent for a request; undefined for the client's own.
   *
   * @param pair shown instead of the client certificate that the agents were made with
   */
  agent(signal: AbortSignal, pair: ClientPair | undefined): Promise<object | undefined>;
  /** Releases all idle sockets. Later calls get a new agent, because the options may serve several clients. */
  close(): void;
}

export type ConnectSettings = Pick<ServerIdentity, 'insecure' | 'serverName' | 'proxy'> & {
  readonly connectTimeoutMs: number;
};

const noCertificate: ClientCertificate = { clientCertificate: undefined, clientKey: undefined };
const noAgents: Agents = { agent: () => Promise.resolve(undefined), close: () => undefined };

/**
 * Returns the pools of one client: for a server with TLS, the same agent as long as the certificates are the same
 * bytes; none for a server without TLS and without a proxy. Throws a KubeconfigError for invalid certificates or keys;
 * later, a file that is unreadable or invalid leaves the previous agent in use.
 */
export async function agentsFor(
  identity: ServerIdentity,
  connectTimeoutMs: number,
  certificate: ClientCertificate = noCertificate,
): Promise<Agents> {
  const { certificateAuthority, insecure, secure, serverName, proxy } = identity;
  const settings = { insecure, serverName, proxy, connectTimeoutMs };
  if (secure) return createTlsAgents({ certificateAuthority, ...certificate }, settings);
  if (proxy === undefined) return noAgents;
  const authority = proxy.protocol === 'https:' ? await pemOf(certificateAuthority) : undefined;
  const access = proxyAccess(authority, settings);
  let agent: PlainAgent | undefined;
  return {
    agent: () => Promise.resolve((agent ??= createPlainAgent(proxy, access))),
    close() {
      if (agent !== undefined) retire(agent);
      agent = undefined;
    },
  };
}

async function createTlsAgents(
  materials: ClientCertificate & Pick<ServerIdentity, 'certificateAuthority'>,
  settings: ConnectSettings,
): Promise<Agents> {
  const { certificateAuthority, clientCertificate, clientKey } = materials;
  const sources = [certificateAuthority, clientCertificate, clientKey];
  const read = async (): Promise<TlsIdentity> => {
    // One after the other, so that of several unreadable files the same one is reported each time.
    const authority = await pemOf(certificateAuthority);
    const certificate = await pemOf(clientCertificate);
    const key = await pemOf(clientKey);
    return { authority, pair: certificate && key && { certificate, key } };
  };

  let files = await read();
  let current = files;
  let agent: Agent | undefined = makeAgent(current, settings);
  const changes = sources.some((material) => material?.changes);
  const reading = singleFlight(async () => {
    try {
      files = await read();
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
    }
  });

  return {
    async agent(signal, pair) {
      if (changes) await reading.run(signal);
      const next = pair === undefined ? files : { ...files, pair };
      if (agent !== undefined && isSame(next, current)) return agent;
      try {
        const made = makeAgent(next, settings);
        if (agent !== undefined) retire(agent);
        current = next;
        agent = made;
      } catch (error) {
        if (pair !== undefined || !(error instanceof KubeconfigError)) throw error;
      }
      return (agent ??= makeAgent(current, settings));
    },
    close() {
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

function makeAgent(identity: TlsIdentity, settings: ConnectSettings): Agent {
  const { insecure, serverName, proxy, connectTimeoutMs } = settings;
  const agent = new Agent({
    ...poolOptions,
    rejectUnauthorized: !insecure,
    ...expecting(serverName),
    // Not `ca`, `cert` and `key`: Node makes them part of the names of an agent's pools, where inspect shows them.
    secureContext: secureContextOf(identity),
  });
  // For who would show the server somebody else's token: it takes a certificate before that.
  Object.defineProperty(agent, 'showsCertificate', { value: identity.pair !== undefined });
  if (proxy === undefined) return finishAgent(agent, connectTimeoutMs, proxy);
  const access = proxyAccess(identity.authority, settings);
  const open = (target: { host: string; port: number }) => openTunnel(proxy, target, access);
  return finishAgent(throughTunnels(agent, { secure: true, open }), connectTimeoutMs, proxy);
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
      return namesHost(names, expected) ? undefined : otherName(expected, names);
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

function otherName(host: string, names: string): Error {
  const message = `the certificate is not for ${host}, but for ${names === '' ? 'no name' : names}`;
  return Object.assign(new Error(message), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
}

/** As in kubectl, the cluster's authority verifies the proxy. The proxy does not see the client certificate. */
function proxyAccess(authority: Pem | undefined, { proxy, insecure, connectTimeoutMs }: ConnectSettings): ProxyAccess {
  const secureContext = proxy?.protocol === 'https:' ? secureContextOf({ authority, pair: undefined }) : undefined;
  return { secureContext, insecure, connectTimeoutMs };
}
