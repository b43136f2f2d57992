import type { DeepReadonly } from '../../model/deep-readonly.js';
import { requireList, requireObject } from '../../shared/arguments.js';
import type { Table } from './table.js';

/** Requires a Table, as far as its lists tell. Throws `InvalidArgumentError`. */
export function requireTable<AnyTable extends DeepReadonly<Table<unknown>>>(table: AnyTable): AnyTable {
  requireObject('table', table);
  requireList('table.columnDefinitions', table.columnDefinitions);
  requireList('table.rows', table.rows);
  return table;
}
