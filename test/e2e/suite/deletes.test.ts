import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client, KubeObject, ResourceHandle } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, namespace } from '../harness/objects.js';

const server = inject('server');
const place = `deletes-${Date.now()}`;
let client: Client;
let configMaps: ResourceHandle;

beforeAll(async () => {
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps').namespace(place);
});

afterAll(closeClients);

function given(name: string, finalizers?: string[]): Promise<KubeObject> {
  return configMaps.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(finalizers && { finalizers }) },
  });
}

const release = (name: string) => configMaps.patch(name, { metadata: { finalizers: null } }, { type: 'merge' });
const isGone = (name: string) => expect(configMaps.get(name)).rejects.toMatchObject({ statusCode: 404 });

describe('delete', () => {
  it('of an object that nothing keeps answers the Status', async () => {
    const { metadata } = await given('gone');
    const { status, object } = await configMaps.delete('gone');
    expect(object).toBeUndefined();
    expect(status).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'gone', uid: metadata.uid } });
    await isGone('gone');
  });

  it('of an object with a finalizer answers the object, which goes with the finalizer', async () => {
    await given('held', ['deletes.example.org/hold']);
    const { status, object } = await configMaps.delete('held');
    expect(status).toBeUndefined();
    expect(object).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'held' } });
    expect(object?.metadata.deletionTimestamp).toMatch(/^\d{4}-/);
    expect(await configMaps.get('held')).toEqual(object);
    await release('held');
    await isGone('held');
  });

  it.each([
    ['serviceaccounts', {}],
    ['services', { spec: { ports: [{ port: 443 }] } }],
    ['pods', { spec: { containers: [{ name: 'main', image: 'example.org/main' }] } }],
  ])('of one of the %s answers the object although it is gone', async (word, body) => {
    const handle = client.resource(word).namespace(place);
    await handle.create({ metadata: { name: 'returned' }, ...body });
    const { object } = await handle.delete('returned');
    expect(object).toMatchObject({ metadata: { name: 'returned', namespace: place } });
    await expect(handle.get('returned')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('of an object that is not there is a 404 that names it', async () => {
    await expect(configMaps.delete('nobody')).rejects.toMatchObject({
      statusCode: 404,
      status: { details: { name: 'nobody' } },
    });
  });

  it.each(['uid', 'resourceVersion'] as const)(
    'of another object than the one that was meant is a 409: %s',
    async (field) => {
      const { metadata } = await given(`meant-by-${field.toLowerCase()}`);
      const name = metadata.name ?? '';
      await expect(configMaps.delete(name, { preconditions: { [field]: '1' } })).rejects.toMatchObject({
        code: 'api',
        statusCode: 409,
        reason: 'Conflict',
      });
      expect(await configMaps.delete(name, { preconditions: { [field]: metadata[field] } })).toHaveProperty('status');
      await isGone(name);
    },
  );

  it.each([
    ['Foreground', 'foregroundDeletion'],
    ['Orphan', 'orphan'],
  ] as const)('by the policy %s leaves the object to the garbage collector', async (propagationPolicy, finalizer) => {
    const name = `left-by-${propagationPolicy.toLowerCase()}`;
    await given(name);
    const { object } = await configMaps.delete(name, { propagationPolicy });
    expect(object?.metadata.finalizers).toEqual([finalizer]);
    await release(name);
    await isGone(name);
  });

  it('by the policy Background needs no collector', async () => {
    await given('left-behind');
    expect(await configMaps.delete('left-behind', { propagationPolicy: 'Background' })).toHaveProperty('status');
    await isGone('left-behind');
  });
});
