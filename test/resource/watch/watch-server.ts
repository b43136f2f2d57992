import { onTestFinished } from 'vitest';
import { createClient } from '../../../src/core/client.js';
import type { Client } from '../../../src/core/client.js';
import type { ClientOptions } from '../../../src/core/client-options.js';
import type { WatchOptions } from '../../../src/core/resource/options.js';
import type { Clock } from '../../../src/core/shared/clock.js';
import { podMapping } from '../../representation/contexts.js';
import type { Transport, TransportAnswer, TransportRequest } from '../../../src/core/transport/transport.js';

/** What a scripted server does, in turn, on one stream. */
export type Step = string | object | { readonly cut: string } | { readonly hang: true };

/** One answer: a stream of steps with status 200, or a whole answer. */
export type Answer =
  | { readonly steps: readonly Step[]; readonly mediaType?: string }
  | { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> }
  | { readonly lost: string };

/** What was asked for, as tests compare it. */
export interface Asked {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly accept: string;
}

/** A server without a network that answers by a script, and a client of it. */
export interface WatchServer {
  readonly asked: Asked[];
  readonly client: Client;
  /** How many streams are open. */
  readonly open: () => number;
}

/** Watches are answered in turn, the last answer for ever; lists by the function. */
export function watchServer(
  watches: readonly Answer[],
  list: (asked: Asked) => Answer = () => ({ status: 500 }),
  options: Partial<ClientOptions> = {},
): WatchServer {
  const asked: Asked[] = [];
  let watched = 0;
  let open = 0;

  async function* bodyOf(steps: readonly Step[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    open += 1;
    try {
      for (const step of steps) {
        if (typeof step === 'string') yield bytesOf(step);
        else if ('cut' in step && typeof step.cut === 'string') throw lossOf(step.cut);
        else if ('hang' in step) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        else yield bytesOf(`${JSON.stringify(step)}\n`);
      }
    } finally {
      open -= 1;
    }
  }

  const transport: Transport = {
    send(request: TransportRequest): Promise<TransportAnswer> {
      const url = new URL(request.url);
      const each = {
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        accept: String(request.headers['accept']),
      };
      asked.push(each);
      const isWatch = each.query['watch'] === 'true';
      const answer = isWatch ? watches[Math.min(watched, watches.length - 1)] : list(each);
      if (isWatch) watched += 1;
      if (answer === undefined) throw new Error('nothing is prepared');
      if ('lost' in answer) return Promise.reject(lossOf(answer.lost));
      if ('steps' in answer) {
        const headers = { 'content-type': answer.mediaType ?? 'application/json' };
        return Promise.resolve({ status: 200, headers, body: bodyOf(answer.steps, request.signal) });
      }
      const { status, body = statusOf(status), headers = {} } = answer;
      return Promise.resolve({
        status,
        headers: { 'content-type': 'application/json', ...headers },
        body: wholeBody(JSON.stringify(body)),
      });
    },
    close: () => undefined,
  };
  const client = createClient({ server: 'http://watch.test', transport, ...options });
  return { asked, client, open: () => open };
}

/** A clock on which nobody waits: a pause is over at once, and counted. */
export function instantClock(): Clock & { readonly pauses: number[]; pass(ms: number): void } {
  const pauses: number[] = [];
  let now = 0;
  return {
    pauses,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    sleep(ms, signal) {
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

/** An event of a pod as a server sends it. */
export function podEvent(type: string, name: string, resourceVersion: string | number): object {
  const metadata = { name, namespace: 'web', uid: `uid-${name}`, resourceVersion: String(resourceVersion) };
  return { type, object: { apiVersion: 'v1', kind: 'Pod', metadata } };
}

/** A bookmark, marked as the end of the initial state or not. */
export function bookmark(resourceVersion: string | number, marked = false): object {
  const annotations = marked ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
  const metadata = { resourceVersion: String(resourceVersion), creationTimestamp: null, ...annotations };
  return { type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Pod', metadata } };
}

/** A list of pods, one for each `name: version`. */
export function podList(versions: Record<string, number>, metadata: object): object {
  const items = Object.entries(versions).map(([name, resourceVersion]) => ({
    metadata: { name, namespace: 'web', uid: `uid-${name}`, resourceVersion: String(resourceVersion) },
  }));
  return { apiVersion: 'v1', kind: 'PodList', metadata, items };
}

export function statusOf(code: number, rest: object = {}): object {
  return { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', code, reason: `Reason${code}`, ...rest };
}

/** `ADDED a@1`: an event in short. */
export function brief(event: unknown): string {
  const { type, object, resourceVersion } = event as {
    type: string;
    object?: { metadata?: { name?: string; resourceVersion?: string } };
    resourceVersion?: string;
  };
  const { name = '', resourceVersion: version = resourceVersion ?? '' } = object?.metadata ?? {};
  return `${type} ${name}@${version}`;
}

/** Reads so many events, then leaves; with the error that came before as its last word. */
export async function take(events: AsyncIterable<unknown>, count: number): Promise<{ seen: string[]; error: unknown }> {
  const seen: string[] = [];
  try {
    for await (const event of events) {
      seen.push(brief(event));
      if (seen.length === count) break;
    }
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: undefined };
}

function lossOf(code: string): Error {
  return Object.assign(new Error(`connection lost: ${code}`), { code });
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function* wholeBody(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytesOf(text);
}

export const at5 = { resourceVersion: '5' };
export const hang = { hang: true } as const;
export const reset = { cut: 'ECONNRESET' };
/** An ERROR event. */
export const errorEvent = (code: number, rest: object = {}) => ({ type: 'ERROR', object: statusOf(code, rest) });

/** A watch of pods in all namespaces, on a clock that does not wait. */
export function watchPods(
  watches: readonly Answer[],
  options: WatchOptions = {},
  list?: (asked: Asked) => Answer,
): { events: AsyncIterable<unknown>; clock: ReturnType<typeof instantClock> } & ReturnType<typeof watchServer> {
  const server = watchServer(watches, list);
  onTestFinished(() => server.client.close());
  const clock = instantClock();
  return { ...server, clock, events: server.client.handle(podMapping).watch({ clock, ...options }) };
}
