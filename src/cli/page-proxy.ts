import { createHash, timingSafeEqual } from 'node:crypto';
import type { Client } from '../index.js';
import { createProxyHandler, type ProxyHandler } from '../proxy/index.js';

/** What sends the requests of a page. */
export type PageClient = Pick<Client, 'stream' | 'connect'>;

/** Parameters of {@link createPageProxy}. */
export interface PageProxyOptions {
  readonly client: PageClient;
  /** What every request has to show: `Authorization: Bearer …`, or a WebSocket as a subprotocol. */
  readonly token: string;
  /** The origin of pages that may send requests, besides its own: `http://localhost:5173`. @default none */
  readonly allowOrigin?: string | undefined;
  /** Refuses whatever may change something. @default false */
  readonly readOnly?: boolean | undefined;
  /** What stands before the paths of the API server. @default '' */
  readonly prefix?: string | undefined;
  /** The port of the server, once it listens. */
  readonly port: () => number;
}

/**
 * Creates a handler that passes requests of a page on this machine to an API server, with the credentials of a client, which never leave
 * this process. Pages of other origins, other machines and other programs are refused: by the Host and Origin headers, and by the token.
 * There is no cookie, which any server on another port of this machine would get.
 */
export function createPageProxy({ client, token, allowOrigin, port, ...options }: PageProxyOptions): ProxyHandler {
  return createProxyHandler({
    ...options,
    origins: (host) => originsOf(host, port(), allowOrigin),
    // The token is in a header, which no browser adds by itself.
    allowMissingOrigin: true,
    credentialsFor: ({ headers }) => (showsToken(headers, token) ? { client } : undefined),
  });
}

/** The origins of pages that may use a server of this machine, by the name in the Host header; none for another name. */
export function originsOf(host: string, port: number, allowOrigin?: string): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!names.includes(host)) return [];
  return [`http://${host}`, ...(allowOrigin === undefined ? [] : [allowOrigin])];
}

/** Where Kubernetes reads a token that a browser cannot send as a header. */
const bearerPrefix = 'base64url.bearer.authorization.k8s.io.';

/** Whether the token is there: once, as a protocol; or as a header, which a development server in between can add. */
export function showsToken(headers: Headers, token: string): boolean {
  const protocols = (headers.get('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim());
  const [given, ...more] = protocols.filter((protocol) => protocol.startsWith(bearerPrefix));
  if (more.length > 0) return false;
  if (given === undefined) return isSame(headers.get('authorization') ?? '', `Bearer ${token}`);
  return isSame(given, bearerPrefix + Buffer.from(token).toString('base64url'));
}

/** Compares in a time that tells nothing of the text. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
