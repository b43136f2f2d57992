import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, follow, waitForResource, type Client } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { ask, objectIn } from './support.js';

const version = (name: string, more: object = {}): object => ({ name, served: true, storage: name === 'v1', ...more });
const definition = (...versions: object[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    versions,
  },
});
const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'shop' } };

async function started(objects: readonly object[] = []): Promise<{ fake: FakeApiServer; client: Client }> {
  const fake = createFakeApiServer({ documents: kubernetes(), objects });
  const running = await startFakeApiServer(fake);
  const client = createClient({ server: running.url });
  onTestFinished(async () => {
    await client.close();
    await running.close();
  });
  return { fake, client };
}

describe('a CustomResourceDefinition', () => {
  it('given at the start makes its endpoints, wherever its objects stand', async () => {
    const { client } = await started([widget, definition(version('v1'))]);
    expect((await client.resource('wd').list()).items.map(({ metadata }) => metadata.name)).toEqual(['one']);
    const crd = await client.resource('crd').get('widgets.example.com');
    expect(crd).toMatchObject({
      status: {
        storedVersions: ['v1'],
        acceptedNames: { kind: 'Widget' },
        conditions: [
          { type: 'NamesAccepted', status: 'True' },
          { type: 'Established', status: 'True' },
        ],
      },
    });
  });

  it('created while the server runs shows in discovery, and works', async () => {
    const { client } = await started();
    await client.resource('crd').create(definition(version('v1', { subresources: { status: {}, scale: {} } })));
    const entry = (await client.discovery.refresh()).resource({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
    });
    expect(entry).toMatchObject({
      shortNames: ['wd'],
      categories: ['all'],
      subresources: [{ subresource: 'status' }, { subresource: 'scale' }],
    });
    const widgets = client.resource('widgets').namespace('shop');
    await widgets.create({ ...widget, spec: { replicas: 2 } });
    expect((await widgets.scale('one').get()).spec.replicas).toBe(2);
  });

  it('that serves another version ends watches, keeps the objects, and drops what it serves no more', async () => {
    const { fake, client } = await started([definition(version('v1'), version('v1beta1')), widget]);
    const old = client.resource('widgets.v1beta1.example.com').namespace('shop');
    expect((await old.get('one')).apiVersion).toBe('example.com/v1beta1');
    fake.put(definition(version('v1'), version('v1beta1', { served: false })));
    await expect(old.get('one')).rejects.toMatchObject({ statusCode: 404 });
    expect((await client.resource('widgets.v1.example.com').namespace('shop').get('one')).metadata.name).toBe('one');
  });

  it('that is removed takes its objects along, told to those who watch', async () => {
    const { client } = await started([definition(version('v1')), widget]);
    const types: string[] = [];
    const reading = (async () => {
      for await (const step of follow(client.resource('widgets'))) types.push(step.type);
    })().catch((error: unknown) => types.push((error as { code: string }).code));
    await expect.poll(() => types).toContain('synced');
    await client.resource('crd').delete('widgets.example.com');
    await client.discovery.refresh({ deleted: [{ group: 'example.com', version: 'v1', resource: 'widgets' }] });
    await reading;
    expect(types.filter((each) => each !== 'interrupted')).toEqual(['added', 'synced', 'removed', 'resource-gone']);
  });

  it('is waited for', async () => {
    const { fake, client } = await started();
    const waiting = waitForResource(client, 'widgets.example.com', { timeoutMs: 10_000 });
    fake.put(definition(version('v1')));
    expect((await (await waiting).list()).items).toEqual([]);
  });

  it.each<[string, object]>([
    ['without versions', { ...definition(), spec: { group: 'example.com' } }],
    ['whose name is another one', { ...definition(version('v1')), metadata: { name: 'gadgets.example.com' } }],
    ['without a spec', { ...definition(), spec: undefined }],
    ['of a version that is not served', definition(version('v1', { served: false }))],
    ['of a version without a name', definition({ served: true })],
  ])('%s makes nothing', async (_what, broken) => {
    const { client } = await started([broken]);
    expect((await client.discovery.catalog()).resources({ group: 'example.com' })).toEqual([]);
  });

  it('is there again after a reset', async () => {
    const { fake, client } = await started([definition(version('v1')), widget]);
    fake.remove(definition(version('v1')));
    await expect(client.resource('widgets').list()).rejects.toMatchObject({ code: 'no-match' });
    fake.reset();
    await client.discovery.refresh();
    expect((await client.resource('widgets').list()).items).toHaveLength(1);
    fake.put(definition(version('v2')));
    expect(fake.objects.filter(({ kind }) => kind === 'Widget')).toHaveLength(1);
  });
});

