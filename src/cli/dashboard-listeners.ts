import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createSocketProxy } from './proxy-sockets.js';
import { addressRefusal, bodyOf, createRequestProxy, refuseRequest, type ProxyOptions } from './proxy-requests.js';
import { UsageError } from './errors.js';
import type { LoopbackListeners } from './listen-on-loopback.js';

/** Parameters of {@link createDashboardListeners}. */
export interface DashboardListenersOptions extends Omit<ProxyOptions, 'allowOrigin' | 'token'> {
  /** The folder of the built page, whose files are compressed. */
  readonly folder: string;
  /** What the page is told besides the token. */
  readonly about: object;
}

/** The listeners of a page and of the proxy behind it. */
export interface DashboardListeners extends LoopbackListeners {
  /** Makes a secret that is exchanged for the token, once: it may stand in an address. */
  readonly makeSecret: () => string;
}

const headers: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The page puts this before the paths of the API server. */
const prefix = '/k8s';

/** A secret and some JSON around it. */
const mostBytes = 1000;

/**
 * Creates the listener of a dashboard: the page, the exchange of its secret for a token (`POST /session`), and below `/k8s` the
 * proxy to the API server. The secret of an address works once, since histories keep addresses. What loads the page again is
 * in the session storage of its tab. All of it lives as long as this process, and there is no cookie.
 */
export function createDashboardListeners({ folder, about, ...options }: DashboardListenersOptions): DashboardListeners {
  const files = readPage(folder);
  const token = randomBytes(32).toString('base64url');
  const requestProxy = createRequestProxy({ ...options, token });
  const socketProxy = createSocketProxy({ ...options, token });
  const secrets = new Set<string>();
  // For tabs that are loaded again: a tab that is duplicated takes it along, and then both have it.
  const reloadSecret = randomBytes(32).toString('base64url');
  const reloadHash = hash(reloadSecret);
  const isGood = (given: string): boolean => given === reloadHash || secrets.delete(given);
  const makeSecret = (): string => {
    const secret = randomBytes(32).toString('base64url');
    secrets.add(hash(secret));
    return secret;
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request, mostBytes);
    const secret = body === undefined ? undefined : secretIn(new TextDecoder().decode(body));
    // By its hash, so that the time tells nothing of the secret.
    if (secret === undefined || !isGood(hash(secret))) {
      refuseRequest(response, { status: 403, message: 'the secret is missing, or was used already' });
      return;
    }
    response.writeHead(200, { ...headers, 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...about, token, secret: reloadSecret }));
  };

  const onRequest: RequestListener = (request, response) => {
    const { method = '', url = '' } = request;
    if (url === prefix || url.startsWith(`${prefix}/`)) {
      request.url = url.slice(prefix.length);
      requestProxy(request, response);
      return;
    }
    const refusal = addressRefusal(options, request);
    if (refusal !== undefined) {
      refuseRequest(response, refusal);
      return;
    }
    if (url === '/session' && method === 'POST') {
      exchange(request, response).catch(() => response.destroy());
      return;
    }
    const file = files.get(url === '/' ? '/index.html' : url);
    if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
      refuseRequest(response, { status: 404, message: 'there is no such page' });
      return;
    }
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(200, {
      ...headers,
      'content-type': file.type,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    });
    response.end(method === 'HEAD' ? undefined : isCompressed ? file.bytes : gunzipSync(file.bytes));
  };
  const onUpgrade: DashboardListeners['onUpgrade'] = (request, socket, head) => {
    const { url = '' } = request;
    // What is not below the prefix is no path of an API server either.
    request.url = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : '';
    socketProxy(request, socket, head);
  };
  return { onRequest, onUpgrade, makeSecret };
}

/** Reads the page: no other file can be asked for. */
function readPage(folder: string): ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }> {
  try {
    return new Map(
      readdirSync(folder).flatMap((name) => {
        const file = name.replace(/\.gz$/, '');
        const type = types[path.extname(file)];
        if (type === undefined || file === name) return [];
        return [[`/${file}`, { type, bytes: readFileSync(path.join(folder, name)) }]];
      }),
    );
  } catch (cause) {
    throw new UsageError('the page of the dashboard is missing: install kubeatlas anew', { cause });
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function secretIn(text: string): string | undefined {
  try {
    const { secret } = JSON.parse(text) as { readonly secret?: unknown };
    return typeof secret === 'string' ? secret : undefined;
  } catch {
    return undefined;
  }
}
