import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { fencesOf, project } from './page.js';

/** What the programs of a guide find: a server, by HTTP as from `kubectl proxy` and by TLS, and a home with a kubeconfig. */
export interface GuideCluster {
  readonly api: FakeApiServer;
  readonly http: string;
  readonly https: string;
  /** Where programs run, with the packages of this project. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The time at which the server stands still. */
export const now = new Date('2026-03-01T12:00:00Z');
const created = { creationTimestamp: '2026-03-01T10:00:00Z' };

function pod(name: string, app: string, owner?: object): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', ...created, labels: { app }, ...(owner && { ownerReferences: [owner] }) },
    spec: { nodeName: 'node-1', containers: [{ name: 'main', image: `${app}:1` }] },
    status: {
      phase: 'Running',
      podIP: '10.1.0.7',
      containerStatuses: [{ ready: true, restartCount: 0, state: { running: {} } }],
    },
  };
}

const replicaSet = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'front-7d4b9',
  uid: 'f0000000-0000-4000-8000-000000000002',
  controller: true,
};

/** What is in the server at the start. */
export const objects: readonly object[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', ...created } },
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1', ...created } },
  pod('cache-0', 'cache'),
  pod('front-7d4b9-x1', 'front', replicaSet),
  pod('front-7d4b9-x2', 'front', replicaSet),
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'front',
      namespace: 'shop',
      uid: 'f0000000-0000-4000-8000-000000000001',
      generation: 1,
      labels: { app: 'front' },
      ...created,
    },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'front' } },
      template: { metadata: { labels: { app: 'front' } }, spec: { containers: [{ name: 'main', image: 'front:1' }] } },
    },
    status: {
      observedGeneration: 1,
      ...{ replicas: 2, readyReplicas: 2, updatedReplicas: 2, availableReplicas: 2 },
      conditions: [{ type: 'Available', status: 'True' }],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: 'front-7d4b9',
      namespace: 'shop',
      uid: replicaSet.uid,
      ...created,
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: 'front',
          uid: 'f0000000-0000-4000-8000-000000000001',
          controller: true,
        },
      ],
    },
    spec: { replicas: 2 },
    status: { replicas: 2, readyReplicas: 2 },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'front', namespace: 'shop', ...created },
    spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ports: [{ port: 80, protocol: 'TCP' }] },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop', ...created },
    data: { colour: 'blue' },
  },
];

const tls = (name: string): string => readFileSync(path.join(project, 'test/fixtures/tls', name), 'utf8');

/** Starts the server of a guide, which stands still at {@link now}, and makes the home of its reader. */
async function startGuideCluster(): Promise<GuideCluster> {
  const api = createFakeApiServer({ documents: kubernetes(), objects, now: () => now });
  const server = await startFakeApiServer(api);
  const front = await startTlsFront(server.url);
  const home = mkdtempSync(path.join(tmpdir(), 'kubeatlas-guide-'));
  symlinkSync(path.join(project, 'node_modules'), path.join(home, 'node_modules'), 'dir');
  mkdirSync(path.join(home, '.kube'));
  const kubeconfig = path.join(home, '.kube', 'config');
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigFor(front.url)));
  return {
    api,
    http: server.url,
    https: front.url,
    home,
    env: { HOME: home, KUBECONFIG: kubeconfig, XDG_CACHE_HOME: '', NO_COLOR: '1' },
    async close() {
      await front.close();
      await server.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function kubeconfigFor(server: string): object {
  const authority = Buffer.from(tls('authority.crt')).toString('base64');
  return {
    'current-context': 'dev',
    clusters: ['dev', 'staging'].map((name) => ({
      name,
      cluster: { server, 'certificate-authority-data': authority },
    })),
    contexts: ['dev', 'staging'].map((name) => ({
      name,
      context: { cluster: name, user: 'me', namespace: name === 'dev' ? 'shop' : 'default' },
    })),
    users: [{ name: 'me', user: { token: 'a-token' } }],
  };
}

/** A cluster for one test, in whose home are the files that a page shows. */
export async function clusterFor(page: string): Promise<GuideCluster> {
  const cluster = await startGuideCluster();
  onTestFinished(() => cluster.close());
  for (const { code, file } of fencesOf(page)) {
    if (file !== undefined) writeFileSync(path.join(cluster.home, file), code);
  }
  return cluster;
}

/** TLS in front of a server, as a user of a certificate is the one with his name as the token. */
async function startTlsFront(target: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const certificates = { cert: tls('server.crt'), key: tls('server.key'), ca: tls('authority.crt') };
  const listener = createServer(
    { ...certificates, requestCert: true, rejectUnauthorized: false },
    (incoming, answer) => {
      const socket = incoming.socket as TLSSocket;
      const name = socket.authorized ? /CN=(.*)/.exec(socket.getPeerX509Certificate()?.subject ?? '')?.[1] : undefined;
      const headers = { ...incoming.headers, host: new URL(target).host };
      const authorization = name === undefined ? headers.authorization : `Bearer ${name}`;
      const passed = request(new URL(incoming.url ?? '/', target), {
        method: incoming.method,
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      });
      const end = (): void => void answer.destroy();
      passed.on('error', end);
      passed.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        answer.flushHeaders();
        response.on('error', end).pipe(answer);
      });
      answer.on('close', () => passed.destroy());
      incoming.pipe(passed);
    },
  );
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `https://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      listener.closeAllConnections();
      await closed;
    },
  };
}
