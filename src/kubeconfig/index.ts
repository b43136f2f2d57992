export { inClusterOptions, type InClusterOptions } from './in-cluster.js';
export { KubeconfigError, type KubeconfigPlace } from './kubeconfig-error.js';
export { loadKubeconfig } from './load-kubeconfig.js';
export type { Environment, LoadKubeconfigOptions } from './load-options.js';
