import type { DeepReadonly } from '../../model/deep-readonly.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { markConverted, originOf } from '../origin.js';
import { requireTable, type AnyRowObject, type Table, type TableColumn } from '../table/table.js';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * Formats a duration in seconds as kubectl shows ages: at most two units, the finer one only while it still matters:
 * `90s`, `3m20s`, `2h`, `5d3h`, `2y10d`. Two seconds or more into the future is `<invalid>`; less counts as now.
 *
 * @example
 * humanDuration(200); // '3m20s'
 */
export function humanDuration(seconds: number): string {
  const whole = Math.trunc(seconds);
  if (whole < -1) return '<invalid>';
  if (whole < 2 * minute) return `${Math.max(whole, 0)}s`;
  if (whole < 10 * minute) return twoUnits(whole, minute, 'm', 1, 's');
  if (whole < 3 * hour) return `${Math.trunc(whole / minute)}m`;
  if (whole < 8 * hour) return twoUnits(whole, hour, 'h', minute, 'm');
  if (whole < 2 * day) return `${Math.trunc(whole / hour)}h`;
  if (whole < 8 * day) return twoUnits(whole, day, 'd', hour, 'h');
  if (whole < 2 * year) return `${Math.trunc(whole / day)}d`;
  if (whole < 8 * year) return twoUnits(whole, year, 'y', day, 'd');
  return `${Math.trunc(whole / year)}y`;
}

/**
 * Formats the time since a timestamp of a manifest; `<unknown>` if the timestamp is missing or invalid.
 *
 * @example
 * humanAge('2026-01-01T00:00:00Z', Date.parse('2026-01-03T05:00:00Z')); // '2d5h'
 */
export function humanAge(timestamp: string | null | undefined, now: number): string {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? '<unknown>' : humanDuration((now - time) / 1000);
}

function twoUnits(seconds: number, unit: number, name: string, finer: number, finerName: string): string {
  const rest = Math.trunc((seconds % unit) / finer);
  return `${Math.trunc(seconds / unit)}${name}${rest === 0 ? '' : `${rest}${finerName}`}`;
}

/**
 * Returns a table with its ages as of `now` instead of the time when the server printed it, for a dashboard that shows
 * a table for longer than a second. `formatTable(table, { now })` does this by itself.
 *
 * The Age column is computed from the creation times of the objects, so rows need metadata (`includeObject` other than
 * `None`). A row without metadata stays as it is, and so does an Age column whose description says that it is the age
 * of something else. Unchanged rows are the same objects as before, and so is the table if no row changes.
 *
 * @param now in milliseconds, as returned by `Date.now()`
 * @throws InvalidArgumentError for anything but a table, and if `now` is not a number
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
