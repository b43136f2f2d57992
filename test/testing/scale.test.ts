import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { ask, failureOf, metadata, objectIn, table, type Asking } from './support.js';

const merge = 'application/merge-patch+json';
const custom = { group: 'example.com', version: 'v1', subresources: ['status', 'scale'] };
const deployment = '/apis/apps/v1/namespaces/n/deployments/d/scale';
const widget = '/apis/example.com/v1/namespaces/n/widgets/w/scale';
const gadget = '/apis/example.com/v1/namespaces/n/gadgets/g/scale';
const meta = (name: string): object => ({
  name,
  namespace: 'n',
  creationTimestamp: '2026-01-01T00:00:00Z',
  generation: 1,
});

function start(): FakeApiServer {
  const apiVersion = 'example.com/v1';
  return createFakeApiServer({
    now: () => new Date('2026-01-01T00:01:00Z'),
    resources: [
      { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', subresources: ['status', 'scale'] },
      { ...custom, resource: 'widgets', kind: 'Widget' },
      {
        ...custom,
        resource: 'gadgets',
        kind: 'Gadget',
        scalePaths: { specReplicas: '.spec.size.wanted', statusReplicas: 'status.size', labelSelector: '.status.pods' },
      },
      { ...custom, resource: 'plain', kind: 'Plain', subresources: [] },
    ],
    objects: [
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { ...meta('d'), labels: { a: 'b' } },
        spec: {
          replicas: 3,
          selector: {
            matchLabels: { app: 'web', a: 'b' },
            matchExpressions: [
              { key: 'x', operator: 'In', values: ['2', '1'] },
              { key: 'y', operator: 'NotIn', values: ['1'] },
              { key: 'z', operator: 'Exists' },
              { key: 'q', operator: 'DoesNotExist' },
            ],
          },
        },
        status: { replicas: 2 },
      },
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta('bare'), spec: {} },
      { apiVersion, kind: 'Widget', metadata: meta('w'), spec: { replicas: 0 }, status: { selector: 'a=b' } },
      { apiVersion, kind: 'Gadget', metadata: meta('g'), status: { size: 1, pods: 'x=y' } },
      { apiVersion, kind: 'Plain', metadata: meta('p') },
    ],
  });
}

const write = (server: FakeApiServer, path: string, body: unknown, more: Asking = {}) =>
  ask(server, path, { method: 'PUT', body, ...more });

describe('reading a Scale', () => {
  it('of a built-in resource: fixed paths, its LabelSelector as text, no labels', async () => {
    expect((await ask(start(), deployment)).body).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {
        name: 'd',
        namespace: 'n',
        uid: '00000000-0000-4000-8000-000000000001',
        resourceVersion: '2',
        creationTimestamp: '2026-01-01T00:00:00Z',
      },
      spec: { replicas: 3 },
      status: { replicas: 2, selector: 'a=b,app=web,!q,x in (1,2),y notin (1),z' },
    });
  });

  it('of a built-in resource without replicas counts one', async () => {
    expect((await ask(start(), deployment.replace('/d/', '/bare/'))).body).toMatchObject({ spec: { replicas: 1 } });
  });

  it('leaves zero out, as Go does', async () => {
    expect((await ask(start(), widget)).body).toMatchObject({ spec: {}, status: { replicas: 0, selector: 'a=b' } });
    expect(objectIn(await ask(start(), widget))['spec']).toEqual({});
  });

  it('of a custom resource whose replicas field is not there is 500', async () => {
    const answered = await ask(start(), gadget);
    expect(failureOf(answered)).toEqual({ code: 500, reason: 'InternalError' });
    expect(answered.text).toContain('.spec.size.wanted');
  });

  it('as Table and as metadata', async () => {
    expect((await ask(start(), deployment, { accept: table })).body).toMatchObject({
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Desired' }, { name: 'Available' }, { name: 'Age' }],
      rows: [{ cells: ['d', 3, 2, '60s'] }],
    });
    expect((await ask(start(), deployment, { accept: metadata })).body).toMatchObject({
      kind: 'PartialObjectMetadata',
    });
  });

  it('where there is none, or no object, is 404', async () => {
    expect((await ask(start(), '/apis/example.com/v1/namespaces/n/plain/p/scale')).body).toMatchObject({ details: {} });
    expect((await ask(start(), deployment.replace('/d/', '/e/'))).body).toMatchObject({ details: { name: 'e' } });
  });
});

