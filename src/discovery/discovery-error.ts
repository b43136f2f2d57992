import { KubeError } from '../shared/kube-error.js';
import { ConnectionError } from '../transport/errors.js';

/**
 * Nothing at all could be learned of the server. What fails in part is no error: it stands in `catalog.failures`.
 */
export class DiscoveryError extends KubeError {
  static override readonly brand: string = 'DiscoveryError';
  readonly code = 'discovery' as const;
  /** What went wrong at each root. */
  readonly causes: { readonly api: Error; readonly apis: Error };

  constructor(causes: { readonly api: Error; readonly apis: Error }) {
    super(`nothing could be learned of the server: ${describe(causes)}`, { cause: causes.apis });
    this.causes = causes;
  }
}

/** A server that is not there is told once, and not for each root. */
function describe({ api, apis }: DiscoveryError['causes']): string {
  const unreachable = api instanceof ConnectionError && apis instanceof ConnectionError;
  return unreachable && api.reasonCode === apis.reasonCode ? apis.message : `${apis.message}; ${api.message}`;
}
