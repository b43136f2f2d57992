import { KubeError } from '../shared/kube-error.js';

/**
 * An option or a part of a request that can never work: a server that is no URL, a header with a line break.
 * Thrown before anything is sent; mend the call, do not try it again. The value itself is not shown where it may
 * hold a credential.
 */
export class InvalidOptionError extends KubeError {
  static override readonly brand = 'InvalidOptionError';
  readonly code = 'invalid-option' as const;
  /** Which option: `server`, `authenticate`, `timeoutMs`, ... */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`The option ${option} cannot be used: ${problem}.`);
    this.option = option;
  }
}
