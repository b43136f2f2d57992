import { get, type Agent } from 'node:https';
import { createGunzip } from 'node:zlib';
import type { ApiServerAccess } from './api-server.js';

/** Options of {@link readByHand}. */
export interface HandRequest {
  readonly access: ApiServerAccess;
  readonly agent: Agent;
  readonly path: string;
  readonly accept?: string | undefined;
  readonly gzip?: boolean | undefined;
}

/** The code without a client for a single answer: `node:https`, joined chunks, `JSON.parse`. */
export function readByHand({ access, agent, path, accept = 'application/json', gzip }: HandRequest): Promise<unknown> {
  const headers = {
    accept,
    authorization: `Bearer ${access.token}`,
    ...(gzip === true && { 'accept-encoding': 'gzip' }),
  };
  return new Promise((resolve, reject) => {
    get(new URL(path, access.url), { agent, headers }, (response) => {
      const body = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
      const pieces: Buffer[] = [];
      body.on('data', (piece: Buffer) => pieces.push(piece));
      body.once('error', reject);
      body.once('end', () => resolve(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
    }).once('error', reject);
  });
}
