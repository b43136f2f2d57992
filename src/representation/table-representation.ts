import { readAnswer, unexpected } from './answer.js';
import { shapeOf, wrongShape } from './answer-shape.js';
import { decodeTable } from './decode-table.js';
import { makeTable } from './make-table.js';
import { acceptMetaKind } from './meta-kinds.js';
import type { Representation, RepresentationContext, RepresentationOffer } from './representation.js';
import { leastRowObject, noRowObject, rowMetadata, wholeRowObject, type RowObjectRule } from './row-object.js';
import type { IncludeObject, RowObjects, Table, TableRow } from './table-shape.js';
import { continueOf } from './typed-object.js';

/** How a Table is asked for. */
export interface TableOptions<Include extends IncludeObject = IncludeObject> {
  /** What each row carries beside its cells; the weight of the answer depends on it. */
  readonly includeObject?: Include | undefined;
  /** The clock for ages in a table made here, in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** A {@link Representation} in which everything is a table with one kind of row. */
export type TableRepresentation<RowObject> = Representation<Table<RowObject>, Table<RowObject>, TableRow<RowObject>>;

/**
 * Objects in rows, as the server would print them. `includeObject` left out is `None` inside one namespace and for
 * cluster-scoped resources, and `Metadata` over all namespaces, where the cells do not tell the namespace. A server
 * that makes no tables yields one of Name and Age made here, and `originOf` says so.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export function tableRepresentation<Include extends IncludeObject>(
  options: TableOptions<Include> & { readonly includeObject: Include },
): TableRepresentation<RowObjects[Include]>;
export function tableRepresentation(
  options?: TableOptions & { readonly includeObject?: undefined },
): Representation<Table, Table, TableRow>;
export function tableRepresentation({ includeObject, now = Date.now }: TableOptions = {}):
  TableRepresentation<RowObjects[IncludeObject]> | Representation<Table, Table, TableRow> {
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

function tableOf<RowObject>(rule: RowObjectRule<RowObject>, now: () => number): TableRepresentation<RowObject> {
  const accept = acceptMetaKind('Table');
  const offer = (context: RepresentationContext): RepresentationOffer => ({
    accept,
    query: { includeObject: rule.include(context) },
  });
  return {
    name: 'Table',
    offerOne: offer,
    offerMany: offer,
    decodeOne(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer);
      if (shape === 'object' || shape === 'metadata') return makeTable({ answer, many: false, now: now() }, rule);
      if (shape !== 'table') throw wrongShape(answer, shape, 'one');
      const table = decodeTable(answer, rule);
      if (table.rows.length > 1) throw unexpected(answer, 'rows', 'holds several objects where one was asked for');
      return table;
    },
    decodeMany(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer);
      if (shape === 'list' || shape === 'metadataList') return makeTable({ answer, many: true, now: now() }, rule);
      if (shape !== 'table') throw wrongShape(answer, shape, 'many');
      return decodeTable(answer, rule);
    },
    itemsOf: (table) => table.rows,
    continueOf,
  };
}
