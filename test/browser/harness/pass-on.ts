import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { constants, createGzip, gzipSync } from 'node:zlib';

/** The server behind a site. */
export interface Backend {
  readonly url: string;
  /** PEM. */
  readonly ca?: string | undefined;
  /** Shown to the server; the page knows none. */
  readonly token?: string | undefined;
}

/** Whether the proxy compresses answers that the server does not: each piece flushed, or each piece as a gzip member of its own. */
export type Compression = 'none' | 'flushed' | 'members';

/** One answer that was passed on. */
export interface Passed {
  readonly method: string;
  /** As the server got it. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
}

/** How a request is passed on. */
export interface Passage extends Backend {
  /** What the page puts before the path of the server. */
  readonly prefix: string;
  readonly compression: Compression;
  /** Takes what was passed on. */
  readonly passed: Passed[];
}

/** Passes one request on, and its answer piece by piece; a browser that leaves ends the request at the server too. */
export function passOn(passage: Passage, asked: IncomingMessage, answered: ServerResponse): void {
  const { url, ca, token, prefix, compression, passed } = passage;
  const { method = 'GET' } = asked;
  const path = (asked.url ?? '').slice(prefix.length);
  const { host: _host, origin: _origin, ...headers } = asked.headers;
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = request(url + path, {
    method,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    agent: false,
    ...(ca !== undefined && { ca }),
  });
  const leave = (): void => {
    answered.destroy();
  };
  answered.once('close', () => sent.destroy());
  sent.once('error', leave);
  sent.once('response', (response) => {
    response.once('error', leave);
    const { statusCode = 502 } = response;
    const { connection: _hop, 'transfer-encoding': _coding, 'content-length': length, ...received } = response.headers;
    passed.push({ method, path, status: statusCode, type: received['content-type'] ?? '' });
    const isCompressed =
      compression !== 'none' && statusCode === 200 && response.headers['content-encoding'] === undefined;
    const answer = isCompressed ? { 'content-encoding': 'gzip' } : length && { 'content-length': length };
    answered.writeHead(statusCode, { ...received, ...answer }).flushHeaders();
    if (!isCompressed) response.pipe(answered);
    else if (compression === 'flushed') response.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })).pipe(answered);
    else {
      response.on('data', (piece: Buffer) => answered.write(gzipSync(piece)));
      response.once('end', () => answered.end());
    }
  });
  asked.pipe(sent);
}

/** Passes a WebSocket on; a refusal loses its body, which no browser shows. */
export function passUpgradeOn(
  { url, ca, token, prefix }: Pick<Passage, 'url' | 'ca' | 'token' | 'prefix'>,
  asked: IncomingMessage,
  socket: Duplex,
): void {
  const { host: _host, origin: _origin, ...headers } = asked.headers;
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = request(url + (asked.url ?? '').slice(prefix.length), {
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    agent: false,
    ...(ca !== undefined && { ca }),
  });
  const leave = (): void => void socket.destroy();
  const head = ({ statusCode = 502, rawHeaders }: IncomingMessage): string => {
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}\r\n`] : []));
    return `HTTP/1.1 ${statusCode} \r\n${pairs.join('')}\r\n`;
  };
  sent.once('error', leave);
  sent.once('response', (response) => socket.end(head(response)));
  sent.once('upgrade', (response, upgraded, first) => {
    upgraded.unshift(first);
    upgraded.once('error', leave).once('close', leave);
    socket.once('close', () => upgraded.destroy());
    socket.write(head(response));
    upgraded.pipe(socket).pipe(upgraded);
  });
  socket.once('error', () => sent.destroy());
  sent.end();
}
