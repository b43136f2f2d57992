import type { ResourceHandle, Table } from '../../index.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { metadataTable } from './metadata-table.js';
import { objectName } from './names.js';
import { handleFor, type ObjectTarget } from './object-targets.js';
import { createPagePrinter } from '../terminal/page-printer.js';
import type { Session } from '../session.js';

/**
 * One table for each type, with an empty line between them where they have headers. A table inside a namespace carries cells alone, and one over
 * all namespaces the metadata that tells the namespace: the client's own choice when it is not told otherwise.
 */
export async function printTables(session: Session, targets: readonly ObjectTarget[], flags: GetFlags): Promise<void> {
  let printed = 0;
  let complete = true;
  for (const target of targets) {
    const { mapping, names } = target;
    const showKind = flags.showKind === true || targets.length > 1;
    const format = createPagePrinter({
      wide: flags.output === 'wide',
      namespace: flags.allNamespaces === true && mapping.scope === 'Namespaced',
      header: flags.headers,
      prefix: showKind ? `${objectName(mapping)}/` : '',
    });
    let own = 0;
    const done = await session.attempt(async () => {
      for await (const page of readTables(session, target, flags)) {
        const text = format(page);
        if (text === '') continue;
        const gap = own === 0 && printed > 0 && flags.headers ? '\n' : '';
        await session.print(gap + (own === 0 && flags.headers ? session.paint.header(text) : text));
        own += 1;
      }
      return true;
    });
    if (own > 0) printed += 1;
    complete &&= done === true && names.length === 0;
  }
  if (printed === 0 && complete) await session.note(nothingIn(session, targets, flags));
}

async function* readTables(
  session: Session,
  { mapping, names }: ObjectTarget,
  flags: GetFlags,
): AsyncGenerator<Table, void, undefined> {
  const handle = await handleFor(session, mapping, flags);
  if (names.length > 0) {
    yield* readNamed(session, handle, names, flags);
  } else if (flags.metadata === true) {
    for await (const page of handle.as('PartialObjectMetadata').pages(listOptions(session, flags))) {
      yield metadataTable(page.items);
    }
  } else yield* handle.as('Table').pages(listOptions(session, flags));
}

/** The rows of all objects that are there, in one table. */
async function* readNamed(
  session: Session,
  handle: ResourceHandle,
  names: readonly string[],
  flags: GetFlags,
): AsyncGenerator<Table, void, undefined> {
  const tables: Table[] = [];
  for (const name of names) {
    const table = await session.attempt(async () =>
      flags.metadata === true
        ? metadataTable([await handle.as('PartialObjectMetadata').get(name, session.calls)])
        : handle.as('Table').get(name, session.calls),
    );
    if (table !== undefined) tables.push(table);
  }
  const [first] = tables;
  if (first !== undefined) yield { ...first, rows: tables.flatMap(({ rows }) => rows) };
}

function nothingIn({ namespace }: Session, targets: readonly ObjectTarget[], { allNamespaces }: GetFlags): string {
  const isInside = allNamespaces !== true && targets.some(({ mapping }) => mapping.scope === 'Namespaced');
  return isInside ? `No resources found in ${namespace} namespace.` : 'No resources found.';
}
