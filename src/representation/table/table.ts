import type { KubeObject, ListMeta, PartialObjectMetadata } from '../../model/kube-object.js';
import type { Served } from '../shapes.js';
import type { BookmarkEvent } from '../watch-event.js';

/** How much of each object a Table carries beside its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** What the rows carry for each `includeObject`. */
export interface RowObjects {
  None: undefined;
  Metadata: Served<PartialObjectMetadata>;
  Object: Served<KubeObject>;
}

/** What a row may carry when `includeObject` is left to the default. */
export type AnyRowObject = PartialObjectMetadata | undefined;

/**
 * A list as the server would print it.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export interface Table<RowObject = AnyRowObject> {
  apiVersion: string;
  kind: 'Table';
  metadata: ListMeta;
  columnDefinitions: TableColumn[];
  rows: TableRow<RowObject>[];
}

/** One column of a {@link Table}. */
export interface TableColumn {
  name: string;
  /** An OpenAPI type: string, integer, number, boolean, date. */
  type: string;
  /** An OpenAPI format; `name` marks the column that names the object. */
  format: string;
  description: string;
  /** 0 is always shown; higher ones only in a wide table. */
  priority: number;
}

/** One row of a {@link Table}: a cell per column, JSON values, null where there is nothing. */
export interface TableRow<RowObject = AnyRowObject> {
  cells: unknown[];
  /** Undefined where the server sent none with this row, whatever was asked for. */
  object: RowObject | undefined;
  conditions?: unknown[] | undefined;
}

/**
 * One event of a watch in rows. Servers name the columns in the first event alone; here each event has them. A server that
 * makes no tables yields rows of Name and Age made here, and `originOf` of the event says so.
 */
export type TableEvent<RowObject = AnyRowObject> =
  | {
      type: 'ADDED' | 'MODIFIED' | 'DELETED';
      object: TableRow<RowObject>;
      columns: readonly TableColumn[];
      /** That of the object, which the row may not carry. Empty where the server sends none. */
      resourceVersion: string;
    }
  | BookmarkEvent;
