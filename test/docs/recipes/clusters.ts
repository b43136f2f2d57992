import { front, pod, widgetDefinition, type RecipeCase } from './recipe-case.js';

const unused = widgetDefinition.replaceAll('widget', 'gadget').replaceAll('Widget', 'Gadget');

/** Recipes about relations of objects, and about whole clusters. */
export const clusters: readonly RecipeCase[] = [
  {
    title: 'Export a namespace as YAML',
    objects: `
{ apiVersion: v1, kind: Service, metadata: { name: front, namespace: shop, uid: u-1 }, spec: { clusterIP: 10.0.0.9, ports: [{ port: 80, protocol: TCP }] } }
---
{ apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, addressType: IPv4, endpoints: [], metadata: { name: front-x, namespace: shop, ownerReferences: [{ apiVersion: v1, kind: Service, name: front }] } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop }, data: { colour: blue } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: elsewhere, namespace: staging } }
`,
    prints: [
      '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\ndata:\n  colour: blue\n',
      '---\napiVersion: v1\nkind: Service\nmetadata:\n  name: front\n  namespace: shop\nspec:\n  ports:\n    - port: 80\n      protocol: TCP\n',
    ],
    notReal: 'a real server fills in defaults',
  },
  {
    title: 'See who manages a field',
    before: async ({ client }) => {
      const deployments = client.resource('deployments').namespace('shop');
      const labels = { app: 'front' };
      const containers = [{ name: 'main', image: 'x' }];
      const template = { metadata: { labels }, spec: { containers } };
      const spec = { replicas: 2, selector: { matchLabels: labels }, template };
      await deployments.apply({ metadata: { name: 'front' }, spec }, { fieldManager: 'my-deploy' });
      await deployments.patch('front', { metadata: { labels } }, { type: 'merge', fieldManager: 'labeller' });
    },
    prints: [/^my-deploy by Apply at 20.*Z$/],
  },
  {
    title: 'See who owns an object',
    objects: `${front}---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: front-7d4, namespace: shop, ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: front }] }
spec:
  selector: { matchLabels: { app: front } }
  template: { metadata: { labels: { app: front } }, spec: { containers: [{ name: main, image: x }] } }
${pod('front-0', 'ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: front-7d4 }, { apiVersion: v1, kind: Service, name: front, uid: u-gone }]')}`,
    prints: ['ReplicaSet/front-7d4', 'Deployment/front', '! Service/front is absent: not-found'],
  },
  {
    title: 'Find what blocks the deletion of a namespace',
    objects: `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
status:
  phase: Active
  conditions:
    - { type: NamespaceDeletionDiscoveryFailure, status: 'False', reason: a, message: all is well }
    - { type: NamespaceFinalizersRemaining, status: 'True', reason: b, message: 'configmaps wait for a finalizer' }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: held, namespace: shop, finalizers: [example.com/cleanup] } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: late, namespace: shop } }
`,
    prints: [
      'NamespaceFinalizersRemaining: configmaps wait for a finalizer',
      'configmaps/held has example.com/cleanup',
      'configmaps/late has no finalizers',
    ],
  },
  {
    title: 'Find the CRDs that nobody uses',
    objects: `${widgetDefinition}---${unused}---
{ apiVersion: example.com/v1, kind: Widget, metadata: { name: first, namespace: shop } }
`,
    prints: ['gadgets.example.com'],
  },
  {
    title: 'Compare the APIs of two clusters',
    objects: widgetDefinition,
    staging: {
      resources: [{ group: 'example.com', version: 'v1', resource: 'gadgets', kind: 'Gadget' }],
      deadGroupVersions: [],
    },
    prints: ['only in staging: gadgets.v1.example.com', 'only in production: widgets.v1.example.com'],
    notReal: 'there is one server',
  },
];
