import type { DeepReadonly } from '../../model/deep-readonly.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { markConverted, originOf } from '../origin.js';
import type { AnyRowObject, Table, TableColumn } from '../table/table.js';
import { humanAge } from './age.js';

/**
 * A table with its ages as they are at a moment, rather than as they were when the server printed it: for a dashboard that shows
 * a table for longer than a second. `formatTable(table, { now })` does so by itself.
 *
 * The column Age is filled from the creation times of the objects, so that rows need metadata (`includeObject` other than `None`);
 * a row without stays as it is, and so does a column Age that says it is the age of something else. Rows of which nothing
 * changes are the same objects as before, and so is the table where no row changes.
 *
 * @param now in milliseconds, as `Date.now()` gives it
 * @throws InvalidArgumentError for a moment that is no number
 * @example
 * const table = await handle.as('Table', { includeObject: 'Metadata' }).list();
 * setInterval(() => console.log(liveAges(table, Date.now()).rows), 1000);
 */
export function liveAges<AnyTable extends DeepReadonly<Table<unknown>>>(table: AnyTable, now: number): AnyTable {
  if (!Number.isFinite(now)) throw new InvalidArgumentError('now', 'has to be a number of milliseconds');
  const index = table.columnDefinitions.findIndex(isAge);
  if (index < 0) return table;
  const rows = table.rows.map((row) => {
    const created = (row.object as AnyRowObject)?.metadata.creationTimestamp;
    if (typeof created !== 'string' || index >= row.cells.length) return row;
    const age = humanAge(created, now);
    return age === row.cells[index] ? row : { ...row, cells: row.cells.map((cell, at) => (at === index ? age : cell)) };
  });
  if (rows.every((row, place) => row === table.rows[place])) return table;
  const live = { ...table, rows };
  return originOf(table) === 'server' ? live : markConverted(live);
}

/** As Kubernetes describes the field, and as it describes a column of a custom resource that has no words of its own. */
const ofCreation = /^CreationTimestamp is |\(in JSONPath format\): \.metadata\.creationTimestamp$/;

/** What the column tells is in its description: a JSONPath, or words. One that says nothing may be the age of anything. */
function isAge({ name, description }: TableColumn): boolean {
  return /^age$/i.test(name) && ofCreation.test(description);
}
