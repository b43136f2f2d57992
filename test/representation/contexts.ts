import type { RESTMapping } from '../../src/core/model/rest-mapping.js';
import type { RepresentationContext } from '../../src/core/representation/representation.js';

export const deploymentMapping: RESTMapping = {
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  scope: 'Namespaced',
};

export const podMapping: RESTMapping = {
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  scope: 'Namespaced',
};

export const nodeMapping: RESTMapping = {
  resource: { group: '', version: 'v1', resource: 'nodes' },
  kind: { group: '', version: 'v1', kind: 'Node' },
  scope: 'Cluster',
};

/** Pods in all namespaces. */
export const allPods: RepresentationContext = { mapping: podMapping };
/** Pods in one namespace. */
export const webPods: RepresentationContext = { mapping: podMapping, namespace: 'web' };
export const nodes: RepresentationContext = { mapping: nodeMapping };

/** Any function that throws, for `expect(...).toThrow` on its error. */
export function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
