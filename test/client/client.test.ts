import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient, type Client } from '../../src/core/client.js';
import { KubeError } from '../../src/core/shared/kube-error.js';
import { formatGroupVersionResource } from '../../src/core/model/group-version-resource.js';
import { onFakeServer, configMap } from './on-fake-server.js';

class KubeconfigError extends KubeError {
  static override readonly brand = 'KubeconfigError';
  readonly code = 'kubeconfig-exec-failed' as const;
}

describe('a client', () => {
  it('learns the server once for everything that five callers ask at once', async () => {
    const { client, fake } = await onFakeServer();
    const words = ['pods', 'deploy', 'ep', 'events', 'crd'];
    const mappings = await Promise.all(words.map((word) => client.resource(word).mapping()));
    expect(mappings.map(({ resource }) => formatGroupVersionResource(resource))).toEqual([
      'pods.v1.',
      'deployments.v1.apps',
      'endpoints.v1.',
      'events.v1.',
      'customresourcedefinitions.v1.apiextensions.k8s.io',
    ]);
    expect(fake.requests.map((request) => request.path).sort()).toEqual(['/api', '/apis']);
  });

  it('gives the same mapper while nothing changed, and a newer one after the catalog did', async () => {
    const { client, fake } = await onFakeServer();
    const first = await client.mapper();
    await client.discovery.refresh();
    expect(await client.mapper()).toBe(first);
    expect(fake.requests.map((request) => request.status)).toEqual([200, 200, 304, 304]);
    fake.define({ group: 'new.io', version: 'v1', resource: 'gadgets', kind: 'Gadget' });
    await client.discovery.refresh();
    const second = await client.mapper();
    expect(second).not.toBe(first);
    expect(second.catalog).toBe(client.discovery.current);
    expect(second.resolve('gadgets').mapping.kind.kind).toBe('Gadget');
    expect(() => first.resolve('gadgets')).toThrow(expect.objectContaining({ code: 'no-match' }));
  });

  it.each<[string, unknown, argument: string]>([
    ['null', null, 'options'],
    ['a promise of options', Promise.resolve({ server: 'http://x' }), 'options'],
    ['an option that is misspelt', { server: 'http://x', tokn: 'secret' }, 'tokn'],
    ['null for retries', { server: 'http://x', retry: null }, 'retry'],
    ['a text for a function', { server: 'http://x', authenticate: 'secret' }, 'authenticate'],
  ])('is not made of %s, and says why', (_what, options, argument) => {
    const make = () => createClient(options as never);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-argument', argument }) as Error);
    expect(make).not.toThrow(/secret/);
  });

  it.each<[string, Parameters<Awaited<ReturnType<typeof onFakeServer>>['client']['resource']>[0], string]>([
    ['a word', 'deploy', 'deployments.v1.apps'],
    ['a whole name', 'deployments.v1.acid.example.org', 'deployments.v1.acid.example.org'],
    ['a kind', 'Prometheus', 'prometheuses.v1.monitoring.coreos.com'],
    [
      'a resource',
      { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers' },
      'horizontalpodautoscalers.v1.autoscaling',
    ],
    ['a kind in its group', { group: 'apps', version: 'v1', kind: 'Deployment' }, 'deployments.v1.apps'],
    ['an object', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' } }, 'deployments.v1.apps'],
  ])('takes %s for a resource', async (_what, subject, expected) => {
    const { client } = await onFakeServer();
    expect(formatGroupVersionResource((await client.resource(subject).mapping()).resource)).toBe(expected);
  });

  it('refuses the name of one object for a resource', async () => {
    const { client } = await onFakeServer();
    expect(() => client.resource('deploy/web')).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
    expect((await client.resolve('deploy/web')).name).toBe('web');
  });

  it('keeps the path of its base URL', async () => {
    const { fake, url } = await onFakeServer();
    const client = createClient({ server: `${url}/k8s/clusters/c-abc/` });
    await expect(client.discovery.catalog()).rejects.toMatchObject({ code: 'discovery' });
    await client.close();
    expect(fake.requests.map((request) => request.path).sort()).toEqual([
      '/k8s/clusters/c-abc/api',
      '/k8s/clusters/c-abc/apis',
    ]);
  });

  it('never applies the namespace of the context by itself', async () => {
    const { client, fake } = await onFakeServer(
      { objects: [configMap('a', 'shop'), configMap('b', 'web')] },
      { namespace: 'shop' },
    );
    const configMaps = client.resource('cm');
    expect(client.defaultNamespace).toBe('shop');
    expect((await configMaps.list()).items).toHaveLength(2);
    await expect(configMaps.get('a')).rejects.toMatchObject({ code: 'namespace-required' });
    expect(fake.requests.at(-1)?.path).toBe('/api/v1/configmaps');
  });

  it('ends what is under way with close(), and refuses what comes later', async () => {
    const { client } = await onFakeServer({ latencyMs: 5_000 });
    const asked = client.discovery.catalog();
    const ended = expect(asked).rejects.toMatchObject({ code: 'closed' });
    await client.close();
    await ended;
    await client.close();
    await expect(client.resource('pods').mapping()).rejects.toMatchObject({ code: 'closed' });
  });

  const withoutRequest: readonly (readonly [string, (client: Client, signal?: AbortSignal) => Promise<unknown>])[] = [
    ['mapper', (client, signal) => client.mapper({ signal })],
    ['resolve', (client, signal) => client.resolve('pods', { signal })],
    ['resolveAll', (client, signal) => client.resolveAll('pods', { signal })],
    ['resource().mapping', (client, signal) => client.resource('pods').mapping({ signal })],
    ['resource().list', (client, signal) => client.resource('pods').list({ signal })],
    ['request', (client, signal) => client.request({ path: '/version', signal })],
    ['stream', (client, signal) => client.stream({ path: '/version', signal })],
  ];

  it.each(withoutRequest)('does nothing with a signal that is aborted, nor after close(): %s', async (_name, call) => {
    const { client, fake } = await onFakeServer();
    await client.discovery.catalog();
    fake.forgetRequests();
    const reason = new Error('enough');
    await expect(call(client, AbortSignal.abort(reason))).rejects.toBe(reason);
    await client.close();
    await expect(call(client)).rejects.toMatchObject({ code: 'closed' });
    expect(client.signal.reason).toMatchObject({ code: 'closed' });
    expect(fake.requests).toEqual([]);
  });

  it.each([null, 5, 'x', [], { signal: 'x' }, { timeoutMs: 0 }])('takes no options like %j', async (options) => {
    const { client, fake } = await onFakeServer();
    const calls = [
      client.mapper(options as never),
      client.resolve('pods', options as never),
      client.resolveAll('pods', options as never),
      client.resource('pods').mapping(options as never),
      client.request(options as never),
      client.stream(options as never),
    ];
    const wrong = { status: 'rejected', reason: { code: 'invalid-argument' } };
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => wrong));
    expect(fake.requests).toEqual([]);
  });

  const pods = { group: '', version: 'v1', resource: 'pods' };
  const kind = { group: '', version: 'v1', kind: 'Pod' };
  it.each<[string, unknown]>([
    ['mapping', null],
    ['mapping', 'pods'],
    ['mapping.resource', { kind, scope: 'Namespaced' }],
    ['mapping.resource.group', { resource: { ...pods, group: undefined }, kind, scope: 'Namespaced' }],
    ['mapping.resource.version', { resource: { ...pods, version: '..' }, kind, scope: 'Namespaced' }],
    ['mapping.resource.resource', { resource: { ...pods, resource: '' }, kind, scope: 'Namespaced' }],
    ['mapping.scope', { resource: pods, kind }],
    ['mapping.scope', { resource: pods, kind, scope: 'namespaced' }],
  ])('makes no handle of a wrong %s', async (argument, mapping) => {
    const { client } = await onFakeServer();
    expect(() => client.handle(mapping as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }),
    );
    expect((await client.handle({ resource: pods, kind, scope: 'Namespaced' }).mapping()).resource).toEqual(pods);
  });

  it('can be abandoned by a signal, with its own reason', async () => {
    const { client } = await onFakeServer({ latencyMs: 5_000 });
    const controller = new AbortController();
    const asked = client.resource('pods').list({ signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  it('throws what keeps credentials from being had as it is, and does not call the server unreachable', async () => {
    const failed = new KubeconfigError('no credential');
    const { client } = await onFakeServer({}, { authenticate: () => Promise.reject(failed) });
    await expect(client.discovery.catalog()).rejects.toBe(failed);
    await expect(client.resource('pods').list()).rejects.toBe(failed);
  });

  it('shows no credential when it, its parts or its errors are printed', async () => {
    const token = 'very-secret-token';
    const { client, fake, url } = await onFakeServer(
      { users: { [token]: { name: 'me', rights: 'discovery' } } },
      { authenticate: () => Promise.resolve({ headers: { authorization: `Bearer ${token}` } }) },
    );
    const pods = client.resource('pods');
    const denied: unknown = await pods.list().catch((error: unknown) => error);
    expect(denied).toMatchObject({ code: 'api', statusCode: 403, reason: 'Forbidden' });
    const wrong = createClient({
      server: url,
      authenticate: () => Promise.resolve({ headers: { authorization: 'Bearer wrong-token' } }),
    });
    const rejected: unknown = await wrong.discovery.catalog().catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: 'discovery', causes: { apis: { statusCode: 401 } } });
    await wrong.close();
    const printed = inspect([client, pods, client.discovery, denied, rejected, fake.requests], {
      depth: 12,
      showHidden: true,
    });
    expect(printed).not.toContain('very-secret');
    expect(printed).not.toContain('wrong-token');
  });
});

describe('a name that is not there', () => {
  it('is looked for once more in a fresh catalog, and what was published since is found', async () => {
    const { client, fake } = await onFakeServer();
    await client.discovery.catalog();
    fake.define({ group: 'new.io', version: 'v1', resource: 'gadgets', kind: 'Gadget', shortNames: ['gd'] });
    const [one, two] = await Promise.all([client.resource('gadgets').mapping(), client.resolveAll(['po,gd'])]);
    expect(one.kind.kind).toBe('Gadget');
    expect(two.resolutions.map(({ mapping }) => mapping.kind.kind)).toEqual(['Pod', 'Gadget']);
    // The two of a round are sent together, and answered in any order.
    const answers = fake.requests.map(({ path, status }) => `${path} ${status}`);
    expect(answers.slice(0, 2).sort()).toEqual(['/api 200', '/apis 200']);
    expect(answers.slice(2).sort()).toEqual(['/api 304', '/apis 200']);
  });

  it('costs one round for ten callers that miss together', async () => {
    const { client, fake } = await onFakeServer();
    await client.discovery.catalog();
    const asked = Array.from({ length: 10 }, (_, index) => client.resource(`nothing${index}`).list());
    const settled = await Promise.allSettled(asked);
    expect(settled.every((each) => each.status === 'rejected')).toBe(true);
    await expect(client.resource('nothing').list()).rejects.toMatchObject({ code: 'no-match' });
    expect(fake.requests).toHaveLength(4);
  });

  it('in a group that could not be read is not called missing', async () => {
    const { client } = await onFakeServer();
    await expect(client.resource('pods.v1beta1.custom.metrics.k8s.io').list()).rejects.toMatchObject({
      code: 'group-unavailable',
      failures: [{ class: 'stale', group: 'custom.metrics.k8s.io', version: 'v1beta1' }],
    });
    await expect(client.resource('nosuchthing').list()).rejects.toMatchObject({
      code: 'no-match',
      message: expect.stringContaining('custom.metrics.k8s.io/v1beta1') as string,
    });
  });
});
