import { describe, expect, it } from 'vitest';
import { createClient, canI, reviewAccess } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { ask, type Answered } from './support.js';

const authorization = '/apis/authorization.k8s.io/v1';
const authentication = '/apis/authentication.k8s.io/v1';
const withKinds = (options: FakeApiServerOptions = {}) => createFakeApiServer({ documents: kubernetes(), ...options });

async function post(
  server: ReturnType<typeof withKinds>,
  path: string,
  spec: object,
  token?: string,
): Promise<Answered & { readonly outcome: unknown }> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await ask(server, path, { method: 'POST', body: { spec }, headers });
  return { ...answer, outcome: (answer.body as { status?: unknown }).status };
}

const deletePods = { resourceAttributes: { verb: 'delete', resource: 'pods', namespace: 'shop' } };
const getPods = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'shop' } };
const own = `${authorization}/selfsubjectaccessreviews`;

describe('what a user may do', () => {
  it('is everything unless a test says otherwise', async () => {
    expect(await post(withKinds(), own, deletePods)).toMatchObject({ status: 201, outcome: { allowed: true } });
  });

  it('is what `may` says, in reviews and in requests', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front', namespace: 'shop' } };
    const server = withKinds({ may: ({ verb }) => verb !== 'delete', objects: [pod] });
    expect((await post(server, own, deletePods)).outcome).toEqual({ allowed: false });
    expect((await post(server, own, getPods)).outcome).toEqual({ allowed: true });
    const refused = await ask(server, '/api/v1/namespaces/shop/pods/front', { method: 'DELETE' });
    expect(refused).toMatchObject({ status: 403, body: { reason: 'Forbidden' } });
    expect((await ask(server, '/api/v1/namespaces/shop/pods/front')).status).toBe(200);
  });

  it('is informed who asks, and exactly what', async () => {
    const calls: unknown[] = [];
    const server = withKinds({
      users: { s3cret: { name: 'ann', groups: ['shop'], rights: 'all' } },
      may: (access, who) => calls.push(access, who) < 0,
    });
    const spec = { resourceAttributes: { verb: '*', group: '*', resource: '*', subresource: 'log', name: '' } };
    expect((await post(server, own, spec, 's3cret')).outcome).toEqual({ allowed: false });
    expect(calls).toEqual([
      {
        ...{ verb: '*', group: '*', version: '', resource: '*', subresource: 'log' },
        ...{ namespace: undefined, name: undefined },
      },
      { name: 'ann', uid: undefined, groups: ['shop', 'system:authenticated'] },
    ]);
  });

  it('is what the rights of his token say', async () => {
    const server = withKinds({
      users: {
        reader: { name: 'reader', rights: ({ verb }) => verb === 'get' },
        watcher: { name: 'watcher', rights: 'discovery' },
        nobody: { name: 'nobody' },
      },
    });
    expect((await post(server, own, getPods, 'reader')).outcome).toEqual({ allowed: true });
    expect((await post(server, own, deletePods, 'reader')).outcome).toEqual({ allowed: false });
    expect((await post(server, own, getPods, 'watcher')).outcome).toEqual({ allowed: false });
    expect((await post(server, own, getPods, 'nobody')).status).toBe(403);
    expect((await post(server, own, getPods, 'wrong')).status).toBe(401);
    const path = { nonResourceAttributes: { path: '/apis', verb: 'get' } };
    expect((await post(server, own, path, 'watcher')).outcome).toEqual({ allowed: true });
    const write = { nonResourceAttributes: { path: '/apis', verb: 'post' } };
    expect((await post(server, own, write, 'watcher')).outcome).toEqual({ allowed: false });
  });

  it.each<[string, () => unknown]>([
    ['a promise', () => Promise.resolve(false)],
    ['nothing', () => undefined],
  ])('cannot be %s: nobody is let through by mistake', async (_what, may) => {
    const server = withKinds({ may: may as () => boolean });
    await expect(post(server, own, getPods)).rejects.toThrow('`may` must return true or false');
    await expect(ask(server, '/api/v1/pods')).rejects.toThrow('`may` must return true or false');
  });

  it('answers canI and reviewAccess', async () => {
    const fake = withKinds({ may: ({ resource }) => resource !== 'deployments' });
    const server = await startFakeApiServer(fake);
    const client = createClient({ server: server.url });
    try {
      expect(await canI(client, { verb: 'delete', resource: 'pods', namespace: 'shop' })).toBe(true);
      expect(await canI(client, { verb: 'delete', resource: 'deploy' })).toBe(false);
      expect(await reviewAccess(client, { verb: 'get', path: '/metrics' })).toMatchObject({ allowed: true });
    } finally {
      await client.close();
      await server.close();
    }
  });

  it('is nothing to look up: no review is stored', async () => {
    const server = withKinds();
    await post(server, own, getPods);
    expect(server.objects).toEqual([]);
    expect((await ask(server, own)).status).toBe(405);
    expect((await ask(server, `${own}/mine`)).status).toBe(404);
  });

  it.each<[string, object]>([
    ['nothing at all', {}],
    ['a resource and a path', { ...getPods, nonResourceAttributes: { path: '/', verb: 'get' } }],
    ['attributes that are a text', { resourceAttributes: 'pods' }],
  ])('is 422 for %s', async (_, spec) => {
    expect((await post(withKinds(), own, spec)).body).toMatchObject({ reason: 'Invalid', code: 422 });
  });
});

