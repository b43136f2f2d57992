import type { RESTMapping } from '../../index.js';
import { labelFlags, type GetFlags } from './get-flags.js';
import { objectName } from './names.js';
import type { ObjectTarget } from './object-targets.js';
import { readTables } from './read-tables.js';
import { createPagePrinter } from '../terminal/page-printer.js';
import type { Session } from '../session.js';

/** Prints one table for each type, with an empty line between them if they have headers. */
export async function printTables(session: Session, targets: readonly ObjectTarget[], flags: GetFlags): Promise<void> {
  let printed = 0;
  let complete = true;
  for (const target of targets) {
    const { mapping, named } = target;
    const showKind = flags.showKind === true || targets.length > 1;
    const format = createPagePrinter({
      wide: flags.output === 'wide',
      namespace: flags.allNamespaces === true && mapping.scope === 'Namespaced',
      header: flags.headers,
      prefix: showKind ? `${objectName(mapping)}/` : '',
      ...labelFlags(flags),
      of: objectName(mapping),
      pages: session.pages,
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
    complete &&= done === true && named.length === 0;
  }
  if (printed === 0 && complete && flags.ignoreNotFound !== true) {
    await session.note(
      nothingIn(
        session,
        targets.map(({ mapping }) => mapping),
        flags,
      ),
    );
  }
}

/** Says that there is nothing, and where. */
export function nothingIn(
  { namespace }: Session,
  mappings: readonly RESTMapping[],
  { allNamespaces }: { readonly allNamespaces?: boolean | undefined },
): string {
  const isInside = allNamespaces !== true && mappings.some(({ scope }) => scope === 'Namespaced');
  return isInside ? `No resources found in ${namespace} namespace.` : 'No resources found.';
}
