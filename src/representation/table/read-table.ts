import type { DeepReadonly } from '../../model/deep-readonly.js';
import { requireText } from '../../shared/arguments.js';
import type { Table } from './table.js';

/**
 * The cells of one column, by its name in any letter case: `column(pods, 'Ready')`. Undefined where the table has no such
 * column, as that of a server which makes no tables, or another version of it; null where a row has nothing. Of several columns of one
 * name it is the first. For all columns of each row take {@link records}.
 *
 * @throws InvalidArgumentError for a name that is no text
 * @example
 * const table = await handle.as('Table').list();
 * const notReady = column(table, 'Ready')?.filter((cell) => cell !== '1/1');
 */
export function column(table: DeepReadonly<Table<unknown>>, name: string): readonly unknown[] | undefined {
  const wanted = requireText('name', name).toLowerCase();
  const index = table.columnDefinitions.findIndex((each) => each.name.toLowerCase() === wanted);
  return index < 0 ? undefined : table.rows.map(({ cells }) => cells[index] ?? null);
}

/**
 * The rows of a table as records, each cell under the name of its column as the server writes it: `{ Name: 'front-0', Ready:
 * '1/1' }`. A cell that a row does not have is null. Where several columns have one name, the later ones are under that name
 * and their number: `Age`, `Age 2`.
 *
 * @example
 * const [first] = records(await handle.as('Table').list());
 * console.log(first?.['Name'], first?.['Ready']);
 */
export function records({ columnDefinitions, rows }: DeepReadonly<Table<unknown>>): Record<string, unknown>[] {
  const names = new Set<string>();
  for (const { name } of columnDefinitions) {
    let own = name;
    for (let number = 2; names.has(own); number += 1) own = `${name} ${number}`;
    names.add(own);
  }
  // fromEntries makes members of their own of all names, `__proto__` among them.
  return rows.map(({ cells }) => Object.fromEntries([...names].map((name, index) => [name, cells[index] ?? null])));
}
