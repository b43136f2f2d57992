// How many objects are there? Counts each object once, however many endpoints serve it, with one light request for
// each set of objects. Run it with `npm run example -- count`.
import { createCensus } from 'kubeatlas/census';
import { formatGroupVersionResource as written } from 'kubeatlas';
import { heading, say, show } from '../demo/paper.js';
import { startCluster } from '../start-cluster.js';

const named = (apiVersion: string, kind: string, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    apiVersion,
    kind,
    metadata: { name: `n${index}`, namespace: 'shop' },
  }));
const cluster = await startCluster({
  resources: ['v1', 'v1beta1', 'v1alpha1'].map((version) => ({
    group: 'example.org',
    version,
    resource: 'widgets',
    kind: 'Widget',
  })),
  objects: [
    ...named('v1', 'Event', 1200),
    ...named('v1', 'ConfigMap', 80),
    ...named('autoscaling/v2', 'HorizontalPodAutoscaler', 12),
    ...named('example.org/v1', 'Widget', 30),
  ],
});

heading(1, 'Objects, each counted once');
const { total, sets, failures } = await createCensus(cluster.client).count();
const requests = cluster.fake.requests.length;
show(
  ['objects', 'resource', 'also served at'],
  sets
    .filter(({ count }) => count > 0)
    .map(({ count, resource, alsoServedAt }) => [
      String(count),
      written(resource),
      alsoServedAt.map(written).join(', '),
    ]),
);
say(`${total} objects in ${sets.length} sets; ${requests} requests, discovery among them.`);
for (const { message } of failures) say(`Not counted: ${message}`);

heading(2, 'What counting every endpoint says');
const catalog = await cluster.client.discovery.catalog();
let naive = 0;
for (const entry of catalog.resources({ verbs: ['list'] })) {
  naive += (await cluster.client.resource(entry).list()).items.length;
}
say(`${naive} objects: ${naive - total} of them were counted again.`);

await cluster.close();
