import { csv, type Csv, type CsvEvent, type CsvShapes } from '../../representations/index.js';
import {
  originOf,
  tableRepresentation,
  type BookmarkEvent,
  type KubeObject,
  type MetadataShapes,
  type PartialObjectMetadata,
  type ResourceHandle,
  type RESTMapping,
  type Shapes,
  type Table,
  type TableColumn,
  type TableRow,
  type TableShapes,
  type WatchEvent,
} from '../../index.js';
import { formatDocument } from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import type { Paint } from '../terminal/output.js';
import { createPagePrinter, type PrintedPages } from '../terminal/page-printer.js';
import { showsLabels } from '../terminal/label-columns.js';
import { withExactIntegers } from './exact-numbers.js';
import { safeCsv } from './get-csv.js';
import { prepared, type DocumentOutput } from './get-documents.js';
import { labelFlags, type GetFlags } from './get-flags.js';
import { namesIn } from './get-names.js';
import { metadataTable } from './metadata-table.js';
import { objectName } from './names.js';

/** The form in which a watch requests objects, and how it shows them. */
export interface WatchForm<S extends Shapes> {
  readonly handle: ResourceHandle<S>;
  readonly countOf: (page: S['many']) => number;
  /** Returns the resourceVersion of a list; undefined if the server sends none. */
  readonly versionOf: (page: S['many']) => string | undefined;
  readonly showPage: (page: S['many']) => string;
  /** Formats any event except a bookmark. */
  readonly showEvent: (event: S['event']) => string;
  /** Emphasises the text that is printed first. */
  readonly paint: (paint: Paint, text: string) => string;
}

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** Shows rows as the server makes them. */
export function tableForm(
  handle: ResourceHandle,
  mapping: RESTMapping,
  flags: GetFlags,
  pages?: PrintedPages,
): WatchForm<TableShapes<PartialObjectMetadata | undefined>> {
  const show = tableFormatter(mapping, flags, pages);
  return {
    handle: handle.as(
      withExactIntegers(
        showsLabels(flags) ? tableRepresentation({ includeObject: 'Metadata' }) : tableRepresentation(),
      ),
    ),
    countOf: ({ rows }) => rows.length,
    versionOf: ({ metadata }) => metadata.resourceVersion,
    showPage: (page) => show('ADDED', page, originOf(page) === 'server'),
    showEvent(event) {
      const { type, object, columns } = event as Exclude<TableShapes['event'], BookmarkEvent>;
      return show(type, tableOf(columns, [object]), originOf(event) === 'server');
    },
    paint: (paint, text) => paint.header(text),
  };
}

/** Shows rows made from metadata alone. */
export function metadataForm(
  handle: ResourceHandle,
  mapping: RESTMapping,
  flags: GetFlags,
  pages?: PrintedPages,
): WatchForm<MetadataShapes> {
  const show = tableFormatter(mapping, flags, pages);
  return {
    handle: handle.as('PartialObjectMetadata'),
    countOf: ({ items }) => items.length,
    versionOf: ({ metadata }) => metadata.resourceVersion,
    showPage: ({ items }) => show('ADDED', metadataTable(items), true),
    showEvent(event) {
      const { type, object } = event as Exclude<WatchEvent<PartialObjectMetadata>, BookmarkEvent>;
      return show(type, metadataTable([object]), true);
    },
    paint: (paint, text) => paint.header(text),
  };
}

/** Shows the name of each object that changes. */
export function namesForm(handle: ResourceHandle, mapping: RESTMapping): WatchForm<TableShapes<undefined>> {
  const show = (table: Table<undefined>): string =>
    namesIn(table)
      .map((name) => `${oneLine(objectName(mapping, name))}\n`)
      .join('');
  return {
    handle: handle.as('Table', { includeObject: 'None' }),
    countOf: ({ rows }) => rows.length,
    versionOf: ({ metadata }) => metadata.resourceVersion,
    showPage: show,
    showEvent(event) {
      const { object, columns } = event as Exclude<TableShapes<undefined>['event'], BookmarkEvent>;
      return show(tableOf(columns, [object]));
    },
    paint: (_paint, text) => text,
  };
}

