import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeObject, ObjectShapes, ResourceHandle, Served, ServerWarning } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { createObject, deployment, namespace } from '../harness/objects.js';

interface ConfigMap extends KubeObject {
  data?: Readonly<Record<string, string>>;
}

const server = inject('server');
const place = `writes-${Date.now()}`;
const notes: CustomResource = {
  group: 'writes.example.org',
  plural: 'notes',
  kind: 'Note',
  versions: [{ name: 'v1' }],
};
const warnings: ServerWarning[] = [];
let configMaps: ResourceHandle<ObjectShapes<ConfigMap>>;
let deployments: ResourceHandle;
let customs: ResourceHandle;

beforeAll(async () => {
  await install(server, [notes]);
  await createObject(server, '/api/v1/namespaces', namespace(place));
  const client = connect(server, { token: server.tokens.admin, onWarning: (warning) => warnings.push(warning) });
  configMaps = client.resource<ConfigMap>('configmaps').namespace(place);
  deployments = client.resource('deployments.apps').namespace(place);
  customs = client.resource('notes.writes.example.org').namespace(place);
});

afterAll(async () => {
  await askAsAdmin(server, { method: 'DELETE', path: `/apis/apps/v1/namespaces/${place}/deployments` });
  await closeClients();
  await uninstall(server, [notes]);
});

/** A config map of its own for a test. */
function given(name: string, data: ConfigMap['data'] = { a: '1' }): Promise<Served<ConfigMap>> {
  return configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
}

async function untouched(name: string, data: ConfigMap['data'] = { a: '1' }): Promise<void> {
  expect((await configMaps.get(name)).data).toEqual(data);
}

describe('create', () => {
  it('answers what is stored, with all that the server adds', async () => {
    const created = await configMaps.create({ metadata: { name: 'created' }, data: { a: '1' } });
    expect(created).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: place } });
    expect(await configMaps.get('created')).toEqual(created);
  });

  it('takes the name that the server makes', async () => {
    const { metadata } = await customs.create({
      apiVersion: 'writes.example.org/v1',
      kind: 'Note',
      metadata: { generateName: 'made-' },
    });
    expect(metadata.name).toMatch(/^made-\w{5}$/);
    expect(await customs.get(metadata.name)).toMatchObject({ metadata: { uid: metadata.uid } });
  });

  it('of a name that is taken is a 409', async () => {
    await given('taken');
    await expect(given('taken')).rejects.toMatchObject({
      code: 'api',
      statusCode: 409,
      reason: 'AlreadyExists',
      status: { details: { name: 'taken', kind: 'configmaps' } },
    });
  });

  it('of an object that is not valid is a 422 that names the fields', async () => {
    await expect(deployments.create(deployment('invalid', -1))).rejects.toMatchObject({
      statusCode: 422,
      reason: 'Invalid',
      status: { details: { name: 'invalid', causes: [expect.objectContaining({ field: 'spec.replicas' })] } },
    });
  });
});

describe('replace', () => {
  it('puts the whole object in the place of the other', async () => {
    const { metadata } = await given('replaced');
    const replaced = await configMaps.replace({ metadata: { name: 'replaced' }, data: { b: '2' } });
    expect(replaced).toMatchObject({ metadata: { uid: metadata.uid }, data: { b: '2' } });
    await untouched('replaced', { b: '2' });
  });

  it('of an object that has changed in between is a 409', async () => {
    const old = await given('contested');
    await configMaps.patch('contested', { data: { a: '2' } }, { type: 'merge' });
    await expect(configMaps.replace({ ...old, data: { a: '3' } })).rejects.toMatchObject({
      code: 'api',
      statusCode: 409,
      reason: 'Conflict',
      status: { details: { name: 'contested' } },
    });
    await untouched('contested', { a: '2' });
  });

  it('of an object that was scaled in between is a 409', async () => {
    const old = await deployments.create(deployment('scaled', 1));
    expect((await deployments.scale('scaled').set(4)).spec.replicas).toBe(4);
    await expect(deployments.replace(old)).rejects.toMatchObject({ statusCode: 409, reason: 'Conflict' });
    expect(await deployments.get('scaled')).toMatchObject({ spec: { replicas: 4 }, metadata: { generation: 2 } });
  });

  it('of an object that is not there is a 404', async () => {
    await expect(configMaps.replace({ metadata: { name: 'nowhere' } })).rejects.toMatchObject({
      statusCode: 404,
      status: { details: { name: 'nowhere' } },
    });
  });
});

