import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/** Refuses a key that discovery does not make: it could lead out of the folder, or to entries of other programs. */
export function requireKey(key: string): string {
  if (typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)) return key;
  throw new InvalidArgumentError('key', 'must be 64 hexadecimal digits in lower case');
}
