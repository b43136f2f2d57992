import { KubeconfigError } from './kubeconfig-error.js';

/**
 * A KubeConfig of @kubernetes/client-node leads to no server or credential. What it threw itself is not shown, as it
 * may hold the output of a plugin.
 */
export class ClientNodeError extends KubeconfigError {
  static override readonly brand = 'ClientNodeError';
  readonly code = 'kubeconfig-client-node' as const;
}
