// What TypeScript accepts and refuses where `kubeatlas/types` is imported: `npm run types` compiles it.
import {
  createInformer,
  type Applied,
  type Client,
  type KubeObject,
  type Patched,
  type ResourceHandle,
  type Served,
  type Shapes,
  type WireObject,
} from 'kubeatlas';
import { createController, type MappedSource } from 'kubeatlas/controller';
import type { ConfigMap, Deployment, NetworkPolicy, Pod, SubjectAccessReview } from 'kubeatlas/types';

declare const client: Client;

export async function names(name: string): Promise<void> {
  const deployment = await client.resource('deployments.apps').namespace('web').get('front');
  const replicas: number | undefined = deployment.spec?.replicas;
  const text: string = deployment.metadata.uid + deployment.metadata.resourceVersion + deployment.kind;
  for await (const pod of client.resource('pods').items()) pod.spec?.containers.map(({ image }) => image);
  for await (const event of client.resource('pods.v1').watch()) if (event.type === 'ADDED') event.object.status?.phase;
  // @ts-expect-error -- misspelt
  void deployment.spec?.replica;

  // Any other name is as before, and so is a type argument.
  const anything: Served<KubeObject> = await client.resource(name).get('a');
  const widget: Served<KubeObject> = await client.resource('widgets').get('a');
  interface Own extends WireObject {
    own: string;
  }
  const own: string = (await client.resource<Own>('pods').get('a')).own;
  // Functions for any object take typed ones.
  const handle: ResourceHandle<Shapes> = client.resource('pods');
  const object: KubeObject = deployment;
  void [replicas, text, anything, widget, own, handle, object];
}

export async function writes(): Promise<void> {
  const deployments = client.resource('deployments.apps').namespace('web');
  const options = { fieldManager: 'me' };
  await deployments.apply({ metadata: { name: 'a' }, status: { replicas: 1 } }, options);
  const container = { name: 'app', ports: [{ containerPort: 80 }] };
  await deployments.apply(
    { metadata: { name: 'a' }, spec: { template: { spec: { containers: [container] } } } },
    options,
  );
  const nameless = { image: 'app' };
  const podSpec: Applied<Deployment>['spec'] = {
    // @ts-expect-error -- the item has no key
    template: { spec: { containers: [nameless] } },
  };
  void podSpec;
  // @ts-expect-error -- no such field
  await deployments.apply({ metadata: { name: 'a' }, spec: { replica: 1 } }, options);
  await deployments.patch('a', { spec: { replicas: 3, paused: null } }, { type: 'merge' });
  // @ts-expect-error -- not a number
  await deployments.patch('a', { spec: { replicas: 'three' } }, { type: 'merge' });
  // @ts-expect-error -- a JSON patch is a list
  await deployments.patch('a', { spec: { replicas: 3 } }, { type: 'json' });
  await deployments.patch('a', [{ op: 'replace', path: '/spec/replicas', value: 3 }], { type: 'json' });
  const removed = [{ name: 'app', $patch: 'delete' }];
  await deployments.patch('a', { spec: { template: { spec: { containers: removed } } } }, { type: 'strategic' });
  await client
    .resource('networkpolicies')
    .namespace('a')
    .create({
      metadata: { name: 'a' },
      // @ts-expect-error -- the field is `from`
      spec: { podSelector: {}, ingress: [{ _from: [] }] },
    });
  await client
    .resource('configmaps')
    .namespace('a')
    .create({ metadata: { name: 'a' }, data: { a: 'b' } });
}

export async function subresources(): Promise<void> {
  const accounts = client.resource('serviceaccounts').namespace('web');
  const issued = await accounts.create({ spec: { audiences: ['a'] } }, { subresource: 'token', name: 'a' });
  const token: string | undefined = issued.status?.token;
  // @ts-expect-error -- no such field
  await accounts.create({ spec: { audience: 'a' } }, { subresource: 'token', name: 'a' });
  const pods = client.resource('pods').namespace('web');
  const deleteOptions = { gracePeriodSeconds: 0 };
  const status: KubeObject = await pods.create(
    { metadata: { name: 'a' }, deleteOptions },
    { subresource: 'eviction', dryRun: 'All' },
  );
  // @ts-expect-error -- misspelt
  await pods.create({ metadata: { name: 'a' }, deleteOption: deleteOptions }, { subresource: 'eviction' });
  const deployments = client.resource('deployments').namespace('web');
  const scale = await deployments.get('a', { subresource: 'scale' });
  const replicas: number | undefined = scale.spec?.replicas;
  await deployments.replace({ ...scale, spec: { replicas: 3 } }, { subresource: 'scale' });
  const whole = await deployments.get('a', { subresource: 'status' });
  await deployments.replace({ ...whole, status: { replicas: 3 } }, { subresource: 'status' });
  const other: KubeObject = await pods.create({ metadata: { name: 'a' } }, { subresource: 'other' });
  const anyName: string = String(other);
  await pods.create({ metadata: { name: 'a' } }, { subresource: anyName });
  void [token, status, replicas];
}

export function forms(review: Served<SubjectAccessReview>, pod: Served<Pod>): void {
  const name: string = pod.metadata.name;
  // @ts-expect-error -- a review is not stored
  const uid: string = review.metadata.uid;
  const service: Applied<Pod> = { spec: { containers: [{ name: 'a', ports: [{ containerPort: 1 }] }] } };
  const source: NonNullable<NonNullable<Applied<Pod>['spec']>['containers']>[number] = {
    name: 'a',
    // @ts-expect-error -- the server replaces a selector as a whole, and its key is required
    env: [{ name: 'a', valueFrom: { secretKeyRef: {} } }],
  };
  const removed: Patched<Deployment> = { metadata: { labels: { a: null } }, spec: null };
  const policy: NetworkPolicy = {
    spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 'http' }] }] },
  };
  const plain: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', data: {} };
  // @ts-expect-error -- another kind
  const wrong: ConfigMap = { kind: 'Pod' };
  void [name, uid, service, source, removed, policy, plain, wrong];
}

export function watched(): void {
  const nodes = client.resource('nodes');
  const informer = createInformer(client, 'pods');
  const phase: string | undefined = informer.store.list()[0]?.status?.phase;
  const anySource: MappedSource = { resource: nodes, map: ({ metadata }) => [{ name: metadata.name }] };
  createController(client, {
    name: 'a',
    for: 'deployments.apps',
    watches: [anySource],
    reconcile: () => undefined,
    onError: () => undefined,
  });
  createController(client, {
    name: 'a',
    for: 'deployments.apps',
    owns: ['pods'],
    watches: [
      {
        resource: 'configmaps',
        predicate: (step) => step.object.data !== undefined,
        map: ({ metadata, data }) => [{ namespace: 'web', name: data?.['owner'] ?? metadata.name }],
      },
      {
        resource: client.resource('nodes'),
        map: ({ spec }) => (spec?.unschedulable === true ? [{ name: 'a' }] : []),
      },
      // @ts-expect-error -- no such field
      { resource: 'secrets', map: ({ spec }) => [{ name: String(spec) }] },
      { resource: 'widgets', map: ({ metadata }) => [{ name: metadata.name }] },
    ],
    reconcile: async (_, { object, dependents }) => {
      const replicas: number | undefined = object?.spec?.replicas;
      const node: string | undefined = dependents('pods')[0]?.spec?.nodeName;
      void [replicas, node];
      await client
        .resource('deployments.apps')
        .apply({ metadata: { name: 'a' }, spec: object?.spec }, { fieldManager: 'a' });
    },
    onError: () => undefined,
  });
  void phase;
}
