import { isJsonRecord } from './json-record.js';

/**
 * A number as kubectl prints one, by Go's `%v`: whole numbers of 64 bits by their digits, and all others as a `float64`, with an
 * exponent from 10^6 on and below 10^-4 (`1.0000005e+06`, `1e+20`).
 */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) {
    // A number beyond 2^53 has zeros behind its first 17 digits in JavaScript.
    const whole = BigInt(value);
    if (BigInt.asIntN(64, whole) === whole) return String(whole);
  }
  const float = Number(value);
  const size = Math.abs(float);
  if (size >= 1e-4 && size < 1e6) return String(float);
  return float.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}

/**
 * A value of JSON as Go's `%v` prints it: `map[app:front tier:web]`, `[a b]`, `<nil>`; numbers as {@link goNumber} does. What is
 * nested too deeply for that is `...`.
 */
export function goText(value: unknown): string {
  try {
    return textOf(value);
  } catch {
    return '...';
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`;
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (!isJsonRecord(value)) return '<nil>';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${textOf(value[key])}`);
  return `map[${members.join(' ')}]`;
}
