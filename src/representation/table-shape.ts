import type { KubeObject, ListMeta, PartialObjectMetadata } from '../model/kube-object.js';

/** How much of each object a Table carries beside its cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** The type of `row.object` for each `includeObject`. */
export interface RowObjects {
  None: undefined;
  Metadata: PartialObjectMetadata;
  Object: KubeObject;
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
  object: RowObject;
  conditions?: unknown[] | undefined;
}
