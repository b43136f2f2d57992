import { isJsonRecord } from '../../src/core/shared/json-record.js';

/** One difference between two masked answers. */
export interface Difference {
  /** The path in the answer: `status`, `header.content-type`, `body.items[0].metadata.generation`. */
  readonly part: string;
  /** Undefined if there is nothing at that path. */
  readonly real: unknown;
  readonly fake: unknown;
}

/**
 * Returns all differences between two values, each with the deepest possible path. The order of fields does not matter.
 */
export function compare(real: unknown, fake: unknown, part = ''): Difference[] {
  if (isJsonRecord(real) && isJsonRecord(fake)) {
    const keys = [...new Set([...Object.keys(real), ...Object.keys(fake)])].sort();
    return keys.flatMap((key) => compare(ownOf(real, key), ownOf(fake, key), part === '' ? key : `${part}.${key}`));
  }
  if (Array.isArray(real) && Array.isArray(fake) && real.length === fake.length) {
    return real.flatMap((item, index) => compare(item, fake[index], `${part}[${index}]`));
  }
  return Object.is(real, fake) ? [] : [{ part, real, fake }];
}

function ownOf(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