describe('names that two definitions of a group ask for', () => {
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const define = (plural: string, names: object, group = 'clash.example'): object => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, ...names },
      versions: [{ name: 'v1', served: true, storage: true }],
    },
  });
  /** The accepted names and the conditions. */
  const statusOf = async (fake: FakeApiServer, plural: string): Promise<unknown[]> => {
    const { status } = objectIn(await ask(fake, `${crds}/${plural}.clash.example`)) as unknown as {
      status: {
        acceptedNames: object;
        conditions: { type: string; status: string; reason: string; message: string }[];
      };
    };
    return [
      status.acceptedNames,
      ...status.conditions.map((each) => `${each.type} ${each.status} ${each.reason}: ${each.message}`),
    ];
  };
  const servedIn = async (fake: FakeApiServer, group = 'clash.example'): Promise<string[]> => {
    const { body, status } = await ask(fake, `/apis/${group}/v1`);
    return status === 404 ? [] : (body as { resources: { name: string }[] }).resources.map(({ name }) => name);
  };
  const refused = 'Established False NotAccepted: not all names are accepted';

  // As kube-apiserver 1.37 answered for the same definitions.
  it.each([
    [
      'a kind',
      'bs',
      { kind: 'A', singular: 'b' },
      { plural: 'bs', singular: 'b' },
      'ListKindConflict: "AList" is already in use',
    ],
    [
      'the kind of a list',
      'bs',
      { kind: 'B', listKind: 'AList' },
      { plural: 'bs', singular: 'b', kind: 'B' },
      'ListKindConflict: "AList" is already in use',
    ],
    [
      'a singular',
      'bs',
      { kind: 'B', singular: 'a' },
      { plural: 'bs', kind: 'B', listKind: 'BList' },
      'SingularConflict: "a" is already in use',
    ],
    [
      'a plural that is another singular',
      'a',
      { kind: 'D' },
      { singular: 'd', kind: 'D', listKind: 'DList' },
      'PluralConflict: "a" is already in use',
    ],
    [
      'a plural that is a short name',
      'x',
      { kind: 'E' },
      { singular: 'e', kind: 'E', listKind: 'EList' },
      'PluralConflict: "x" is already in use',
    ],
    [
      'short names',
      'cs',
      { kind: 'C', shortNames: ['x', 'z', 'y'], categories: ['all'] },
      { plural: 'cs', singular: 'c', kind: 'C', listKind: 'CList', categories: ['all'] },
      'ShortNamesConflict: ["x" is already in use, "y" is already in use]',
    ],
  ])('%s: the first has it', async (_what, plural, names, accepted, conflict) => {
    const first = define('as', { kind: 'A', shortNames: ['x', 'y'] });
    const fake = createFakeApiServer({ documents: kubernetes(), objects: [first] });
    await ask(fake, crds, { method: 'POST', body: define(plural, names) });
    expect(await statusOf(fake, plural)).toEqual([accepted, `NamesAccepted False ${conflict}`, refused]);
    expect(await servedIn(fake)).toEqual(['as']);
    expect((await ask(fake, `/apis/clash.example/v1/${plural}`)).status).toBe(404);
  });

  it('are free in another group', async () => {
    const fake = createFakeApiServer({
      documents: kubernetes(),
      objects: [define('as', { kind: 'A' }), define('as', { kind: 'A' }, 'other.example')],
    });
    expect([await servedIn(fake), await servedIn(fake, 'other.example')]).toEqual([['as'], ['as']]);
  });

  it('go to the next when the first is deleted, with the oldest first', async () => {
    const fake = createFakeApiServer({ documents: kubernetes(), objects: [define('as', { kind: 'A' })] });
    for (const plural of ['cs', 'bs']) await ask(fake, crds, { method: 'POST', body: define(plural, { kind: 'A' }) });
    expect(await servedIn(fake)).toEqual(['as']);
    await ask(fake, `${crds}/as.clash.example`, { method: 'DELETE' });
    expect(await servedIn(fake)).toEqual(['cs']);
    expect((await statusOf(fake, 'bs'))[2]).toBe(refused);
    expect((await statusOf(fake, 'cs')).slice(1)).toEqual([
      'NamesAccepted True NoConflicts: no conflicts found',
      'Established True InitialNamesAccepted: the initial names have been accepted',
    ]);
  });

  it('of a definition that is established already are refused, and it goes on with those it had', async () => {
    const fake = createFakeApiServer({
      documents: kubernetes(),
      objects: [define('as', { kind: 'A', shortNames: ['x'] }), define('bs', { kind: 'B', shortNames: ['y'] })],
    });
    const contentType = 'application/merge-patch+json';
    const body = { spec: { names: { shortNames: ['x'] } } };
    await ask(fake, `${crds}/bs.clash.example`, { method: 'PATCH', contentType, body });
    expect(await statusOf(fake, 'bs')).toEqual([
      { plural: 'bs', singular: 'b', kind: 'B', listKind: 'BList', shortNames: ['y'] },
      'NamesAccepted False ShortNamesConflict: "x" is already in use',
      'Established True InitialNamesAccepted: the initial names have been accepted',
    ]);
    const { body: list } = await ask(fake, '/apis/clash.example/v1');
    expect(list).toMatchObject({ resources: [{ shortNames: ['x'] }, { shortNames: ['y'] }] });
  });
});
