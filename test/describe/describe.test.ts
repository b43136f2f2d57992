import { describe as suite, expect, it } from 'vitest';
import {
  describe,
  readOwnerReferences,
  type Description,
  formatDescription,
} from '../../src/representations/describe.js';
import type { DescriptionGap } from '../../src/representations/relatives.js';
import type { FakeApiServerOptions } from '../../src/testing/index.js';
import { brokenEvent, brokenPod } from './broken.js';
import { onFakeServer, type OnFakeServer } from '../client/on-fake-server.js';
import { captured } from '../fixtures/captured.js';

const now = Date.parse('2026-03-01T12:00:00Z');
const created = '2026-03-01T10:00:00Z';

/** A deployment with an owner of each kind, conditions and events of both APIs. */
async function shop(options: FakeApiServerOptions = {}): Promise<OnFakeServer> {
  const server = await onFakeServer({ documents: captured('kube-1.36-v2'), now: () => new Date(now), ...options });
  const { fake } = server;
  const settings = fake.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'web' } });
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: settings.metadata.uid ?? '' };
  fake.put({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'front',
      namespace: 'web',
      uid: 'u-front',
      creationTimestamp: created,
      labels: { tier: 'web', app: 'front' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"secret":1}', note: 'one\ntwo' },
      ownerReferences: [
        { ...reference, controller: true },
        { ...reference, name: 'gone', uid: 'u-gone' },
        { apiVersion: 'nowhere.example.org/v1', kind: 'Thing', name: 't', uid: 'u-t' },
      ],
    },
    spec: { replicas: 3, selector: { matchLabels: { app: 'front' } } },
    status: {
      replicas: 2,
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'Enough',
          message: 'fine',
          lastTransitionTime: '2026-03-01T11:00:00Z',
        },
        { type: 'Progressing', status: 'Unknown' },
      ],
    },
  });
  const event = (name: string, uid: string | undefined, more: object): void => {
    const involvedObject = { kind: 'Deployment', namespace: 'web', name: 'front', uid };
    fake.put({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace: 'web', uid: `e-${name}` },
      involvedObject,
      // The other API calls it so, and the fake server converts nothing.
      regarding: involvedObject,
      ...more,
    });
  };
  event('late', 'u-front', {
    type: 'Normal',
    reason: 'Scaled',
    message: 'to 3\n',
    count: 4,
    firstTimestamp: '2026-03-01T11:00:00Z',
    lastTimestamp: '2026-03-01T11:59:00Z',
    source: { component: 'deployment-controller' },
  });
  event('early', undefined, {
    type: 'Warning',
    reason: 'Slow',
    message: 'm',
    eventTime: '2026-03-01T11:30:00.000000Z',
  });
  event('before', 'u-older', { reason: 'Other', message: 'of an object that had the name before' });
  return server;
}

async function describeFront({ client }: OnFakeServer, options = {}): Promise<Description> {
  return describe(client, client.resource('deployments').namespace('web'), 'front', options);
}

const states = ({ owners }: Description): string[] => owners.map(({ state }) => state);

