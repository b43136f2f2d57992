import { request } from 'node:https';
import type { Reachable } from './ask.js';

/** A GET whose answer is returned as bytes. */
export interface BytesQuestion {
  /** Includes the query. */
  readonly path: string;
  readonly token: string;
  readonly accept: string;
}

/** The answer of the server, whatever its status; for a stream, everything until it ended. */
export interface BytesAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
}

/** Sends one GET on a new connection, bypassing the code under test. */
export function askBytes({ url, ca }: Reachable, { path, token, accept }: BytesQuestion): Promise<BytesAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { accept, authorization: `Bearer ${token}` };
    const sent = request(new URL(path, url), { ca, agent: false, timeout: 20_000, headers });
    sent.once('timeout', () => sent.destroy(new Error(`GET ${path}: no answer after 20 s`)));
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
    sent.end();
  });
}
