import { request } from 'node:https';

/** The address of a server, and the certificate to trust. */
export interface Reachable {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
}

/** A request sent by a test itself, bypassing the code under test. */
export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** Includes the query. */
  readonly path: string;
  readonly token?: string | undefined;
  /** A client certificate, PEM. */
  readonly identity?: { readonly certificate: string; readonly key: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The answer of the server, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Parses the body as JSON. */
  json(): Record<string, unknown>;
}

/** Sends one request on a new connection, to check kubeatlas against the actual state of a server. */
export function ask({ url, ca }: Reachable, question: Question): Promise<Answer> {
  const { method = 'GET', path, token, identity, headers, body, timeoutMs = 20_000 } = question;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), {
      method,
      ca,
      agent: false,
      timeout: timeoutMs,
      ...(identity && { cert: identity.certificate, key: identity.key }),
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer after ${timeoutMs} ms`)));
    sent.once('error', reject);
    sent.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', reject);
      response.once('end', () => {
        const read = Buffer.concat(pieces).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: read,
          json: () => JSON.parse(read) as Record<string, unknown>,
        });
      });
    });
    sent.end(text);
  });
}
