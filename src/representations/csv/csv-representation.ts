import { formatAccept, parseAccept } from '../../core/media/accept.js';
import type { AnswerBody } from '../../core/media/answer-body.js';
import { MalformedAnswerError } from '../../core/media/errors.js';
import { type MediaType, json, parseMediaType } from '../../core/media/media-type.js';
import type { KubeObject, ListMeta, ObjectLike } from '../../core/model/kube-object.js';
import { requireBoolean, requireFunction, requireKnownOptions } from '../../core/shared/arguments.js';
import { UnexpectedShapeError } from '../../core/representation/errors.js';
import { acceptMetaKind, metaApiVersion } from '../../core/representation/meta-kinds.js';
import { markConverted, originOf } from '../../core/representation/origin.js';
import type { Representation, RepresentationContext } from '../../core/representation/representation.js';
import type { Shapes } from '../../core/representation/shapes.js';
import { continueOf } from '../../core/representation/parsed-answer.js';
import type { BookmarkEvent } from '../../core/representation/watch-event.js';
import { tableRepresentation } from '../../core/representation/table/table-representation.js';
import type { Table } from '../../core/representation/table/table.js';
import { type CsvLines, type CsvTextOptions, csvLines, csvRecord, parseCsv } from './csv-text.js';

/** Objects as lines of text: one page of a list, or one object. */
export interface Csv {
  /** The header and the records. */
  readonly text: string;
  /** The line with the names of the columns. Each line includes its line end, CRLF. */
  readonly header: string;
  /** One line for each object. */
  readonly records: readonly string[];
  /** The metadata of the list. Undefined if the server wrote the CSV itself, because CSV cannot carry it. */
  readonly metadata: ListMeta | undefined;
}

/** One event of a watch in CSV. */
export type CsvEvent =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly record: string;
      /** The header for this record; a server may change the columns during a watch. */
      readonly header: string;
      /** The resourceVersion of the object. Empty if the server sends none. */
      readonly resourceVersion: string;
    }
  | BookmarkEvent;

/** The shapes of a handle for CSV. */
export interface CsvShapes<Input extends ObjectLike = KubeObject> extends Shapes {
  readonly one: Csv;
  readonly many: Csv;
  readonly item: string;
  readonly event: CsvEvent;
  readonly input: Input;
}

/** Options of {@link csv}. */
export interface CsvOptions extends CsvTextOptions {
  /** The clock for ages in a table made by kubeatlas, in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const textCsv: MediaType = { type: 'text/csv', parameters: new Map() };
/** The short form for a table in the design proposal of alternate representations. */
const alias = 'application/json+vnd.kubernetes.as+meta.k8s.io+v1+Table';

/**
 * Returns the representation of objects as CSV, with all columns that the server has for them, preceded by Namespace
 * across all namespaces. `items()` yields records. CSV written by a server is accepted; kube-apiserver does not write
 * CSV, so its Table is converted by kubeatlas, and `originOf` returns `converted`. Ages are the server's text, as in
 * the table.
 *
 * A list requests a Table first, because CSV cannot tell whether there are more pages. If a server answers with CSV all
 * the same, `metadata` is undefined, and `pages()` and `items()` throw `UnexpectedShapeError` at the end of the page
 * rather than be incomplete; use `list()` without a limit.
 *
 * @throws InvalidArgumentError for invalid options
 * @example
 * const { header, records } = await handle.as(csv({ defuse: true })).list();
 * process.stdout.write(header + records.join(''));
 */
export function csv(options: CsvOptions = {}): Representation<CsvShapes> {
  const { defuse, now } = requireKnownOptions(options, { defuse: requireBoolean, now: requireFunction });
  const inner = tableRepresentation({ now });
  /** The pages for which it is unknown whether more follow. */
  const openEnded = new WeakMap<Csv, RepresentationContext>();
  const write = (from: Table, context: RepresentationContext): CsvLines => {
    const namespace = context.mapping.scope === 'Namespaced' && context.namespace === undefined;
    return csvLines(from, { defuse, namespace });
  };
  const read = (
    body: AnswerBody,
    context: RepresentationContext,
    decode: (body: AnswerBody, context: RepresentationContext) => Table,
  ): Csv => {
    const mediaType = parseMediaType(body.mediaType ?? '');
    if (mediaType?.type === textCsv.type) {
      const page = together(linesIn(body, mediaType, { defuse }), undefined);
      openEnded.set(page, context);
      return page;
    }
    const made = decode(body, context);
    return markConverted(together(write(made, context), made.metadata));
  };
  return {
    name: 'csv',
    offer(verb, context) {
      const { query } = inner.offer(verb, context);
      const table = formatAccept(parseAccept(acceptMetaKind('Table')).filter(({ parameters }) => parameters.size > 0));
      const forms = { get: [textCsv.type, alias, table], list: [table, alias, textCsv.type], watch: [table] }[verb];
      return { accept: [...forms, json.type].join(), query };
    },
    decodeOne: (body, context) => read(body, context, (...each) => inner.decodeOne(...each)),
    decodeMany: (body, context) => read(body, context, (...each) => inner.decodeMany(...each)),
    decodeEvents(context) {
      const decode = inner.decodeEvents(context);
      return (frame) => {
        const event = decode(frame);
        if (event.type === 'BOOKMARK') return event;
        const { type, object, columns, resourceVersion } = event;
        const row: Table = { ...noRows, columnDefinitions: [...columns], rows: [object] };
        const { header, records } = write(originOf(event) === 'server' ? row : markConverted(row), context);
        return markConverted({ type, record: records.join(''), header, resourceVersion });
      };
    },
    itemsOf: ({ records }) => records,
    continueOf(page) {
      if (page.metadata !== undefined) return continueOf({ metadata: page.metadata });
      throw new UnexpectedShapeError({
        resource: openEnded.get(page)?.mapping.resource ?? { group: '', version: '', resource: '' },
        apiVersion: undefined,
        kind: undefined,
        field: '',
        problem: 'is CSV, which does not show whether there is more: use list() without a limit',
      });
    },
  };
}

const noRows = { apiVersion: metaApiVersion, kind: 'Table', metadata: {} } as const;

function together(lines: CsvLines, metadata: ListMeta | undefined): Csv {
  return { text: lines.header + lines.records.join(''), ...lines, metadata };
}

/** Returns the lines of a server's own CSV, with the same line ends and quotes as CSV made by kubeatlas. */
function linesIn(body: AnswerBody, { parameters }: MediaType, options: CsvTextOptions): CsvLines {
  const parsed = parseCsv(body.text());
  if ('position' in parsed) {
    throw new MalformedAnswerError(body.path, `the CSV has an unexpected quote at position ${parsed.position}`);
  }
  const records = parsed.map((cells) => csvRecord(cells, options));
  const [header = '', ...rest] = parameters.get('header') === 'absent' ? ['', ...records] : records;
  return { header, records: rest };
}
