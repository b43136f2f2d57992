import { KubeError } from '../index.js';

/** The arguments make no sense together. The bin ends with exit code 2. */
export class UsageError extends KubeError {
  static override readonly brand = 'UsageError';
  readonly code = 'usage' as const;
}
