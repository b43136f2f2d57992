import {
  tableRepresentation,
  type IncludeObject,
  type ResourceHandle,
  type RESTMapping,
  type Table,
} from '../../index.js';
import { showsLabels } from '../terminal/label-columns.js';
import type { Session } from '../session.js';
import { withExactIntegers } from './exact-numbers.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { includedToSort, isColumnOf, sortRows } from './get-sort.js';
import { metadataTable } from './metadata-table.js';
import { handleFor, readNamed, type ObjectTarget } from './object-targets.js';
import { tablesWithMetadata } from './tables-with-metadata.js';

/**
 * Reads the objects of a target as tables, page by page, or as one table if they are sorted. Rows carry no more than is
 * printed: only cells within a namespace; across all namespaces also the metadata, which has the namespace.
 */
export async function* readTables(
  session: Session,
  target: ObjectTarget,
  flags: GetFlags,
): AsyncGenerator<Table, void, undefined> {
  const { sortBy } = flags;
  const minimum = showsLabels(flags) ? 'Metadata' : undefined;
  if (sortBy === undefined) return yield* readPages(session, target, flags, minimum);
  const asFirst = sortBy.mayBeColumn ? minimum : includedToSort(sortBy);
  let table = await collect(readPages(session, target, flags, asFirst));
  if (table === undefined) return;
  if (sortBy.mayBeColumn && !isColumnOf(table, sortBy)) {
    table = await collect(readPages(session, target, flags, includedToSort(sortBy)));
    if (table === undefined) return;
  }
  // A copy would lose the mark of who made the table.
  table.rows = sortRows(table, sortBy);
  yield table;
}

/** @param include what each row must include at least; undefined for the client's default */
async function* readPages(
  session: Session,
  target: ObjectTarget,
  flags: GetFlags,
  include: IncludeObject | undefined,
): AsyncGenerator<Table, void, undefined> {
  const { mapping, named } = target;
  const handle = handleFor(session, mapping, flags);
  if (named.length > 0) {
    yield* tableOfNamed(session, target, flags, include);
  } else if (flags.metadata === true) {
    for await (const page of handle.as('PartialObjectMetadata').pages(listOptions(session, flags))) {
      yield metadataTable(page.items);
    }
  } else if (include === 'Metadata' || (include === undefined && isOverAll(mapping, handle))) {
    yield* tablesWithMetadata(handle, listOptions(session, flags));
  } else yield* tablesOf(handle, include).pages(listOptions(session, flags));
}

/** Reports whether rows need metadata to show the namespace. */
function isOverAll(mapping: RESTMapping, { boundNamespace }: ResourceHandle): boolean {
  return mapping.scope === 'Namespaced' && boundNamespace === undefined;
}

/** Returns the rows of all objects that exist, in one table. */
async function* tableOfNamed(
  session: Session,
  target: ObjectTarget,
  flags: GetFlags,
  include: IncludeObject | undefined,
): AsyncGenerator<Table, void, undefined> {
  const tables: Table[] = [];
  const read = async (handle: ResourceHandle, name: string): Promise<Table> =>
    flags.metadata === true
      ? metadataTable([await handle.as('PartialObjectMetadata').get(name, session.calls)])
      : tablesOf(handle, include).get(name, session.calls);
  for await (const table of readNamed(session, target, flags, read)) tables.push(table);
  const [first] = tables;
  if (first !== undefined) yield { ...first, rows: tables.flatMap(({ rows }) => rows) };
}

function tablesOf(handle: ResourceHandle, include: IncludeObject | undefined) {
  return handle.as(
    withExactIntegers(include === undefined ? tableRepresentation() : tableRepresentation({ includeObject: include })),
  );
}

/** Joins all pages into one; undefined if there are none. */
async function collect(pages: AsyncIterable<Table>): Promise<Table | undefined> {
  let first: Table | undefined;
  for await (const page of pages) {
    if (first === undefined) first = page;
    else for (const row of page.rows) first.rows.push(row);
  }
  return first;
}
