import { request as requestPlainly, type RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import { longestTimerMs } from '../../core/shared/abort.js';
import { connectTimeoutCode } from '../../core/shared/limit-connecting.js';
import { errorCode } from '../file/read-limited.js';
import type { Proxy } from './proxy.js';

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** How to reach a proxy: whom to trust if it speaks TLS, and how long connecting may take. */
export interface ProxyAccess {
  /** Undefined for a proxy that does not speak TLS. */
  readonly secureContext: SecureContext | undefined;
  readonly insecure: boolean;
  readonly connectTimeoutMs: number;
}

/** A failure of a proxy, without its cause: the message of a library may hold the proxy's password. */
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
 * Opens a connection to a server through a proxy, by CONNECT or SOCKS 5; the proxy resolves the server's name. Rejects
 * with an error whose `code` and message describe the failure and show no password. At the limit, no socket is left
 * behind.
 */
export async function openTunnel(proxy: Proxy, target: TunnelTarget, access: ProxyAccess): Promise<Duplex> {
  return proxy.protocol === 'socks5:' ? openBySocks(proxy, target, access) : openByConnect(proxy, target, access);
}

/** Returns the value of Proxy-Authorization; undefined if the proxy's URL holds no credentials. */
export function proxyAuthorization({ login }: Proxy): string | undefined {
  return login && `Basic ${Buffer.from(`${login.user}:${login.password}`, 'utf8').toString('base64')}`;
}

/** Returns the TLS options for a proxy: by default Node would request the name in the Host header, the server's. */
export function proxyTls({ host }: Proxy, { secureContext, insecure }: ProxyAccess) {
  return { secureContext, rejectUnauthorized: !insecure, servername: isIP(host) === 0 ? host : '' };
}

function openByConnect(proxy: Proxy, { host, port }: TunnelTarget, access: ProxyAccess): Promise<Duplex> {
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
  return new Promise((resolve, reject) => {
    const isSecure = proxy.protocol === 'https:';
    const request = isSecure ? requestSecurely({ ...options, ...proxyTls(proxy, access) }) : requestPlainly(options);
    const { connectTimeoutMs } = access;
    const timeoutMessage = `did not open a tunnel within ${connectTimeoutMs} ms (connectTimeoutMs)`;
    const timer = setTimeout(
      () => request.destroy(new TunnelError(proxy, connectTimeoutCode, timeoutMessage)),
      Math.min(connectTimeoutMs, longestTimerMs),
    );
    request.once('connect', ({ statusCode }, socket) => {
      clearTimeout(timer);
      if (statusCode === 200) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(
        new TunnelError(
          proxy,
          'ERR_PROXY_REFUSED',
          `refused to open a tunnel to ${authority}: it answered ${statusCode}`,
        ),
      );
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof TunnelError ? error : unreachable(proxy, error));
    });
    request.end();
  });
}

async function openBySocks(
  proxy: Proxy,
  destination: TunnelTarget,
  { connectTimeoutMs }: ProxyAccess,
): Promise<Duplex> {
  const { host, port, login } = proxy;
  // Loaded on demand: few users have such a proxy, and all others would wait for its library.
  const { SocksClient } = await import('socks');
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...(login && { userId: login.user, password: login.password }) },
      destination,
      command: 'connect',
      timeout: Math.min(connectTimeoutMs, longestTimerMs),
    });
    return socket;
  } catch (error) {
    throw unreachable(proxy, error);
  }
}

function unreachable(proxy: Proxy, error: unknown): TunnelError {
  const message = error instanceof Error ? error.message : 'unknown reason';
  // The SOCKS library has the system's error code only in its message.
  const code = errorCode(error) ?? /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? 'ERR_PROXY_REFUSED';
  return new TunnelError(proxy, code, `could not open a tunnel: ${message}`);
}
