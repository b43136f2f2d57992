import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { column, liveAges } from '../../src/representations/index.js';
import { createClient, formatTable, type Client } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { kubernetesDocumentsSource } from '../fixtures/kubernetes-documents.js';

async function clientOf(options: FakeApiServerOptions): Promise<Client> {
  const running = await startFakeApiServer(createFakeApiServer({ documents: kubernetes(), ...options }));
  const client = createClient({ server: running.url });
  onTestFinished(async () => {
    await client.close();
    await running.close();
  });
  return client;
}

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front', namespace: 'shop' },
  spec: { containers: [{ name: 'web', image: 'web:1' }] },
  status: {
    phase: 'Running',
    containerStatuses: [{ name: 'web', ready: true, restartCount: 2, state: { running: {} } }],
  },
};

describe('a fake server of the built-in resources', () => {
  it('is made of what kube-apiserver 1.36 answered', () => {
    const file = new URL('../../src/testing/documents/kubernetes-documents.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(kubernetesDocumentsSource());
  });

  it.each(['1.36', '1.29', 'legacy'] as const)('knows pods, deployments and their like: %s', async (speaks) => {
    const client = await clientOf({ speaks });
    const { resolutions } = await client.resolveAll('po,deploy,crd,hpa,ing,events.events.k8s.io');
    expect(
      resolutions.map(({ mapping: { resource } }) => `${resource.resource}.${resource.version}.${resource.group}`),
    ).toEqual([
      'pods.v1.',
      'deployments.v1.apps',
      'customresourcedefinitions.v1.apiextensions.k8s.io',
      'horizontalpodautoscalers.v2.autoscaling',
      'ingresses.v1.networking.k8s.io',
      'events.v1.events.k8s.io',
    ]);
    const catalog = await client.discovery.catalog();
    expect(catalog.failures).toEqual([]);
    expect(catalog.resources({ custom: true })).toEqual([]);
    expect(catalog.resources({ subresource: 'scale', preferred: true }).map(({ resource }) => resource)).toEqual([
      'replicationcontrollers',
      'deployments',
      'replicasets',
      'statefulsets',
    ]);
  });

  it('prints them in their own columns', async () => {
    const client = await clientOf({ objects: [pod], now: () => new Date('2026-01-01T00:00:00Z') });
    const table = await client.resource('pods').namespace('shop').as('Table').list();
    expect(formatTable(table)).toBe(
      'NAME    READY   STATUS    RESTARTS   AGE\nfront   1/1     Running   2          0s\n',
    );
  });

  it('describes each column as Kubernetes does', async () => {
    const client = await clientOf({});
    const words = ['pods', 'services', 'nodes', 'events', 'deployments', 'daemonsets', 'secrets', 'clusterroles'];
    const tables = await Promise.all(
      words.map(async (word) => client.resource(word).as('Table', { includeObject: 'None' }).list()),
    );
    const columns = tables.flatMap(({ columnDefinitions }) => columnDefinitions);
    expect(columns.filter(({ description }) => description === '')).toEqual([]);
    expect(columns.length).toBeGreaterThan(40);
  });

  it('lets ages in Tables go on', async () => {
    const client = await clientOf({ objects: [pod], now: () => new Date('2026-01-01T00:00:00Z') });
    const table = await client.resource('pods').as('Table', { includeObject: 'Metadata' }).list();
    const later = liveAges(table, Date.parse('2026-01-01T02:00:00Z'));
    expect(column(later, 'Age')).toEqual(['120m']);
  });

  it('has documents of its own each time', () => {
    expect(kubernetes()).toEqual(kubernetes());
    expect(kubernetes()['/api']).not.toBe(kubernetes()['/api']);
  });
});
