import { request as requestPlainly, type RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import { SocksClient } from 'socks';
import type { Proxy } from './proxy.js';
import { errorCode } from './read-limited.js';

/** Where a tunnel leads. */
export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** How a proxy that is reached over TLS is known to be the right one. */
export interface ProxyTrust {
  readonly secureContext: SecureContext | undefined;
  readonly insecure: boolean;
}

/** A proxy that does not open a tunnel by then is as good as none. */
const openingMs = 30_000;

/** What is left of a proxy that failed: the words of a library may hold the proxy's password. */
class TunnelError extends Error {
  constructor(
    { host, port }: Proxy,
    readonly code: string,
    what: string,
  ) {
    super(`the proxy ${host}:${port} ${what}`);
  }
}

/**
 * Opens a connection to a server over a proxy, by CONNECT or SOCKS 5; the proxy looks up the server's name. Rejects
 * with an error whose `code` and message tell what happened, and which shows no password.
 */
export async function openTunnel(proxy: Proxy, target: TunnelTarget, trust: ProxyTrust): Promise<Duplex> {
  return proxy.protocol === 'socks5:' ? openBySocks(proxy, target) : openByConnect(proxy, target, trust);
}

/** The value of Proxy-Authorization; undefined where the proxy's URL names nobody. */
export function proxyAuthorization({ login }: Proxy): string | undefined {
  return login && `Basic ${Buffer.from(`${login.user}:${login.password}`, 'utf8').toString('base64')}`;
}

function openByConnect(proxy: Proxy, { host, port }: TunnelTarget, trust: ProxyTrust): Promise<Duplex> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(proxy);
  const options: RequestOptions = {
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
    agent: false,
  };
  const { secureContext, insecure } = trust;
  // Node would ask for the name in the Host header, which is the server's.
  const tls = { secureContext, rejectUnauthorized: !insecure, servername: isIP(proxy.host) === 0 ? proxy.host : '' };
  return new Promise((resolve, reject) => {
    const asked = proxy.protocol === 'https:' ? requestSecurely({ ...options, ...tls }) : requestPlainly(options);
    const timer = setTimeout(() => asked.destroy(new TunnelError(proxy, 'ETIMEDOUT', lateness)), openingMs);
    asked.once('connect', ({ statusCode }, socket) => {
      clearTimeout(timer);
      if (statusCode === 200) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new TunnelError(proxy, 'ERR_PROXY_REFUSED', `opens no tunnel to ${authority}: it answers ${statusCode}`));
    });
    asked.once('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof TunnelError ? error : unreachable(proxy, error));
    });
    asked.end();
  });
}

async function openBySocks(proxy: Proxy, destination: TunnelTarget): Promise<Duplex> {
  const { host, port, login } = proxy;
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...(login && { userId: login.user, password: login.password }) },
      destination,
      command: 'connect',
      timeout: openingMs,
    });
    return socket;
  } catch (error) {
    throw unreachable(proxy, error);
  }
}

const lateness = `opened no tunnel within ${openingMs} ms`;

function unreachable(proxy: Proxy, error: unknown): TunnelError {
  const words = error instanceof Error ? error.message : 'no reason given';
  // The SOCKS library keeps the system's code in its message only.
  const code = errorCode(error) ?? /\bE[A-Z]{4,}\b/.exec(words)?.[0] ?? 'ERR_PROXY_REFUSED';
  return new TunnelError(proxy, code, `opens no tunnel: ${words}`);
}
