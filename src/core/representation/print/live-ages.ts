import type { DeepReadonly } from '../../model/deep-readonly.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { markConverted, originOf } from '../origin.js';
import { requireTable } from '../table/read-table.js';
import type { AnyRowObject, Table, TableColumn } from '../table/table.js';
import { humanAge } from './age.js';

/**
 * Returns a table with its ages as of `now` instead of the time when the server printed it, for a dashboard that shows
 * a table for longer than a second. `formatTable(table, { now })` does this by itself.
 *
 * The Age column is computed from the creation times of the objects, so rows need metadata (`includeObject` other than
 * `None`). A row without metadata stays as it is, and so does an Age column whose description says that it is the age
 * of something else. Unchanged rows are the same objects as before, and so is the table if no row changes.
 *
 * @param now in milliseconds, as returned by `Date.now()`
 * @throws InvalidArgumentError if `now` is not a number
 * @example
 * const table = await handle.as('Table', { includeObject: 'Metadata' }).list();
 * setInterval(() => console.log(liveAges(table, Date.now()).rows), 1000);
 */
export function liveAges<AnyTable extends DeepReadonly<Table<unknown>>>(table: AnyTable, now: number): AnyTable {
  if (!Number.isFinite(now)) throw new InvalidArgumentError('now', 'must be a number of milliseconds');
  const index = requireTable(table).columnDefinitions.findIndex(isAge);
  if (index < 0) return table;
  const rows = table.rows.map((row) => {
    const created = (row.object as AnyRowObject)?.metadata.creationTimestamp;
    if (typeof created !== 'string' || index >= row.cells.length) return row;
    const age = humanAge(created, now);
    return age === row.cells[index]
      ? row
      : { ...row, cells: row.cells.map((cell, column) => (column === index ? age : cell)) };
  });
  if (rows.every((row, position) => row === table.rows[position])) return table;
  const live = { ...table, rows };
  return originOf(table) === 'server' ? live : markConverted(live);
}

/** Kubernetes' description of the field, and its default description for a column of a custom resource. */
const ofCreation = /^CreationTimestamp is |\(in JSONPath format\): \.metadata\.creationTimestamp$/;

/**
 * The description tells what the column shows, as a JSONPath or in words. Without one it may be the age of anything.
 */
function isAge({ name, description }: TableColumn): boolean {
  return /^age$/i.test(name) && ofCreation.test(description);
}
