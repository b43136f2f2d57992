import type { KubeObject, ListMeta, PartialObjectMetadata } from '../../model/kube-object.js';
import type { Served } from '../shapes.js';
import type { BookmarkEvent } from '../watch-event.js';

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
