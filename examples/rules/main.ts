// Gadgets were moved to a new group while the old one is still served, and a webhook guards only the old one. Which
// requests bypass it? Run it with `npm run example -- rules`.
import { createRules } from 'kubeatlas/admission';
import { formatGroupVersionResource as written } from 'kubeatlas';
import { heading, say, show } from '../demo/paper.js';
import { startCluster } from '../start-cluster.js';

const groups = ['old.example.org', 'young.example.org'];
const cluster = await startCluster({
  // As in KEP-31, an equal `internalID` shows that both are one set of objects.
  resources: groups.map((group) => ({ group, version: 'v1', resource: 'gadgets', kind: 'Gadget', internalID: 'one' })),
  // A server behind the aggregator serves each of them.
  objects: groups.map((group) => ({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `v1.${group}` },
    spec: { group, version: 'v1', service: { namespace: 'gadgets', name: group.split('.')[0], port: 443 } },
  })),
});
const guard = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'guard' },
  webhooks: [
    {
      name: 'guard.example.org',
      matchPolicy: 'Equivalent',
      rules: [
        {
          apiGroups: ['old.example.org'],
          apiVersions: ['v1'],
          resources: ['gadgets'],
          operations: ['CREATE', 'UPDATE'],
        },
        { apiGroups: [''], apiVersions: ['v1'], resources: ['events'], operations: ['DELETE'] },
      ],
    },
  ],
};

heading(1, 'Which endpoints does the webhook miss?');
const expansion = await createRules(cluster.client).expand(guard);
show(
  ['rule', 'endpoint', 'is', 'because'],
  expansion.findings.flatMap(({ path, missed, covered }) => [
    ...missed.map((each) => [path, written(each), 'missed', `${each.reason}, same by ${each.evidence.join(', ')}`]),
    ...covered.map((each) => [path, written(each), 'covered', `the server knows it as ${written(each.sameAs)}`]),
  ]),
);

heading(2, 'The same webhook, completed');
for (const rule of expansion.configuration.webhooks[0]?.rules ?? []) say(JSON.stringify(rule));

heading(3, 'And with matchPolicy: Exact');
const exact = { ...guard, webhooks: guard.webhooks.map((webhook) => ({ ...webhook, matchPolicy: 'Exact' })) };
const { findings } = await createRules(cluster.client).expand(exact);
for (const { path, missed } of findings) say(`${path} misses ${missed.map(written).join(', ')}`);

await cluster.close();
