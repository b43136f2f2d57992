import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isKubeError, type ApiRequest, type ApiStream, type Client } from '../index.js';

/** Parameters of {@link createRequestProxy}. */
export interface ProxyOptions {
  readonly client: Client;
  /** What every request has to show: `Authorization: Bearer …`. */
  readonly token: string;
  /** The origin of pages that may send requests, besides none at all: `http://localhost:5173`. @default none */
  readonly allowOrigin?: string | undefined;
  /** Refuses whatever may change something. @default false */
  readonly readOnly?: boolean | undefined;
  /** The port of the server, once it listens. */
  readonly port: () => number;
}

/** A refusal before anything is sent to the API server. */
export interface ProxyRefusal {
  readonly status: number;
  readonly message: string;
}

/** The largest body that API servers accept: 3 MiB. */
const mostBodyBytes = 3 * 1024 * 1024;

/**
 * Headers of a page that reach the API server. Everything else stays: credentials are those of this process, nobody may be
 * impersonated, and which encodings the server may use is up to this process, which decodes them: browsers do not decode
 * the watches of Kubernetes 1.37.
 */
const passedHeaders = ['accept', 'content-type', 'if-none-match'];

/** Headers of the API server that reach the page. Cookies, CORS and encodings of the server do not. */
const returnedHeaders = ['content-type', 'etag', 'retry-after', 'warning', 'date', 'audit-id'];

/** Headers of every answer, which is no page: nothing in it may run, be framed or be kept. */
const always: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Answers with a Status, as an API server does. */
export function refuseRequest(
  response: ServerResponse,
  { status, message }: ProxyRefusal,
  headers: OutgoingHttpHeaders = {},
): void {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: status };
  response.writeHead(status, { ...always, ...headers, 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}

/**
 * Creates a request listener that passes requests of a page on this machine to an API server, with the credentials of a
 * client, which never leave this process. Pages of other origins, other machines and other programs are refused: by the Host
 * and Origin headers, and by the token. There is no cookie, which any server on another port of this machine would get.
 */
export function createRequestProxy(
  options: ProxyOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(options, request, response).catch(() => response.destroy());
  };
}

async function answer(options: ProxyOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { client, allowOrigin } = options;
  const cors = corsOf(request.headers, allowOrigin);
  const address = addressRefusal(options, request);
  if (address !== undefined) return refuseRequest(response, address, cors);
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
    response.writeHead(204, { ...always, ...cors, ...preflight }).end();
    return;
  }
  const refusal = requestRefusal(options, request);
  if (refusal !== undefined) return refuseRequest(response, refusal, cors);

  const ending = new AbortController();
  response.on('close', () => {
    ending.abort();
  });
  try {
    const body = await bodyOf(request, mostBodyBytes);
    if (body === undefined) {
      return refuseRequest(response, { status: 413, message: `the body is larger than ${mostBodyBytes} bytes` }, cors);
    }
    const { stream, headers } = await passOn(client, request.url ?? '', {
      method: request.method as 'GET',
      accept: request.headers.accept,
      contentType: request.headers['content-type'],
      ifNoneMatch: request.headers['if-none-match'],
      ...(body.byteLength > 0 && { body }),
      signal: ending.signal,
    });
    response.writeHead(stream.status, { ...always, ...cors, ...headers });
    response.flushHeaders();
    await pipeline(Readable.from(stream.body, { objectMode: false }), response);
  } catch (error) {
    if (ending.signal.aborted || response.headersSent) return void response.destroy();
    const message = isKubeError(error) ? error.message : 'the request could not be passed on';
    refuseRequest(response, { status: 502, message }, cors);
  }
}

/** What of a request is passed on besides its address. */
type PassedRequest = Partial<Pick<ApiRequest, 'method' | 'accept' | 'contentType' | 'ifNoneMatch' | 'body' | 'signal'>>;

