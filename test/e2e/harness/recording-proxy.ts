import { Agent, request } from 'node:https';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reachable } from './ask.js';

/** One request as received by a {@link RecordingProxy}. */
export interface Recorded {
  /** When it started to arrive, by `Date.now()`. */
  readonly at: number;
  /** When it started, by `Date.now()` of its sender, from the header `x-began`. */
  readonly began: number;
  /** The sender, from its User-Agent. */
  readonly sender: string;
  readonly method: string;
  readonly path: string;
  /** The time and status of the answer; undefined until then. */
  readonly answered: { readonly at: number; readonly status: number } | undefined;
}

/** A request held back by a {@link RecordingProxy}. */
export interface Held {
  /** Forwards the request and returns the status of the answer. */
  release(): Promise<number>;
}

/** A proxy on loopback, without TLS, that records requests and can hold one back, like a slow network. */
export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Holds back the next matching request. */
  hold(fits: (request: Recorded) => boolean): Promise<Held>;
  close(): Promise<void>;
}

/** Starts a {@link RecordingProxy} in front of a server. */
export async function startRecordingProxy(server: Reachable, token: string): Promise<RecordingProxy> {
  const agent = new Agent({ ca: server.ca, keepAlive: true });
  const requests: Recorded[] = [];
  const holds: { fits: (request: Recorded) => boolean; found: (held: Held) => void }[] = [];

  const proxy = createServer((asked, answered) => {
    const { method = 'GET', url = '/' } = asked;
    const record: Writable<Recorded> = {
      at: Date.now(),
      began: Number(asked.headers['x-began']),
      sender: asked.headers['user-agent'] ?? '',
      ...{ method, path: url, answered: undefined },
    };
    requests.push(record);
    // The sender may be gone before the answer.
    answered.on('error', () => undefined);
    const passOn = async (): Promise<number> => {
      const body = await bytes;
      return new Promise((resolve) => {
        const { origin, host } = new URL(server.url);
        const headers = { ...asked.headers, host, authorization: `Bearer ${token}` };
        const forwarded = request(origin + url, { method, headers, agent }, (response) => {
          const status = response.statusCode ?? 502;
          record.answered = { at: Date.now(), status };
          answered.writeHead(status, response.headers);
          response.pipe(answered);
          response.once('end', () => {
            resolve(status);
          });
        });
        forwarded.once('error', () => {
          answered.destroy();
          resolve(0);
        });
        forwarded.end(body);
      });
    };
    const bytes = bodyOf(asked);
    const index = holds.findIndex(({ fits }) => fits(record));
    const [hold] = index < 0 ? [] : holds.splice(index, 1);
    if (hold === undefined) void passOn();
    else void bytes.then(() => hold.found({ release: passOn }));
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requests,
    hold: (fits) =>
      new Promise((resolve) => {
        holds.push({ fits, found: resolve });
      }),
    close() {
      agent.destroy();
      proxy.closeAllConnections();
      return new Promise((resolve) => {
        proxy.close(() => {
          resolve();
        });
      });
    },
  };
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of asked) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
