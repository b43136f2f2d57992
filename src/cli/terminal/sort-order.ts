/** Compares two values; below 0 if the first one sorts first. */
export type SortOrder = (a: unknown, b: unknown) => number;

const quantity = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([-+]?\d+))?$/;
const duration = /^(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?$/;
const powers: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};
const seconds: Readonly<Record<string, number>> = { y: 31_536_000, d: 86_400, h: 3600, m: 60, s: 1 };

/**
 * Returns the order of these values, missing ones first, or a text that says why they have no order. Text sorts by its
 * characters, unless all values are quantities (`500m`, `2Gi`).
 *
 * @param isCell whether the values are table cells, in which ages (`5d4h`) and counts with a remark (`2 (5m ago)`) are
 *   text
 */
export function orderOf(values: readonly unknown[], { isCell = false } = {}): SortOrder | string {
  const there = values.filter((value) => value !== undefined && value !== null && !(isCell && isNothing(value)));
  const kinds = [...new Set(there.map(kindOf))];
  if (kinds.includes('object')) return 'selects objects or lists, which cannot be sorted';
  if (kinds.length > 1) return `selects values of different types, ${kinds.join(' and ')}, which cannot be sorted`;
  const key = kinds[0] === 'text' ? keyOfText(there as string[], isCell) : (value: unknown) => value as number;
  const rankOf = (value: unknown): number =>
    value === undefined ? 0 : value === null ? 1 : isCell && isNothing(value) ? 1 : 2;
  return (a, b) => {
    const difference = rankOf(a) - rankOf(b);
    if (difference !== 0 || rankOf(a) < 2) return difference;
    const [x, y] = [key(a), key(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  };
}

function isNothing(cell: unknown): boolean {
  return cell === '' || cell === '<none>' || cell === '<unknown>';
}

function kindOf(value: unknown): 'text' | 'numbers' | 'booleans' | 'object' {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
    case 'bigint':
      return 'numbers';
    case 'boolean':
      return 'booleans';
    default:
      return 'object';
  }
}

/** Returns the sort key for text: all values are read in the same way. */
function keyOfText(texts: readonly string[], isCell: boolean): (value: unknown) => string | number | bigint {
  const readings = isCell ? [numberIn, secondsIn, countIn] : [numberIn];
  const reading = readings.find((read) => texts.every((text) => read(text) !== undefined));
  return (value) => reading?.(value as string) ?? (value as string);
}

function numberIn(text: string): number | bigint | undefined {
  const [, number, suffix, exponent] = quantity.exec(text) ?? [];
  if (number === undefined) return undefined;
  // JavaScript would round it.
  if (/^[-+]?\d{16,}$/.test(text)) return text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
  return Number(number) * (powers[suffix ?? ''] ?? 1) * 10 ** Number(exponent ?? 0);
}

function secondsIn(text: string): number | undefined {
  if (!duration.test(text)) return undefined;
  let total = 0;
  for (const [, number, unit = ''] of text.matchAll(/(\d+)([ydhms])/gy)) total += Number(number) * (seconds[unit] ?? 0);
  return total;
}

/** Parses `2 (5m ago)`, the form in which the server shows restarts. */
function countIn(text: string): number | undefined {
  const [, number] = /^(\d+)(?: \(.*\))?$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}
