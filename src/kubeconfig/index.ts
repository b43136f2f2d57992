export { ClientNodeError } from './client-node-error.js';
export {
  KubeconfigInvalidCertificateError,
  KubeconfigInvalidFieldError,
  KubeconfigMissingEntryError,
  NotInClusterError,
} from './entry-errors.js';
export { isKubeconfigError, type AnyKubeconfigError } from './errors.js';
export {
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginTimeoutError,
} from './exec-errors.js';
export { KubeconfigMissingFileError, KubeconfigSyntaxError, KubeconfigUnreadableFileError } from './file-errors.js';
export {
  fromClientNode,
  type ClientNodeCluster,
  type ClientNodeKubeConfig,
  type FromClientNodeOptions,
} from './from-client-node.js';
export { inClusterOptions, type InClusterOptions } from './in-cluster.js';
export { KubeconfigError, type KubeconfigPlace } from './kubeconfig-error.js';
export { loadKubeconfig } from './load-kubeconfig.js';
export type { Environment, LoadKubeconfigOptions } from './load-options.js';
