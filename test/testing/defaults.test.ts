import { beforeAll, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../src/testing/kubernetes.js';
import { commonObjects } from './common-objects.js';
import { changedObjects } from './immutable-rows.js';
import { invalidObjects } from './invalid-rows.js';
import { furtherObjects, minimalObjects } from './minimal-objects.js';
import { ask, failureOf, objectIn } from './support.js';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const services = '/api/v1/namespaces/default/services';
let fake: FakeApiServer;

beforeAll(async () => {
  fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults() });
});

const labels = { app: 'front' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a:1' }] } };
const deployment = (name: string, spec: object = {}): object => {
  const whole = { selector: { matchLabels: labels }, template, ...spec };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: whole };
};

it('fills in what a request leaves out, and keeps what it says', async () => {
  const created = objectIn(await ask(fake, deployments, { method: 'POST', body: deployment('a', { replicas: 0 }) }));
  expect(created['spec']).toMatchObject({
    replicas: 0,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
    template: { spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'IfNotPresent', resources: {} }] } },
  });
});

it('takes a replace without the defaults for the same object', async () => {
  const body = deployment('same');
  const { metadata } = objectIn(await ask(fake, deployments, { method: 'POST', body }));
  const replaced = objectIn(await ask(fake, `${deployments}/same`, { method: 'PUT', body }));
  expect(replaced.metadata).toMatchObject({ generation: 1, resourceVersion: metadata.resourceVersion });
});

it('keeps the address of a service that a replace leaves out', async () => {
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
  const created = objectIn(await ask(fake, services, { method: 'POST', body }));
  const replaced = objectIn(await ask(fake, `${services}/s`, { method: 'PUT', body }));
  expect(created['spec']).toMatchObject({ clusterIP: expect.stringMatching(/^10\.96\./) as string });
  expect(replaced['spec']).toEqual(created['spec']);
});

it.each([
  ['pods', { spec: { activeDeadlineSeconds: 1e30 } }],
  ['events', { firstTimestamp: '2026-02-30T00:00:00Z' }],
  ['events', { firstTimestamp: '2026-01-01t00:00:00z' }],
  ['events', { eventTime: '2026-01-01T00:00:00Z' }],
  ['secrets', { data: { a: 'AB' } }],
  ['configmaps', { metadata: { generation: '1' } }],
  ['configmaps', { metadata: { managedFields: 'all' } }],
])('refuses what Go cannot read: %s with %j', async (resource, fields) => {
  const body = { metadata: { name: 'unread' }, ...fields };
  const answer = await ask(fake, `/api/v1/namespaces/default/${resource}`, { method: 'POST', body });
  expect(failureOf(answer)).toEqual({ code: 400, reason: 'BadRequest' });
});

it('gives a service what its type needs, and takes it away with the type', async () => {
  const ports = [
    { name: 'dns', port: 53, protocol: 'UDP' },
    { name: 'dns-tcp', port: 53 },
  ];
  const contentType = 'application/merge-patch+json';
  const turn = async (spec: object): Promise<unknown> => {
    const answer = await ask(fake, `${services}/turned`, { method: 'PATCH', contentType, body: { spec } });
    return objectIn(answer)['spec'];
  };
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'turned' }, spec: { ports } };
  const first = objectIn(await ask(fake, services, { method: 'POST', body }))['spec'];
  const onNodes = (await turn({ type: 'NodePort' })) as { ports: readonly { nodePort: number }[] };
  const [dns, tcp] = onNodes.ports.map(({ nodePort }) => nodePort);
  expect([dns, onNodes]).toEqual([tcp, expect.objectContaining({ externalTrafficPolicy: 'Cluster' })]);
  expect(await turn({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' })).toMatchObject({
    allocateLoadBalancerNodePorts: true,
    healthCheckNodePort: expect.any(Number) as number,
    ports: onNodes.ports,
  });
  expect(await turn({ type: 'ClusterIP' })).toEqual(first);
  expect(await turn({ type: 'ExternalName', externalName: 'a.example.org' })).not.toHaveProperty('clusterIP');
});

