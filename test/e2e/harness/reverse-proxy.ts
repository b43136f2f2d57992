import { request, createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import type { Reachable } from './ask.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';

/** Options of a proxy. */
export interface ProxyOptions {
  /** The path prefix before that of the server, such as `/k8s/clusters/c-abc`; everything else is 404. @default '' */
  readonly prefix?: string | undefined;
  /** Reduces Content-Type to the media type. @default false */
  readonly stripsParameters?: boolean | undefined;
  /** Compresses uncompressed answers, and weakens their ETags accordingly, as proxies do. @default false */
  readonly compresses?: boolean | undefined;
  /** Only accepts a name and password (`ada:secret`), and sends the corresponding bearer token to the server. */
  readonly logins?: Readonly<Record<string, string>> | undefined;
}

/** A proxy on loopback, with a separate certificate. */
export interface ReverseProxy extends Reachable {
  /** The requests forwarded so far: method, path as sent to the server, status. */
  readonly passed: readonly string[];
  /** The Authorization header of each request, forwarded or not. */
  readonly authorizations: readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy in front of one server, or of several with a function that picks one for each path. */
export async function startReverseProxy(
  server: Reachable | ((path: string) => Reachable),
  options: ProxyOptions = {},
): Promise<ReverseProxy> {
  const { prefix = '', logins } = options;
  const authority = createCertificateAuthority('kubeatlas e2e proxy');
  const { certificate: cert, key } = authority.issue({ commonName: 'proxy', hosts: ['127.0.0.1'] });
  const passed: string[] = [];
  const authorizations: string[] = [];

  const proxy = createServer({ cert, key }, (asked, answered) => {
    const { method = 'GET', url = '/' } = asked;
    if (!url.startsWith(`${prefix}/`)) {
      answered.writeHead(404, { 'content-type': 'text/html' }).end('<h1>nothing here</h1>');
      return;
    }
    const { host: _host, ...headers } = asked.headers;
    authorizations.push(headers.authorization ?? '');
    if (logins !== undefined) {
      const token = tokenFor(logins, headers.authorization);
      if (token === undefined) {
        answered.writeHead(401, { 'www-authenticate': 'Basic realm="e2e"' }).end();
        return;
      }
      headers.authorization = `Bearer ${token}`;
    }
    const path = url.slice(prefix.length);
    const { url: target, ca } = typeof server === 'function' ? server(path) : server;
    const forwarded = request(new URL(path, target), { method, headers, ca, agent: false });
    forwarded.once('error', () => answered.destroy());
    forwarded.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', () => answered.destroy());
      response.once('end', () => {
        const { statusCode = 502 } = response;
        passed.push(`${method} ${path} ${statusCode}`);
        const { headers, body } = changed(response.headers, Buffer.concat(pieces), options);
        answered.writeHead(statusCode, headers).end(body);
      });
    });
    asked.pipe(forwarded);
  });
  await listen(proxy);
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}${prefix}`,
    ca: authority.certificate,
    passed,
    authorizations,
    close: () => close(proxy),
  };
}

function tokenFor(logins: Readonly<Record<string, string>>, authorization = ''): string | undefined {
  const [, login = ''] = /^Basic (.*)$/.exec(authorization) ?? [];
  return new Map(Object.entries(logins)).get(Buffer.from(login, 'base64').toString('utf8'));
}

interface Changed {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

function changed(
  received: IncomingHttpHeaders,
  body: Buffer,
  { stripsParameters = false, compresses = false }: ProxyOptions,
): Changed {
  const { connection: _hop, 'transfer-encoding': _coding, 'content-length': _length, ...headers } = received;
  if (stripsParameters && headers['content-type'] !== undefined) {
    headers['content-type'] = headers['content-type'].replace(/;.*$/, '');
  }
  if (!compresses) return { headers, body };
  if (headers.etag !== undefined) headers.etag = `W/${headers.etag}`;
  if (body.length === 0 || headers['content-encoding'] !== undefined) return { headers, body };
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}

function listen(proxy: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', resolve);
  });
}

function close(proxy: Server): Promise<void> {
  proxy.closeAllConnections();
  return new Promise((resolve) => {
    proxy.close(() => {
      resolve();
    });
  });
}
