import { describe, expect, it } from 'vitest';
import { column, records, type Table } from '../../../src/core/representation/table/table.js';

function tableOf(names: readonly string[], rows: readonly (readonly unknown[])[]): Table<undefined> {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: names.map((name) => ({ name, type: 'string', format: '', description: '', priority: 0 })),
    rows: rows.map((cells) => ({ cells: [...cells], object: undefined })),
  };
}

describe('a column', () => {
  const pods = tableOf(['Name', 'Ready'], [['a', '1/1'], ['b']]);

  it('is its cells, by its name in any letter case', () => {
    expect(column(pods, 'Ready')).toEqual(['1/1', null]);
    expect(column(pods, 'NAME')).toEqual(['a', 'b']);
  });

  it('that the table does not have is undefined, and of an empty table it is empty', () => {
    expect(column(pods, 'Status')).toBeUndefined();
    expect(column(tableOf(['Name'], []), 'Name')).toEqual([]);
  });
});

describe('records', () => {
  it('have each cell under the name of its column', () => {
    expect(records(tableOf(['Name', 'Restarts'], [['a', 2], ['b'], ['c', 1, 'more']]))).toEqual([
      { Name: 'a', Restarts: 2 },
      { Name: 'b', Restarts: null },
      { Name: 'c', Restarts: 1 },
    ]);
  });

  it('lose no cell, whatever the columns are called', () => {
    const [record = {}] = records(tableOf(['Age', 'Age', '__proto__', 'Age 2', ''], [[1, 2, 3, 4, 5]]));
    expect(Object.entries(record)).toEqual([
      ['Age', 1],
      ['Age 2', 2],
      ['__proto__', 3],
      ['Age 2 2', 4],
      ['', 5],
    ]);
  });
});
