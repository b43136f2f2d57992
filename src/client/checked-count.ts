import { InvalidArgumentError } from '../resource/invalid-argument-error.js';

/** The value, if it is a whole number above 0. Throws InvalidArgumentError otherwise. */
export function checkedCount(argument: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError(argument, 'has to be a whole number above 0');
}
