import { afterAll, beforeAll, describe as suite, expect, inject, it } from 'vitest';
import { describe, formatDescription } from '../../../src/representations/index.js';
import { type KubeObject } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { namespace } from '../harness/objects.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const { admin, reader } = server.tokens;
const space = `describe-${Date.now()}`;

async function create(path: string, object: object): Promise<KubeObject> {
  const answer = await askAsAdmin(server, { method: 'POST', path, body: object });
  return JSON.parse(answer.body) as KubeObject;
}

let front: KubeObject;

beforeAll(async () => {
  await askAsAdmin(server, { method: 'POST', path: '/api/v1/namespaces', body: namespace(space) });
  const settings = await create(`/api/v1/namespaces/${space}/configmaps`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings' },
  });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: settings.metadata.uid };
  front = await create(`/apis/apps/v1/namespaces/${space}/deployments`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'front', ownerReferences: [owner, { ...owner, name: 'gone', uid: 'no-such-uid' }] },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'front' } },
      template: { metadata: { labels: { app: 'front' } }, spec: { containers: [{ name: 'main', image: 'main:1' }] } },
    },
  });
  const about = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: space, name: 'front' };
  const { uid } = front.metadata;
  await create(`/api/v1/namespaces/${space}/events`, {
    ...{ apiVersion: 'v1', kind: 'Event', metadata: { name: 'by-core' }, involvedObject: { ...about, uid } },
    ...{ reason: 'Old', message: 'told in the core API', type: 'Normal', count: 3, source: { component: 'tester' } },
    ...{ firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T01:00:00Z' },
  });
  await create(`/apis/events.k8s.io/v1/namespaces/${space}/events`, {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'by-group' }, regarding: { ...about, uid } },
    ...{ reason: 'New', note: 'told in the other', type: 'Warning', action: 'Test' },
    ...{
      reportingController: 'example.org/tester',
      reportingInstance: 'one',
      eventTime: '2026-01-01T02:00:00.000000Z',
    },
  });
  await create(`/api/v1/namespaces/${space}/events`, {
    ...{
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'of-another' },
      involvedObject: { ...about, uid: 'older' },
    },
    ...{ reason: 'Other', message: 'of one that had the name before', type: 'Normal' },
  });
});

afterAll(closeClients);

suite('a description on a real server', () => {
  it('has owners, scale, and each event of the object once, whichever API told it', async () => {
    const client = connect(server, { token: admin });
    const handle = client.resource('deployments').namespace(space);
    const found = await describe(client, handle, 'front');
    expect(found.owners.map(({ state }) => state)).toEqual(['present', 'absent']);
    expect(found.events).toMatchObject([
      { name: 'by-core', reason: 'Old', count: 3, source: 'tester', lastSeen: '2026-01-01T01:00:00Z' },
      { name: 'by-group', reason: 'New', message: 'told in the other', source: 'example.org/tester' },
    ]);
    expect(found.scale?.spec.replicas).toBe(2);
    expect(found.gaps).toEqual([]);
    expect(formatDescription(found)).toMatch(/^Scale: +2 desired, 0 current$/m);
  });

  it('tells of a cluster-scoped object what its events are, or that they may not be read', async () => {
    const client = connect(server, { token: admin });
    const found = await describe(client, client.resource('namespaces'), space);
    expect(found).toMatchObject({ events: [], gaps: [], scale: undefined });
    expect(found.object.metadata.name).toBe(space);
  });

  it('of a user who may read the object alone says what is not known', async () => {
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${space}`;
    await create(`${rbac}/roles`, {
      metadata: { name: 'reads-deployments' },
      rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] }],
    });
    await create(`${rbac}/rolebindings`, {
      metadata: { name: 'reads-deployments' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reads-deployments' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
    });
    const client = connect(server, { token: reader });
    const handle = client.resource('deployments').namespace(space);
    const found = await waitUntil('the reader may read it', () =>
      describe(client, handle, 'front').catch(() => undefined),
    );
    expect(found.owners.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    expect(found.gaps).toMatchObject([
      { part: 'events', reason: 'forbidden' },
      { part: 'scale', reason: 'forbidden' },
      { part: 'related', reason: 'forbidden', resource: { resource: 'replicasets' } },
      { part: 'related', reason: 'forbidden', resource: { resource: 'pods' } },
    ]);
    expect(found.scale).toBeUndefined();
  });
});
