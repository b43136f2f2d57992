/** Deeper than any value of use. */
const deepest = 500;

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/**
 * A number as kubectl prints one, by Go's `%v`: whole numbers of 64 bits by their digits, and all others as a `float64`, with an
 * exponent from 10^6 on and below 10^-4 (`1.0000005e+06`, `1e+20`).
 */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))) {
    return Number.isInteger(value) ? String(value) : goFloat(value);
  }
  // JavaScript writes zeros behind the first 17 digits of a number.
  const whole = BigInt(value);
  return whole < int64.least || whole > int64.most ? goFloat(Number(whole)) : String(whole);
}

function goFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}

/**
 * A value of JSON as Go's `%v` prints it: `map[app:front tier:web]`, `[a b]`, `<nil>`; numbers as {@link goNumber} does. What is
 * nested too deeply to be of use is `...`.
 */
export function goText(value: unknown): string {
  return textOf(value, 0) ?? '...';
}

/** Undefined for what is too deep. */
function textOf(value: unknown, depth: number): string | undefined {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return '';
  if (depth > deepest) return undefined;
  const isList = Array.isArray(value);
  const members: string[] = [];
  const entries = Object.entries(value as Record<string, unknown>);
  if (!isList) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, each] of entries) {
    const text = textOf(each, depth + 1);
    if (text === undefined) return undefined;
    members.push(isList ? text : `${key}:${text}`);
  }
  return `${isList ? '' : 'map'}[${members.join(' ')}]`;
}
