import { expect, it } from 'vitest';
import { createClient } from '../../src/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { catalogAfterDefinitions, checkUpgrade, migrateStorage } from '../../src/upgrade/index.js';
import { transportTo } from '../cli/support.js';

const crd = (served: boolean, more: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served, storage: true, schema: { openAPIV3Schema: { type: 'object', ...more } } }],
  },
});
const names = Array.from({ length: 30 }, (_, index) => `w-${String(index).padStart(2, '0')}`);
const widgets = names.map((name) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'a' },
}));

function start() {
  const api = createFakeApiServer({ documents: kubernetes(), objects: [crd(true), ...widgets] });
  api.fail('/metrics', { status: 200, body: '' });
  return {
    api,
    client: createClient({ server: 'http://fake.example', transport: transportTo(api) }),
  };
}

it('names objects that the target does not serve at all, within its bounds', async () => {
  const { client } = start();
  const target = catalogAfterDefinitions(await client.discovery.catalog(), [crd(false)]);

  const { findings } = await checkUpgrade(client, target, { objectsPerFinding: 2, limit: 7 });

  expect(findings.filter(({ source }) => source === 'lost-objects')).toMatchObject([
    { severity: 'error', uses: 'widgets.example.com', count: 30, objects: [{ name: 'w-00' }, { name: 'w-01' }] },
  ]);
  const few = await checkUpgrade(client, target, { maxFindings: 1, definitions: [crd(false)] });
  expect(few.findings).toHaveLength(1);
  expect(few.unread.at(-1)).toEqual({ what: 'findings', why: 'there are more than 1: increase maxFindings' });
});

it('names each part that could not be read, and finds nothing in it', async () => {
  const { api, client } = start();
  const target = catalogAfterDefinitions(await client.discovery.catalog(), [crd(false)]);
  api.fail('/metrics', { status: 403, body: { kind: 'Status', code: 403, message: 'no' } });
  api.fail('/api/v1/secrets', { status: 403, body: { kind: 'Status', code: 403, message: 'no' } });
  api.fail('/apis/rbac.authorization.k8s.io/v1/roles', {
    status: 403,
    body: { kind: 'Status', code: 403, message: 'no' },
  });

  async function* nothing() {
    yield '';
  }
  const { unread } = await checkUpgrade(client, target, { auditLog: nothing() });

  const parts = unread.map(({ what }) => what);
  expect(parts).toEqual(expect.arrayContaining(['secrets.v1.', '/metrics', 'roles.v1.rbac.authorization.k8s.io']));
  expect(parts.at(-1)).toBe('audit log');
});

it('an abort ends an audit log that hangs', async () => {
  const { client } = start();
  const controller = new AbortController();
  const reason = new Error('enough');
  async function* hanging(): AsyncGenerator<string> {
    yield '{}\n';
    setImmediate(() => {
      controller.abort(reason);
    });
    await new Promise(() => undefined);
  }
  const catalog = await client.discovery.catalog();
  const options = { objects: false, auditLog: hanging(), signal: controller.signal };
  await expect(checkUpgrade(client, catalog, options)).rejects.toBe(reason);
});

it('lists nothing that nobody writes', async () => {
  const { api, client } = start();

  const { unread } = await checkUpgrade(client, await client.discovery.catalog());

  expect(unread).toEqual([]);
  const paths = api.requests.map(({ path }) => path.split('?')[0]);
  expect(paths).toContain('/api/v1/configmaps');
  expect(paths).not.toContain('/api/v1/componentstatuses');
});

it('does not request what is deprecated, and says what it left out', async () => {
  const { api, client } = start();

  const { read } = await checkUpgrade(client, await client.discovery.catalog());

  expect(read.leftOut).toEqual([{ group: '', version: 'v1', resource: 'endpoints' }]);
  expect(api.requests.filter(({ path }) => path.startsWith('/api/v1/endpoints'))).toEqual([]);
});

it.each([
  ['0', 0, 'apiserver_resource_objects{group="example.com",resource="widgets"} 0'],
  ['0 in the former metric', 0, 'apiserver_storage_objects{resource="widgets.example.com"} 0'],
  ['1', 1, 'apiserver_resource_objects{group="example.com",resource="widgets"} 1'],
  ['unknown', 1, 'apiserver_resource_objects{group="example.com",resource="widgets"} -1'],
  ['0 of another group', 1, 'apiserver_resource_objects{group="other.example.com",resource="widgets"} 0'],
  ['not there', 1, ''],
])(
  'lists a set whose only endpoint goes away, unless the count of the server is 0: %s',
  async (_count, lists, metrics) => {
    const { api, client } = start();
    api.fail('/metrics', { status: 200, body: `# TYPE apiserver_resource_objects gauge\n${metrics}\n` });
    const target = catalogAfterDefinitions(await client.discovery.catalog(), [crd(false)]);

    const { findings, unread } = await checkUpgrade(client, target);

    const paths = api.requests.map(({ path }) => path.split('?')[0]);
    expect(paths.filter((path) => path === '/apis/example.com/v1/widgets')).toHaveLength(lists);
    expect(findings.some(({ source }) => source === 'lost-objects')).toBe(lists === 1);
    expect(unread.filter(({ what }) => what === '/metrics')).toEqual([]);
    // What the lists cause is not in the metrics yet.
    const isList = (path: string | undefined) => /^\/apis?\/.*\/(configmaps|widgets)$/.test(path ?? '');
    expect(paths.indexOf('/metrics')).toBeLessThan(paths.findIndex(isList));
  },
);

it('a migration ends at too many refused objects, and proves nothing', async () => {
  const { api, client } = start();
  api.fail(({ method }) => method === 'PATCH', { status: 403, body: { kind: 'Status', code: 403, message: 'denied' } });

  const options = { by: 'client', maxRefused: 3, concurrency: 1, writesPerSecond: 100_000 } as const;
  const result = await migrateStorage(client, 'widgets.example.com', options);

  expect(result).toMatchObject({
    refusedCount: 4,
    proved: false,
    problem: 'more than maxRefused, 3, objects are refused',
  });
  expect(result.refused).toHaveLength(3);
  expect(api.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(4);
});
