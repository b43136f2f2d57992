// A storage migration: after the storage version of a resource has changed, writes every object once, unchanged, so
// that the server stores it in the new version. Run it with `npm run example -- migrate`.
import { ApiError, formatGroupVersionResource as written, type Client } from 'kubeatlas';
import { type VisitedObject, createCensus } from 'kubeatlas/census';
import { heading, say, show } from '../demo/paper.js';
import { startCluster } from '../start-cluster.js';

const objects = Array.from({ length: 730 }, (_, index) => ({
  apiVersion: 'example.org/v1',
  kind: 'Widget',
  metadata: { name: `widget-${index}`, namespace: index % 2 === 0 ? 'shop' : 'store' },
}));
const cluster = await startCluster({
  resources: ['v1', 'v1beta1', 'v1alpha1'].map((version) => ({
    group: 'example.org',
    version,
    resource: 'widgets',
    kind: 'Widget',
  })),
  objects: [...objects, { apiVersion: 'v1', kind: 'Event', metadata: { name: 'one', namespace: 'shop' } }],
});

heading(1, 'Every object is written once');
const outcomes = new Map<string, { written: number; changed: number }>();
for await (const object of createCensus(cluster.client).objects({
  verbs: ['patch'],
  onFailure: ({ message }) => say(message),
})) {
  const outcome = outcomes.get(written(object.resource)) ?? { written: 0, changed: 0 };
  outcomes.set(written(object.resource), outcome);
  outcome[await migrate(cluster.client, object)] += 1;
}
show(
  ['through', 'written', 'changed by others meanwhile'],
  [...outcomes].map(([name, outcome]) => [name, String(outcome.written), String(outcome.changed)]),
);
say(
  `${cluster.fake.requests.filter(({ method }) => method === 'PATCH').length} patches for ${objects.length + 1} objects.`,
);

await cluster.close();

/** Writes an object unchanged. An object that was changed or deleted since it was listed needs no migration. */
async function migrate(client: Client, { resource, metadata }: VisitedObject): Promise<'written' | 'changed'> {
  const { name = '', namespace, uid, resourceVersion } = metadata;
  const all = client.resource(resource);
  const handle = namespace === undefined ? all : all.namespace(namespace);
  try {
    await handle.patch(name, { metadata: { uid, resourceVersion } }, { type: 'merge' });
    return 'written';
  } catch (error) {
    if (error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 409)) return 'changed';
    throw error;
  }
}
