/** True for two plain data that say the same; a field that is undefined says no more than one that is absent. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areSame(a, b);
  const [one, other] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  for (const [key, value] of one) if (!isSameData(value, other.get(key))) return false;
  for (const [key, value] of other) if (value !== undefined && !one.has(key)) return false;
  return true;
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, place) => isSameData(item, b[place]));
}
