import type { JSONPath } from '../../representations/index.js';
import { customTable, needMetadataAlone, columnBlocks } from '../terminal/custom-columns.js';
import { escapeControls } from '../terminal/one-line.js';
import { createPagePrinter } from '../terminal/page-printer.js';
import type { Session } from '../session.js';
import { countableObjects } from './exact-objects.js';
import type { GetFlags } from './get-flags.js';
import type { Template } from './get-output.js';
import type { ObjectTarget } from './object-targets.js';
import { readObjects, type FoundObjects } from './read-objects.js';

/** Prints `-o jsonpath=…` and `-o custom-columns=…`. Prints nothing if none of the requested objects exists. */
export async function printByTemplate(
  session: Session,
  targets: readonly ObjectTarget[],
  flags: GetFlags,
  template: Template,
): Promise<void> {
  const metadata = flags.metadata === true || needsMetadataAlone(template, flags);
  const found = await readObjects(session, targets, { ...flags, metadata }, countableObjects);
  if (found.objects.length === 0 && !found.isComplete) return;
  const print = objectPrinter(session, template, flags);
  await session.print(print(template.form === 'jsonpath' ? listOf(found) : found.objects));
}

/** Returns a function that formats an object or, for custom columns, several; `-w` calls it for one after another. */
export function objectPrinter(
  session: Session,
  template: Template,
  { headers }: GetFlags,
): (object: unknown) => string {
  if (template.form === 'jsonpath') return (object) => printPath(session, template, object);
  const { columns } = template;
  const print = createPagePrinter({ header: false });
  let names = headers ? columns.map(({ name }) => name) : undefined;
  return (objects) => {
    const table = customTable(columns, Array.isArray(objects) ? objects : [objects]);
    // A separate row, since the names stay as they were given; as in kubectl, it is printed even without objects.
    if (names !== undefined) table.rows.unshift({ cells: names, object: undefined });
    const text = columnBlocks(table).map(print).join('');
    const isFirst = names !== undefined;
    names = undefined;
    return isFirst ? session.paint.header(text) : text;
  };
}

/** Escapes control characters for a terminal; a program that reads the output gets every character. */
function printPath(
  { isTerminal }: Session,
  { path, json }: { readonly path: JSONPath; readonly json: boolean },
  object: unknown,
): string {
  const text = path.format(object, { json });
  return isTerminal ? escapeControls(text) : text;
}

/** Returns the object itself if one was named, otherwise a `List`, as in kubectl. */
function listOf({ objects, isSingle }: FoundObjects): unknown {
  if (isSingle) return objects[0];
  return { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: objects };
}

function needsMetadataAlone(template: Template, { sortBy }: GetFlags): boolean {
  if (template.form === 'jsonpath') return false;
  const columns = sortBy?.path === undefined ? template.columns : [...template.columns, { path: sortBy.path }];
  return needMetadataAlone(columns);
}
