import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a comma-separated list of words: `get,list`. */
export function parseWords(value: string): readonly string[] {
  const words = value.split(',').map((word) => word.trim());
  if (words.includes('')) throw new InvalidArgumentError('It must be a comma-separated list.');
  return words;
}

/** Requires a non-empty word. */
export function parseWord(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

/** Requires a selector that selects: a blank one, as from a variable that is not set, means every object. */
export function parseSelector(value: string): string {
  if (/^[\s,=!]*$/.test(value)) throw new InvalidArgumentError('It must not be empty, which would select everything.');
  return value;
}

/** Parses a selector of `get`, to which an empty one means every object, as in kubectl. */
export function parseGetSelector(value: string): string {
  return value.trim() === '' ? '' : parseSelector(value);
}

/** Requires a selector for a deletion: `app!=`, as from a variable that is not set, would delete nearly everything. */
export function parseDeleteSelector(value: string): string {
  if (!/!=\s*(?:,|$)|\snotin\s*\(\s*\)/.test(value)) return parseSelector(value);
  throw new InvalidArgumentError('It excludes only an empty value, which would select nearly everything.');
}

/** Parses `true` or `false`, for flags that take a value only after `=`. */
export function parseTruth(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new InvalidArgumentError('It must be true or false.');
}

/** Parses a whole number that is not negative. */
export function parseCount(value: string): number {
  const count = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError('It must be a non-negative integer.');
}

/** Parses the number of a port; 0 for a free one. */
export function parsePort(value: string): number {
  const port = parseCount(value);
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a port, at most 65535.');
}

/** Parses `30s`, `1m30s`, `500ms`, or seconds without a unit, into milliseconds; 0 means no limit. */
export function parseDuration(value: string): number {
  if (/^\d+$/.test(value)) return finite(Number(value) * 1000);
  if (!/^(?:\d+(?:ms|[smh]))+$/.test(value))
    throw new InvalidArgumentError('It must be a duration such as 30s, 2m or 500ms.');
  let total = 0;
  for (const [, number = '', unit = ''] of value.matchAll(/(\d+)(ms|[smh])/gy))
    total += Number(number) * (units[unit] ?? 0);
  return finite(total);
}

const goUnits: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ...units };
const aWeek = 7 * 24 * 3_600_000;

/** Parses a Go duration (`1.5h`, `2m30s`, `0`) into milliseconds. As in kubectl, a negative one means a week. */
export function parseTimeout(value: string): number {
  const [, sign, text = ''] = /^([-+]?)(.*)$/s.exec(value) ?? [];
  if (/^0+$/.test(text)) return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|[smh]))+$/.test(text)) {
    throw new InvalidArgumentError('It must be a duration with its unit, such as 30s, 2m or 500ms.');
  }
  let total = 0;
  for (const [, number = '', unit = ''] of text.matchAll(/([\d.]+)(ns|us|µs|μs|ms|[smh])/gy)) {
    total += Number(number) * (goUnits[unit] ?? 0);
  }
  return sign === '-' && total > 0 ? aWeek : finite(total);
}

/** Collects the values of a flag that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseWord(value)];
}

/** Parses `--dry-run`; true for a dry run on the server. */
export function parseDryRun(value: string): boolean {
  if (value === 'none' || value === 'server') return value === 'server';
  if (value === 'client') {
    throw new InvalidArgumentError('A client dry run is not supported: use server.');
  }
  throw new InvalidArgumentError('It must be none or server.');
}

// Timers of Node and browsers are limited to 31 bits.
const longest = 2 ** 31 - 1;

function finite(ms: number): number {
  if (ms <= longest) return ms;
  throw new InvalidArgumentError('It must be at most 24 days; 0 means no limit.');
}