describe('what another may do', () => {
  const server = withKinds({
    users: { admin: { name: 'admin', rights: 'all' }, ann: { name: 'ann', rights: ({ verb }) => verb === 'get' } },
  });
  const others = `${authorization}/subjectaccessreviews`;
  const local = `${authorization}/namespaces/shop/localsubjectaccessreviews`;

  it('is what his rights say, by name or by group', async () => {
    const allowed = async (spec: object): Promise<unknown> =>
      (await post(server, others, { ...getPods, ...spec }, 'admin')).outcome;
    expect(await allowed({ user: 'ann' })).toEqual({ allowed: true });
    expect(await allowed({ user: 'ann', ...deletePods })).toEqual({ allowed: false });
    expect(await allowed({ user: 'stranger' })).toEqual({ allowed: false });
    expect(await allowed({ groups: ['system:masters'] })).toEqual({ allowed: true });
    expect((await post(server, others, getPods, 'admin')).status).toBe(422);
    expect((await post(server, others, { user: 7, ...getPods }, 'admin')).status).toBe(400);
    expect((await post(server, others, { groups: ['a', 1], ...getPods }, 'admin')).status).toBe(400);
  });

  it('is for those who may ask', async () => {
    expect((await post(server, others, { user: 'admin', ...getPods }, 'ann')).status).toBe(403);
  });

  it('stays in the namespace of a local review', async () => {
    const answer = await post(server, local, { user: 'ann', ...getPods }, 'admin');
    expect(answer).toMatchObject({ body: { metadata: { namespace: 'shop' } }, outcome: { allowed: true } });
    const elsewhere = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'other' } };
    expect((await post(server, local, { user: 'ann', ...elsewhere }, 'admin')).status).toBe(422);
  });
});

describe('the rules of a user', () => {
  const rules = `${authorization}/selfsubjectrulesreviews`;

  it('are all of them for one who may do everything', async () => {
    const { outcome } = await post(withKinds(), rules, { namespace: 'shop' });
    expect(outcome).toMatchObject({ incomplete: false });
    expect((outcome as { resourceRules: unknown[] }).resourceRules[0]).toEqual({
      ...{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    });
  });

  it('are asked of `may`, resource by resource', async () => {
    const server = withKinds({
      may: ({ verb, resource, namespace }) => verb === 'get' && resource === 'pods' && namespace === 'shop',
    });
    const { outcome } = await post(server, rules, { namespace: 'shop' });
    const { resourceRules } = outcome as { resourceRules: unknown[] };
    expect(resourceRules.slice(0, 2)).toEqual([
      { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
      { verbs: ['get'], apiGroups: [''], resources: ['pods/attach'] },
    ]);
    expect((await post(server, rules, { namespace: 'other' })).text).not.toContain('"pods"');
    expect((await post(server, rules, {})).body).toMatchObject({ code: 400, message: 'no namespace on request' });
  });
});

describe('who somebody is', () => {
  const server = withKinds({ users: { admin: { name: 'root', uid: '7', rights: 'all' } } });
  const reviews = `${authentication}/tokenreviews`;

  it('is shown to himself', async () => {
    const who = (body: Answered): unknown => (body.body as { status: { userInfo: unknown } }).status.userInfo;
    const path = `${authentication}/selfsubjectreviews`;
    expect(who(await post(server, path, {}, 'admin'))).toEqual({
      ...{ username: 'root', uid: '7', groups: ['system:masters', 'system:authenticated'] },
    });
    expect(who(await post(withKinds(), path, {}))).toMatchObject({ username: 'kubernetes-admin' });
  });

  it('is shown for his token, and for no other', async () => {
    const review = async (spec: object): Promise<unknown> => (await post(server, reviews, spec, 'admin')).outcome;
    expect(await review({ token: 'admin' })).toMatchObject({ authenticated: true, user: { username: 'root' } });
    expect(await review({ token: 'wrong' })).toEqual({ user: {}, error: 'invalid bearer token' });
    expect(await review({ token: 'admin', audiences: ['elsewhere'] })).toMatchObject({ user: {} });
    expect((await post(server, reviews, {}, 'admin')).status).toBe(400);
  });
});
