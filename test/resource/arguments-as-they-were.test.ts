import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';

const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
const gadgets = { ...widgets, resource: 'gadgets', kind: 'Gadget' };

async function setUp() {
  const fake = createFakeApiServer({ resources: [widgets, gadgets] });
  for (const { kind } of [widgets, gadgets]) {
    for (const name of ['one', 'two'])
      fake.put({ apiVersion: 'example.com/v1', kind, metadata: { name, namespace: 'shop', labels: { app: name } } });
  }
  const client = createClient({ server: 'http://arguments.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  const lazy = client.resource('widgets').namespace('shop');
  const exact = client.handle(await client.resource('widgets').mapping()).namespace('shop');
  const names = async (handle: ResourceHandle = exact) =>
    (await handle.list()).items.map(({ metadata }) => metadata.name);
  return { client, lazy, exact, names };
}

describe.each(['lazy', 'exact'] as const)('a call of a handle that is %s means its arguments as they were', (which) => {
  it('where a selector is removed later', async () => {
    const { [which]: handle, names } = await setUp();
    const options: { labelSelector?: string } = { labelSelector: 'app=none' };
    const deleting = handle.deleteCollection(options);
    delete options.labelSelector;
    await deleting;
    expect(await names()).toEqual(['one', 'two']);
  });

  it('where preconditions, or one of them, are changed later', async () => {
    const { [which]: handle, names } = await setUp();
    const options: { preconditions?: { uid: string } } = { preconditions: { uid: 'another' } };
    const deleting = handle.delete('one', options);
    if (options.preconditions !== undefined) Reflect.deleteProperty(options.preconditions, 'uid');
    delete options.preconditions;
    await expect(deleting).rejects.toMatchObject({ statusCode: 409 });
    const dry: { dryRun?: 'All' } = { dryRun: 'All' };
    const trying = handle.delete('two', dry);
    delete dry.dryRun;
    await trying;
    expect(await names()).toEqual(['one', 'two']);
  });

  it('where one object is written again and again', async () => {
    const { [which]: handle, names } = await setUp();
    const object = { metadata: { name: '' } };
    const patch = { metadata: { labels: { app: '' } } };
    const writing: Promise<unknown>[] = [];
    for (const name of ['three', 'four']) {
      object.metadata.name = name;
      writing.push(handle.create(object));
    }
    for (const name of ['one', 'two']) {
      patch.metadata.labels.app = `new-${name}`;
      writing.push(handle.patch(name, patch, { type: 'merge' }));
    }
    patch.metadata.labels.app = 'last';
    await Promise.all(writing);
    expect((await names()).sort()).toEqual(['four', 'one', 'three', 'two']);
    expect((await handle.get('one')).metadata.labels).toEqual({ app: 'new-one' });
  });

  it.each([
    ['a Map', new Map([['labelSelector', 'app=none']])],
    ['parameters of an address', new URLSearchParams({ labelSelector: 'app=none' })],
    ['an object that inherits them', Object.create({ labelSelector: 'app=none' }) as object],
    ['a date', new Date()],
  ])('and refuses options of which no field would count: %s', async (_, options) => {
    const { [which]: handle, names } = await setUp();
    const refused = { code: 'invalid-argument', argument: 'options' };
    await expect(handle.deleteCollection(options)).rejects.toMatchObject(refused);
    await expect(handle.delete('one', options)).rejects.toMatchObject(refused);
    expect(await names()).toEqual(['one', 'two']);
  });

  it('and refuses control characters in a selector, and preconditions from a variable that is not set', async () => {
    const { [which]: handle, names } = await setUp();
    for (const labelSelector of ['\0', '\0app=none', ' \0app=none'])
      await expect(handle.deleteCollection({ labelSelector })).rejects.toMatchObject({ argument: 'labelSelector' });
    const unset = { preconditions: undefined } as object;
    await expect(handle.delete('one', unset)).rejects.toMatchObject({ argument: 'preconditions' });
    expect(await names()).toEqual(['one', 'two']);
  });
});

it('a handle of a mapping stays exact, whatever becomes of the mapping', async () => {
  const { client, names } = await setUp();
  const mapping = structuredClone(await client.resource('gadgets').mapping());
  const handle = client.handle(mapping).namespace('shop');
  (mapping.resource as { resource: string }).resource = 'widgets';
  await handle.deleteCollection();
  expect(await names()).toEqual(['one', 'two']);
  expect(await names(handle)).toEqual([]);
});
