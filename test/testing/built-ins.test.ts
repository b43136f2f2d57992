import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, failureOf, objectIn, table, type Answered } from './support.js';

const core = (resource: string, kind: string, more: Partial<FakeResource> = {}): FakeResource => ({
  group: '',
  version: 'v1',
  resource,
  kind,
  ...more,
});
const apps = (resource: string, kind: string): FakeResource => ({
  ...core(resource, kind),
  group: 'apps',
  subresources: ['status', 'scale'],
});
const resources: FakeResource[] = [
  core('configmaps', 'ConfigMap'),
  core('events', 'Event'),
  core('namespaces', 'Namespace', { scope: 'Cluster', subresources: ['status'] }),
  core('nodes', 'Node', { scope: 'Cluster', subresources: ['status'] }),
  core('pods', 'Pod', { subresources: ['status'] }),
  core('serviceaccounts', 'ServiceAccount'),
  core('services', 'Service', { subresources: ['status'] }),
  apps('daemonsets', 'DaemonSet'),
  apps('deployments', 'Deployment'),
  apps('statefulsets', 'StatefulSet'),
  { ...core('clusterroles', 'ClusterRole', { scope: 'Cluster' }), group: 'rbac.authorization.k8s.io' },
];
const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const inDefault = (resource: string): string => `/api/v1/namespaces/default/${resource}`;
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const start = (...objects: object[]): FakeApiServer =>
  createFakeApiServer({ resources, objects, now: () => new Date('2026-01-01T00:00:00Z') });
const send = (server: FakeApiServer, method: string, path: string, body?: unknown): Promise<Answered> =>
  ask(server, path, { method, body });
const named = (name: string, fields: object = {}): object => ({ metadata: { name }, ...fields });

describe('built-in resources', () => {
  it('with a status always have one, if only an empty one', async () => {
    const server = start({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'put' } });
    expect((await send(server, 'POST', deployments, named('made'))).body).toMatchObject({ status: {} });
    expect((await ask(server, `${deployments}/put`)).body).toMatchObject({ status: {} });
    expect(objectIn(await send(server, 'POST', inDefault('configmaps'), named('a')))).not.toHaveProperty('status');
  });

  it('count generations where servers do, a spec or none', async () => {
    const server = start();
    const generation = async (path: string, fields: object = {}): Promise<unknown> =>
      objectIn(await send(server, 'POST', path, named('a', fields))).metadata.generation;
    expect(await generation(deployments)).toBe(1);
    expect(await generation(inDefault('services'), { spec: { type: 'ClusterIP' } })).toBeUndefined();
  });

  it('are created by a replace where servers do so', async () => {
    const server = start();
    expect((await send(server, 'PUT', `${roles}/a`, named('a', { rules: [] }))).status).toBe(201);
    expect((await send(server, 'PUT', `${roles}/a`, named('a', { rules: [{}] }))).status).toBe(200);
    const stale = { metadata: { name: 'b', resourceVersion: '1' } };
    expect((await send(server, 'PUT', `${roles}/b`, stale)).status).toBe(201);
    expect(failureOf(await send(server, 'PUT', `${inDefault('configmaps')}/a`, named('a'))).code).toBe(404);
  });

  it('are answered by a delete where servers do so, pods as they end', async () => {
    const server = start();
    for (const resource of ['serviceaccounts', 'pods', 'configmaps']) {
      await send(server, 'POST', inDefault(resource), named('a'));
    }
    const remove = (resource: string): Promise<Answered> => send(server, 'DELETE', `${inDefault(resource)}/a`);
    expect((await remove('configmaps')).body).toMatchObject({ kind: 'Status', status: 'Success' });
    expect(objectIn(await remove('serviceaccounts')).metadata).not.toHaveProperty('deletionTimestamp');
    expect((await remove('pods')).body).toMatchObject({
      kind: 'Pod',
      metadata: { deletionGracePeriodSeconds: 0, generation: 2 },
    });
    expect(server.objects).toEqual([]);
  });

  it('begin with a phase: namespaces, with their label, and pods', async () => {
    const server = start();
    expect((await send(server, 'POST', '/api/v1/namespaces', named('shop'))).body).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'shop' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    expect((await send(server, 'POST', inDefault('pods'), named('p'))).body).toMatchObject({
      status: { phase: 'Pending' },
    });
  });

  it('drop the namespace of what has none', async () => {
    const answered = await send(start(), 'POST', roles, { metadata: { name: 'a', namespace: 'x' } });
    expect([answered.status, objectIn(answered).metadata.namespace]).toEqual([201, undefined]);
  });

  it('take null for an object without fields', async () => {
    expect(failureOf(await send(start(), 'POST', inDefault('configmaps'), 'null')).code).toBe(422);
  });
});