suite('a description', () => {
  it('has the object, its owners, conditions, events and scale', async () => {
    const found = await describeFront(await shop());
    expect(found.mapping.resource).toEqual({ group: 'apps', version: 'v1', resource: 'deployments' });
    expect(found.object.metadata.uid).toBe('u-front');
    expect(states(found)).toEqual(['present', 'absent', 'unknown']);
    expect(found.conditions).toEqual([
      { type: 'Available', status: 'True', reason: 'Enough', message: 'fine', since: '2026-03-01T11:00:00Z' },
      { type: 'Progressing', status: 'Unknown', reason: '', message: '', since: '' },
    ]);
    expect(found.scale).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 2 } });
    expect(found.gaps).toEqual([]);
  });

  it('has each event of this very object once, though two APIs serve them, and those that happened last at the end', async () => {
    const server = await shop();
    const { events } = await describeFront(server);
    expect(events).toMatchObject([
      { name: 'early', reason: 'Slow', count: 1, lastSeen: '2026-03-01T11:30:00.000000Z' },
      { name: 'late', message: 'to 3', count: 4, source: 'deployment-controller', firstSeen: '2026-03-01T11:00:00Z' },
    ]);
    const asked = server.exchanges.filter(({ path }) => path.includes('/events'));
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual(['/api/v1/namespaces/web/events']);
  });

  it('has the pods that are not ready, their events and why they are not, and those of nobody else', async () => {
    const server = await shop();
    const pods = [brokenPod('front-1'), brokenPod('front-2')].map((pod) => pod as { metadata: object });
    for (const { metadata, ...pod } of pods) {
      server.fake.put({ ...pod, metadata: { ...metadata, namespace: 'web', labels: { app: 'front' } } });
    }
    server.fake.put(brokenPod('other'));
    const [first = {}] = pods;
    const inWeb = { ...first, metadata: { ...(first as { metadata: object }).metadata, namespace: 'web' } };
    server.fake.put(brokenEvent(inWeb, 'Unhealthy', 'Readiness probe failed: refused'));
    const found = await describeFront(server);
    expect(found.related.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Pod front-1',
      'Pod front-2',
    ]);
    expect(found.events.map(({ regarding, reason }) => `${regarding.name} ${reason}`)).toContain('front-1 Unhealthy');
    expect(found.gaps).toEqual([]);
    server.fake.fail('/api/v1/namespaces/web/pods', { status: 403 });
    server.fake.fail('/apis/apps/v1/namespaces/web/replicasets', { status: 403 });
    expect((await describeFront(server)).gaps).toMatchObject([
      { part: 'related', reason: 'forbidden', resource: { resource: 'replicasets' } },
      { part: 'related', reason: 'forbidden', resource: { resource: 'pods' } },
    ]);
  });

  it('of an Ingress says which of its Services do not exist, and of none that it may not read', async () => {
    const server = await shop();
    const backend = (name: string) => ({ path: '/', pathType: 'Prefix', backend: { service: { name } } });
    server.fake.put({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'shop', namespace: 'web' },
      spec: {
        defaultBackend: { service: { name: 'gone' } },
        rules: [{ http: { paths: [backend('gone'), backend('secret')] } }],
      },
    });
    server.fake.fail('/api/v1/namespaces/web/services/secret', { status: 403 });
    const { client } = server;
    const { diagnosis, gaps } = await describe(client, client.resource('ingresses').namespace('web'), 'shop');
    const texts = diagnosis.reasons.map(({ text }) => text);
    expect(texts).toEqual(['It names what does not exist: services "gone" not found.']);
    expect(gaps.map(({ statusCode }) => statusCode)).toEqual([404, 403]);
  });

  it('of a cluster-scoped object looks for events everywhere, and takes the name of a node for its uid', async () => {
    const server = await shop();
    server.fake.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1', uid: 'u-node' } });
    server.fake.put({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'n', namespace: 'default', uid: 'e-n' },
      involvedObject: { kind: 'Node', name: 'node-1', uid: 'node-1' },
      reason: 'Rebooted',
    });
    const { client } = server;
    const found = await describe(client, client.resource('nodes'), 'node-1');
    expect(found.events).toMatchObject([{ reason: 'Rebooted' }]);
    expect(found.scale).toBeUndefined();
    expect(found.gaps).toEqual([]);
  });
});

