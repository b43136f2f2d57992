import { expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/core/client.js';
import type { Transport, TransportRequest } from '../../src/core/transport/transport.js';
import { createManualClock } from '../../src/testing/manual-clock.js';
import { podMapping } from '../representation/contexts.js';
import { podEvent, podList, statusOf } from '../resource/watch/watch-server.js';
import { idleTurns } from '../shared/idle-turns.js';

const guard = { check: () => undefined };

/** A client of a server that answers, or is away if the answer is undefined; its streams break with the promise. */
function clientOf(
  answer: (request: TransportRequest) => { readonly status: number; readonly body: object } | undefined,
  broken?: Promise<void>,
): Client {
  const transport: Transport = {
    send(request) {
      const given = answer(request);
      if (given === undefined) return Promise.reject(lost('ECONNREFUSED'));
      const body = (async function* () {
        yield new TextEncoder().encode(`${JSON.stringify(given.body)}\n`);
        await broken;
        if (broken !== undefined) throw lost('ECONNRESET');
      })();
      return Promise.resolve({ status: given.status, headers: { 'content-type': 'application/json' }, body });
    },
    close: () => undefined,
  };
  const client = createClient({ server: 'http://one.test', transport });
  onTestFinished(() => client.close());
  return client;
}
const lost = (code: string): Error => Object.assign(new Error('lost'), { code });

it('a form that the server refuses is refused once for a client and all that it makes with guards', async () => {
  const refused: string[] = [];
  const client = clientOf(({ headers }) => {
    const accept = String(headers['accept']);
    if (!accept.includes('as=Table')) return { status: 200, body: podList({ a: 1 }, { resourceVersion: '9' }) };
    refused.push(accept);
    return { status: 406, body: statusOf(406) };
  });
  for (const each of [client, client.with(guard), client.with(guard), client.with(guard).with(guard)]) {
    expect((await each.handle(podMapping).as('Table').list()).rows).toHaveLength(1);
  }
  expect(refused).toHaveLength(1);
});

it.each([
  ['of one server come back together, guarded or not', (client: Client) => client.with(guard), 1],
  ['of two clients do not wait for each other', undefined, 2],
])('watches %s', async (_which, derive, probers) => {
  const clock = createManualClock({ settle: idleTurns() });
  const tried: string[] = [];
  let isAway = false;
  let breakStreams = (): void => undefined;
  const broken = new Promise<void>((resolve) => (breakStreams = resolve));
  const answer = ({ url }: TransportRequest): { status: number; body: object } | undefined => {
    if (isAway) tried.push(new URL(url).pathname);
    return isAway ? undefined : { status: 200, body: podEvent('ADDED', 'a', 6) };
  };
  const client = clientOf(answer, broken);
  for (const [each, namespace] of [
    [client, 'one'],
    [derive?.(client) ?? clientOf(answer, broken), 'two'],
  ] as const) {
    const events = each.handle(podMapping).namespace(namespace).watch({ resourceVersion: '5', clock });
    const reading = events[Symbol.asyncIterator]();
    await reading.next();
    reading.next().catch(() => undefined);
  }
  isAway = true;
  breakStreams();
  await clock.advance(29_000);
  // Each tries once at once; then the prober alone, or each by itself.
  expect(new Set(tried.slice(0, 2)).size).toBe(2);
  expect(new Set(tried.slice(2)).size).toBe(probers);
});
