import { writeFileSync } from 'node:fs';
import type * as Vue from 'vue';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'svelte/store';
import { expect, onTestFinished } from 'vitest';
import { createClient, type Client, type KubeObject, type TableRow } from '../../../src/index.js';
import { tlsFixture } from '../../kubeconfig/temp-folder.js';
import type { GuideCluster } from './cluster.js';
import type { ProgramSetting } from './run-program.js';
import type { TestRunner } from './run-tests.js';
import { render } from '../../react/render.js';

function pod(name: string, status: object): object {
  const metadata = { name, namespace: 'shop', creationTimestamp: '2026-03-01T10:00:00Z' };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'main' }] }, status };
}

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget' };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names,
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const webhooks = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'policy' },
  webhooks: [
    {
      name: 'policy.example.com',
      clientConfig: { url: 'https://policy.example.com' },
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'] }],
    },
  ],
};

const keepAuthority = async ({ home }: GuideCluster): Promise<void> => {
  writeFileSync(path.join(home, 'ca.crt'), (await tlsFixture('authority.crt')).pem);
};

/** The fake server runs no controllers: somebody has to say that a deployment is available. */
const becomeAvailable = async ({ api }: GuideCluster): Promise<void> => {
  const found = (): KubeObject | undefined =>
    api.objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'back');
  await expect.poll(found).toBeDefined();
  await expect.poll(() => api.openWatches).toBe(1);
  api.put({ ...found(), status: { conditions: [{ type: 'Available', status: 'True' }] } });
};

const require = createRequire(import.meta.url);

