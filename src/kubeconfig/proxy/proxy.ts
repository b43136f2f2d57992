import { BlockList, isIP } from 'node:net';
import type { Environment } from '../load-options.js';
import { KubeconfigInvalidFieldError, type KubeconfigLocation } from '../errors.js';
import { locationOf, type Section, textOf } from '../file/section.js';

/**
 * Returns the environment variable that names the proxy to a server, as Go programs read it: `HTTPS_PROXY` or
 * `HTTP_PROXY` by the scheme of the server, in upper or lower case, unless `NO_PROXY` exempts the server. Loopback is
 * always exempt. Undefined if there is none.
 * @see https://pkg.go.dev/golang.org/x/net/http/httpproxy
 */
export function proxyVariable(
  server: URL,
  env: Environment,
): { readonly name: string; readonly value: string } | undefined {
  const variable = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  // In a CGI program, HTTP_PROXY is a header that the caller chose.
  if (variable === 'HTTP_PROXY' && env['REQUEST_METHOD']) return undefined;
  const name = [variable, variable.toLowerCase()].find((each) => env[each]);
  if (name === undefined || isExempt(server, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  return { name, value: env[name] ?? '' };
}

function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || inNetwork(host, '127.0.0.0/8') || host === '::1') return true;
  const serverPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
    .some((rule) => rule === '*' || inNetwork(host, rule) || isNamed(host, serverPort, rule));
}

/** Reports whether an address is in a network such as `10.0.0.0/8`. */
function inNetwork(host: string, rule: string): boolean {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(rule) ?? [];
  const family = isIP(network);
  if (family === 0 || family !== isIP(host) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);
  return list.check(host, type);
}

/** Matches `host`, `host:port` or `.domain`; a name without a leading dot matches itself and its subdomains. */
function isNamed(host: string, port: string, rule: string): boolean {
  const parts = isIP(rule) === 0 ? /^\[?(.*?)\]?(?::(\d*))?$/.exec(rule) : [rule, rule];
  const [, name = '', rulePort] = parts ?? [];
  if (name === '' || (rulePort || port) !== port) return false;
  if (isIP(host) !== 0) return inNetwork(host, `${name}/${isIP(host) === 4 ? 32 : 128}`);
  const domain = name.replace(/^\*\./, '.');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
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

const standardPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/**
 * Returns the proxy to a server: the cluster's `proxy-url`, or else the one of the environment (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`), as in kubectl; undefined if there is none. Throws a KubeconfigInvalidFieldError for one
 * that cannot be used.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#proxy
 */
export function proxyOf(cluster: Section, server: URL, env: Environment): Proxy | undefined {
  const written = textOf(cluster, 'proxy-url');
  if (written !== undefined) return parseProxy(written, locationOf(cluster, 'proxy-url'));
  const variable = proxyVariable(server, env);
  if (variable === undefined) return undefined;
  const { name, value } = variable;
  const location = { ...cluster.location, file: undefined, field: name };
  return parseProxy(/^[a-z0-9+.-]+:\/\//i.test(value) ? value : `http://${value}`, location);
}

/** Parses the URL of a proxy. It may hold a password, so errors do not show it. */
function parseProxy(text: string, location: KubeconfigLocation): Proxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isKnown(url.protocol) || url.hostname === '')
    throw new KubeconfigInvalidFieldError('it is not a URL that begins with http://, https:// or socks5://', location);
  const { protocol, hostname, port, username, password } = url;
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? standardPorts[protocol] : Number(port),
    login:
      username === '' && password === ''
        ? undefined
        : { user: decoded(username, location), password: decoded(password, location) },
    location,
  };
}

function isKnown(protocol: string): protocol is Proxy['protocol'] {
  return Object.hasOwn(standardPorts, protocol);
}

function decoded(text: string, location: KubeconfigLocation): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new KubeconfigInvalidFieldError('its user name or password is not percent-encoded as in a URL', location);
  }
}
