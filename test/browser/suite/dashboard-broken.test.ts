import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { brokenNow, brokenThings } from '../../describe/broken.js';
import { closeClients, connect } from '../../e2e/harness/connect.js';
import { namespace } from '../../e2e/harness/objects.js';
import { startControllerManager, startScheduler, type RunningComponent } from '../../e2e/harness/start-component.js';
import { startServer, type TestServer } from '../../e2e/harness/start-server.js';
import { isRefusal, startDashboardOf } from '../harness/dashboard.js';
import { useBrowser } from '../harness/use-browser.js';

/**
 * The twelve broken things on a real server, with its scheduler and controllers. There is no kubelet that runs containers here: what
 * one writes is taken from `broken.ts`.
 */
let server: TestServer;
let admin: Client;
const components: RunningComponent[] = [];
const browser = useBrowser();
const controllers = [
  ...[
    'deployment-controller',
    'replicaset-controller',
    'endpointslice-controller',
    'persistentvolume-binder-controller',
  ],
  'resourcequota-controller',
];
const webhook = { close: () => undefined as unknown };

type Made = { readonly kind: string; readonly metadata: { readonly name: string; readonly uid: string } };
type Body = { readonly metadata: { readonly name: string; readonly namespace?: string } };

async function create(resource: string, object: object): Promise<Made> {
  const body = object as Body;
  const all = admin.resource(resource);
  const handle = body.metadata.namespace === undefined ? all : all.namespace(body.metadata.namespace);
  return handle.create(body);
}

