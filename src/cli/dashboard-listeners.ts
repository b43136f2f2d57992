import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { UsageError } from './errors.js';
import type { LoopbackListeners } from './listen-on-loopback.js';
import { sendStatuses, type PageCluster } from './dashboard-clusters.js';
import { createPortSockets } from './dashboard-ports.js';
import { mostSettingsLetters, type DashboardSettings } from './dashboard-settings.js';
import type { Fleet } from '../fleet/index.js';
import { createPageProxy, originsOf, showsToken } from './page-proxy.js';

/** Parameters of {@link createDashboardListeners}. */
export interface DashboardListenersOptions {
  readonly clusters: readonly PageCluster[];
  /** Those clusters, if there may be several. */
  readonly fleet?: Fleet | undefined;
  readonly readOnly: boolean;
  readonly settings: DashboardSettings;
  /** The port of the server, once it listens. */
  readonly port: () => number;
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

/** A secret and some JSON around it. */
const mostSecretLetters = 1000;

/**
 * Creates the listener of a dashboard: the page, the exchange of its secret for a token (`POST /session`), and below the prefix of
 * each cluster the proxy to its API server; of several clusters, how each is reached (at its prefix), what each is (`/clusters`),
 * and ports of pods (`/ports`). The secret of an address works once, since histories keep addresses. What loads the page again is
 * in the session storage of its tab. All of it lives as long as this process, and there is no cookie.
 */
export function createDashboardListeners(options: DashboardListenersOptions): DashboardListeners {
  const { clusters, fleet, readOnly, folder, about, settings, port } = options;
  const files = readPage(folder);
  const token = randomBytes(32).toString('base64url');
  const served = clusters.map((cluster) => {
    const { client, prefix } = cluster;
    return { cluster, proxy: createPageProxy({ client, readOnly, port, token, prefix }) };
  });
  const proxyOf = (url: string) => served.find(({ cluster }) => url.startsWith(`${cluster.prefix}/`))?.proxy;
  const forwardPorts = createPortSockets({ clusters, token, port, readOnly });
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
    const secret = secretIn(await textOf(request, mostSecretLetters));
    // By its hash, so that the time tells nothing of the secret.
    if (secret === undefined || !isGood(hash(secret))) {
      refuse(response, 403, 'the secret is missing or was used already: run kubeatlas dashboard again');
      return;
    }
    sendJson(response, { ...about, settings: settings.read(), token, secret: reloadSecret });
  };

  /** Answers what the page asks of this process, with its token. */
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://relative.invalid');
    const cluster = clusters.find(({ prefix }) => prefix === pathname);
    if (request.method === 'POST' && pathname === '/settings') {
      const isTaken = await settings.change(await textOf(request, mostSettingsLetters));
      if (isTaken) response.writeHead(204, headers).end();
      else refuse(response, 400, 'the settings must be an object, and not too large');
      return true;
    }
    if (request.method !== 'GET' || fleet === undefined) return false;
    if (pathname === '/clusters') {
      response.writeHead(200, { ...headers, 'content-type': 'application/x-ndjson' });
      const only = searchParams.getAll('only');
      await sendStatuses(fleet, (index) => only.length === 0 || only.includes(String(index)), { request, response });
      return true;
    }
    if (cluster === undefined) return false;
    const opened = await cluster.whole().catch((error: unknown) => {
      refuse(response, 502, error instanceof Error ? error.message : String(error));
    });
    if (opened !== undefined) sendJson(response, { server: opened.client.server, namespace: opened.namespace });
    return true;
  };

  const onRequest: RequestListener = (request, response) => {
    const { method = '', url = '' } = request;
    const proxy = proxyOf(url);
    if (proxy !== undefined) {
      proxy.node(request, response);
      return;
    }
    const { host = '', origin } = request.headers;
    const origins = originsOf(host, port());
    if (origins.length === 0) return refuse(response, 421, 'the Host header names another server');
    if (origin !== undefined && !origins.includes(origin)) {
      return refuse(response, 403, 'pages of this origin may not use this server');
    }
    if (url === '/session' && method === 'POST') {
      exchange(request, response).catch(() => response.destroy());
      return;
    }
    if (showsToken(new Headers({ authorization: request.headers.authorization ?? '' }), token)) {
      answer(request, response).then(
        (isAnswered) => {
          if (!isAnswered) refuse(response, 404, 'there is nothing at this path');
        },
        () => response.destroy(),
      );
      return;
    }
    const file = files.get(url === '/' ? '/index.html' : url);
    if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
      refuse(response, 404, 'there is no such page');
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
  return {
    onRequest,
    onUpgrade(request, socket, head) {
      if (request.url?.startsWith('/ports?') === true) {
        forwardPorts(request, socket, head);
        return;
      }
      const proxy = proxyOf(request.url ?? '') ?? served[0]?.proxy;
      proxy?.upgrade(request, socket, head);
    },
    makeSecret,
  };
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { ...headers, 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
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
    throw new UsageError('the page of the dashboard is missing: reinstall kubeatlas', { cause });
  }
}

/** Refuses what is not below the prefix. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code: status }));
}

/** Reads the body of a request; nothing of one that is too long. */
async function textOf(request: IncomingMessage, mostLetters: number): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) {
    text += String(piece);
    if (text.length > mostLetters) return '';
  }
  return text;
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
