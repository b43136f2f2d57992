import { describe, expect, it } from 'vitest';
import { formatTable } from '../../../src/core/representation/print/text.js';
import { tableRepresentation } from '../../../src/core/representation/table/table-representation.js';
import type { Table } from '../../../src/core/representation/table/table.js';
import { bareItem, created, podList, received } from '../bodies.js';
import { allPods } from '../contexts.js';

function tableOf(columns: readonly (string | [string, number])[], rows: readonly unknown[][]): Table {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: columns.map((column) => {
      const [name, priority] = typeof column === 'string' ? [column, 0] : column;
      return { name, type: 'string', format: '', description: '', priority };
    }),
    rows: rows.map((cells) => ({ cells, object: undefined })),
  };
}

const pods = tableOf(
  ['Name', 'Ready', 'Age', ['IP', 1]],
  [
    ['front-7d4b9', '1/1', '5d', '10.0.0.1'],
    ['db', '0/1', '12m', null],
  ],
);

describe('a table as text', () => {
  it('has upper-case headers and columns three blanks apart, without blanks behind the last one', () => {
    expect(formatTable(pods)).toBe(
      ['NAME          READY   AGE', 'front-7d4b9   1/1     5d', 'db            0/1     12m', ''].join('\n'),
    );
  });

  it('shows columns with a priority only when it is wide; an empty last cell leaves the gap before it, as for kubectl', () => {
    expect(formatTable(pods, { wide: true })).toBe(
      [
        'NAME          READY   AGE   IP',
        'front-7d4b9   1/1     5d    10.0.0.1',
        'db            0/1     12m   ',
        '',
      ].join('\n'),
    );
  });

  it('leaves room for all of a text of several lines before the next column, as kubectl does, up to 1024 characters', () => {
    const rowsOf = (message: string): string => formatTable(tableOf(['Message', 'Count'], [[message, 1]]));
    const message = 'first line\nsecond line';
    expect(rowsOf(message)).toBe(`${'MESSAGE'.padEnd(25)}COUNT\n${'first line...'.padEnd(25)}1\n`);
    expect(rowsOf(`a\n${'b'.repeat(1_000_000)}`)).toBe(`${'MESSAGE'.padEnd(1027)}COUNT\n${'a...'.padEnd(1027)}1\n`);
  });

  it('can go without its header', () => {
    expect(formatTable(tableOf(['A very long header'], [['x']]), { header: false })).toBe('x\n');
  });

  it('has columns that are six wide at least, with the gap, but for the last one', () => {
    const table = tableOf(['A', 'B', 'C'], [['x', 'abcd', 'y']]);
    expect(formatTable(table, { header: false })).toBe('x     abcd   y\n');
  });

  it('is empty for no rows, as kubectl prints nothing then', () => {
    expect(formatTable(tableOf(['Name'], []))).toBe('');
  });

  it('shows the namespace of each row’s object first when asked to', () => {
    const table = tableOf(['Name'], [['a'], ['b']]);
    table.rows[0]!.object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'web' } };
    expect(formatTable(table, { namespace: true })).toBe('NAMESPACE   NAME\nweb         a\n            b\n');
  });

  it('shows the namespace of a table made here once', () => {
    const representation = tableRepresentation({ now: () => Date.parse(created) + 5000 });
    const made = representation.decodeMany(received(podList([bareItem('front', 'web')])), allPods);
    const text = 'NAMESPACE   NAME    AGE\nweb         front   5s\n';
    expect(formatTable(made, { namespace: true })).toBe(text);
    expect(formatTable(made)).toBe(text);
  });
});

describe('a cell', () => {
  const shown = (cell: unknown) => formatTable(tableOf(['X'], [[cell]]), { header: false });

  it.each<[string, unknown, string]>([
    ['null, as the printer columns of a custom resource that are not set yet,', null, ''],
    ['an empty text', '', ''],
    ['a number', 3.5, '3.5'],
    ['zero', 0, '0'],
    ['a boolean', false, 'false'],
    ['a number with a fraction from a million on', 1000000.5, '1.0000005e+06'],
    ['a number with a small fraction', 0.00001, '1e-05'],
    ['a number beyond 64 bits', 1e20, '1e+20'],
    ['the least integer beyond 64 bits', 2 ** 63, '9.223372036854776e+18'],
    ['an integer beyond 2^53, whose last digits are not zeros', 2 ** 60, '1152921504606846976'],
    ['a negative integer of 64 bits', -(2 ** 63), '-9223372036854775808'],
    ['a bigint', 9007199254740993n, '9007199254740993'],
    ['a bigint beyond 64 bits', 2n ** 64n - 1n, '1.8446744073709552e+19'],
    ['a number that is none', Number.NaN, 'NaN'],
    ['an array', ['a', 1], '[a 1]'],
    ['an object, by keys', { b: [1e20, false], a: { b: null } }, 'map[a:map[b:<nil>] b:[1e+20 false]]'],
    ['several lines', 'one\ntwo\nthree', 'one...'],
    ['a carriage return', 'one\rtwo', 'one...'],
    ['a line separator', 'one\u2028two', 'one...'],
    ['a terminal escape', '\u001b[31mred', '\\u001b[31mred'],
    ['a tab and a bell', 'a\tb\u0007', 'a\\u0009b\\u0007'],
    ['an 8-bit control sequence', '\u009b31m', '\\u009b31m'],
    ['a turn of the writing direction', 'user\u202efdp', 'user\\u202efdp'],
    ['letters of any script', 'prod-日本-é', 'prod-日本-é'],
  ])('with %s is one line of plain text', (_case, cell, text) => {
    expect(shown(cell)).toBe(`${text}\n`);
  });

  it('that is missing shows nothing, and one without a column is not shown', () => {
    expect(formatTable(tableOf(['A', 'B'], [['x'], ['x', 'y', 'z']]))).toBe('A     B\nx\nx     y\n');
  });

  it('of JSON too deep to be written does no harm', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(formatTable(tableOf(['A', 'B'], [[deep, 'x']]), { header: false })).toBe('...   x\n');
  });

  it('is as wide as a terminal shows it', () => {
    const table = tableOf(
      ['Name', 'Age'],
      [
        ['日本', '1d'],
        ['e\u0301', '2d'],
        ['abcd', '3d'],
      ],
    );
    expect(formatTable(table)).toBe('NAME   AGE\n日本   1d\ne\u0301      2d\nabcd   3d\n');
  });

  it('cannot put control characters into the header either', () => {
    expect(formatTable(tableOf(['Na\u001b[2Jme'], [['x']]))).toContain('NA\\u001b[2JME\n');
  });
});

it('a table of 200,000 rows is no problem', () => {
  const rows = Array.from({ length: 200_000 }, (_value, index) => [`pod-${index}`]);
  expect(formatTable(tableOf(['Name'], rows)).endsWith('pod-199999\n')).toBe(true);
});
