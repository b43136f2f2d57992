import { Agent, request } from 'node:https';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reachable } from './ask.js';

/** A proxy on loopback, without TLS, that corrupts the answers it forwards. */
export interface ChaosProxy {
  readonly url: string;
  /** How often each kind of mischief was done. */
  readonly done: ReadonlyMap<Mischief, number>;
  /** Forwards everything unchanged from now on. */
  calm(): void;
  close(): Promise<void>;
}

/** The mischief done to an answer; `none` for most of them. */
export type Mischief = (typeof mischiefs)[number];

const mischiefs = ['none', 'delay', 'cut', 'reset', 'half-open', 'doubled', '429', '500', '410', 'early-end'] as const;
const weights: Readonly<Record<Mischief, number>> = {
  none: 30,
  delay: 10,
  cut: 14,
  reset: 12,
  'half-open': 4,
  doubled: 6,
  '429': 6,
  '500': 6,
  '410': 5,
  'early-end': 7,
};

/**
 * Starts a proxy that does random mischief to the answers of a server: cuts inside lines, duplicated parts, resets,
 * silence, refusals. The same random numbers lead to the same choices, one per answer.
 */
export async function startChaosProxy(
  server: Reachable,
  { token, random }: { readonly token: string; readonly random: () => number },
): Promise<ChaosProxy> {
  const agent = new Agent({ ca: server.ca, keepAlive: true });
  const done = new Map<Mischief, number>();
  let isCalm = false;

  const choose = (): Mischief => {
    if (isCalm) return 'none';
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    let left = random() * total;
    return mischiefs.find((each) => (left -= weights[each]) < 0) ?? 'none';
  };
  const proxy = createServer((asked, answered) => {
    const mischief = choose();
    done.set(mischief, (done.get(mischief) ?? 0) + 1);
    // After this many bytes, or this many milliseconds, of an answer.
    const where = { bytes: Math.floor(random() ** 3 * 20_000), ms: Math.floor(random() * 400) };
    answered.on('error', () => undefined);
    if (mischief === '429' || mischief === '500' || mischief === '410') {
      refuse(answered, Number(mischief));
      return;
    }
    const url = new URL(asked.url ?? '/', server.url);
    const headers = { ...asked.headers, host: url.host, authorization: `Bearer ${token}` };
    const forwarded = request(url, { method: asked.method, headers, agent });
    forwarded.once('error', () => answered.destroy());
    answered.once('close', () => forwarded.destroy());
    forwarded.once('response', (response) => {
      response.once('error', () => answered.destroy());
      answered.writeHead(response.statusCode ?? 502, withoutLength(response));
      pass(response, answered, { mischief, where, isCalm: () => isCalm });
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    done,
    calm() {
      isCalm = true;
      // Hanging connections would never end.
      proxy.closeAllConnections();
    },
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

interface Passing {
  readonly mischief: Mischief;
  readonly where: { readonly bytes: number; readonly ms: number };
  readonly isCalm: () => boolean;
}

function pass(response: IncomingMessage, answered: ServerResponse, { mischief, where, isCalm }: Passing): void {
  let passed = 0;
  let over = false;
  const strike = (piece: Buffer): void => {
    over = true;
    const rest = piece.subarray(0, Math.max(0, where.bytes - passed));
    if (mischief === 'half-open') return;
    answered.write(rest, () => {
      if (mischief === 'early-end') answered.end();
      else if (mischief === 'reset') answered.socket?.resetAndDestroy();
      else answered.destroy();
    });
  };
  // Strikes silent streams as well.
  const timer = setTimeout(() => {
    if (!over && !isCalm() && ['cut', 'reset', 'half-open', 'early-end'].includes(mischief)) strike(Buffer.alloc(0));
  }, where.ms * 5);
  timer.unref();
  response.on('data', (piece: Buffer) => {
    if (over) return;
    const reached = passed + piece.length > where.bytes;
    if (reached && ['cut', 'reset', 'half-open', 'early-end'].includes(mischief)) {
      strike(piece);
      return;
    }
    passed += piece.length;
    if (mischief === 'delay') {
      response.pause();
      setTimeout(() => {
        answered.write(piece);
        response.resume();
      }, where.ms / 4);
      return;
    }
    answered.write(piece);
    if (mischief === 'doubled' && reached) {
      answered.write(piece);
      over = true;
      answered.destroy();
    }
  });
  response.once('end', () => {
    clearTimeout(timer);
    if (!over && mischief !== 'delay') answered.end();
    else if (mischief === 'delay') setTimeout(() => answered.end(), where.ms / 2);
  });
}

/** Removes the length, which would reveal a cut in advance. */
function withoutLength({ headers }: IncomingMessage): Record<string, string | string[]> {
  const { 'content-length': _length, connection: _connection, 'transfer-encoding': _coding, ...others } = headers;
  return others as Record<string, string | string[]>;
}

function refuse(answered: ServerResponse, code: number): void {
  const reason = code === 410 ? 'Expired' : code === 429 ? 'TooManyRequests' : 'InternalError';
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'chaos', reason, code };
  answered.writeHead(code, { 'content-type': 'application/json', ...(code === 429 && { 'retry-after': '0' }) });
  answered.end(JSON.stringify(status));
}