describe('writing a Scale', () => {
  it('by replace and by patch sets the replicas of the object, counts its generation and leaves the rest', async () => {
    const server = start();
    const scale = objectIn(await ask(server, deployment));
    const replaced = await write(server, deployment, { ...scale, spec: { replicas: 5 }, status: { replicas: 99 } });
    expect(replaced.body).toMatchObject({ kind: 'Scale', spec: { replicas: 5 }, status: { replicas: 2 } });
    const patched = await ask(server, deployment, {
      method: 'PATCH',
      contentType: merge,
      body: { spec: { replicas: 7 } },
    });
    expect(patched.body).toMatchObject({ spec: { replicas: 7 } });
    expect((await ask(server, deployment.replace('/scale', ''))).body).toMatchObject({
      kind: 'Deployment',
      metadata: { generation: 3, labels: { a: 'b' } },
      spec: { replicas: 7 },
      status: { replicas: 2 },
    });
  });

  it('reaches a custom path, also where it is not there yet', async () => {
    const server = start();
    expect(
      (await ask(server, gadget, { method: 'PATCH', contentType: merge, body: { spec: { replicas: 4 } } })).status,
    ).toBe(200);
    expect((await ask(server, gadget.replace('/scale', ''))).body).toMatchObject({ spec: { size: { wanted: 4 } } });
    expect((await ask(server, gadget)).body).toMatchObject({
      spec: { replicas: 4 },
      status: { replicas: 1, selector: 'x=y' },
    });
  });

  it('to zero, which the body leaves out', async () => {
    const server = start();
    expect((await write(server, deployment, { metadata: { name: 'd' }, spec: {} })).body).toMatchObject({ spec: {} });
    expect((await ask(server, deployment.replace('/scale', ''))).body).toMatchObject({ spec: { replicas: 0 } });
  });

  it('with dryRun=All changes nothing', async () => {
    const server = start();
    const body = { metadata: { name: 'd' }, spec: { replicas: 9 } };
    expect((await write(server, `${deployment}?dryRun=All`, body)).body).toMatchObject({ spec: { replicas: 9 } });
    expect((await ask(server, deployment)).body).toMatchObject({ spec: { replicas: 3 } });
  });

  it.each([
    ['a stale resourceVersion', { metadata: { name: 'd', resourceVersion: '1' }, spec: { replicas: 1 } }, 409],
    ['another uid', { metadata: { name: 'd', uid: 'x' }, spec: { replicas: 1 } }, 409],
    ['another name', { metadata: { name: 'e' }, spec: { replicas: 1 } }, 400],
    ['less than nothing', { metadata: { name: 'd' }, spec: { replicas: -1 } }, 422],
    ['a fraction', { metadata: { name: 'd' }, spec: { replicas: 1.5 } }, 400],
    ['text', { metadata: { name: 'd' }, spec: { replicas: '3' } }, 400],
    ['more than 32 bits', { metadata: { name: 'd' }, spec: { replicas: 2 ** 31 } }, 400],
    ['a spec that is none', { metadata: { name: 'd' }, spec: [] }, 400],
    ['another kind', { kind: 'Deployment', metadata: { name: 'd' } }, 400],
  ])('with %s is refused', async (_why, body, code) => {
    const server = start();
    expect(failureOf(await write(server, deployment, body)).code).toBe(code);
    expect((await ask(server, deployment)).body).toMatchObject({ spec: { replicas: 3 } });
  });

  it('cannot be created or deleted', async () => {
    expect((await ask(start(), deployment, { method: 'DELETE' })).status).toBe(405);
    expect((await ask(start(), deployment, { method: 'POST', body: {} })).status).toBe(405);
  });
});
