import { request } from 'node:https';

/** Where a server is and how to trust it. */
export interface Reachable {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
}

/** A request of a test's own, past everything that is tested. */
export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** With its query. */
  readonly path: string;
  readonly token?: string | undefined;
  /** A client certificate, PEM. */
  readonly identity?: { readonly certificate: string; readonly key: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What the server answered, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body as JSON. */
  json(): Record<string, unknown>;
}

/** Sends one request on a connection of its own: the plain truth about a server, to hold kubeatlas against. */
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
