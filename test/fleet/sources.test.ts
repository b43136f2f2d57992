import { rename, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Client } from '../../src/index.js';
import { createFleetController, type Cluster, type ClusterError, type Fleet } from '../../src/fleet/index.js';
import { contextClusters, secretClusters, type RefusedField } from '../../src/kubeconfig/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { oneContext, tempFolder } from '../kubeconfig/temp-folder.js';
import { capturedDocuments } from '../testing/support.js';
import { all, clientOf, configMap, fakeCluster, fleetOf } from './fleets.js';

const names = async (client: Client): Promise<string[]> =>
  (await client.resource('configmaps').list()).items.map(({ metadata }) => metadata.name);

async function listening(
  options: Omit<FakeApiServerOptions, 'documents'> = {},
  tls = true,
): Promise<RunningFakeApiServer & { readonly fake: FakeApiServer }> {
  const fake = createFakeApiServer({ documents: capturedDocuments('kube-1.36-legacy'), ...options });
  const server = await startFakeApiServer(fake, { tls });
  onTestFinished(() => server.close());
  return { ...server, fake };
}

describe('contexts of a kubeconfig', () => {
  const contexts = ['prod/eu', 'prod/us', 'test@home', 'a b', '*'];
  const config = (extra: object = {}) => ({
    clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
    contexts: contexts.map((name) => ({ name, context: { cluster: 'c' } })),
    ...extra,
  });
  const text = JSON.stringify(config());

  it.each([
    [undefined, contexts],
    [
      ['prod*', '*eu', 'prod/*'],
      ['prod/eu', 'prod/us'],
    ],
    [
      ['test@home', 'a?b'],
      ['test@home', 'a b'],
    ],
    [['*'], contexts],
    [['prod/??'], ['prod/eu', 'prod/us']],
  ])('are clusters by their names: %j', async (wanted, expected) => {
    const fleet = fleetOf(contextClusters({ text, contexts: wanted }));
    await fleet.synced;
    expect(fleet.clusters.map(({ name }) => name)).toEqual(expected);
    expect(fleet.failures).toEqual([]);
  });

  it('say which names no context has, and go on with the others', async () => {
    const fleet = fleetOf(contextClusters({ text, contexts: ['prod/eu', 'tset', 'dev-*'] }));
    await fleet.synced;
    expect(fleet.clusters).toHaveLength(1);
    expect(fleet.failures.map(({ message }) => message)).toEqual([
      'contexts of the kubeconfig: no context matches "tset", "dev-*"; defined: "prod/eu", "prod/us", "test@home", "a b", "*"',
    ]);
  });

  it('start no plugin before their cluster is asked, and name the context that is broken', async () => {
    const { write, at } = await tempFolder();
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' };
    const path = await write('config', {
      ...config({ users: [{ name: 'u', user: { exec } }] }),
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      contexts: [
        { name: 'plugin', context: { cluster: 'c', user: 'u' } },
        { name: 'broken', context: { cluster: 'gone' } },
      ],
    });
    const fleet = fleetOf(contextClusters({ path }));
    const answers = await all(fleet.each(names));
    const messages = Object.fromEntries(answers.map(({ cluster, error }) => [cluster, error?.message]));
    expect(messages['plugin']).toContain(
      `cluster "plugin" (kubeconfig ${JSON.stringify(at('config'))}, context "plugin"): `,
    );
    expect(messages['plugin']).toContain('no-such-plugin');
    expect(messages['broken']).toContain('cluster "gone" not found; defined: "c"');
  });

  it('come, change and go with a file that is read again; one that cannot be read changes nothing', async () => {
    const { write } = await tempFolder();
    const path = await write('config', config());
    const fleet = fleetOf(contextClusters({ path, contexts: ['prod/*', 'new'], rereadMs: 1 }));
    await fleet.synced;
    const [eu, us] = fleet.clusters as [Cluster, Cluster];
    // At once: a file that is empty for long has no contexts.
    const replace = async (content: string): Promise<void> => {
      await writeFile(`${path}.new`, content);
      await rename(`${path}.new`, path);
    };
    await replace('{');
    await expect
      .poll(() => fleet.failures.some(({ cause }) => (cause as ClusterError).name === 'KubeconfigSyntaxError'))
      .toBe(true);
    expect(fleet.clusters).toEqual([eu, us]);
    const changed = ['prod/us', 'new'].map((name) => ({
      name,
      context: { cluster: 'c', namespace: name === 'new' ? 'x' : '' },
    }));
    await replace(JSON.stringify(config({ contexts: changed })));
    await expect.poll(() => fleet.clusters.map(({ name }) => name)).toEqual(['prod/us', 'new']);
    await expect.poll(() => fleet.failures).toEqual([]);
    expect([eu.signal.reason, us.signal.reason]).toMatchObject([{ why: 'removed' }, { why: 'replaced' }]);
  });

  it('fail as a source if there is no kubeconfig', async () => {
    const { at } = await tempFolder();
    const fleet = fleetOf(contextClusters({ path: at('nowhere') }));
    await expect(all(fleet.each(names))).rejects.toMatchObject({ cause: { code: 'kubeconfig-missing-file' } });
  });
});

