import type { ResourceHandle } from '../../index.js';
import { csv, formatCsv, joinTables, type Csv } from '../../representations/index.js';
import { UsageError } from '../errors.js';
import type { ClusterOutput, Session } from '../session.js';
import { readTables } from './read-tables.js';
import { escapeOf } from '../terminal/one-line.js';
import { withExactIntegers } from './exact-numbers.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { metadataTable } from './metadata-table.js';
import { handleFor, readNamed, type ObjectTarget } from './object-targets.js';

// Characters that a terminal interprets, except tabs and line ends.
const terminalControls = /(?![\t\r\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/gu;

/** Prints `-o csv`: the columns of one type, and a record for each object; all pages under one header. */
export async function printCsv(session: Session, targets: readonly ObjectTarget[], flags: GetFlags): Promise<void> {
  const [target] = targets;
  if (target === undefined) return;
  if (targets.length > 1) throw new UsageError('-o csv supports only one type.');
  let header = flags.headers ? undefined : '';
  await session.attempt(async () => {
    for await (const page of readCsv(session, target, flags)) {
      const isSame = header === page.header || header === '';
      await session.print(safeCsv(isSame ? page.records.join('') : page.text));
      if (header !== '') header = page.header;
    }
  });
}

/** Reads the tables of one cluster of several, which are printed as one when all have been read. */
export async function collectCsv(
  session: Session,
  cluster: ClusterOutput,
  targets: readonly ObjectTarget[],
  flags: GetFlags,
): Promise<void> {
  const [target] = targets;
  if (target === undefined) return;
  if (targets.length > 1) throw new UsageError('-o csv supports only one type.');
  const namespace =
    target.mapping.scope === 'Namespaced' && handleFor(session, target.mapping, flags).boundNamespace === undefined;
  await session.attempt(async () => {
    for await (const page of readTables(session, target, flags)) cluster.tables.push([cluster.name, page]);
  });
  cluster.printTables = (tables) =>
    safeCsv(
      formatCsv(joinTables(tables, { column: 'Cluster', namespace }), { defuse: flags.defuse, header: flags.headers }),
    );
}

/** Escapes the characters of CSV that a terminal would interpret: `\u001b`. */
export function safeCsv(text: string): string {
  return text.replace(terminalControls, escapeOf);
}

type Lines = Pick<Csv, 'text' | 'header' | 'records'>;

async function* readCsv(
  session: Session,
  target: ObjectTarget,
  flags: GetFlags,
): AsyncGenerator<Lines, void, undefined> {
  const { defuse } = flags;
  const { mapping, named } = target;
  const handle = handleFor(session, mapping, flags);
  if (flags.metadata === true) {
    const namespace = mapping.scope === 'Namespaced' && handle.boundNamespace === undefined;
    const linesOf = (items: Parameters<typeof metadataTable>[0]): Lines => {
      const table = metadataTable(items);
      const header = formatCsv({ ...table, rows: [] }, { defuse, namespace });
      const records = [formatCsv(table, { defuse, namespace, header: false })];
      return { header, records, text: header + records.join('') };
    };
    const read = (of: ResourceHandle, name: string) => of.as('PartialObjectMetadata').get(name, session.calls);
    for await (const object of readNamed(session, target, flags, read)) yield linesOf([object]);
    if (named.length > 0) return;
    for await (const { items } of handle.as('PartialObjectMetadata').pages(listOptions(session, flags)))
      yield linesOf(items);
    return;
  }
  const form = withExactIntegers(csv({ defuse }));
  yield* readNamed(session, target, flags, (of, name) => of.as(form).get(name, session.calls));
  if (named.length === 0) yield* handle.as(form).pages(listOptions(session, flags));
}
