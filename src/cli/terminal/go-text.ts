/** Deeper than any value of use. */
const deepest = 500;

/** A value as Go's `fmt.Sprint` writes it, which custom columns of kubectl show: `map[app:front tier:web]`, `[a b]`, `<nil>`. */
export function goText(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return '';
  if (depth > deepest) return '...';
  if (Array.isArray(value)) return `[${value.map((each) => goText(each, depth + 1)).join(' ')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, each]) => `${key}:${goText(each, depth + 1)}`).join(' ')}]`;
}