/** Shows CSV records, with a new header whenever the columns change. */
export function csvForm(
  handle: ResourceHandle,
  { headers, defuse, outputWatchEvents }: GetFlags,
): WatchForm<CsvShapes> {
  let known = headers ? undefined : '';
  const show = (type: EventType, { header, records }: Pick<Csv, 'header' | 'records'>): string => {
    const withType = (line: string, word: string): string => (outputWatchEvents === true ? `${word},${line}` : line);
    const head = known === '' || known === header ? '' : withType(header, 'Event');
    if (known !== '') known = header;
    return safeCsv(head + records.map((record) => withType(record, type)).join(''));
  };
  return {
    handle: handle.as(withExactIntegers(csv({ defuse }))),
    countOf: ({ records }) => records.length,
    versionOf: ({ metadata }) => metadata?.resourceVersion,
    showPage: (page) => show('ADDED', page),
    showEvent(event) {
      const { type, header, record } = event as Exclude<CsvEvent, BookmarkEvent>;
      return show(type, { header, records: [record] });
    },
    paint: (_paint, text) => text,
  };
}

/** Shows one document after another, whole objects or metadata alone. */
export function documentsForm<S extends DocumentShapes>(
  handle: ResourceHandle<S>,
  flags: GetFlags & { readonly output: DocumentOutput },
): WatchForm<S> {
  const format = flags.output === 'manifest' ? 'yaml' : flags.output;
  let isFirst = true;
  const show = (type: EventType, found: KubeObject | PartialObjectMetadata): string => {
    const object = prepared(found, flags);
    const separator = format === 'yaml' && !isFirst ? '---\n' : '';
    isFirst = false;
    return separator + formatDocument(flags.outputWatchEvents === true ? { object, type } : object, format);
  };
  return objectsForm(handle, show);
}

function objectsForm<S extends DocumentShapes>(
  handle: ResourceHandle<S>,
  show: (type: EventType, object: KubeObject | PartialObjectMetadata) => string,
): WatchForm<S> {
  return {
    handle,
    countOf: ({ items }) => items.length,
    versionOf: ({ metadata }) => metadata.resourceVersion,
    showPage: ({ items }) => items.map((item) => show('ADDED', item)).join(''),
    showEvent(event) {
      const { type, object } = event as { readonly type: EventType; readonly object: KubeObject };
      return show(type, object);
    },
    paint: (_paint, text) => text,
  };
}

/** Formats one object after another with a template. */
export function templateForm<S extends DocumentShapes>(
  handle: ResourceHandle<S>,
  { outputWatchEvents }: GetFlags,
  print: (object: unknown) => string,
): WatchForm<S> {
  const show = (type: EventType, object: unknown): string =>
    print(outputWatchEvents === true ? { type, object } : object);
  return objectsForm(handle, show);
}

interface DocumentShapes extends Shapes {
  readonly many: {
    readonly items: readonly (KubeObject | PartialObjectMetadata)[];
    readonly metadata: { readonly resourceVersion?: string | undefined };
  };
}

/** Lays out rows below the earlier ones. As in kubectl, the event column comes before the namespace. */
function tableFormatter(
  mapping: RESTMapping,
  flags: GetFlags,
  pages: PrintedPages | undefined,
): (type: EventType, table: Table, isFromServer: boolean) => string {
  const print = createPagePrinter({
    wide: flags.output === 'wide',
    header: flags.headers,
    prefix: flags.showKind === true ? `${objectName(mapping)}/` : '',
    ...labelFlags(flags),
    of: objectName(mapping),
    pages,
  });
  const showsNamespace = flags.allNamespaces === true && mapping.scope === 'Namespaced';
  return (type, table, isFromServer) => {
    const withNamespace =
      showsNamespace && isFromServer
        ? withColumn(table, 'Namespace', ({ object }) => object?.metadata.namespace)
        : table;
    return print(
      flags.outputWatchEvents === true ? withColumn(withNamespace, 'Event', () => type.padEnd(8)) : withNamespace,
    );
  };
}

function withColumn(table: Table, name: string, cellOf: (row: TableRow) => unknown): Table {
  return {
    ...table,
    columnDefinitions: [{ name, type: 'string', format: '', description: '', priority: 0 }, ...table.columnDefinitions],
    rows: table.rows.map((row) => ({ ...row, cells: [cellOf(row) ?? null, ...row.cells] })),
  };
}

function tableOf<RowObject>(columns: readonly TableColumn[], rows: TableRow<RowObject>[]): Table<RowObject> {
  return { apiVersion: 'meta.k8s.io/v1', kind: 'Table', metadata: {}, columnDefinitions: [...columns], rows };
}
