import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBy, noRows, showRows } from '../../src/dashboard/sorted-rows.js';
import type { Row } from '../../src/dashboard/use-tables.js';

function rowOf(name: string, phase: string, restarts: number): Row {
  const metadata = { name, namespace: 'shop', labels: { app: name } };
  return { cells: [name, phase, restarts], object: { metadata } } as unknown as Row;
}

const anyRow = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom('Running', 'Pending'), fc.integer({ min: 0, max: 3 }))
  .map(([number, phase, restarts]) => rowOf(`p-${number}`, phase, restarts));
/** As a table has them: each name once. */
const anyRows = fc.uniqueArray(anyRow, { selector: ({ cells }) => cells[0], maxLength: 30 });

describe('the rows of the dashboard', () => {
  it('are those that a filter and a sort of all would give, however they change', () => {
    const order = fc.record({ column: fc.integer({ min: -1, max: 2 }), isDescending: fc.boolean() });
    const words = fc.constantFrom('', 'running', 'app=p-1', 'running p-2');
    fc.assert(
      fc.property(order, words, fc.array(anyRows, { maxLength: 6 }), (order, words, states) => {
        const compare = compareBy(order, false);
        let shown = noRows;
        for (const state of states) {
          // Some rows are the same objects as before, wherever they stand.
          const items = state.map((row) => shown.items.find((old) => same(old, row)) ?? row);
          shown = showRows(shown, items, words, compare);
          const texts = ({ cells, object }: Row) =>
            [...cells, ...Object.entries(object?.metadata.labels ?? {}).map((pair) => pair.join('='))]
              .join('\n')
              .toLowerCase();
          const fitting = items.filter((row) => words.split(' ').every((word) => texts(row).includes(word)));
          expect(shown.rows).toEqual([...fitting].sort(compare));
        }
      }),
    );
  });

  it('sort numbers as numbers, texts by the numbers in them, and equals by their names', () => {
    const rows = [rowOf('p-10', 'Running', 2), rowOf('p-9', 'Pending', 10), rowOf('p-1', 'Running', 2)];
    const namesBy = (column: number, isDescending = false) =>
      showRows(noRows, rows, '', compareBy({ column, isDescending }, false)).rows.map(({ cells }) => cells[0]);
    expect(namesBy(0)).toEqual(['p-1', 'p-9', 'p-10']);
    expect(namesBy(2)).toEqual(['p-1', 'p-10', 'p-9']);
    expect(namesBy(1, true)).toEqual(['p-1', 'p-10', 'p-9']);
  });

  it.each([
    ['ages', ['90s', '5m', '120m', '3h5m', '5d4h', '2y3d']],
    ['quantities', ['100u', '500m', '1500m', '2', '7k', '500Mi', '1G', '10Gi', '2Ti']],
    ['what is missing first', ['', '5s', '3m']],
    ['counts with a remark by the count', ['2 (5m ago)', '10 (3s ago)']],
    ['addresses by their numbers', ['10.1.2.3', '10.1.2.20', '10.1.10.1']],
  ])('sort %s', (_, cells) => {
    const rows = cells.map((cell, index) => rowOf(`p-${index}`, cell, 0));
    const compare = compareBy({ column: 1, isDescending: false }, false);
    const shown = showRows(noRows, rows.toReversed(), '', compare).rows;
    expect(shown.map((row) => row.cells[1])).toEqual(cells);
  });
});

function same(one: Row, other: Row): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
