import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client, Exchange, ResourceHandle } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { createObject } from '../harness/objects.js';
import { clearTheStage, exhibits, setTheStage, stage } from './representation-stage.js';

const server = inject('server');
const exchanges: Exchange[] = [];
let client: Client;

beforeAll(async () => {
  await setTheStage();
  client = connect(server, { token: server.tokens.admin, onExchange: (exchange) => exchanges.push(exchange) });
});

afterAll(async () => {
  await closeClients();
  await clearTheStage();
});

describe.each(exhibits)('the scale of $word', ({ word, path, names, kind }) => {
  const [first, second] = names;
  let staged: ResourceHandle;

  beforeAll(async () => {
    staged = client.resource(word).namespace(stage);
  });

  it('is read as autoscaling/v1, with the metadata of its object but its managed fields', async () => {
    const { metadata } = await staged.get(first);
    const {
      managedFields: _fields,
      labels: _labels,
      annotations: _annotations,
      generation: _generation,
      ...rest
    } = metadata;
    expect(await staged.scale(first).get()).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: rest,
      spec: { replicas: 2 },
      status: { replicas: 0, selector: kind === 'Deployment' ? 'app=front' : '' },
    });
  });

  it('is zero as a number, though the server leaves it out', async () => {
    const raw = await askAsAdmin(server, { path: `${path}/${second}/scale` });
    expect(raw.json()['spec']).toEqual({});
    expect((await staged.scale(second).get()).spec).toEqual({ replicas: 0 });
  });

  it('is set in one request, and the object follows', async () => {
    exchanges.length = 0;
    const scale = await staged.scale(first).set(5);
    expect(exchanges.map(({ method, status }) => [method, status])).toEqual([['PATCH', 200]]);
    expect(scale.spec.replicas).toBe(5);
    expect(await staged.get(first)).toMatchObject({ spec: { replicas: 5 } });
    expect((await staged.scale(first).set(0)).spec.replicas).toBe(0);
    expect((await staged.scale(first).set(2)).spec.replicas).toBe(2);
  });

  it('is only tried out under dryRun', async () => {
    expect((await staged.scale(first).set(9, { dryRun: 'All' })).spec.replicas).toBe(9);
    expect((await staged.scale(first).get()).spec.replicas).toBe(2);
  });

  it('of an object that is not there is a 404 that names it', async () => {
    const scale = staged.scale('missing');
    for (const call of [() => scale.get(), () => scale.set(1)]) {
      await expect(call()).rejects.toMatchObject({ statusCode: 404, status: { details: { name: 'missing' } } });
    }
  });

  it('is no representation of the object: as=Scale is 406, and skipped where JSON stands behind it', async () => {
    const accept = 'application/json;as=Scale;g=autoscaling;v=v1';
    await askAsAdmin(server, { path: `${path}/${first}`, headers: { accept } }, [406]);
    const skipped = await askAsAdmin(server, {
      path: `${path}/${first}/scale`,
      headers: { accept: `${accept},application/json` },
    });
    expect(skipped.json()).toMatchObject({ apiVersion: 'autoscaling/v1', kind: 'Scale' });
  });

  it('can itself be had as Table and as metadata', async () => {
    for (const as of ['Table', 'PartialObjectMetadata']) {
      const accept = `application/json;as=${as};g=meta.k8s.io;v=v1`;
      const answer = await askAsAdmin(server, { path: `${path}/${first}/scale`, headers: { accept } });
      expect(answer.json()['kind']).toBe(as);
    }
  });
});

describe('a custom resource without its number of replicas', () => {
  it('is 500 when its scale is read, but can be set all the same', async () => {
    const [, { word, path, apiVersion, kind }] = exhibits;
    await createObject(server, path, { apiVersion, kind, metadata: { name: 'unset' } });
    const scale = client.resource(word).namespace(stage).scale('unset');
    await expect(scale.get()).rejects.toMatchObject({ code: 'api', statusCode: 500, reason: 'InternalError' });
    expect((await scale.set(3)).spec.replicas).toBe(3);
    expect((await scale.get()).spec.replicas).toBe(3);
  });
});

describe('a resource without a scale', () => {
  it('is refused without a request', async () => {
    const plants = client.resource('plants.representations.example.org');
    exchanges.length = 0;
    await expect(plants.scale('oak').get()).rejects.toMatchObject({ code: 'unsupported', subresource: 'scale' });
    expect(exchanges).toEqual([]);
  });
});
