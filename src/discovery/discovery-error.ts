import { KubeError } from '../shared/kube-error.js';

/**
 * Nothing at all could be learned of the server. What fails in part is no error: it stands in `catalog.failures`.
 */
export class DiscoveryError extends KubeError {
  static override readonly brand: string = 'DiscoveryError';
  readonly code = 'discovery' as const;
  /** What went wrong at each root. */
  readonly causes: { readonly api: Error; readonly apis: Error };

  constructor(causes: { readonly api: Error; readonly apis: Error }) {
    super(`nothing could be learned of the server: ${causes.apis.message}; ${causes.api.message}`, {
      cause: causes.apis,
    });
    this.causes = causes;
  }
}