describe('the Table of a built-in resource', () => {
  const template = { spec: { nodeSelector: { disk: 'ssd' }, containers: [{ name: 'c', image: 'i' }] } };
  const selector = { matchLabels: { b: '2', a: '1' } };
  const object = (apiVersion: string, kind: string, fields: object): object => ({
    apiVersion,
    kind,
    metadata: { name: 'a', creationTimestamp: '2025-12-31T23:00:00Z' },
    ...fields,
  });
  const cellsOf = async (path: string, stored: object): Promise<unknown> => {
    const { body } = await ask(start(stored), path, { accept: table });
    const { columnDefinitions, rows } = body as {
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    };
    return columnDefinitions.map(({ name }, index) => [name, rows[0]?.cells[index]]);
  };

  it.each([
    [
      '/apis/apps/v1/statefulsets',
      object('apps/v1', 'StatefulSet', { spec: { replicas: 3, template }, status: { readyReplicas: 2 } }),
      { Name: 'a', Ready: '2/3', Age: '60m', Containers: 'c', Images: 'i' },
    ],
    [
      '/apis/apps/v1/daemonsets',
      object('apps/v1', 'DaemonSet', { spec: { selector, template }, status: { numberReady: 1 } }),
      {
        Name: 'a',
        Desired: 0,
        Current: 0,
        Ready: 1,
        'Up-to-date': 0,
        Available: 0,
        'Node Selector': 'disk=ssd',
        Age: '60m',
        Containers: 'c',
        Images: 'i',
        Selector: 'a=1,b=2',
      },
    ],
    ['/api/v1/serviceaccounts', object('v1', 'ServiceAccount', {}), { Name: 'a', Age: '60m' }],
    [
      '/api/v1/services',
      object('v1', 'Service', { spec: { type: 'ExternalName', externalName: 'x.org' } }),
      {
        Name: 'a',
        Type: 'ExternalName',
        'Cluster-IP': '<none>',
        'External-IP': 'x.org',
        'Port(s)': '<none>',
        Age: '60m',
        Selector: '<none>',
      },
    ],
    [
      '/api/v1/services',
      object('v1', 'Service', {
        spec: {
          type: 'LoadBalancer',
          clusterIP: '10.0.0.1',
          ports: [{ port: 80, nodePort: 30080 }],
          selector: { a: 'b' },
        },
        status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'h' }] } },
      }),
      {
        Name: 'a',
        Type: 'LoadBalancer',
        'Cluster-IP': '10.0.0.1',
        'External-IP': '1.2.3.4,h',
        'Port(s)': '80:30080/TCP',
        Age: '60m',
        Selector: 'a=b',
      },
    ],
    [
      '/api/v1/nodes',
      object('v1', 'Node', {
        spec: { unschedulable: true },
        status: {
          addresses: [{ type: 'InternalIP', address: '10.0.0.9' }],
          nodeInfo: { kubeletVersion: 'v1', kernelVersion: '6', architecture: 'amd64' },
        },
      }),
      {
        Name: 'a',
        Status: 'Unknown,SchedulingDisabled',
        Roles: '<none>',
        Age: '60m',
        Version: 'v1',
        'Internal-IP': '10.0.0.9',
        'External-IP': '<none>',
        'OS-Image': '<unknown>',
        'Kernel-Version': '6 (amd64)',
        'Container-Runtime': '<unknown>',
      },
    ],
    [
      '/api/v1/events',
      object('v1', 'Event', {
        regarding: { kind: 'Pod', name: 'p', fieldPath: 'spec' },
        eventTime: '2025-12-31T23:59:00Z',
        reportingComponent: 'me',
        type: 'Normal',
        reason: 'R',
        note: ' said\n',
      }),
      {
        'Last Seen': '60s',
        Type: 'Normal',
        Reason: 'R',
        Object: 'pod/p',
        Subobject: 'spec',
        Source: 'me',
        Message: 'said',
        'First Seen': '60s',
        Count: 1,
        Name: 'a',
      },
    ],
    [
      '/api/v1/pods',
      object('v1', 'Pod', {
        spec: { containers: [{}], readinessGates: [{ conditionType: 'x' }] },
        status: { phase: 'Running', conditions: [{ type: 'x', status: 'True' }], nominatedNodeName: 'n' },
      }),
      {
        Name: 'a',
        Ready: '0/1',
        Status: 'Running',
        Restarts: '0',
        Age: '60m',
        IP: '<none>',
        Node: '<none>',
        'Nominated Node': 'n',
        'Readiness Gates': '1/1',
      },
    ],
  ])('at %s has the columns of servers', async (path, stored, cells) => {
    expect(await cellsOf(path, stored)).toEqual(Object.entries(cells));
  });

  it('without rows has null for them where the resource has no columns of its own', async () => {
    expect((await ask(start(), roles, { accept: table })).body).toMatchObject({ rows: null });
    expect((await ask(start(), '/api/v1/pods', { accept: table })).body).toMatchObject({ rows: [] });
  });
});
