import { KubeError } from './kube-error.js';

/**
 * A call received a value that can never work: a negative number of replicas, a body that is not JSON, null instead of
 * an object. Nothing was sent; correct the call, do not retry it.
 */
export class InvalidArgumentError extends KubeError {
  static override readonly brand = 'InvalidArgumentError';
  readonly code = 'invalid-argument' as const;
  /** The name of the argument. */
  readonly argument: string;

  /** `problem` completes a sentence that begins with the argument's name. */
  constructor(argument: string, problem: string, options?: { cause?: unknown }) {
    super(`${argument} ${problem}.`, options);
    this.argument = argument;
  }
}
