import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** Writes a body; throws {@link InvalidArgumentError} for what is no JSON object or array, or cannot be written as one. */
export function encodeBody(argument: string, body: unknown): string {
  if (typeof body !== 'object' || body === null) throw new InvalidArgumentError(argument, 'has to be an object');
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new InvalidArgumentError(argument, 'cannot be written as JSON: it holds itself, or a BigInt', { cause });
  }
}
