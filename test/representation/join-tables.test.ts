import { expect, it } from 'vitest';
import { formatTable, originOf, type Table } from '../../src/index.js';
import { joinTables, markConverted } from '../../src/representations/index.js';

function table(columns: readonly string[], ...rows: unknown[][]): Table {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: { resourceVersion: '1', continue: 'x' },
    columnDefinitions: columns.map((name) => ({ name, type: 'string', format: '', description: '', priority: 0 })),
    rows: rows.map((cells) => ({
      cells,
      object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'shop' } },
    })),
  };
}

const lines = (joined: Table): string[] =>
  formatTable(joined)
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, '|'));

it('joins columns by their names, and leaves cells empty that a table does not have', () => {
  const older = table(['Name', 'Status', 'Age'], ['a', 'Running', '1d']);
  const newer = table(['Name', 'Restarts', 'status', 'Age', 'Zone'], ['b', 3, 'Failed', '2d', 'eu']);
  const joined = joinTables(
    [
      ['old', older],
      ['new', newer],
    ],
    { column: 'Cluster' },
  );
  expect(joined.columnDefinitions.map(({ name }) => name)).toEqual([
    'Cluster',
    'Name',
    'Restarts',
    'Status',
    'Age',
    'Zone',
  ]);
  expect(joined.rows.map(({ cells }) => cells)).toEqual([
    ['old', 'a', null, 'Running', '1d', null],
    ['new', 'b', 3, 'Failed', '2d', 'eu'],
  ]);
  expect(joined.metadata).toEqual({});
});

it.each([
  ['columns in another order', ['A', 'B'], ['B', 'A'], ['A', 'B'], ['b', 'a']],
  ['columns of one name', ['A', 'A'], ['A', 'A', 'A'], ['A', 'A', 'A'], ['b', 'a', 'c']],
  ['a table without columns', [], ['A'], ['A'], ['b']],
])('joins %s', (_, one, other, names, cells) => {
  const second = table(other, ['b', 'a', 'c'].slice(0, other.length));
  const joined = joinTables([
    ['1', table(one)],
    ['2', second],
  ]);
  expect(joined.columnDefinitions.map(({ name }) => name)).toEqual(names);
  expect(joined.rows[0]?.cells).toEqual(one[0] === 'A' && other[0] === 'B' ? ['a', 'b'] : cells);
});

it('adds the namespaces behind the labels, once', () => {
  const made = markConverted(table(['Namespace', 'Name'], ['web', 'c']));
  const joined = joinTables(
    [
      ['x', table(['Name'], ['a'])],
      ['y', made],
    ],
    { column: 'Cluster', namespace: true },
  );
  expect(lines(joined)).toEqual(['CLUSTER|NAMESPACE|NAME', 'x|shop|a', 'y|web|c', '']);
  expect(formatTable(joined, { namespace: true })).toBe(formatTable(joined));
  expect([originOf(joinTables([['x', made]])), originOf(joinTables([['x', table(['Name'])]]))]).toEqual([
    'converted',
    'server',
  ]);
});

it('joins none, and no rows', () => {
  expect(joinTables([], { column: 'Cluster' })).toMatchObject({ rows: [], columnDefinitions: [{ name: 'Cluster' }] });
  expect(() => joinTables([['a', { items: [] } as never]])).toThrow('must have columnDefinitions and rows');
});
