import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, follow, waitForResource, type Client } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';

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
