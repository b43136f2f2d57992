import type { KubeObject, ListMeta, ObjectLike } from '../../model/kube-object.js';
import { oneOf, requireFunction, requireKnownOptions } from '../../shared/arguments.js';
import { ParsedAnswer, continueOf } from '../parsed-answer.js';
import { acceptMetaKind, isMetaApiVersion, metaApiVersion } from '../meta-kinds.js';
import { markConverted, originOf } from '../origin.js';
import { humanAge } from '../print/age.js';
import type { Representation, RepresentationContext } from '../representation.js';
import type { Shapes } from '../shapes.js';
import { type BookmarkEvent, bookmarkOf, readEvent } from '../watch-event.js';
import type { AnyRowObject, IncludeObject, RowObjects, Table, TableColumn, TableEvent, TableRow } from './table.js';

/** Options of {@link tableRepresentation}. */
export type TableOptions<Include extends IncludeObject = IncludeObject> = {
  /**
   * What each row carries besides its cells; the size of the answer depends on it.
   * @default `None`; across all namespaces `Metadata`
   */
  readonly includeObject?: Include | undefined;
  /** The clock for ages in a table made by kubeatlas, in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
};

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
): Representation<TableShapes<RowObjects[IncludeObject]>> {
  const { includeObject, now = Date.now } = requireKnownOptions(options, checks);
  const includeIn = (context: RepresentationContext): IncludeObject =>
    // The least that still identifies each row: within one namespace the name suffices.
    includeObject ?? (isOverAll(context) ? 'Metadata' : 'None');
  return {
    name: 'Table',
    offer: (_verb, context) => ({ accept: acceptTable, query: { includeObject: includeIn(context) } }),
    decodeOne: (body, context) => oneRow(new ParsedAnswer(body, context), includeIn(context), now),
    decodeMany(body, context) {
      const answer = new ParsedAnswer(body, context);
      const shape = answer.requireShape('many', 'table', 'list', 'metadataList');
      const include = includeIn(context);
      return shape === 'table' ? decodeTable(answer, include) : makeTable(answer, 'many', include, now());
    },
    decodeEvents(context) {
      let columns: readonly TableColumn[] = [];
      let sent: unknown;
      // The array stays the same while the columns do, so that a change can be detected with `!==`.
      const keep = ({ columnDefinitions }: Table<unknown>, { body }: ParsedAnswer): void => {
        // All rows of a page have one array.
        if (sent !== undefined && body['columnDefinitions'] === sent) return;
        sent = body['columnDefinitions'];
        if (columnDefinitions.length === 0 || JSON.stringify(columnDefinitions) === JSON.stringify(columns)) return;
        columns = columnDefinitions;
      };
      return (frame) => {
        const event = readEvent(frame, context);
        const { answer, type } = event;
        if (type === 'BOOKMARK') {
          if (answer.kind !== 'Table' || !isMetaApiVersion(answer.apiVersion)) return bookmarkOf(event);
          keep(decodeTable(answer, 'None'), answer);
          return bookmarkInTable(answer);
        }
        const table = oneRow(answer, includeIn(context), now);
        keep(table, answer);
        const [row] = table.rows;
        if (row === undefined) throw answer.unexpected('rows', 'contains no object, but one was requested');
        const result = { type, object: row, columns, resourceVersion: table.metadata.resourceVersion ?? '' };
        return originOf(table) === 'server' ? result : markConverted(result);
      };
    },
    itemsOf: (table) => table.rows,
    continueOf,
  };
}

const acceptTable = /* @__PURE__ */ acceptMetaKind('Table');
const checks = { includeObject: /* @__PURE__ */ oneOf('None', 'Metadata', 'Object'), now: requireFunction };

/** What a row carries. */
type RowObject = RowObjects[IncludeObject];

/**
 * Reads the object of a row, or its metadata: the objects that a server sends anyway are dropped, or reduced to their
 * metadata.
 */
function rowObjectOf(answer: ParsedAnswer, include: IncludeObject, value: unknown, path: string): RowObject {
  if (include === 'None') return undefined;
  return (include === 'Object' ? answer.typedObject(value, path) : answer.metadataOnly(value, path)) as RowObject;
}

function oneRow(answer: ParsedAnswer, include: IncludeObject, now: () => number): Table<RowObject> {
  if (answer.requireShape('one', 'table', 'object', 'metadata') !== 'table')
    return makeTable(answer, 'one', include, now());
  const table = decodeTable(answer, include);
  if (table.rows.length > 1) throw answer.unexpected('rows', 'contains several objects, but one was requested');
  return table;
}

/**
 * Reads a bookmark in a table: the version is the table's, and the annotations are on the one row, which is no real
 * object.
 */
function bookmarkInTable(answer: ParsedAnswer): BookmarkEvent {
  const { resourceVersion } = answer.listMeta();
  const [row] = answer.arrayAt(answer.body, 'rows') ?? [];
  const carried = row === undefined ? undefined : answer.record(row, 'rows[0]')['object'];
  const { apiVersion, kind, metadata } = answer.metadataOnly(carried ?? {}, 'rows[0].object');
  return { type: 'BOOKMARK', object: { apiVersion, kind, metadata: { ...metadata, resourceVersion } } };
}

/** Reads a server's Table. Missing arrays are empty; a wrong type throws `UnexpectedShapeError`. */
function decodeTable(answer: ParsedAnswer, include: IncludeObject): Table<RowObject> {
  const columns = answer.arrayAt(answer.body, 'columnDefinitions') ?? [];
  const rows = answer.arrayAt(answer.body, 'rows') ?? [];
  return {
    apiVersion: answer.apiVersion ?? metaApiVersion,
    kind: 'Table',
    metadata: answer.listMeta(),
    columnDefinitions: columns.map((value, index): TableColumn => {
      const path = `columnDefinitions[${index}]`;
      const column = answer.record(value, path);
      return {
        name: answer.textAt(column, 'name', path) ?? '',
        type: answer.textAt(column, 'type', path) ?? '',
        format: answer.textAt(column, 'format', path) ?? '',
        description: answer.textAt(column, 'description', path) ?? '',
        priority: answer.integerAt(column, 'priority', path) ?? 0,
      };
    }),
    rows: rows.map((value, index): TableRow<RowObject> => {
      const path = `rows[${index}]`;
      const row = answer.record(value, path);
      const conditions = answer.arrayAt(row, 'conditions', path);
      const object = row['object'];
      return {
        cells: [...(answer.arrayAt(row, 'cells', path) ?? [])],
        // A row without its object does not fail the table: its cells can still be shown.
        object:
          object === undefined || object === null ? undefined : rowObjectOf(answer, include, object, `${path}.object`),
        ...(conditions === undefined ? {} : { conditions: [...conditions] }),
      };
    }),
  };
}

/** Makes a column of a table made by kubeatlas. */
function columnOf(name: string, description: string, format = ''): TableColumn {
  return { name, type: 'string', format, description, priority: 0 };
}

/**
 * Makes a table of Name and Age, preceded by Namespace across all namespaces, from objects or their metadata, for
 * servers that make no tables. `originOf` returns `converted`; the list's continue token and resourceVersion stay.
 */
function makeTable(
  answer: ParsedAnswer,
  requested: 'one' | 'many',
  include: IncludeObject,
  now: number,
): Table<RowObject> {
  const overAll = isOverAll(answer.context);
  const many = requested === 'many';
  const objects = many ? (answer.arrayAt(answer.body, 'items') ?? []) : [answer.body];
  const rows = objects.map((object, index) => {
    const path = many ? `items[${index}]` : '';
    const { metadata } = answer.metadataOnly(object, path);
    const cells = [metadata.name ?? null, humanAge(metadata.creationTimestamp, now)];
    return {
      cells: overAll ? [metadata.namespace ?? null, ...cells] : cells,
      object: rowObjectOf(answer, include, object, path),
    };
  });
  return markConverted({
    apiVersion: metaApiVersion,
    kind: 'Table',
    metadata: many ? answer.listMeta() : resourceVersionOf(answer),
    columnDefinitions: [
      ...(overAll ? [columnOf('Namespace', 'The namespace of the object.')] : []),
      columnOf('Name', 'The name of the object, unique within its namespace.', 'name'),
      columnOf('Age', 'The time since the object was created, at the time of this table.'),
    ],
    rows,
  });
}

/** A server's Table of one object carries that object's resourceVersion. */
function resourceVersionOf(answer: ParsedAnswer): ListMeta {
  const { resourceVersion } = answer.metadataOnly(answer.body, '').metadata;
  return resourceVersion === undefined ? {} : { resourceVersion };
}

/** Reports whether the rows are of all namespaces. */
function isOverAll({ mapping, namespace }: RepresentationContext): boolean {
  return mapping.scope === 'Namespaced' && namespace === undefined;
}
