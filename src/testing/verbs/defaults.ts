import type { KubeObject } from '../../model/kube-object.js';
import type { ServedResource } from '../served/served.js';

/**
 * Fills in the little of built-in resources that other requests look at: the label and the phase of a namespace, the
 * phase of a pod. Real servers fill in much more.
 */
export function withDefaults(object: KubeObject, { group, resource }: ServedResource): KubeObject {
  if (group !== '') return object;
  switch (resource) {
    case 'namespaces': {
      const { metadata } = object;
      const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name ?? '' };
      const spec = { finalizers: ['kubernetes'] };
      return { ...object, metadata: { ...metadata, labels }, spec, status: { phase: 'Active' } };
    }
    case 'pods':
      return { ...object, status: { phase: 'Pending' } };
    default:
      return object;
  }
}
