import { KubeError } from './kube-error.js';

/**
 * A call was given a value that can never work: a negative number of replicas, a body that is no JSON, null where an object
 * is needed. Nothing was sent; correct the call, do not try it again.
 */
export class InvalidArgumentError extends KubeError {
  static override readonly brand = 'InvalidArgumentError';
  readonly code = 'invalid-argument' as const;
  /** The argument's name. */
  readonly argument: string;

  /** `problem` completes a sentence that begins with the argument's name. */
  constructor(argument: string, problem: string, options?: { cause?: unknown }) {
    super(`${argument} ${problem}.`, options);
    this.argument = argument;
  }
}