/** Answers every review with a refusal, as a policy does. */
async function startWebhook(): Promise<{ readonly url: string; readonly caBundle: string }> {
  const authority = createCertificateAuthority('webhook');
  const { certificate, key } = authority.issue({ commonName: 'webhook', hosts: ['127.0.0.1'] });
  const running = createServer({ cert: certificate, key }, (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const review = JSON.parse(text) as { readonly request: { readonly uid: string } };
      const status = { code: 403, message: 'image front:1.4 has no digest' };
      const answer = { uid: review.request.uid, allowed: false, status };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: answer }));
    });
  });
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  webhook.close = () => running.close();
  const { port } = running.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}/`, caBundle: btoa(authority.certificate) };
}

const container = (resources: object = {}) => ({ name: 'main', image: 'front:1.4', resources });
const pod = (name: string, spec: object) => ({
  metadata: { name, namespace: 'shop' },
  spec: { containers: [container()], ...spec },
});
function deployment(name: string, of: string, resources: object = {}): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [container(resources)] } };
  return { metadata: { name, namespace: of }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
}

/** What the kubelet of node-1 writes of its pods: status and events. */
async function writeAsKubelet(): Promise<void> {
  const all = brokenNow() as readonly (Made & { readonly spec: { nodeName?: string }; readonly status: object })[];
  const nodes = all.filter(({ kind, spec }) => kind === 'Pod' && spec.nodeName === 'node-1');
  for (const each of nodes) {
    const { name } = each.metadata;
    const { serviceAccountName: _, ...spec } = each.spec as Readonly<Record<string, unknown>>;
    const { metadata } = await create('pods', { metadata: { name, namespace: 'shop' }, spec });
    const handle = admin.resource('pods').namespace('shop');
    // The server itself sets the class.
    const { qosClass: __, ...status } = each.status as Readonly<Record<string, unknown>>;
    await handle.patch(name, { status }, { type: 'merge', subresource: 'status' });
    for (const event of all as readonly object[] as readonly (Made & {
      readonly involvedObject?: Made['metadata'];
    })[]) {
      if (event.kind !== 'Event' || event.involvedObject?.name !== name) continue;
      const involvedObject = { ...event.involvedObject, uid: metadata.uid };
      await create('events', { ...event, metadata: { name: event.metadata.name, namespace: 'shop' }, involvedObject });
    }
  }
}

beforeAll(async () => {
  server = await startServer('1.37', { report: (line) => process.stderr.write(`${line}\n`) });
  admin = connect(server, { token: server.tokens.admin });
  components.push(await startControllerManager(server, controllers), await startScheduler(server));
  for (const name of ['shop', 'small', 'guarded']) await create('namespaces', namespace(name));
  const allocatable = { cpu: '4', memory: '8Gi', pods: '110' };
  const status = { allocatable, capacity: allocatable, conditions: [{ type: 'Ready', status: 'True' }] };
  for (const name of ['node-1', 'node-2']) {
    await create('nodes', { metadata: { name, labels: { 'kubernetes.io/hostname': name } }, status });
    // A new node has the taint of one that is not ready.
    const taints = name === 'node-1' ? [] : [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }];
    await admin.resource('nodes').patch(name, { spec: { taints } }, { type: 'merge' });
  }
  await writeAsKubelet();
  const large = { requests: { cpu: '16' } };
  await create('pods', pod('too-large', { containers: [container(large)] }));
  await create('pods', pod('tainted', { nodeSelector: { 'kubernetes.io/hostname': 'node-2' } }));
  const claim = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'fast',
  };
  await create('persistentvolumeclaims', { metadata: { name: 'data', namespace: 'shop' }, spec: claim });
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  await create('pods', pod('unclaimed', { volumes }));
  const finalizers = ['bucket.example.com/cleanup'];
  await create('configmaps', { metadata: { name: 'stuck', namespace: 'shop', finalizers } });
  await admin.resource('configmaps').namespace('shop').delete('stuck');
  const quota = { metadata: { name: 'compute', namespace: 'small' }, spec: { hard: { 'requests.cpu': '1' } } };
  await create('resourcequotas', quota);
  await create('deployments.apps', deployment('over-quota', 'small', large));
  const ports = [{ port: 80, targetPort: 'http' }];
  await create('services', {
    metadata: { name: 'lonely', namespace: 'shop' },
    spec: { selector: { app: 'frontend' }, ports },
  });
  const refusing = {
    ...{ name: 'validate.policy.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'] },
    clientConfig: await startWebhook(),
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'guarded' } },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
  };
  await create('validatingwebhookconfigurations', { metadata: { name: 'policy' }, webhooks: [refusing] });
  await create('deployments.apps', deployment('refused', 'guarded'));
}, 2_400_000);

afterAll(async () => {
  await closeClients();
  webhook.close();
  for (const component of components) await component.stop();
  await server.stop();
});

const ofScheduler = (text: string) => `The pod cannot be scheduled (Unschedulable): 0/2 nodes are available: ${text}`;

/** What differs from the fake server's, which has no scheduler and no controllers. */
const sentences: Readonly<Record<string, string>> = {
  'too-large': ofScheduler('1 Insufficient cpu, 1 node(s) had untolerated taint(s).'),
  tainted: ofScheduler("1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had untolerated taint(s)."),
  'over-quota': 'exceeded quota: compute, requested: requests.cpu=16, used: requests.cpu=0, limited: requests.cpu=1.',
  refused: 'admission webhook "validate.policy.example.com" denied the request: image front:1.4 has no digest.',
  stuck: 'and waits until its finalizers are removed: bucket.example.com/cleanup.',
};

it('says why each of twelve things is broken on a real server, after two clicks', { timeout: 240_000 }, async () => {
  const dashboard = await startDashboardOf(server);
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, isRefusal, { viewport: { width: 1440, height: 810 } });
  for (const [thing, { object, sentence }] of Object.entries(brokenThings)) {
    const { kind, metadata } = object as Made;
    const wanted = sentences[metadata.name] ?? sentence;
    await page
      .getByRole('link', { name: `${kind.toLowerCase()}s`, exact: true })
      .first()
      .click();
    await page.getByRole('row').filter({ hasText: metadata.name }).first().click();
    // Times go by, and names of pods are random.
    const words = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+[mh](?= ago)/g, '\\S+');
    const why = page.getByRole('complementary').getByRole('region', { name: 'Why' });
    await expect.poll(() => why.textContent(), { message: thing, timeout: 60_000 }).toMatch(new RegExp(words));
  }
});
