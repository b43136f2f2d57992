import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  canI,
  reviewAccess,
  type AccessQuestion,
  type Client,
  type TransportAnswer,
} from '../../src/index.js';
import { documentsOf136 } from '../client/on-fake-server.js';
import { createFakeApiServer } from '../../src/testing/index.js';

interface Reviewing {
  readonly client: Client;
  /** The `spec` of each question. */
  readonly specs: unknown[];
}

/** A client of a server that answers each review with one status. */
function reviewing(status: unknown): Reviewing {
  const fake = createFakeApiServer({ documents: documentsOf136() });
  const specs: unknown[] = [];
  const client = createClient({
    server: 'http://kube.test',
    transport: {
      async send({ method, url, body }) {
        if (method !== 'POST') return answerOf(await fake.handle(new Request(url)));
        const asked = JSON.parse(String(body)) as { spec: unknown };
        specs.push(asked.spec);
        const headers = { 'content-type': 'application/json' };
        return answerOf(new Response(JSON.stringify({ ...asked, status }), { status: 201, headers }));
      },
      close: () => undefined,
    },
  });
  onTestFinished(() => client.close());
  return { client, specs };
}

function answerOf({ status, headers, body }: Response): TransportAnswer {
  return { status, headers: Object.fromEntries(headers), body };
}

describe('what a user may do', () => {
  it.each<[string, AccessQuestion, object]>([
    [
      'a short name, by its resource',
      { verb: 'list', resource: 'deploy', namespace: 'shop' },
      {
        resourceAttributes: { verb: 'list', group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop' },
      },
    ],
    [
      'one object',
      { verb: 'delete', resource: 'pods/front' },
      { resourceAttributes: { verb: 'delete', group: '', version: 'v1', resource: 'pods', name: 'front' } },
    ],
    [
      'a subresource',
      { verb: 'update', resource: 'deploy', subresource: 'scale', name: 'front' },
      {
        resourceAttributes: {
          ...{ verb: 'update', group: 'apps', version: 'v1', resource: 'deployments' },
          ...{ subresource: 'scale', name: 'front' },
        },
      },
    ],
    ['everything', { verb: '*', resource: '*' }, { resourceAttributes: { verb: '*', group: '*', resource: '*' } }],
    ['a path', { verb: 'get', path: '/metrics' }, { nonResourceAttributes: { verb: 'get', path: '/metrics' } }],
  ])('is asked of %s', async (_what, question, spec) => {
    const { client, specs } = reviewing({ allowed: true });
    expect(await canI(client, question)).toBe(true);
    expect(specs).toEqual([spec]);
  });

  it('is told with the reason, and with what could not be asked', async () => {
    const status = { allowed: false, denied: true, reason: 'no such luck', evaluationError: 'role "x" is not there' };
    const { client } = reviewing(status);
    expect(await reviewAccess(client, { verb: 'get', resource: 'pods' })).toEqual(status);
    expect(await canI(client, { verb: 'get', resource: 'pods' })).toBe(false);
  });

  it('is no under conditions, which are told', async () => {
    const conditionalDecision = { type: 'ConditionsMap', conditionsMap: { allow: { conditions: [] } } };
    for (const status of [{ conditionalDecision }, { allowed: false, conditionalDecision }]) {
      const { client } = reviewing(status);
      expect(await reviewAccess(client, { verb: 'get', resource: 'pods' })).toMatchObject({
        allowed: false,
        denied: false,
        conditionalDecision,
      });
      expect(await canI(client, { verb: 'get', resource: 'pods' })).toBe(false);
    }
  });

  it.each([undefined, null, {}, { allowed: 'yes' }])('is not taken for yes or no of the status %j', async (status) => {
    const { client } = reviewing(status);
    const asking = canI(client, { verb: 'get', resource: 'pods' });
    await expect(asking).rejects.toMatchObject({ code: 'unexpected-shape', field: 'status.allowed' });
  });

  it.each<[unknown, string]>([
    [undefined, 'question'],
    [{ resource: 'pods' }, 'verb'],
    [{ verb: 'get' }, 'question'],
    [{ verb: 'get', resource: 'pods', path: '/metrics' }, 'question'],
    [{ verb: ' ', resource: 'pods' }, 'verb'],
  ])('is not asked for %j', async (question, argument) => {
    const { client, specs } = reviewing({ allowed: true });
    await expect(canI(client, question as AccessQuestion)).rejects.toMatchObject({
      code: 'invalid-argument',
      argument,
    });
    expect(specs).toEqual([]);
  });

  it('is asked of no resource that the server does not serve', async () => {
    const { client, specs } = reviewing({ allowed: true });
    await expect(canI(client, { verb: 'get', resource: 'podz' })).rejects.toMatchObject({ code: 'no-match' });
    expect(specs).toEqual([]);
  });
});
