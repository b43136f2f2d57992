import type { KubeObject, ListMeta, PartialObjectMetadata } from '../../model/kube-object.js';
import type { Served } from '../shapes.js';
import type { BookmarkEvent } from '../watch-event.js';
import type { DeepReadonly } from '../../model/deep-readonly.js';
import { requireObject } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';

/** How much of each object a Table carries besides its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** The type of a row's object for each `includeObject`. */
export interface RowObjects {
  /** Nothing. */
  None: undefined;
  /** The metadata of the object. */
  Metadata: Served<PartialObjectMetadata>;
  /** The whole object. */
  Object: Served<KubeObject>;
}

/** The type of a row's object if `includeObject` is omitted. */
export type AnyRowObject = PartialObjectMetadata | undefined;

/**
 * A list as the server prints it.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export interface Table<RowObject = AnyRowObject> {
  /** `meta.k8s.io/v1`. */
  apiVersion: string;
  kind: 'Table';
  /** The version of the list, and the token of the next page. */
  metadata: ListMeta;
  /** The columns, in the order of the cells. */
  columnDefinitions: TableColumn[];
  /** The rows, one for each object. */
  rows: TableRow<RowObject>[];
}

/** One column of a {@link Table}. */
export interface TableColumn {
  /** The header: `Ready`. */
  name: string;
  /** An OpenAPI type: string, integer, number, boolean, date. */
  type: string;
  /** An OpenAPI format; `name` marks the column that names the object. */
  format: string;
  /** A description of the column, for people. */
  description: string;
  /** Columns with priority 0 are always shown, others only in a wide table. */
  priority: number;
}

/** One row of a {@link Table}: one JSON value per column, null if there is no value. */
export interface TableRow<RowObject = AnyRowObject> {
  /** The cells, in the order of the columns. */
  cells: unknown[];
  /** The object of the row. Undefined if the server sent none, whatever was requested. */
  object: RowObject | undefined;
  /** The server's conditions of the row: that the object is completed, for example. */
  conditions?: unknown[] | undefined;
}

/**
 * One event of a watch as a row. Servers name the columns only in the first event; here every event has them. If the
 * server makes no tables, kubeatlas makes rows of Name and Age, and `originOf` returns `converted` for the event.
 */
export type TableEvent<RowObject = AnyRowObject> =
  | {
      type: 'ADDED' | 'MODIFIED' | 'DELETED';
      object: TableRow<RowObject>;
      columns: readonly TableColumn[];
      /** The resourceVersion of the object, which the row may not carry. Empty if the server sends none. */
      resourceVersion: string;
    }
  | BookmarkEvent;

/**
 * Returns the cells of one column, by its name in any letter case: `column(pods, 'Ready')`. Undefined if the table has
 * no such column, because the server makes no tables or is of another version; null for a row without the cell. The
 * first column wins if several have the name. For all columns of each row use {@link records}.
 *
 * @throws InvalidArgumentError if the name is not a string
 * @example
 * const table = await handle.as('Table').list();
 * const notReady = column(table, 'Ready')?.filter((cell) => cell !== '1/1');
 */
export function column(table: DeepReadonly<Table<unknown>>, name: string): readonly unknown[] | undefined {
  const lower = name.toLowerCase();
  const index = table.columnDefinitions.findIndex((each) => each.name.toLowerCase() === lower);
  return index < 0 ? undefined : table.rows.map(({ cells }) => cells[index] ?? null);
}

/**
 * Returns the rows of a table as records, each cell under the name of its column as the server writes it:
 * `{ Name: 'front-0', Ready: '1/1' }`. A missing cell is null. If several columns have the same name, a number is added
 * to the later ones: `Age`, `Age 2`.
 *
 * @example
 * const [first] = records(await handle.as('Table').list());
 * console.log(first?.['Name'], first?.['Ready']);
 */
export function records(table: DeepReadonly<Table<unknown>>): Record<string, unknown>[] {
  const { columnDefinitions, rows } = table;
  const names = new Set<string>();
  for (const { name } of columnDefinitions) {
    let own = name;
    for (let number = 2; names.has(own); number += 1) own = `${name} ${number}`;
    names.add(own);
  }
  // fromEntries makes own properties of all names, including `__proto__`.
  return rows.map(({ cells }) => Object.fromEntries([...names].map((name, index) => [name, cells[index] ?? null])));
}

/** Returns the table. Throws `InvalidArgumentError` for anything else, such as a list of objects or a promise. */
export function requireTable<T extends DeepReadonly<Table<unknown>>>(table: T): T {
  const { rows, columnDefinitions }: Partial<Record<keyof Table, unknown>> = requireObject('table', table);
  if (Array.isArray(rows) && Array.isArray(columnDefinitions)) return table;
  throw new InvalidArgumentError('table', 'must have columnDefinitions and rows');
}
