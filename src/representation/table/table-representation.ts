import type { KubeObject, ObjectLike } from '../../model/kube-object.js';
import { requireFunction, requireKnownOptions } from '../../shared/arguments.js';
import { shapeOf, wrongShape } from '../answer-shape.js';
import { acceptMetaKind } from '../meta-kinds.js';
import { markConverted, originOf } from '../origin.js';
import { arrayAt, asRecord, readAnswer, unexpected, type ParsedAnswer } from '../parsed-answer.js';
import type { Representation } from '../representation.js';
import type { Shapes } from '../shapes.js';
import { continueOf, listMeta, metadataOnly } from '../typed-object.js';
import { bookmarkOf, readEvent, type BookmarkEvent } from '../watch-event.js';
import { decodeTable } from './decode-table.js';
import { makeTable } from './make-table.js';
import { leastRowObject, noRowObject, rowMetadata, wholeRowObject, type RowObjectRule } from './row-object.js';
import type { AnyRowObject, IncludeObject, RowObjects, Table, TableColumn, TableEvent, TableRow } from './table.js';

/** Options of {@link tableRepresentation}. */
export interface TableOptions<Include extends IncludeObject = IncludeObject> {
  /**
   * What each row carries besides its cells; the size of the answer depends on it.
   * @default `None`; across all namespaces `Metadata`
   */
  readonly includeObject?: Include | undefined;
  /** The clock for ages in a table made by kubeatlas, in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** The shapes of a handle for tables: everything is a table with one kind of row. */
export interface TableShapes<RowObject = AnyRowObject, Input extends ObjectLike = KubeObject> extends Shapes {
  readonly one: Table<RowObject>;
  readonly many: Table<RowObject>;
  readonly item: TableRow<RowObject>;
  readonly event: TableEvent<RowObject>;
  readonly input: Input;
}

/**
 * Returns the representation of objects as rows, as the server prints them. `includeObject` defaults to `None` inside
 * one namespace and for cluster-scoped resources, and to `Metadata` across all namespaces, where the cells do not tell
 * the namespace. If the server makes no tables, kubeatlas makes a table of Name and Age, and `originOf` returns
 * `converted`.
 *
 * @example
 * const table = await handle.as(tableRepresentation({ includeObject: 'Metadata' })).list();
 * console.log(table.columnDefinitions.map(({ name }) => name));
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export function tableRepresentation<Include extends IncludeObject>(
  options: TableOptions<Include> & { readonly includeObject: Include },
): Representation<TableShapes<RowObjects[Include]>>;
export function tableRepresentation(
  options?: TableOptions & { readonly includeObject?: undefined },
): Representation<TableShapes>;
export function tableRepresentation(
  options: TableOptions = {},
): Representation<TableShapes<RowObjects[IncludeObject]>> | Representation<TableShapes> {
  const { includeObject, now = Date.now } = requireKnownOptions(options, { includeObject: true, now: requireFunction });
  switch (includeObject) {
    case 'None':
      return tableOf(noRowObject, now);
    case 'Metadata':
      return tableOf(rowMetadata, now);
    case 'Object':
      return tableOf(wholeRowObject, now);
    case undefined:
      return tableOf(leastRowObject, now);
  }
}

function tableOf<RowObject>(rule: RowObjectRule<RowObject>, now: () => number): Representation<TableShapes<RowObject>> {
  const accept = acceptMetaKind('Table');
  const one = (answer: ParsedAnswer): Table<RowObject> => {
    const shape = shapeOf(answer, 'one');
    if (shape === 'object' || shape === 'metadata') return makeTable({ answer, many: false, now: now() }, rule);
    if (shape !== 'table') throw wrongShape(answer, shape, 'one');
    const table = decodeTable(answer, rule);
    if (table.rows.length > 1) throw unexpected(answer, 'rows', 'contains several objects, but one was requested');
    return table;
  };
  return {
    name: 'Table',
    offer: (_verb, context) => ({ accept, query: { includeObject: rule.include(context) } }),
    decodeOne: (body, context) => one(readAnswer(body, context)),
    decodeMany(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer, 'many');
      if (shape === 'list' || shape === 'metadataList') return makeTable({ answer, many: true, now: now() }, rule);
      if (shape !== 'table') throw wrongShape(answer, shape, 'many');
      return decodeTable(answer, rule);
    },
    decodeEvents(context) {
      let columns: readonly TableColumn[] = [];
      // The array stays the same while the columns do, so that a change can be detected with `!==`.
      const keep = ({ columnDefinitions }: Table<unknown>): void => {
        if (columnDefinitions.length === 0 || JSON.stringify(columnDefinitions) === JSON.stringify(columns)) return;
        columns = columnDefinitions;
      };
      return (frame) => {
        const event = readEvent(frame, context);
        const { answer, type } = event;
        if (type === 'BOOKMARK') {
          if (shapeOf(answer, 'one') !== 'table') return bookmarkOf(event);
          keep(decodeTable(answer, noRowObject));
          return bookmarkInTable(answer);
        }
        const table = one(answer);
        keep(table);
        const [row] = table.rows;
        if (row === undefined) throw unexpected(answer, 'rows', 'contains no object, but one was requested');
        const result = { type, object: row, columns, resourceVersion: table.metadata.resourceVersion ?? '' };
        return originOf(table) === 'server' ? result : markConverted(result);
      };
    },
    itemsOf: (table) => table.rows,
    continueOf,
  };
}

/**
 * Reads a bookmark in a table: the version is the table's, and the annotations are on the one row, which is no real
 * object.
 */
function bookmarkInTable(answer: ParsedAnswer): BookmarkEvent {
  const { resourceVersion } = listMeta(answer);
  const [row] = arrayAt(answer, answer.body, 'rows', '') ?? [];
  const carried = row === undefined ? undefined : asRecord(answer, row, 'rows[0]')['object'];
  const { apiVersion, kind, metadata } = metadataOnly(answer, carried ?? {}, 'rows[0].object');
  return { type: 'BOOKMARK', object: { apiVersion, kind, metadata: { ...metadata, resourceVersion } } };
}
