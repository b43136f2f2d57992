import { isJsonRecord } from './json-record.js';

/** Reports whether two JSON values are equal, whatever the order of their members. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (const [index, item] of a.entries()) if (!isEqual(item, b[index])) return false;
    return true;
  }
  if (!isJsonRecord(a) || !isJsonRecord(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !isEqual(a[key], b[key])) return false;
  return true;
}
