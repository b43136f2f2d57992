import type { KubeObject, ListMeta, PartialObjectMetadata } from '../../model/kube-object.js';
import type { Served } from '../shapes.js';
import type { BookmarkEvent } from '../watch-event.js';

/** How much of each object a Table carries beside its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** What the rows carry for each `includeObject`. */
export interface RowObjects {
  /** Nothing. */
  None: undefined;
  /** The metadata of the object. */
  Metadata: Served<PartialObjectMetadata>;
  /** The whole object. */
  Object: Served<KubeObject>;
}

/** What a row may carry when `includeObject` is left to the default. */
export type AnyRowObject = PartialObjectMetadata | undefined;

/**
 * A list as the server would print it.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export interface Table<RowObject = AnyRowObject> {
  /** `meta.k8s.io/v1`. */
  apiVersion: string;
  kind: 'Table';
  /** Where the list stands, and how to go on. */
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
  /** What the column tells, for people. */
  description: string;
  /** 0 is always shown; higher ones only in a wide table. */
  priority: number;
}

/** One row of a {@link Table}: a cell per column, JSON values, null where there is nothing. */
export interface TableRow<RowObject = AnyRowObject> {
  /** The cells, in the order of the columns. */
  cells: unknown[];
  /** Undefined where the server sent none with this row, whatever was asked for. */
  object: RowObject | undefined;
  /** What the server says of the row: that the object is completed, say. */
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