suite('what a description could not read', () => {
  it('of events is told when the server refuses', async () => {
    const server = await shop();
    server.fake.fail('/api/v1/namespaces/web/events', { status: 403 });
    const none = await describeFront(server);
    expect(none.events).toEqual([]);
    expect(none.gaps).toMatchObject([
      { part: 'events', reason: 'forbidden', statusCode: 403, resource: { group: '', resource: 'events' } },
    ]);
  });

  it('of scale and owners is told, and the rest is there', async () => {
    const server = await shop();
    server.fake.fail('/apis/apps/v1/namespaces/web/deployments/front/scale', { status: 503 });
    server.fake.fail('/api/v1/namespaces/web/configmaps/settings', { status: 403 });
    const found = await describeFront(server);
    expect(found.scale).toBeUndefined();
    expect(found.gaps).toMatchObject([{ part: 'scale', reason: 'unavailable', statusCode: 503 }]);
    expect(states(found)).toEqual(['unknown', 'absent', 'unknown']);
    expect(found.conditions).toHaveLength(2);
  });

  it('is a limit where there are more events', async () => {
    const found = await describeFront(await shop(), { maxEvents: 1 });
    expect(found.events).toHaveLength(1);
    expect(found.gaps).toMatchObject([
      { part: 'events', reason: 'limit', message: expect.stringContaining('maxEvents') as string },
    ]);
  });

  it('is a limit where nearly all events of the name are of others', async () => {
    const server = await shop();
    for (let at = 0; at < 30; at += 1) {
      const involvedObject = { kind: 'Deployment', namespace: 'web', name: 'front', uid: 'u-older' };
      const metadata = { name: `a-${at}`, namespace: 'web', uid: `e-a-${at}` };
      server.fake.put({ apiVersion: 'v1', kind: 'Event', metadata, involvedObject });
    }
    const found = await describeFront(server, { maxEvents: 2 });
    expect(found.events).toEqual([]);
    expect(found.gaps).toMatchObject([{ part: 'events', reason: 'limit' }]);
  });

  it('is what makes no sense in the object', async () => {
    const server = await shop();
    const metadata = { name: 'odd', namespace: 'web' };
    server.fake.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, status: { conditions: [7, { type: 3 }] } });
    const handle = server.client.resource('deployments').namespace('web');
    const found = await describe(server.client, handle, 'odd');
    expect(found.gaps).toMatchObject([{ part: 'conditions', reason: 'malformed' }]);
    expect(found.conditions).toEqual([{ type: '', status: '', reason: '', message: '', since: '' }]);
  });

  it.each([{ ownerReferences: 'x' }, { ownerReferences: [7] }])('is an owner that is none: %j', (metadata) => {
    const gaps: DescriptionGap[] = [];
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: metadata as object };
    expect(readOwnerReferences(object, gaps)).toEqual([]);
    expect(gaps).toMatchObject([{ part: 'owners', reason: 'malformed' }]);
  });

  it('is a scale of which discovery says nothing', async () => {
    const server = await shop({ speaks: 'legacy' });
    const mapping = await server.client.resource('deployments').mapping();
    server.fake.fail('/apis/apps/v1', { status: 503 });
    server.client.discovery.invalidate();
    const found = await describe(server.client, server.client.handle(mapping).namespace('web'), 'front');
    expect(found.gaps).toMatchObject([{ part: 'scale', reason: 'not-served' }]);
  });

  it('is an error where it is the object, an abort or a wrong argument', async () => {
    const { client } = await shop();
    const handle = client.resource('deployments');
    const inWeb = handle.namespace('web');
    await expect(describe(client, inWeb, 'nope')).rejects.toMatchObject({ code: 'api', statusCode: 404 });
    await expect(describe(client, handle, 'front')).rejects.toMatchObject({ code: 'namespace-required' });
    await expect(describe(client, inWeb, 7 as never)).rejects.toMatchObject({ code: 'invalid-name' });
    await expect(describe(client, inWeb, 'front', { maxEvents: 0 })).rejects.toMatchObject({ argument: 'maxEvents' });
    await expect(describe(client, inWeb, 'front', { signal: AbortSignal.abort('left') })).rejects.toBe('left');
  });
});

suite('a description as text', () => {
  it('tells all of it, and no copy of the object that kubectl keeps', async () => {
    const text = formatDescription(await describeFront(await shop()), { now });
    expect(text).toMatchInlineSnapshot(`
      "Name:          front
      Namespace:     web
      Kind:          Deployment (apps/v1, deployments)
      UID:           u-front
      Created:       2026-03-01T10:00:00Z (120m ago)
      Status:        InProgress
      Reasons:       Of 3 pods, 2 exist.
      Labels:        app=front
                     tier=web
      Annotations:   kubectl.kubernetes.io/last-applied-configuration: …
                     note: one...
      Finalizers:    <none>
      Owners:        ConfigMap/settings (controller): present
                     ConfigMap/gone: absent, it is gone
                     Thing/t: unknown, no matches for kind "Thing" in group "nowhere.example.org"
      Scale:         3 desired, 2 current
      Deployment:
        Desired:    3
        Replicas:   2
        Selector:   app=front
      Conditions:
        TYPE          STATUS    SINCE       REASON   MESSAGE
        Available     True      60m         Enough   fine
        Progressing   Unknown   <unknown>
      Events:
        LAST SEEN   TYPE      REASON   COUNT   OBJECT             SOURCE                  MESSAGE
        30m         Warning   Slow     1       Deployment/front                           m
        60s         Normal    Scaled   4       Deployment/front   deployment-controller   to 3
      "
    `);
  });

  it('leaves the terminal alone, and says what is not known', async () => {
    const server = await shop();
    server.fake.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'odd', namespace: 'web', labels: { a: '\u001b[2J' } },
    });
    const handle = server.client.resource('cm').namespace('web');
    server.fake.fail('/api/v1/namespaces/web/events', { status: 403 });
    const text = formatDescription(await describe(server.client, handle, 'odd'), { now });
    expect(text).toContain('a=\\u001b[2J');
    expect(text).toMatch(/^Events: +<unknown>\nCould not be read:\n {2}events: events\.v1\., /m);
  });
});
