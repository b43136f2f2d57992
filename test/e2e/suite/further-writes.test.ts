import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isKubeError, type Client, type ResourceHandle } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, namespace } from '../harness/objects.js';

const server = inject('server');
const place = `writes-${Date.now()}`;
let client: Client;
let configMaps: ResourceHandle;
let deployments: ResourceHandle;

beforeAll(async () => {
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps').namespace(place);
  deployments = client.resource('deployments').namespace(place);
});

afterAll(closeClients);

function deployment(name: string, replicas?: number): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.org/main' }] } };
  return {
    metadata: { name },
    spec: { ...(replicas !== undefined && { replicas }), selector: { matchLabels: labels }, template },
  };
}

describe('apply', () => {
  it('makes what is missing, changes what is there, and takes away what is no longer named', async () => {
    const applied = await configMaps.apply(
      { metadata: { name: 'mine' }, data: { a: '1', b: '2' } },
      { fieldManager: 'me' },
    );
    expect(applied).toMatchObject({ kind: 'ConfigMap', data: { a: '1', b: '2' } });
    const again = await configMaps.apply({ metadata: { name: 'mine' }, data: { a: '3' } }, { fieldManager: 'me' });
    expect(again['data']).toEqual({ a: '3' });
  });

  it('names the managers and fields of a conflict, and takes them over by force', async () => {
    await deployments.apply(deployment('shared', 1), { fieldManager: 'one' });
    const error: unknown = await deployments
      .apply(deployment('shared', 2), { fieldManager: 'two' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'api', statusCode: 409, reason: 'Conflict' });
    expect(isKubeError(error) && error.code === 'api' && error.conflicts).toMatchObject([
      { manager: 'one', field: '.spec.replicas' },
    ]);
    const forced = await deployments.apply(deployment('shared', 2), { fieldManager: 'two', force: true });
    expect(forced).toMatchObject({ spec: { replicas: 2 } });
  });

  it('stores nothing in a dry run', async () => {
    await configMaps.apply({ metadata: { name: 'dry' } }, { fieldManager: 'me', dryRun: 'All' });
    await expect(configMaps.get('dry')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('validates strictly where it is asked to', async () => {
    const wrong = { ...deployment('wrong', 1), spek: {} };
    const call = deployments.apply(wrong, { fieldManager: 'me', fieldValidation: 'Strict' });
    await expect(call).rejects.toMatchObject({ code: 'api' });
  });
});

describe('deleteCollection', () => {
  it('deletes what the selector chooses, and tells what it was', async () => {
    for (const name of ['red-1', 'red-2', 'blue']) {
      await configMaps.create({ metadata: { name, labels: { colour: name.split('-')[0]! } } });
    }
    const dry = await configMaps.deleteCollection({ labelSelector: 'colour=red', dryRun: 'All' });
    expect(dry.list?.items.map(({ metadata }) => metadata.name)).toEqual(['red-1', 'red-2']);
    await configMaps.deleteCollection({ labelSelector: 'colour=red' });
    const left = await configMaps.list({ labelSelector: 'colour in (red, blue)' });
    expect(left.items.map(({ metadata }) => metadata.name)).toEqual(['blue']);
  });
});

describe('subresources', () => {
  it('status is read, replaced and applied', async () => {
    await deployments.create(deployment('state', 1));
    const object = await deployments.get('state', { subresource: 'status' });
    const replaced = await deployments.replace(
      { ...object, status: { replicas: 7 } },
      {
        subresource: 'status',
      },
    );
    expect(replaced).toMatchObject({ status: { replicas: 7 }, spec: { replicas: 1 } });
    const status = { metadata: { name: 'state' }, status: { readyReplicas: 3 } } as never;
    const applied = await deployments.apply(status, { subresource: 'status', fieldManager: 'me', force: true });
    expect(applied).toMatchObject({ status: { replicas: 7, readyReplicas: 3 } });
  });

  it('token answers a TokenRequest', async () => {
    const accounts = client.resource('serviceaccounts').namespace(place);
    await accounts.create({ metadata: { name: 'robot' } });
    const answer = await accounts.create(
      { spec: { expirationSeconds: 600 } },
      {
        subresource: 'token',
        name: 'robot',
      },
    );
    expect(answer).toMatchObject({ kind: 'TokenRequest', status: { token: expect.stringMatching(/^ey/) as string } });
  });

  it('eviction answers a Status, and binding is posted like it', async () => {
    const pods = client.resource('pods').namespace(place);
    await pods.create({
      metadata: { name: 'unwanted' },
      spec: { containers: [{ name: 'main', image: 'example.org/main' }] },
    });
    const answer = await pods.create({ metadata: { name: 'unwanted', namespace: place } }, { subresource: 'eviction' });
    expect(answer).toMatchObject({ kind: 'Status', status: 'Success' });
    await expect(pods.get('unwanted')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('that discovery does not name are refused before a request', async () => {
    const call = configMaps.get('mine', { subresource: 'status' });
    await expect(call).rejects.toMatchObject({ code: 'unsupported', subresource: 'status' });
  });
});

describe('impersonate', () => {
  it('sends requests as the other user', async () => {
    const jane = connect(server, { token: server.tokens.admin, impersonate: { user: 'jane', groups: ['dev'] } });
    const error: unknown = await jane
      .handle(await configMaps.mapping())
      .namespace(place)
      .list()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ statusCode: 403 });
    expect((error as Error).message).toContain('"jane"');
  });
});
