/** Freezes JSON at any depth; a value that is already frozen is taken to be frozen throughout. */
export function deepFreeze<T>(value: T): T {
  if (!isOpen(value)) return value;
  const open: object[] = [Object.freeze(value)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const inner of Object.values(next) as readonly unknown[]) if (isOpen(inner)) open.push(Object.freeze(inner));
  }
  return value;
}

function isOpen(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Object.isFrozen(value);
}
