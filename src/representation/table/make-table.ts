import type { ListMeta } from '../../model/kube-object.js';
import { arrayAt, type ParsedAnswer } from '../parsed-answer.js';
import { humanAge } from '../print/age.js';
import { metaApiVersion } from '../meta-kinds.js';
import { markConverted } from '../origin.js';
import type { RowObjectRule } from './row-object.js';
import type { Table, TableColumn } from './table.js';
import { listMeta, metadataOnly } from '../typed-object.js';

const namespaceColumn: TableColumn = {
  name: 'Namespace',
  type: 'string',
  format: '',
  description: 'The namespace of the object.',
  priority: 0,
};
const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object, unique within its namespace.',
  priority: 0,
};
const ageColumn: TableColumn = {
  name: 'Age',
  type: 'string',
  format: '',
  description: 'The time since the object was created, as of when this table was made.',
  priority: 0,
};

/** The source of a table made by kubeatlas. */
export interface TableSource {
  readonly answer: ParsedAnswer;
  /** Whether the answer is a list rather than one object. */
  readonly many: boolean;
  /** In milliseconds, as returned by `Date.now()`. */
  readonly now: number;
}

/**
 * Makes a table of Name and Age, preceded by Namespace across all namespaces, from objects or their metadata, for
 * servers that make no tables. `originOf` returns `converted`; the list's continue token and resourceVersion stay.
 */
export function makeTable<RowObject>(
  { answer, many, now }: TableSource,
  rule: RowObjectRule<RowObject>,
): Table<RowObject> {
  const { mapping, namespace } = answer.context;
  const overAll = mapping.scope === 'Namespaced' && namespace === undefined;
  const objects = many ? (arrayAt(answer, answer.body, 'items', '') ?? []) : [answer.body];
  const rows = objects.map((object, index) => {
    const path = many ? `items[${index}]` : '';
    const { metadata } = metadataOnly(answer, object, path);
    const cells = [metadata.name ?? null, humanAge(metadata.creationTimestamp, now)];
    return {
      cells: overAll ? [metadata.namespace ?? null, ...cells] : cells,
      object: rule.read(answer, object, path),
    };
  });
  return markConverted({
    apiVersion: metaApiVersion,
    kind: 'Table',
    metadata: many ? listMeta(answer) : resourceVersionOf(answer),
    columnDefinitions: [...(overAll ? [namespaceColumn] : []), nameColumn, ageColumn].map((column) => ({ ...column })),
    rows,
  });
}

/** A server's Table of one object carries that object's resourceVersion. */
function resourceVersionOf(answer: ParsedAnswer): ListMeta {
  const { resourceVersion } = metadataOnly(answer, answer.body, '').metadata;
  return resourceVersion === undefined ? {} : { resourceVersion };
}
