import { isJsonRecord } from './json-record.js';

/** Reports whether two JSON values are equal, whatever the order of their members. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isJsonRecord(a)) return false;
  const keys = Object.keys(a);
  return (
    isJsonRecord(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}
