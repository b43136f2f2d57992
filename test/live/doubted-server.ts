import { expect, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/core/client.js';
import type { ClientOptions } from '../../src/core/client-options.js';
import { waitForResource, type WaitForResourceOptions } from '../../src/watch/wait-for-resource.js';
import { createManualClock } from '../../src/testing/manual-clock.js';
import type { Transport, TransportRequest } from '../../src/core/transport/transport.js';
import { aggregated, type Served } from '../discovery/scripted-server.js';
import { idleTurns } from '../shared/idle-turns.js';

/** What a path answers: a document, or anything else. */
export type Scripted = object | ((request: TransportRequest) => ReturnType<Transport['send']>);

const answerOf = (status: number, text: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: new Response(text).body,
});

export const says =
  (status: number, text = '{}', headers?: Record<string, string>): Scripted =>
  () =>
    Promise.resolve(answerOf(status, text, headers));

export const hangs: Scripted = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

export const listOf = (...names: string[]): object => ({
  kind: 'APIResourceList',
  resources: names.map((name) => {
    const kind = name.includes('/') ? 'Gadget' : `${name.slice(0, 1).toUpperCase()}${name.slice(1, -1)}`;
    return { name, kind, namespaced: true, verbs: ['get', 'list'] };
  }),
});

export function serverOf(options: Partial<ClientOptions> = {}) {
  const answers: Record<string, Scripted> = { '/api': aggregated({ v1: ['pods'] }) };
  const asked: string[] = [];
  const transport: Transport = {
    async send(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const answer = answers[pathname];
      if (typeof answer === 'function')
        return (answer as (asked: TransportRequest) => ReturnType<Transport['send']>)(request);
      return answerOf(answer === undefined ? 404 : 200, JSON.stringify(answer ?? {}));
    },
    close: () => undefined,
  };
  const client = createClient({ server: 'http://live.test', transport, ...options });
  onTestFinished(() => client.close());
  return { answers, asked, client };
}

type Server = ReturnType<typeof serverOf>;

/** Lets documents of a root follow one another. */
export async function inTurn(
  { answers, client }: Server,
  root: string,
  ...documents: readonly Served[]
): Promise<void> {
  for (const served of documents) {
    answers[root] = aggregated(served);
    await client.discovery.refresh();
  }
}

export const before = { 'g.io/v1': ['things'] };
export const after = { 'g.io/v1': ['things', 'gadgets'] };
export const own = '/apis/g.io/v1';

/** A client that has `gadgets.g.io` from a document, and another one of the same minute lacks it. */
export async function doubted(options: Partial<ClientOptions> = {}): Promise<Server> {
  const server = serverOf(options);
  await inTurn(server, '/apis', before, {}, before, after);
  expect(server.client.discovery.current?.resource(gadgets)).toMatchObject({ freshness: 'Kept' });
  server.asked.splice(0);
  return server;
}

export const gadgets = { group: 'g.io', version: 'v1', resource: 'gadgets' };

/** Waits by a clock that stands still, and notes how it ended. */
export function startWait(client: Client, name = 'gadgets.g.io', options: WaitForResourceOptions = {}) {
  const clock = createManualClock({ settle: idleTurns() });
  const ended: unknown[] = [];
  waitForResource(client, name, { clock, ...options })
    .then((handle) => handle.mapping())
    .then(
      ({ resource }) => ended.push(resource),
      (error: unknown) => ended.push(error),
    );
  return { clock, ended };
}
