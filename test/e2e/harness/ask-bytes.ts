import { request } from 'node:https';
import type { Reachable } from './ask.js';

/** A request whose answer is returned as bytes. */
export interface BytesQuestion {
  /** @default GET */
  readonly method?: string;
  /** Includes the query. */
  readonly path: string;
  readonly token: string;
  readonly accept: string;
  readonly contentType?: string;
  readonly body?: Uint8Array;
}

/** The answer of the server, whatever its status; for a stream, everything until it ended. */
export interface BytesAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
}

/** Sends one request on a new connection, bypassing the code under test. */
export function askBytes({ url, ca }: Reachable, question: BytesQuestion): Promise<BytesAnswer> {
  const { method = 'GET', path, token, accept, contentType, body } = question;
  return new Promise((resolve, reject) => {
    const headers = {
      accept,
      authorization: `Bearer ${token}`,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(body !== undefined && { 'content-length': body.length }),
    };
    const sent = request(new URL(path, url), { method, ca, agent: false, timeout: 20_000, headers });
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer after 20 s`)));
    sent.once('error', reject);
    sent.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, mediaType: headers['content-type'] ?? '', body: Buffer.concat(pieces) });
      });
    });
    sent.end(body);
  });
}
