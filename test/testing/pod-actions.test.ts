import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { ask, failureOf, type Answered } from './support.js';

const core = '/api/v1/namespaces/shop';
const front = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front', namespace: 'shop', labels: { app: 'front' } },
  spec: { containers: [] },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
};
const budget = (status: object, more: object = {}, name = 'front') => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'front' } }, ...more },
  status,
});
const used = { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0 };

function serve(objects: object[], options: FakeApiServerOptions = {}) {
  const server = createFakeApiServer({ documents: kubernetes(), objects, ...options });
  const post = (path: string, body: object): Promise<Answered> =>
    ask(server, `${core}/${path}`, { method: 'POST', body });
  const evict = (more: object = {}, query = ''): Promise<Answered> =>
    post(`pods/front/eviction${query}`, { metadata: { name: 'front' }, ...more });
  const pods = (): string[] =>
    server.objects.filter(({ kind }) => kind === 'Pod').map(({ metadata }) => metadata.name ?? '');
  return { server, post, evict, pods };
}

describe('an eviction', () => {
  it('deletes the pod, and says why in its condition before', async () => {
    const { server, evict, pods } = serve([front]);
    const version = server.objects[0]?.metadata.resourceVersion ?? '';
    const watching = await server.handle(new Request(`http://x${core}/pods?watch=1&resourceVersion=${version}`));
    expect(await evict()).toMatchObject({ status: 201, body: { status: 'Success', code: 201 } });
    expect(pods()).toEqual([]);
    server.endWatches();
    const events = (await watching.text()).trim().split('\n');
    expect(events.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(['MODIFIED', 'DELETED']);
    expect(events[0]).toContain('EvictionByEvictionAPI');
  });

  it('is 429 with its cause where a budget speaks against it, and the pod stays', async () => {
    const { evict, pods } = serve([front, budget(used)]);
    const answer = await evict();
    expect(failureOf(answer)).toEqual({ code: 429, reason: 'TooManyRequests' });
    const message = 'The disruption budget front needs 1 healthy pods and has 1 currently';
    expect(answer.body).toMatchObject({ details: { causes: [{ reason: 'DisruptionBudget', message }] } });
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(pods()).toEqual(['front']);
  });

  it('takes one of the disruptions that a budget allows', async () => {
    const { server, evict } = serve([front, budget({ ...used, disruptionsAllowed: 1 })]);
    expect((await evict({}, '?dryRun=All')).status).toBe(201);
    expect((await evict()).status).toBe(201);
    const [left] = server.objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(left).toMatchObject({
      status: { disruptionsAllowed: 0, disruptedPods: { front: expect.any(String) as string } },
    });
  });

  it('has to come again where the budget has not been looked at', async () => {
    const { evict } = serve([front, { ...budget(used), metadata: { ...budget(used).metadata, generation: 2 } }]);
    const answer = await evict();
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(answer.body).toMatchObject({ code: 429, details: { retryAfterSeconds: 10 } });
  });

  it.each<[string, object[]]>([
    ['a pod that is done', [{ ...front, status: { phase: 'Succeeded' } }, budget(used)]],
    ['a pod that was never ready', [{ ...front, status: { phase: 'Running' } }, budget(used)]],
    [
      'a pod that the budget gives up',
      [{ ...front, status: { phase: 'Running' } }, budget({}, { unhealthyPodEvictionPolicy: 'AlwaysAllow' })],
    ],
    ['a budget of other pods', [front, budget(used, { selector: { matchLabels: { app: 'back' } } })]],
    ['a budget without a selector', [front, budget(used, { selector: undefined })]],
    ['a budget of another namespace', [front, { ...budget(used), metadata: { name: 'front', namespace: 'other' } }]],
  ])('is not stopped: %s', async (_, objects) => {
    const { evict, pods } = serve(objects);
    expect((await evict()).status).toBe(201);
    expect(pods()).toEqual([]);
  });

  it.each<[string, object, number]>([
    ['by another name', { metadata: { name: 'back' } }, 400],
    ['of another uid', { deleteOptions: { preconditions: { uid: 'other' } } }, 409],
    ['of a pod that is not there', { metadata: { name: 'front' } }, 404],
    ['by a Pod', { kind: 'Pod', apiVersion: 'v1' }, 400],
  ])('is refused %s', async (_, body, status) => {
    const { evict, pods } = serve(status === 404 ? [] : [front]);
    expect((await evict(body)).status).toBe(status);
    expect(pods()).toEqual(status === 404 ? [] : ['front']);
  });

  it('is refused with two budgets', async () => {
    const { evict } = serve([front, budget(used), budget(used, {}, 'second')]);
    expect((await evict()).status).toBe(500);
  });

  it('is of a pod that was described in short as well', async () => {
    const resources = [{ group: '', version: 'v1', resource: 'pods', kind: 'Pod', subresources: ['eviction'] }];
    const server = createFakeApiServer({ resources, objects: [front] });
    const path = `${core}/pods/front/eviction`;
    expect((await ask(server, path, { method: 'POST', body: { metadata: { name: 'front' } } })).status).toBe(201);
    expect(server.objects).toEqual([]);
  });

  it('leaves a pod that a finalizer keeps', async () => {
    const { server, evict } = serve([{ ...front, metadata: { ...front.metadata, finalizers: ['example.com/keep'] } }]);
    expect((await evict()).status).toBe(201);
    expect(server.objects[0]?.metadata.deletionTimestamp).toBeDefined();
  });
});

describe('a binding', () => {
  const target = { kind: 'Node', name: 'node-1' };
  const pending = { ...front, status: { phase: 'Pending' } };

  it('puts a pod onto a node, once', async () => {
    const { server, post } = serve([pending]);
    const bind = (): Promise<Answered> =>
      post('pods/front/binding', { metadata: { name: 'front', labels: { zone: 'a' } }, target });
    expect(await bind()).toMatchObject({ status: 201, body: { status: 'Success' } });
    expect(server.objects[0]).toMatchObject({
      metadata: { labels: { app: 'front', zone: 'a' } },
      spec: { nodeName: 'node-1', containers: [] },
      status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    });
    expect(failureOf(await bind())).toEqual({ code: 409, reason: 'Conflict' });
  });

  it('takes a pod whose node is null for one without a node', async () => {
    const { server, post } = serve([{ ...pending, spec: { nodeName: null, schedulingGates: null } }]);
    expect((await post('pods/front/binding', { metadata: { name: 'front' }, target })).status).toBe(201);
    expect(server.objects[0]).toMatchObject({ spec: { nodeName: 'node-1' } });
  });

  it('works by the collection as well', async () => {
    const { server, post } = serve([pending]);
    expect((await post('bindings', { metadata: { name: 'front' }, target })).status).toBe(201);
    expect(server.objects[0]).toMatchObject({ spec: { nodeName: 'node-1' } });
    expect(server.objects).toHaveLength(1);
  });

  it('changes nothing in a dry run, without a target, or for a pod that has to wait', async () => {
    const { server, post } = serve([{ ...pending, spec: { schedulingGates: [{ name: 'wait' }] } }]);
    expect((await post('pods/front/binding', { metadata: { name: 'front' } })).status).toBe(500);
    expect((await post('pods/front/binding', { metadata: { name: 'front' }, target })).status).toBe(409);
    server.put(pending);
    expect((await post('pods/front/binding?dryRun=All', { metadata: { name: 'front' }, target })).status).toBe(201);
    expect(server.objects[0]).not.toHaveProperty('spec.nodeName');
  });
});

describe('a token of a service account', () => {
  const robot = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'shop' } };
  const at = new Date('2026-01-01T00:00:00Z');
  const tokenIn = ({ body }: Answered): string => (body as { status: { token: string } }).status.token;

  it('has the claims of its account, and a time', async () => {
    const { post } = serve([robot], { now: () => at });
    const answer = await post('serviceaccounts/robot/token', {
      spec: { audiences: ['vault'], expirationSeconds: 600 },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { kind: 'TokenRequest', status: { expirationTimestamp: '2026-01-01T00:10:00Z' } },
    });
    const claims = JSON.parse(Buffer.from(tokenIn(answer).split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(claims).toMatchObject({
      sub: 'system:serviceaccount:shop:robot',
      aud: ['vault'],
      exp: at.getTime() / 1000 + 600,
    });
  });

  it('is known to TokenReview until its time is over or its account is gone', async () => {
    let now = at;
    const { server, post } = serve([robot], { now: () => now, users: undefined });
    const token = tokenIn(await post('serviceaccounts/robot/token', {}));
    const review = async (): Promise<unknown> => {
      const path = '/apis/authentication.k8s.io/v1/tokenreviews';
      return ((await ask(server, path, { method: 'POST', body: { spec: { token } } })).body as { status: unknown })
        .status;
    };
    expect(await review()).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:shop:robot' },
    });
    now = new Date(at.getTime() + 3_600_000);
    expect(await review()).toMatchObject({ user: {}, error: expect.any(String) as string });
    now = at;
    server.remove(robot);
    expect(await review()).toMatchObject({ user: {} });
  });

  it('takes what is null for what is left out', async () => {
    const { post } = serve([robot]);
    const answer = await post('serviceaccounts/robot/token', {
      spec: { audiences: null, expirationSeconds: null, boundObjectRef: null },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { spec: { audiences: [expect.any(String)], expirationSeconds: 3600 } },
    });
  });

  it('names what cannot be bound, and what cannot be read, as servers do', async () => {
    const messageOf = async (spec: object): Promise<unknown> =>
      ((await serve([robot]).post('serviceaccounts/robot/token', { spec })).body as { message: unknown }).message;
    expect(await messageOf({ boundObjectRef: { name: 'x' } })).toBe('cannot bind token to object of type /, Kind=');
    const unread = 'TokenRequest in version "v1" cannot be handled as a TokenRequest: json: cannot unmarshal ';
    const field = ' into Go struct field TokenRequestSpec.spec.';
    expect(await messageOf({ expirationSeconds: 1.5 })).toBe(
      `${unread}number 1.5${field}expirationSeconds of type int64`,
    );
    expect(await messageOf({ audiences: [true] })).toBe(`${unread}bool${field}audiences of type string`);
  });

  it.each<[string, object, number]>([
    ['too short a time', { spec: { expirationSeconds: 1 } }, 422],
    ['another uid', { metadata: { uid: 'other' } }, 409],
    ['another name', { metadata: { name: 'other' } }, 422],
    ['a pod that is not there', { spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'none' } } }, 404],
    ['something else', { spec: { boundObjectRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' } } }, 400],
    ['a time that is a text', { spec: { expirationSeconds: 'long' } }, 400],
    ['an audience that is none', { spec: { audiences: 'vault' } }, 400],
    ['audiences that are no text', { spec: { audiences: [1] } }, 400],
    ['a pod without a name', { spec: { boundObjectRef: { kind: 'Pod' } } }, 400],
  ])('is refused for %s', async (_, body, status) => {
    expect((await serve([robot]).post('serviceaccounts/robot/token', body)).status).toBe(status);
  });
});
