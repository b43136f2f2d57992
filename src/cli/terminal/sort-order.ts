import { parseAge, parseCellCount, parseQuantity } from '../../representations/index.js';

/** Compares two values; below 0 if the first one sorts first. */
export type SortOrder = (a: unknown, b: unknown) => number;

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
  const readings = isCell ? [parseQuantity, parseAge, parseCellCount] : [parseQuantity];
  const reading = readings.find((read) => texts.every((text) => read(text) !== undefined));
  return (value) => reading?.(value as string) ?? (value as string);
}
