/** Freezes JSON at any depth; a value that is already frozen is taken to be frozen throughout. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  for (let next = open.pop(); typeof next === 'object' && next !== null; next = open.pop()) {
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const inner of Object.values(next) as readonly unknown[]) {
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return value;
}
