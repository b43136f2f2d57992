import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { longestTimerMs } from '../core/shared/abort.js';
import { KubeconfigInvalidFieldError, type KubeconfigLocation } from './errors.js';
import { type Section, errorCode } from './file/section.js';
import type { Environment } from './load-options.js';

/**
 * Returns the environment variable that names the proxy to a server, as Go programs read it: `HTTPS_PROXY` or
 * `HTTP_PROXY` by the scheme of the server, in upper or lower case, unless `NO_PROXY` exempts the server. Loopback is
 * always exempt. Undefined if there is none.
 * @see https://pkg.go.dev/golang.org/x/net/http/httpproxy
 */
export function proxyVariable(server: URL, env: Environment) {
  const variable = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  // In a CGI program, HTTP_PROXY is a header that the caller chose.
  if (variable === 'HTTP_PROXY' && env['REQUEST_METHOD']) return undefined;
  const name = [variable, variable.toLowerCase()].find((each) => env[each]);
  if (name === undefined || isExempt(server, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  return { name, value: env[name] ?? '' };
}

function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = withoutBrackets(hostname);
  if (host === 'localhost' || inNetwork(host, '127.0.0.0', 8) || inNetwork(host, '::1', 128)) return true;
  const serverPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const rules = noProxy.toLowerCase().split(',');
  return rules.map((rule) => rule.trim()).some((rule) => rule === '*' || matches(rule, host, serverPort));
}

/**
 * Matches `10.0.0.0/8`, an address or a name, both also with a port. A name without a leading dot matches itself and its
 * subdomains.
 */
function matches(rule: string, host: string, port: string): boolean {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(rule) ?? [];
  if (isIP(network) !== 0) return inNetwork(host, network, Number(bits));
  const parts = /^(?:\[([^\]]*)\]|([^:]*)):(\d*)$/.exec(rule);
  const [, bracketed, plain, rulePort] = parts ?? [];
  const name = bracketed ?? plain ?? rule;
  if (name === '' || (rulePort || port) !== port) return false;
  if (isIP(name) !== 0) return inNetwork(host, name, isIPv6(name) ? 128 : 32);
  if (isIP(host) !== 0) return false;
  const domain = name.replace(/^\*\./, '.');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

/** Reports whether an address is in a network. As in Go, `::ffff:10.0.0.1` is the same address as 10.0.0.1. */
function inNetwork(host: string, network: string, bits: number): boolean {
  if (isIP(host) === 0 || bits > (isIPv6(network) ? 128 : 32)) return false;
  // A network of IPv6 that is larger than the addresses of IPv4 in it has none of them.
  if (isIPv6(network) && !isIPv6(host) && bits < 96) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4');
  return list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/** A proxy in front of a server. It holds the proxy's password: keep it out of printed text. */
export interface Proxy {
  readonly protocol: 'http:' | 'https:' | 'socks5:';
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Undefined if the URL contains none. */
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly location: KubeconfigLocation;
}

/** By scheme. Go resolves names by the proxy for both of SOCKS. */
const protocols: ReadonlyMap<string, Proxy['protocol']> = new Map([
  ['http', 'http:'],
  ['https', 'https:'],
  ['socks5', 'socks5:'],
  ['socks5h', 'socks5:'],
]);
/** As clientcmd has them: it does not take socks5h, which the environment may have. */
const schemesOfField = ['http', 'https', 'socks5'];

const standardPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/**
 * Returns the proxy to a server: the cluster's `proxy-url`, or else the one of the environment (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`), as in kubectl; undefined if there is none. Throws a KubeconfigInvalidFieldError for one
 * that cannot be used.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#proxy
 */
export function proxyOf(cluster: Section, server: URL, env: Environment): Proxy | undefined {
  const written = cluster.text('proxy-url');
  if (written !== undefined) return parseProxy(written, cluster.at('proxy-url'), schemesOfField);
  const variable = proxyVariable(server, env);
  if (variable === undefined) return undefined;
  const { name, value } = variable;
  const location = { ...cluster.location, file: undefined, field: name };
  return parseProxy(/^[a-z0-9+.-]+:\/\//i.test(value) ? value : `http://${value}`, location, [...protocols.keys()]);
}

/** Parses the URL of a proxy. It may hold a password, so errors show no more than its scheme. */
function parseProxy(text: string, location: KubeconfigLocation, schemes: readonly string[]): Proxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [scheme = ''] = /^[a-z][a-z0-9+.-]*(?=:\/\/)/.exec(text.toLowerCase()) ?? [];
  const protocol = protocols.get(scheme);
  if (url === undefined || protocol === undefined || !schemes.includes(scheme) || url.hostname === '') {
    const isKnown = scheme === '' || schemes.includes(scheme);
    const what = isKnown ? 'it is not a URL that begins' : `${scheme} is not supported; it must begin`;
    const list = schemes.map((each) => `${each}://`);
    throw new KubeconfigInvalidFieldError(`${what} with ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`, location);
  }
  const { hostname, port, username, password } = url;
  const [user, secret] = [decoded(username, location), decoded(password, location)];
  return {
    protocol,
    host: withoutBrackets(hostname),
    port: port === '' ? standardPorts[protocol] : Number(port),
    login: user === '' && secret === '' ? undefined : { user, password: secret },
    location,
  };
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function decoded(text: string, location: KubeconfigLocation): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new KubeconfigInvalidFieldError('its user name or password is not percent-encoded as in a URL', location);
  }
}

type TunnelTarget = Pick<Proxy, 'host' | 'port'>;

/** How to reach a proxy: whom to trust if it speaks TLS, and how long connecting may take. */
export interface ProxyAccess {
  /** Undefined for a proxy that does not speak TLS. */
  readonly secureContext: SecureContext | undefined;
  readonly rejectUnauthorized: boolean;
  readonly connectTimeoutMs: number;
}

/** A failure of a proxy, without its cause: the message of a library may hold the proxy's password. */
function tunnelError({ host, port }: Proxy, code: string, what: string): Error {
  return Object.assign(new Error(`the proxy ${host}:${port} ${what}`), { code });
}

/**
 * Opens a connection to a server through a proxy, by CONNECT or SOCKS 5; the proxy resolves the server's name. Rejects
 * with an error whose `code` and message describe the failure and show no password. At the limit, of which the agent tells,
 * no socket is left behind.
 */
export async function openTunnel(proxy: Proxy, target: TunnelTarget, access: ProxyAccess): Promise<Duplex> {
  return proxy.protocol === 'socks5:' ? openBySocks(proxy, target, access) : openByConnect(proxy, target, access);
}

/** Returns the value of Proxy-Authorization; undefined if the proxy's URL holds no credentials. */
export function proxyAuthorization({ login }: Proxy): string | undefined {
  return login && `Basic ${Buffer.from(`${login.user}:${login.password}`, 'utf8').toString('base64')}`;
}

/** Returns the TLS options for a proxy: by default Node would request the name in the Host header, the server's. */
export function proxyTls({ host }: Proxy, { secureContext, rejectUnauthorized }: ProxyAccess) {
  return { secureContext, rejectUnauthorized, servername: isIP(host) === 0 ? host : '' };
}

function openByConnect(proxy: Proxy, { host, port }: TunnelTarget, access: ProxyAccess): Promise<Duplex> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(proxy);
  const options = {
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const isSecure = proxy.protocol === 'https:';
    const request = isSecure ? requestSecurely({ ...options, ...proxyTls(proxy, access) }) : requestPlainly(options);
    const timer = setTimeout(() => request.destroy(), Math.min(access.connectTimeoutMs, longestTimerMs));
    request.once('connect', ({ statusCode }, socket) => {
      clearTimeout(timer);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      const what = `refused to open a tunnel to ${authority}: it answered ${statusCode}`;
      reject(tunnelError(proxy, 'ERR_PROXY_REFUSED', what));
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(unreachable(proxy, error));
    });
    request.end();
  });
}

async function openBySocks(proxy: Proxy, destination: TunnelTarget, access: ProxyAccess): Promise<Duplex> {
  const { host, port, login } = proxy;
  // Loaded on demand: few users have such a proxy, and all others would wait for its library.
  const { SocksClient } = await import('socks');
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...(login && { userId: login.user, password: login.password }) },
      destination,
      command: 'connect',
      timeout: Math.min(access.connectTimeoutMs, longestTimerMs),
    });
    return socket;
  } catch (error) {
    throw unreachable(proxy, error);
  }
}

function unreachable(proxy: Proxy, error: unknown): Error {
  const message = error instanceof Error ? error.message : 'unknown reason';
  // The SOCKS library has the system's error code only in its message.
  const code = errorCode(error) ?? /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? 'ERR_PROXY_REFUSED';
  return tunnelError(proxy, code, `could not open a tunnel: ${message}`);
}
