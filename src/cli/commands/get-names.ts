import type { ResourceHandle, Table } from '../../index.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { objectName } from './names.js';
import { handleFor, readNamed, type ObjectTarget } from './object-targets.js';
import { readTables } from './read-tables.js';
import { oneLine } from '../terminal/one-line.js';
import type { Session } from '../session.js';

/** Prints `-o name`, reading the names from the cells of the lightest table, which contains no objects. */
export async function printNames(session: Session, targets: readonly ObjectTarget[], flags: GetFlags): Promise<void> {
  for (const target of targets) {
    const { mapping } = target;
    const print = (table: Table<unknown>): Promise<void> => {
      const lines = namesIn(table).map((name) => `${oneLine(objectName(mapping, name))}\n`);
      return session.print(lines.join(''));
    };
    await session.attempt(async () => {
      if (flags.sortBy !== undefined) {
        for await (const table of readTables(session, target, flags)) await print(table);
        return;
      }
      const cells = (handle: ResourceHandle) => handle.as('Table', { includeObject: 'None' });
      const read = (handle: ResourceHandle, name: string) => cells(handle).get(name, session.calls);
      for await (const table of readNamed(session, target, flags, read)) await print(table);
      if (target.named.length > 0) return;
      for await (const page of cells(handleFor(session, mapping, flags)).pages(listOptions(session, flags))) {
        await print(page);
      }
    });
  }
}

/** Returns the cells of the column that names the object, or of the first column if none is marked so. */
export function namesIn({ columnDefinitions, rows }: Table<unknown>): readonly string[] {
  const column = Math.max(
    0,
    columnDefinitions.findIndex(({ format }) => format === 'name'),
  );
  return rows.map(({ cells }) => String(cells[column]));
}