/** Sends a request of a page to the API server. Returns the answer, whatever its status, with the headers that the page gets. */
export async function passOn(
  client: Client,
  address: string,
  { accept = '*/*', ...passed }: PassedRequest,
): Promise<{ readonly stream: ApiStream; readonly headers: Readonly<Record<string, string>> }> {
  const { pathname, searchParams } = new URL(address, 'http://relative.invalid');
  const stream = await client.stream({
    ...passed,
    accept,
    path: pathname,
    query: parametersOf(searchParams),
    expected: everyStatus,
    retry: false,
  });
  return { stream, headers: Object.fromEntries(returnedHeaders.flatMap((name) => headerOf(stream.headers, name))) };
}

/** Refuses what did not mean this server, and pages of other origins. */
export function addressRefusal(
  { port, allowOrigin }: Pick<ProxyOptions, 'port' | 'allowOrigin'>,
  { headers }: IncomingMessage,
): ProxyRefusal | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`);
  if (!hosts.includes(headers.host ?? '')) return { status: 421, message: 'the Host header names another server' };
  const { origin } = headers;
  const isOwn = origin === undefined || origin === allowOrigin || hosts.some((host) => origin === `http://${host}`);
  return isOwn ? undefined : { status: 403, message: 'pages of this origin may not use this server' };
}

/** Refuses what does not show the token, and what may not be requested. */
function requestRefusal(
  { token, readOnly = false }: ProxyOptions,
  { headers, method = '', url = '' }: IncomingMessage,
): ProxyRefusal | undefined {
  if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) {
    return { status: 401, message: 'the token of this server is missing: Authorization: Bearer ...' };
  }
  const refusal = pathRefusal(url);
  if (refusal !== undefined) return refusal;
  const { pathname } = new URL(url, 'http://relative.invalid');
  if (!methods.includes(method)) return { status: 405, message: 'this method is not passed on' };
  const isReview =
    method === 'POST' && /^\/apis\/auth(?:entic|oriz)ation\.k8s\.io\/[^/]+\/selfsubject[a-z]*reviews$/.test(pathname);
  if (readOnly && !isReview && !['GET', 'HEAD'].includes(method)) {
    return { status: 403, message: 'this server is read-only (--read-only)' };
  }
  return undefined;
}

/** Refuses paths that are none of an API server, and those that would serve foreign pages. */
export function pathRefusal(url: string): ProxyRefusal | undefined {
  const [path = ''] = url.split('?');
  if (!/^\/[^\s\\]*$/.test(path) || /\/\/|%2f|%00|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) {
    return { status: 400, message: 'the path is not one of an API server' };
  }
  const { pathname } = new URL(url, 'http://relative.invalid');
  const decoded = decode(pathname);
  if (decoded === undefined) return { status: 400, message: 'the path is not encoded as UTF-8' };
  // They would serve pages of others on this origin, with the rights of this user. Old servers have a second path for them.
  if (/\/(pods|services|nodes)\/[^/]+\/proxy(\/|$)|^\/api\/[^/]+\/proxy\//i.test(decoded)) {
    return { status: 403, message: 'proxies of pods, services and nodes are not passed on' };
  }
  return undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const everyStatus: readonly number[] = Array.from({ length: 300 }, (_, index) => 300 + index);

const preflight: OutgoingHttpHeaders = {
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': ['authorization', ...passedHeaders].join(', '),
  'access-control-max-age': '600',
};

function corsOf({ origin }: IncomingHttpHeaders, allowOrigin: string | undefined): OutgoingHttpHeaders {
  if (allowOrigin === undefined || origin !== allowOrigin) return {};
  return {
    'access-control-allow-origin': allowOrigin,
    'access-control-expose-headers': returnedHeaders.join(', '),
    vary: 'origin',
  };
}

/** Compares in a time that tells nothing of the text. */
export function isSame(given: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

function headerOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): [string, string][] {
  const value = headers[name];
  return typeof value === 'string' ? [[name, value]] : [];
}

/** Returns the parameters of an address, each with all its values. */
export function parametersOf(parameters: URLSearchParams): Record<string, string[]> {
  // Without a prototype, a parameter may have any name.
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of parameters) (query[name] ??= []).push(value);
  return query;
}

/** Reads the body of a request; undefined if it is too large. */
export async function bodyOf(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
