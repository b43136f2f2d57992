import { expect, it } from 'vitest';
import { formatTable, InvalidArgumentError, type Table } from '../../../src/index.js';
import { liveAges } from '../../../src/core/representation/print/age.js';
import { formatCsv } from '../../../src/representations/index.js';

it.each([
  ['null', null, 'must be an object'],
  ['undefined', undefined, 'must be an object'],
  ['text', 'NAME', 'must be an object'],
  ['rows', [], 'must be an object'],
  ['a promise', Promise.resolve({}), 'is a promise: await it first'],
  ['a list of objects', { items: [] }, 'must have columnDefinitions and rows'],
  ['a table without columns', { rows: [] }, 'must have columnDefinitions and rows'],
])('%s in place of a table is named as the fault', (_what, value, problem) => {
  for (const print of [formatTable, formatCsv, (table: Table) => liveAges(table, 0)]) {
    expect(() => print(value as unknown as Table)).toThrow(InvalidArgumentError);
    expect(() => print(value as unknown as Table)).toThrow(problem);
  }
});
