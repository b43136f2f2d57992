import { KubeError } from '../shared/kube-error.js';

/** A call was given a value that no server could take: a negative number of replicas, a body that is no JSON. Nothing was sent. */
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

/** Writes a body; throws {@link InvalidArgumentError} for what is no JSON object or array, or cannot be written as one. */
export function encodeBody(argument: string, body: unknown): string {
  if (typeof body !== 'object' || body === null) throw new InvalidArgumentError(argument, 'has to be an object');
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new InvalidArgumentError(argument, 'cannot be written as JSON: it holds itself, or a BigInt', { cause });
  }
}
