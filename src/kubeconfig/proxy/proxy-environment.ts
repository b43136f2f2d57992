import { BlockList, isIP } from 'node:net';
import type { Environment } from '../load-options.js';

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
