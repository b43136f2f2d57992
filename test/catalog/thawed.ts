/** The paths of all objects that can still be changed. */
export function thawed(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) => thawed(child, `${path}.${key}`));
  return Object.isFrozen(value) ? below : [path, ...below];
}
