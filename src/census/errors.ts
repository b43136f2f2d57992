import { KubeError } from '../core/shared/kube-error.js';
import type { CensusFailure } from './census-failure.js';

/**
 * All reachable objects were visited, but some parts of the server could not be read. Thrown at the end, so that a part
 * is not mistaken for the whole; if the options have `onFailure`, that is called with the failures instead.
 */
export class IncompleteCensusError extends KubeError {
  static override readonly brand = 'IncompleteCensusError';
  readonly code = 'incomplete-census' as const;
  /** What could not be visited, and why. */
  readonly failures: readonly CensusFailure[];

  constructor(failures: readonly CensusFailure[]) {
    const [first, ...others] = failures;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
    super(`Not everything could be visited: ${first?.message ?? 'unknown reason'}${rest}`);
    this.failures = Object.freeze([...failures]);
  }
}
