import type { CustomResource } from './custom-resources.js';

/**
 * Custom resources whose names collide on purpose, with those of Kubernetes and with each other, as they do in real
 * clusters.
 */
export const collidingResources: readonly CustomResource[] = [
  {
    group: 'acid.example.org',
    plural: 'deployments',
    kind: 'Deployment',
    shortNames: ['deploy'],
    categories: ['all'],
    versions: [{ name: 'v1' }],
  },
  {
    group: 'k3s.example.org',
    plural: 'endpoints',
    singular: 'endpoints',
    kind: 'Endpoints',
    shortNames: ['ep'],
    versions: [{ name: 'v2' }],
  },
  {
    group: 'keda.sh',
    plural: 'scaledobjects',
    kind: 'ScaledObject',
    shortNames: ['so'],
    versions: [{ name: 'v1alpha1' }],
  },
  {
    group: 'longhorn.io',
    plural: 'volumes',
    kind: 'Volume',
    shortNames: ['lhv'],
    categories: ['longhorn'],
    versions: [{ name: 'v1beta2' }, { name: 'v1beta1' }],
  },
  {
    group: 'monitoring.coreos.com',
    plural: 'prometheuses',
    kind: 'Prometheus',
    shortNames: ['prom'],
    categories: ['prometheus-operator'],
    versions: [{ name: 'v1', scalable: true }],
  },
  {
    group: 'monitoring.coreos.com',
    plural: 'prometheusrules',
    kind: 'PrometheusRule',
    shortNames: ['promrule'],
    versions: [{ name: 'v1' }],
  },
  {
    group: 'monitoring.coreos.com',
    plural: 'servicemonitors',
    kind: 'ServiceMonitor',
    shortNames: ['smon'],
    categories: ['prometheus-operator'],
    versions: [{ name: 'v1' }],
  },
  {
    group: 'solr.example.org',
    plural: 'solrs',
    kind: 'Solr',
    shortNames: ['so'],
    categories: ['all'],
    versions: [{ name: 'v1beta1', scalable: true }],
  },
  {
    group: 'storage.example.org',
    plural: 'volumes',
    kind: 'Volume',
    shortNames: ['vol'],
    scope: 'Cluster',
    versions: [{ name: 'v1' }, { name: 'v1alpha2' }],
  },
  {
    group: 'traefik.io',
    plural: 'ingressroutes',
    kind: 'IngressRoute',
    versions: [{ name: 'v1alpha1' }],
  },
];
