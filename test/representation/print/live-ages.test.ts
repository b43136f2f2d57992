import { describe, expect, it } from 'vitest';
import { markConverted, originOf } from '../../../src/core/representation/origin.js';
import { liveAges } from '../../../src/core/representation/print/age.js';
import { formatTable } from '../../../src/core/representation/print/text.js';
import type { Table, TableRow } from '../../../src/core/representation/table/table.js';

const printed = Date.parse('2026-01-01T01:00:00Z');
const later = printed + 60_000;
const ofKubernetes = 'CreationTimestamp is a timestamp representing the server time when this object was created.';

function row(name: string, age: unknown, creationTimestamp: string | undefined): TableRow {
  return { cells: [name, age, 'x'], object: { apiVersion: '', kind: '', metadata: { name, creationTimestamp } } };
}

function tableOf(rows: TableRow[], description = ofKubernetes): Table {
  const columnDefinitions = ['Name', 'Age', 'More'].map((name) => ({
    ...{ name, type: 'string', format: '', priority: 0 },
    description: name === 'Age' ? description : '',
  }));
  return { apiVersion: 'meta.k8s.io/v1', kind: 'Table', metadata: {}, columnDefinitions, rows };
}

describe('ages of a table', () => {
  const table = tableOf([row('a', '60m', '2026-01-01T00:00:00Z'), row('b', '5s', '2026-01-01T00:59:55Z')]);

  it('are those of the moment, of what metadata tells', () => {
    expect(liveAges(table, later).rows.map(({ cells }) => cells)).toEqual([
      ['a', '61m', 'x'],
      ['b', '65s', 'x'],
    ]);
    expect(table.rows[0]?.cells[1]).toBe('60m');
    expect(formatTable(table, { now: later })).toBe('NAME   AGE   MORE\na      61m   x\nb      65s   x\n');
  });

  it('leave what does not change as it is', () => {
    expect(liveAges(table, printed)).toBe(table);
    const [first, second] = liveAges(table, printed + 5000).rows;
    expect(first).toBe(table.rows[0]);
    expect(second?.cells[1]).toBe('10s');
  });

  it.each<[string, Table]>([
    ['of rows without metadata', tableOf([{ cells: ['a', '5s', 'x'], object: undefined }])],
    ['of objects that do not say when they were made', tableOf([row('a', '<unknown>', undefined)])],
    ['of something else', tableOf([row('a', '1s', '2026-01-01T00:00:00Z')], 'JSONPath format: .status.startTime')],
    [
      'of a time of its own, whatever its path is called',
      tableOf(
        [row('a', '6y', '2026-01-01T00:00:00Z')],
        'Custom resource definition column (in JSONPath format): .spec.createdAt',
      ),
    ],
    ['of a column that says nothing of itself', tableOf([row('a', '1s', '2026-01-01T00:00:00Z')], '')],
    ['of a row that is too short', tableOf([{ ...row('a', '1s', '2026-01-01T00:00:00Z'), cells: ['a'] }])],
  ])('%s stay as they are', (_what, still) => {
    expect(liveAges(still, later)).toBe(still);
  });

  it('of a custom resource are known by their path', () => {
    const description = 'Custom resource definition column (in JSONPath format): .metadata.creationTimestamp';
    expect(liveAges(tableOf([row('a', '', '2026-01-01T00:00:00Z')], description), later).rows[0]?.cells[1]).toBe('61m');
  });

  it('are of a moment that is a number', () => {
    expect(() => liveAges(table, Number.NaN)).toThrow(expect.objectContaining({ argument: 'now' }));
    expect(() => formatTable(table, { now: new Date() as never })).toThrow(
      expect.objectContaining({ argument: 'now' }),
    );
  });

  it('keep the mark of a table that was made here', () => {
    expect(originOf(liveAges(markConverted(tableOf([row('a', '', '2026-01-01T00:00:00Z')])), later))).toBe('converted');
  });
});
