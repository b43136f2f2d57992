import { KubeError } from '../../core/shared/kube-error.js';

/**
 * A pool has reached its maximum number of informers. Close those that are no longer needed, or set a larger
 * `maxInformers`.
 */
export class InformerPoolFullError extends KubeError {
  static override readonly brand = 'InformerPoolFullError';
  readonly code = 'informer-pool-full' as const;
  /** The maximum number of informers. */
  readonly maxInformers: number;

  constructor(maxInformers: number) {
    super(`The pool has ${maxInformers} informers already: close those that are not needed, or increase maxInformers.`);
    this.maxInformers = maxInformers;
  }
}