/** What the fences of the guides need beside the cluster, by their names. */
export const settings: Readonly<Record<string, ProgramSetting>> = {
  'getting-started.md#In a pod': {
    async before(cluster) {
      writeFileSync(path.join(cluster.home, 'token'), 'of-a-pod');
      await keepAuthority(cluster);
    },
    stands: ({ home }) => ({ 'inClusterOptions()': `inClusterOptions({ folder: '${home}' })` }),
    env: ({ https }) => ({ KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: new URL(https).port }),
  },
  'getting-started.md#Tokens': { env: () => ({ KUBE_TOKEN: 'a-token' }) },
  'getting-started.md#Tokens 2': {
    async before(cluster) {
      cluster.api.configure({ users: { 'a-token': { name: 'jane', rights: 'all' } } });
      await keepAuthority(cluster);
    },
    stands: ({ home, https }) => ({
      "'https://kubernetes.example:6443'": `'${https}'`,
      "'ca.crt'": `'${home}/ca.crt'`,
    }),
    env: () => ({ KUBE_TOKEN: 'a-token', KUBECONFIG: '' }),
  },
  'getting-started.md#Tokens 3': {
    before: ({ api }) => {
      api.configure({ users: { 'a-new-token': { name: 'jane', rights: 'all' } } });
    },
  },
  'getting-started.md#Certificates': {
    async before({ home }) {
      writeFileSync(path.join(home, 'other-ca.crt'), (await tlsFixture('other-authority.crt')).pem);
    },
    stands: ({ home }) => ({ "'other-ca.crt'": `'${home}/other-ca.crt'` }),
  },
  // A prefix here, and no server.
  'proxy.md#A server of Node': { stands: () => ({ "'/k8s'": "'/k8s'" }) },
  'proxy.md#Express, Hono, Next.js': { stands: () => ({ "'/k8s'": "'/k8s'" }) },
  'dashboard.md#The client': {
    after: async (_cluster, { client }) => {
      expect((await (client as Client).discovery.catalog()).failures).toEqual([]);
    },
  },
  'dashboard.md#What can be shown': {
    before: ({ api }) => {
      api.define({ group: 'dead.example.com', version: 'v1', resource: 'ghosts', kind: 'Ghost' });
      api.configure({ deadGroupVersions: ['dead.example.com/v1'] });
    },
  },
  'dashboard.md#Live tables': {
    isEndless: true,
    meanwhile: async ({ api }, printed) => {
      await expect.poll(printed).toContain('front-7d4b9-x2');
      api.put(pod('cache-0', { phase: 'Failed' }));
    },
  },
  'dashboard.md#React': {
    after: async ({ api, http }, { usePods }) => {
      const use = usePods as (client: Client, namespace: string) => { items: readonly TableRow[] };
      const client = createClient({ server: http });
      const { last, unmount } = render(() => use(client, 'shop'));
      await expect.poll(() => last().items.length).toBe(3);
      api.put(pod('cache-1', { phase: 'Pending' }));
      await expect.poll(() => last().items.length).toBe(4);
      unmount();
      await expect.poll(() => api.openWatches).toBe(0);
      await client.close();
    },
  },
  'dashboard.md#Vue and Svelte': {
    stands: () => ({ "'vue'": `'${require.resolve('vue')}'` }),
    after: async ({ api, http }, { useRows }) => {
      const use = useRows as (client: Client, namespace: string) => { value: { items: readonly TableRow[] } };
      const client = createClient({ server: http });
      const { effectScope } = require('vue') as typeof Vue;
      const scope = effectScope();
      const rows = scope.run(() => use(client, 'shop'));
      await expect.poll(() => rows?.value.items.length).toBe(3);
      scope.stop();
      await expect.poll(() => api.openWatches).toBe(0);
      await client.close();
    },
  },
  'dashboard.md#Vue and Svelte 2': {
    stands: () => ({ "'svelte/store'": `'${require.resolve('svelte/store')}'` }),
    after: async ({ api, http }, { rowsOf }) => {
      const storeOf = rowsOf as (client: Client, namespace: string) => Readable<{ items: readonly TableRow[] }>;
      const client = createClient({ server: http });
      let count = -1;
      const stop = storeOf(client, 'shop').subscribe(({ items }) => (count = items.length));
      await expect.poll(() => count).toBe(3);
      stop();
      await expect.poll(() => api.openWatches).toBe(0);
      await client.close();
    },
  },
  'dashboard.md#Can I?': {
    before: ({ api }) => {
      const rights = ['delete pods', 'patch deployments/scale'];
      api.configure({
        may: ({ verb, resource, subresource }) =>
          rights.includes([`${verb} ${resource}`, subresource].filter(Boolean).join('/')),
      });
    },
    // The question is about what is sent then.
    after: async ({ http }) => {
      const client = createClient({ server: http });
      const scaled = await client.resource('deploy').namespace('shop').scale('front').set(3);
      expect(scaled.spec.replicas).toBe(3);
      await client.close();
    },
  },
  'dashboard.md#What fails, and how to show it': {
    isEndless: true,
    before: ({ api }) => {
      const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 };
      const body = { ...status, message: 'secrets is forbidden: User "jane" cannot list resource "secrets"' };
      api.fail('/api/v1/namespaces/shop/secrets', { status: 403, body });
    },
  },
  'more-than-one-active-replica.md#More than one active replica': { isEndless: true },
  'more-than-one-active-replica.md#Work that is not a controller': { isEndless: true },
  'scripts-and-ci.md#A deployment, step by step 2': { meanwhile: becomeAvailable },
  'scripts-and-ci.md#A login for CI': {
    before: keepAuthority,
    stands: ({ home }) => ({ "'ca.crt'": `'${home}/ca.crt'` }),
    env: ({ https }) => ({ KUBE_SERVER: https, KUBE_TOKEN: 'a-token' }),
  },
  'scripts-and-ci.md#A login for CI 2': {
    before: ({ api }) => {
      // The tokens of the fake server are long, and each is another one.
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', status: { token: 'a-short-token' } };
      api.fail('/api/v1/namespaces/shop/serviceaccounts/deployer/token', { status: 201, body });
    },
  },
  'many-clusters.md#Ask all of them': {
    async before({ home }) {
      const refusing = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () =>
          socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
        );
      });
      await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void refusing.close());
      const server = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
      const clusters = [{ name: 'gone', cluster: { server } }];
      const contexts = [{ name: 'gone', context: { cluster: 'gone', user: 'nobody' } }];
      writeFileSync(
        path.join(home, 'gone'),
        JSON.stringify({ clusters, contexts, users: [{ name: 'nobody', user: {} }] }),
      );
    },
    env: ({ env, home }) => ({ KUBECONFIG: [env['KUBECONFIG'], path.join(home, 'gone')].join(path.delimiter) }),
  },
  'large-clusters.md#Definitions that come and go': {
    isEndless: true,
    meanwhile: async ({ api }) => {
      await expect.poll(() => api.openWatches).toBe(2);
      api.put(definition);
    },
  },
  'from-kubectl.md#The names below': {
    before: ({ api, home }) => {
      const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'back', namespace: 'shop' } };
      writeFileSync(path.join(home, 'app.yaml'), JSON.stringify(config));
      writeFileSync(path.join(home, 'webhook.yaml'), JSON.stringify(webhooks));
      api.configure({
        log: async function* ({ pod, follow }) {
          yield 'a line\n';
          const object = api.objects.find(({ metadata }) => metadata.name === pod);
          // Otherwise a follow would not end.
          if (follow) api.put({ ...object, status: { phase: 'Succeeded' } });
        },
      });
    },
  },
};

/** The fences that are files of tests, with the runner that runs them and how many tests pass. */
export const testFiles: Readonly<Record<string, { readonly runner: TestRunner; readonly passes: number }>> = {
  'testing-your-code.md#vitest': { runner: 'vitest', passes: 2 },
  'testing-your-code.md#node:test': { runner: 'node:test', passes: 1 },
};

/** The fences that are not run as they stand, each with the reason. */
export const unrun: Readonly<Record<string, string>> = {
  'getting-started.md#Getting started': 'it asks a registry',
  'dashboard.md#A dashboard in a browser': 'it goes on until it is interrupted',
  'dashboard.md#One that is finished': 'it goes on until it is interrupted',
  'dashboard.md#The proxy': 'it goes on until it is interrupted',
  'proxy.md#nginx in front': 'it is the settings of nginx',
  'scripts-and-ci.md#A program in one file': 'it needs the built package, with which test/package runs it',
  'testing-your-code.md#jest': 'it is the settings of jest for TypeScript, and the tests here are compiled',
  'testing-your-code.md#jest 2':
    'it is the settings of jest for an ES module, and jest is no dependency of this package',
  'testing-your-code.md#msw in the browser': 'it needs a browser',
  'many-clusters.md#Reconcile all of them 2': 'it goes on until it is interrupted',
};