it('leaves objects of the test and custom resources as they are', async () => {
  const raw = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'raw', namespace: 'default' } };
  fake.put(raw);
  fake.define({ group: 'example.com', version: 'v1', resource: 'jobs', kind: 'Job' });
  const body = { apiVersion: 'example.com/v1', kind: 'Job', metadata: { name: 'own' }, spec: {} };
  const own = objectIn(await ask(fake, '/apis/example.com/v1/namespaces/default/jobs', { method: 'POST', body }));
  expect(objectIn(await ask(fake, '/api/v1/namespaces/default/secrets/raw'))['type']).toBeUndefined();
  expect(own['spec']).toEqual({});
});

it.each<[string, object]>([
  ['a number as text', deployment('wrong', { replicas: '3' })],
  ['a list as a map', deployment('wrong', { template: { spec: { containers: {} } } })],
  ['a struct as text', { ...deployment('wrong'), spec: 'none' }],
  ['limits as a list', deployment('wrong', { template: { spec: { containers: [{ resources: { limits: [1] } }] } } })],
])('refuses %s', async (_, body) => {
  expect(failureOf(await ask(fake, deployments, { method: 'POST', body })).code).toBe(400);
});

it.each(changedObjects())('refuses a change of $kind: $title', async ({ path, name, body, change }) => {
  await ask(fake, path, { method: 'POST', body });
  const contentType = 'application/merge-patch+json';
  const answer = await ask(fake, `${path}/${name}`, { method: 'PATCH', contentType, body: change });
  await ask(fake, `${path}/${name}`, { method: 'DELETE' });
  expect(failureOf(answer)).toEqual({ code: 422, reason: 'Invalid' });
});

it.each(invalidObjects())('answers a $kind with $change', async ({ path, object }) => {
  expect([201, 400, 422]).toContain((await ask(fake, `${path}?dryRun=All`, { method: 'POST', body: object })).status);
});

it.each([...commonObjects(), ...furtherObjects(), ...minimalObjects])(
  'takes a $kind as users write it',
  async ({ path, name, isUnlabelled: _unlabelled, ...object }) => {
    const body = { ...object, metadata: name === undefined ? { generateName: 'fewest-' } : { name } };
    expect((await ask(fake, path, { method: 'POST', body })).status).toBe(201);
  },
);

it('refuses what a template lacks, and a selector that does not select it', async () => {
  const body = deployment('bad', { selector: { matchLabels: { app: 'other' } }, template: { metadata: { labels } } });
  const { code, message } = (await ask(fake, deployments, { method: 'POST', body })).body as Record<string, unknown>;
  expect({ code, message }).toEqual({
    code: 422,
    message:
      'Deployment.apps "bad" is invalid: [spec.template.metadata.labels: Invalid value: {"app":"front"}: `selector` does not match template `labels`, ' +
      'spec.template.spec.containers: Required value]',
  });
});

it('lets what a test has stored be changed, as long as it becomes no worse', async () => {
  fake.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'short', namespace: 'default' },
    spec: { containers: [{ name: 'a' }] },
  });
  const at = '/api/v1/namespaces/default/pods/short';
  const change = async (body: object) =>
    (await ask(fake, at, { method: 'PATCH', contentType: 'application/merge-patch+json', body })).status;
  expect(await change({ metadata: { labels: { a: 'b' } } })).toBe(200);
  expect(await change({ spec: { tolerations: [{ operator: 'Other' }] } })).toBe(422);
});

it('refuses a change of what is immutable', async () => {
  await ask(fake, deployments, { method: 'POST', body: deployment('fixed') });
  const body = deployment('fixed', {
    selector: { matchLabels: { app: 'other' } },
    template: { ...template, metadata: { labels: { app: 'other' } } },
  });
  const { message } = (await ask(fake, `${deployments}/fixed`, { method: 'PUT', body })).body as { message: string };
  expect(message).toBe(
    'Deployment.apps "fixed" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
  );
});
