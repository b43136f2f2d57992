import { KubeError } from '../shared/kube-error.js';

/**
 * A pool has as many informers as it may have. Those that nobody needs any more are to be closed; a program that needs more gives
 * a larger `maxInformers`.
 */
export class InformerPoolFullError extends KubeError {
  static override readonly brand = 'InformerPoolFullError';
  readonly code = 'informer-pool-full' as const;
  /** How many informers the pool may have. */
  readonly maxInformers: number;

  constructor(maxInformers: number) {
    super(
      `The pool has ${maxInformers} informers already: close those that are not needed, or give a larger maxInformers.`,
    );
    this.maxInformers = maxInformers;
  }
}
