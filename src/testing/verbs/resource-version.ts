import type { ObjectMeta } from '../../core/model/kube-object.js';
import { plainError } from '../wire/refusals.js';

const largest = 2n ** 64n - 1n;

/**
 * Returns the resource version that a write expects, `0` and an empty one as undefined: any. Throws 500, as servers do,
 * for a text that is no number of 64 bits.
 */
export function expectedVersion({ resourceVersion = '' }: ObjectMeta): string | undefined {
  if (resourceVersion === '') return undefined;
  const why = /^\d+$/.test(resourceVersion) ? 'value out of range' : 'invalid syntax';
  const number = why === 'invalid syntax' ? -1n : BigInt(resourceVersion);
  if (number < 0n || number > largest) {
    throw plainError(`strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: ${why}`);
  }
  return number === 0n ? undefined : String(number);
}

/** Reports whether an object to be created names a version; a text that is none does not count. */
export function namesVersion({ resourceVersion = '' }: ObjectMeta): boolean {
  return /^\d*[1-9]\d*$/.test(resourceVersion) && BigInt(resourceVersion) <= largest;
}