describe('patch', () => {
  const sidecar = { name: 'side', image: 'example.org/side' };
  const containers = { spec: { template: { spec: { containers: [sidecar] } } } };
  const namesIn = (object: KubeObject): unknown => {
    const { spec } = object as KubeObject & {
      spec: { template: { spec: { containers: { name: string }[] } } };
    };
    return spec.template.spec.containers.map(({ name }) => name);
  };

  it('by merge takes away what is null and replaces lists as a whole', async () => {
    await given('merged', { a: '1', b: '2' });
    const merged = await configMaps.patch('merged', { data: { a: null, c: '3' } }, { type: 'merge' });
    expect(merged.data).toEqual({ b: '2', c: '3' });
    await deployments.create(deployment('listed', 1));
    expect(namesIn(await deployments.patch('listed', containers, { type: 'merge' }))).toEqual(['side']);
  });

  it('by strategy merges lists by their keys, which custom resources cannot: 415', async () => {
    await deployments.create(deployment('joined', 1));
    expect(namesIn(await deployments.patch('joined', containers, { type: 'strategic' }))).toEqual(['side', 'main']);
    await customs.create({ metadata: { name: 'plain' } });
    await expect(customs.patch('plain', { spec: {} }, { type: 'strategic' })).rejects.toMatchObject({
      statusCode: 415,
      reason: 'UnsupportedMediaType',
    });
  });

  it('by operations does them all, or none when a test fails: 422', async () => {
    await given('operated');
    const add = { op: 'add', path: '/data/b', value: '2' };
    const wrong = { op: 'test', path: '/data/a', value: 'other' };
    await expect(configMaps.patch('operated', [add, wrong], { type: 'json' })).rejects.toMatchObject({
      statusCode: 422,
    });
    await untouched('operated');
    const right = { op: 'test', path: '/data/a', value: '1' };
    expect((await configMaps.patch('operated', [right, add], { type: 'json' })).data).toEqual({ a: '1', b: '2' });
  });

  it('with the version of before is a 409', async () => {
    const { metadata } = await given('patched');
    const { resourceVersion } = metadata;
    await configMaps.patch('patched', { metadata: { resourceVersion }, data: { a: '2' } }, { type: 'merge' });
    await expect(
      configMaps.patch('patched', { metadata: { resourceVersion }, data: { a: '3' } }, { type: 'merge' }),
    ).rejects.toMatchObject({ statusCode: 409, reason: 'Conflict' });
    await untouched('patched', { a: '2' });
  });

  it('of the status leaves the rest alone', async () => {
    await deployments.create(deployment('reported', 1));
    const body = { spec: { replicas: 7 }, status: { observedGeneration: 1 } };
    const patched = await deployments.patch('reported', body, { type: 'merge', subresource: 'status' });
    expect(patched).toMatchObject({ spec: { replicas: 1 }, status: { observedGeneration: 1 } });
  });
});

describe('dryRun', () => {
  const dryRun = 'All';

  it('stores nothing, whatever the verb', async () => {
    const drafted = await configMaps.create(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'draft' } },
      { dryRun },
    );
    expect(drafted.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    await expect(configMaps.get('draft')).rejects.toMatchObject({ statusCode: 404 });

    const kept = await given('kept');
    const data = { a: '2' };
    expect((await configMaps.replace({ ...kept, data }, { dryRun })).data).toEqual(data);
    expect((await configMaps.patch('kept', { data }, { type: 'merge', dryRun })).data).toEqual(data);
    await configMaps.delete('kept', { dryRun });
    expect(await configMaps.get('kept')).toEqual(kept);
  });
});

describe('a field that the server does not know', () => {
  const body = { metadata: { name: 'strange' }, data: { a: '1' }, extra: true };

  it('is a 400 under Strict, a warning under Warn, and nothing under Ignore', async () => {
    await expect(configMaps.create(body, { dryRun: 'All', fieldValidation: 'Strict' })).rejects.toMatchObject({
      statusCode: 400,
      reason: 'BadRequest',
      message: expect.stringContaining('"extra"') as string,
    });
    warnings.length = 0;
    await configMaps.create(body, { dryRun: 'All', fieldValidation: 'Ignore' });
    expect(warnings).toEqual([]);
    expect(await configMaps.create(body, { dryRun: 'All', fieldValidation: 'Warn' })).not.toHaveProperty('extra');
    expect(warnings).toEqual([
      {
        text: 'unknown field "extra"',
        code: 299,
        agent: '-',
        method: 'POST',
        path: `/api/v1/namespaces/${place}/configmaps`,
      },
    ]);
  });

  it('is a warning by default, with a word for each', async () => {
    warnings.length = 0;
    await configMaps.create({ ...body, more: { so: 1 } }, { dryRun: 'All' });
    expect(warnings.map(({ text }) => text)).toEqual(['unknown field "extra"', 'unknown field "more"']);
  });

  it('is what the resource of an owner reference is: dropped with a warning, a 400 under Strict', async () => {
    const { metadata } = await given('owner');
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid, resource: 'configmaps' };
    const owned = { metadata: { name: 'owned', ownerReferences: [owner] } };
    warnings.length = 0;
    const created = await configMaps.create(owned, { dryRun: 'All' });
    expect(created.metadata.ownerReferences).toEqual([{ ...owner, resource: undefined }]);
    expect(warnings.map(({ text }) => text)).toEqual(['unknown field "metadata.ownerReferences[0].resource"']);
    await expect(configMaps.create(owned, { dryRun: 'All', fieldValidation: 'Strict' })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});
