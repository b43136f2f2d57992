import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff, type DiffLine } from '../../src/dashboard/line-diff.js';

const shown = (lines: readonly DiffLine[]): readonly string[] => lines.map(({ sign, text }) => `${sign}${text}`);
const anyText = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('the difference of two texts', () => {
  it('has all lines of both, in order', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const lines = lineDiff(before, after, Infinity);
        if (before === after) {
          expect(lines).toEqual([]);
          return;
        }
        const without = (sign: string): string =>
          lines.flatMap((line) => (line.sign === sign ? [] : [line.text])).join('\n');
        expect(without('+')).toBe(before);
        expect(without('-')).toBe(after);
      }),
    );
  });

  it('is as short as can be, with some lines around', () => {
    const before = ['1', '2', '3', '4', '5', 'replicas: 3', '6', '7', '8', '9'].join('\n');
    const after = before.replace('replicas: 3', 'replicas: 5\nminReadySeconds: 9');
    expect(shown(lineDiff(before, after, 2))).toEqual([
      ...[' …', ' 4', ' 5', '-replicas: 3', '+replicas: 5', '+minReadySeconds: 9', ' 6', ' 7', ' …'],
    ]);
  });

  it('of a long text with two changes that are far apart is short', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `k${index}: v`);
    const after = lines.with(10, 'k10: x').with(9_000, 'k9000: x');
    expect(shown(lineDiff(lines.join('\n'), after.join('\n'), 0))).toEqual([
      ...[' …', '-k10: v', '+k10: x', ' …', '-k9000: v', '+k9000: x', ' …'],
    ]);
  });

  it('of long texts that have nothing in common is all of both', () => {
    const long = (start: number): string =>
      Array.from({ length: 20_000 }, (_, index) => String(start + index)).join('\n');
    expect(lineDiff(long(0), long(1_000_000))).toHaveLength(40_000);
  });
});