const bytesOf = (kubeconfig: string | object): Buffer =>
  Buffer.isBuffer(kubeconfig)
    ? kubeconfig
    : Buffer.from(typeof kubeconfig === 'string' ? kubeconfig : JSON.stringify(kubeconfig));

describe('kubeconfigs in Secrets', () => {
  const secret = (name: string, kubeconfig: string | object | Buffer, key = 'value'): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'capi', labels: { fleet: 'yes' } },
    data: { [key]: bytesOf(kubeconfig).toString('base64') },
  });
  const options = { namespace: 'capi', labelSelector: 'fleet=yes' };
  const home = (...objects: object[]) => {
    const { fake, options: given } = fakeCluster({ objects });
    return {
      put: (object: object) => fake.put(object),
      remove: (object: object) => fake.remove(object),
      client: clientOf(given),
    };
  };
  const errorOf = async (fleet: Fleet, name: string): Promise<Error> => {
    await fleet.synced;
    return fleet
      .cluster(name)
      ?.client()
      .then(
        () => new Error('it is made'),
        (error: Error) => error,
      ) as Promise<Error>;
  };

  it('are clusters by the names of the Secrets, and come, change and go with them', async () => {
    const [one, two] = [
      await listening({ objects: [configMap('one')] }),
      await listening({ objects: [configMap('two')] }),
    ];
    const { put, remove, client } = home(secret('a-kubeconfig', one.kubeconfig), secret('a-ca', 'no kubeconfig'), {
      ...secret('b-kubeconfig', one.kubeconfig),
      metadata: { name: 'b-kubeconfig', namespace: 'other', labels: { fleet: 'yes' } },
    });
    const fleet = fleetOf(secretClusters(client, { ...options, names: '*-kubeconfig' }));
    expect(await all(fleet.each(names))).toEqual([{ cluster: 'a-kubeconfig', value: ['one'] }]);
    const first = fleet.cluster('a-kubeconfig') as Cluster;
    expect(first.source).toBe('Secret "capi/a-kubeconfig"');

    put(secret('b-kubeconfig', two.kubeconfig, 'kubeconfig'));
    await expect.poll(() => fleet.clusters).toHaveLength(2);
    // Of another cluster.
    put(secret('a-kubeconfig', two.kubeconfig));
    await expect.poll(() => first.signal.reason as unknown).toMatchObject({ why: 'replaced' });
    expect((await all(fleet.each(names))).map(({ value }) => value)).toEqual([['two'], ['two']]);

    remove(secret('a-kubeconfig', ''));
    await expect.poll(() => fleet.clusters.map(({ name }) => name)).toEqual(['b-kubeconfig']);
  });

  it('are not used anew while nothing in them changes, and new credentials are used in place', async () => {
    const users = Object.fromEntries(['old', 'new'].map((token) => [token, { name: 'me', rights: 'all' as const }]));
    const server = await listening({ objects: [configMap('here')], users });
    const tokens = (token: string) =>
      server
        .kubeconfigFor({ token })
        .replaceAll(/name: "[^"]+"|user: "[^"]+"/g, (text) => text.replace(/"[^"]+"/, '"me"'));
    const { put, client } = home(secret('a', tokens('old')));
    const fleet = fleetOf(secretClusters(client, options));
    await fleet.synced;
    const cluster = fleet.cluster('a') as Cluster;
    const used = await cluster.client();
    expect(await names(used)).toEqual(['here']);

    put({ ...secret('a', tokens('old')), type: 'Opaque', immutable: false });
    put(secret('a', tokens('new')));
    put(secret('b', tokens('new')));
    await expect.poll(() => fleet.clusters).toHaveLength(2);
    expect(fleet.cluster('a')).toBe(cluster);
    delete (users as Record<string, unknown>)['old'];
    expect(await names(used)).toEqual(['here']);
  });

  it.each(['leads to another cluster', 'goes', 'has new credentials'])(
    'in the middle of a reconcile: a Secret %s',
    async (what) => {
      const users = Object.fromEntries(['old', 'new'].map((token) => [token, { name: 'me', rights: 'all' as const }]));
      const [one, other] = [
        await listening({ objects: [configMap('x')], users }),
        await listening({ objects: [configMap('y')] }),
      ];
      const tokens = (token: string) => one.kubeconfigFor({ token }).replaceAll(/(name|user): "[^"]+"/g, '$1: "me"');
      const { put, remove, client } = home(secret('a', tokens('old')));
      const fleet = fleetOf(secretClusters(client, options));
      const events: string[] = [];
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const controller = createFleetController(
        fleet,
        ({ createController }) =>
          createController({
            ...{ name: 'tester', for: 'configmaps', onError: () => undefined },
            async reconcile({ name }, { client, signal }) {
              events.push(`begin ${name}`);
              if (name === 'y') return;
              signal.addEventListener('abort', () => events.push('aborted'));
              await held;
              await client.resource('configmaps').namespace('shop').create(configMap('z') as never).then(
                () => events.push('written'),
                ({ code }: { code: string }) => events.push(code),
              ); // prettier-ignore
            },
          }),
        { name: 'tester', onError: () => undefined },
      );
      onTestFinished(() => controller.close({ timeoutMs: 0 }));
      await expect.poll(() => events).toEqual(['begin x']);
      const cluster = fleet.cluster('a') as Cluster;
      if (what === 'goes') remove(secret('a', ''));
      else put(secret('a', what === 'has new credentials' ? tokens('new') : other.kubeconfig));
      if (what === 'has new credentials') {
        // A Secret that comes after it has been told after it.
        put(secret('b', other.kubeconfig));
        await expect.poll(() => fleet.clusters).toHaveLength(2);
        delete (users as Record<string, unknown>)['old'];
        goOn();
        await expect.poll(() => events).toContain('written');
        expect([fleet.cluster('a'), events.includes('aborted')]).toEqual([cluster, false]);
        return;
      }
      await expect.poll(() => events).toEqual(['begin x', 'aborted']);
      goOn();
      const after = what === 'goes' ? [] : ['begin y'];
      await expect.poll(() => events).toEqual(['begin x', 'aborted', 'cluster-ended', ...after]);
      expect(one.fake.objects.map(({ metadata }) => metadata.name)).not.toContain('z');
    },
  );

  it.each<[RefusedField | 'auth-provider' | 'something-new', object]>([
    ['certificate-authority', { cluster: { 'certificate-authority': '/etc/ca' } }],
    ['proxy-url', { cluster: { 'proxy-url': 'http://evil' } }],
    ['insecure-skip-tls-verify', { cluster: { 'insecure-skip-tls-verify': true } }],
    ['http', { cluster: { server: 'http://evil' } }],
    ['http', { cluster: { server: 'evil:80' } }],
    ['tokenFile', { user: { tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token' } }],
    ['client-certificate', { user: { 'client-certificate': '/etc/c' } }],
    ['client-key', { user: { 'client-key': '/etc/k' } }],
    [
      'exec',
      { user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'sh', interactiveMode: 'Never' } } },
    ],
    ['as', { user: { token: 's3cret', as: 'admin' } }],
    ['as-uid', { user: { 'as-uid': '1' } }],
    ['as-groups', { user: { 'as-groups': ['system:masters'] } }],
    ['as-user-extra', { user: { 'as-user-extra': { a: ['b'] } } }],
    ['auth-provider', { user: { 'auth-provider': { name: 'gcp' } } }],
    ['something-new', { user: { 'something-new': 'x' } }],
  ])('may not have %s (%j) unless it is allowed', async (field, parts) => {
    const { client } = home(secret('a', oneContext(parts)));
    const error = await errorOf(fleetOf(secretClusters(client, options)), 'a');
    expect(error).toMatchObject({ code: 'cluster-failed', cluster: 'a', cause: { code: 'kubeconfig-refused-field' } });
    expect(error.message).toMatch(/^cluster "a" \(Secret "capi\/a"\): context "dev", (clusters|users)\["\w+"\]\./);
    expect(error.message).not.toContain('s3cret');
    const isAllowable = field !== 'auth-provider' && field !== 'something-new';
    expect(error.message.includes(`allow: ["${field}"]`)).toBe(isAllowable);
    if (!isAllowable) return;
    const allowed = await errorOf(fleetOf(secretClusters(client, { ...options, allow: [field] })), 'a');
    expect((allowed.cause as { code?: string } | undefined)?.code).not.toBe('kubeconfig-refused-field');
  });

  it.each([
    ['no kubeconfig', 'just text: [', 'kubeconfig-syntax'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x41]), 'kubeconfig-syntax'],
    ['an empty text', '', 'kubeconfig-missing-entry'],
    ['another kind', { kind: 'Pod' }, 'kubeconfig-invalid-field'],
    [
      'a prototype',
      '{"current-context":"a","contexts":[{"name":"a","context":{"cluster":"a","user":"a"}}],"clusters":[{"name":"a","cluster":{"server":"https://a","__proto__":{"proxy-url":"http://evil"}}}]}',
      'kubeconfig-',
    ],
    [
      'a merge key',
      'current-context: a\ncontexts: [{name: a, context: {cluster: a, user: a}}]\nclusters: [{name: a, cluster: {server: "https://a"}}]\nusers: [{name: a, user: {<<: {tokenFile: /etc/passwd}}}]',
      'kubeconfig-',
    ],
  ])('fail their own cluster if they hold %s', async (_, text, code) => {
    const { client } = home(secret('a', text), secret('b', oneContext()));
    const fleet = fleetOf(secretClusters(client, options));
    const error = await errorOf(fleet, 'a');
    expect(error).toMatchObject({ code: 'cluster-failed', cluster: 'a' });
    expect((error.cause as { code: string }).code).toContain(code);
    await expect(fleet.cluster('b')?.client()).resolves.toBeDefined();
  });

  it('are read once, whether they renew a cluster or replace it', async () => {
    const [one, two] = [await listening(), await listening()];
    const { client, put } = home(secret('a', one.kubeconfig));
    const next = secret('a', two.kubeconfig) as { readonly data: { readonly value: unknown } };
    const fleet = fleetOf(secretClusters(client, options));
    await fleet.synced;
    await fleet.cluster('a')?.client();
    const reading = vi.spyOn(Buffer, 'from');
    onTestFinished(() => reading.mockRestore());
    put(next);
    await expect.poll(() => fleet.cluster('a')?.client()).toMatchObject({ server: two.url });
    expect(reading.mock.calls.filter(([given]) => (given as unknown) === next.data.value)).toHaveLength(1);
  });

  it('without the key fail their own cluster, and heal', async () => {
    const { client, put } = home(secret('a', oneContext(), 'other'));
    const fleet = fleetOf(secretClusters(client, options));
    expect((await errorOf(fleet, 'a')).message).toBe(
      'cluster "a" (Secret "capi/a"): it has no key "value" with a kubeconfig',
    );
    put(secret('a', oneContext()));
    await expect.poll(() => fleet.cluster('a')?.client()).toBeDefined();
  });

  it('that may not be read are a failure of the fleet', async () => {
    const { options: given } = fakeCluster({ users: {} });
    const fleet = fleetOf(secretClusters(clientOf(given), options));
    await fleet.synced;
    await expect(all(fleet.each(names))).rejects.toThrow(/^Secrets in namespace "capi": /);
  });

  it.each([
    ['no namespace', { labelSelector: 'a' }, 'namespace'],
    ['no selector', { namespace: 'capi' }, 'labelSelector'],
    ['a misspelt field to allow', { ...options, allow: ['tokenfile'] }, 'allow'],
  ])('need %s to be right', (_, given, argument) => {
    expect(() => secretClusters(home().client, given as never)).toThrow(argument);
  });
});
