import { isJsonRecord } from './json-record.js';

/**
 * Formats a number as kubectl prints it, by Go's `%v`: 64-bit whole numbers by their digits, and all others as a
 * `float64`, with an exponent from 10^6 on and below 10^-4 (`1.0000005e+06`, `1e+20`).
 */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) {
    // JavaScript prints zeros after the first 17 digits of a number beyond 2^53.
    const whole = BigInt(value);
    if (BigInt.asIntN(64, whole) === whole) return String(whole);
  }
  const float = Number(value);
  const size = Math.abs(float);
  if (size >= 1e-4 && size < 1e6) return String(float);
  return float.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}

/**
 * Formats a JSON value as Go's `%v` prints it: `map[app:front tier:web]`, `[a b]`, `<nil>`; numbers as {@link goNumber}
 * does. A value nested too deeply becomes `...`.
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
