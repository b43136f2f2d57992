import { KubeconfigInvalidFieldError, type KubeconfigLocation } from '../errors.js';
import { locationOf, textOf, type Section } from '../file/section.js';
import type { Environment } from '../load-options.js';
import { proxyVariable } from './proxy-environment.js';

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
