import type { KubeObject } from '../../core/model/kube-object.js';

function namespace(name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

function priorityClass(name: string, value: number, of: string): KubeObject {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name, generation: 1 },
    description: `Used for system critical pods that must not be moved from their current ${of}.`,
    preemptionPolicy: 'PreemptLowerPriority',
    value,
  };
}

const address = '10.96.0.1';
const kubernetes = { name: 'kubernetes', namespace: 'default' };

/** What an API server creates when it starts, as far as people and programs look for it. */
export const objectsOfKubernetes: readonly KubeObject[] = [
  ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(namespace),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...kubernetes, labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      clusterIP: address,
      clusterIPs: [address],
      internalTrafficPolicy: 'Cluster',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
    },
    status: { loadBalancer: {} },
  },
  priorityClass('system-cluster-critical', 2_000_000_000, 'cluster'),
  priorityClass('system-node-critical', 2_000_001_000, 'node'),
];
