export {
  ClientNodeError,
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginRefusedError,
  ExecPluginTimeoutError,
  KubeconfigError,
  KubeconfigInvalidCertificateError,
  KubeconfigInvalidFieldError,
  KubeconfigMissingEntryError,
  KubeconfigMissingFileError,
  KubeconfigRefusedFieldError,
  KubeconfigSyntaxError,
  KubeconfigUnreadableFileError,
  NotInClusterError,
  isKubeconfigError,
  type AnyKubeconfigError,
  type KubeconfigLocation,
} from './errors.js';
export { contextClusters, type ContextClustersOptions } from './context-clusters.js';
export {
  fromClientNode,
  type ClientNodeCluster,
  type ClientNodeKubeConfig,
  type FromClientNodeOptions,
} from './from-client-node.js';
export { inClusterOptions, type InClusterOptions } from './in-cluster.js';
export { type KubeconfigContext, listContexts, type ListContextsOptions, loadKubeconfig } from './load-kubeconfig.js';
export type { Environment, LoadKubeconfigOptions } from './load-options.js';
export { secretClusters, type RefusedField, type SecretClustersOptions } from './secret-clusters.js';

export type { ConfigLocation } from '../core/shared/config-location.js';
export type { ServerConfigLocations } from '../core/transport/options.js';
