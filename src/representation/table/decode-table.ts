import { arrayAt, asRecord, integerAt, textAt, type ParsedAnswer } from '../parsed-answer.js';
import { metaApiVersion } from '../meta-kinds.js';
import type { RowObjectRule } from './row-object.js';
import type { Table, TableColumn, TableRow } from './table.js';
import { listMeta } from '../typed-object.js';

/** Reads a server's Table. Missing arrays are empty; a wrong type throws `UnexpectedShapeError`. */
export function decodeTable<RowObject>(answer: ParsedAnswer, rule: RowObjectRule<RowObject>): Table<RowObject> {
  const columns = arrayAt(answer, answer.body, 'columnDefinitions', '') ?? [];
  const rows = arrayAt(answer, answer.body, 'rows', '') ?? [];
  return {
    apiVersion: answer.apiVersion ?? metaApiVersion,
    kind: 'Table',
    metadata: listMeta(answer),
    columnDefinitions: columns.map((column, index) => decodeColumn(answer, column, `columnDefinitions[${index}]`)),
    rows: rows.map((row, index) => decodeRow(answer, row, `rows[${index}]`, rule)),
  };
}

function decodeColumn(answer: ParsedAnswer, value: unknown, path: string): TableColumn {
  const column = asRecord(answer, value, path);
  return {
    name: textAt(answer, column, 'name', path) ?? '',
    type: textAt(answer, column, 'type', path) ?? '',
    format: textAt(answer, column, 'format', path) ?? '',
    description: textAt(answer, column, 'description', path) ?? '',
    priority: integerAt(answer, column, 'priority', path) ?? 0,
  };
}

function decodeRow<RowObject>(
  answer: ParsedAnswer,
  value: unknown,
  path: string,
  rule: RowObjectRule<RowObject>,
): TableRow<RowObject> {
  const row = asRecord(answer, value, path);
  const cells = arrayAt(answer, row, 'cells', path) ?? [];
  const conditions = arrayAt(answer, row, 'conditions', path);
  const object = row['object'];
  return {
    cells: [...cells],
    // A row without its object does not fail the table: its cells can still be shown.
    object: object === undefined || object === null ? undefined : rule.read(answer, object, `${path}.object`),
    ...(conditions === undefined ? {} : { conditions: [...conditions] }),
  };
}
