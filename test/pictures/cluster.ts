import { readFileSync } from 'node:fs';
import { demoObjects } from '../../examples/demo/objects.js';
import { createFakeApiServer, type CapturedDocuments, type FakeApiServer } from '../../src/testing/index.js';

const captured = (name: string): CapturedDocuments =>
  JSON.parse(readFileSync(new URL(`../fixtures/documents/${name}.json`, import.meta.url), 'utf8')) as CapturedDocuments;

const labels = { app: 'front' };
const inShop = (name: string, rest: object) => ({ name, namespace: 'shop', labels, ...rest });
const ownedBy = (kind: string, name: string, uid: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid, controller: true }],
});
const [deployment, replicaSet] = ['5c2d6c6a-0001', '5c2d6c6a-0002'];

/** What the demo shows, with something that happens. */
export function pictureServer(): FakeApiServer {
  const { '/api': api, '/apis': apis } = captured('kube-1.36-v2');
  const documents = { ...captured('kube-1.36-legacy'), '/api': api, '/apis': apis } as CapturedDocuments;
  const owners = [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: inShop('web', { uid: deployment }) },
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: inShop('web-7d4b9', { uid: replicaSet, ...ownedBy('Deployment', 'web', deployment) }),
    },
    pod('web-7d4b9-x2x5r', 'Running', replicaSet),
  ];
  return createFakeApiServer({ documents, objects: [...demoObjects(), ...owners] });
}

/** A pod of the namespace that is shown; without an owner unless a ReplicaSet's uid is given. */
export function pod(name: string, phase: string, owner?: string): object {
  const metadata = inShop(name, {
    labels: { app: 'web' },
    creationTimestamp: new Date(Date.now() - 4000).toISOString(),
    ...(owner !== undefined && ownedBy('ReplicaSet', 'web-7d4b9', owner)),
  });
  const ready = phase === 'Running';
  const containerStatuses = [
    { name: 'main', ready, restartCount: 0, state: ready ? { running: {} } : { waiting: { reason: phase } } },
  ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers: [{ name: 'main', image: 'registry.example.com/web:1.4' }] },
    status: { phase: ready ? 'Running' : 'Pending', containerStatuses },
  };
}

/** A rollout while somebody looks on: what happens, in order. */
export function rollout(fake: FakeApiServer): readonly (() => void)[] {
  const next = 'web-68f9c-q8k2m';
  return [
    () => void fake.put(pod(next, 'ContainerCreating', replicaSet)),
    () => void fake.put(pod(next, 'Running', replicaSet)),
    () => void fake.remove(pod('web-7d4b9-x2x5r', 'Running', replicaSet)),
  ];
}
