import type { JSONPath } from '../../index.js';
import { customTable, needMetadataAlone } from '../terminal/custom-columns.js';
import { escapeControls } from '../terminal/one-line.js';
import { createPagePrinter } from '../terminal/page-printer.js';
import type { Session } from '../session.js';
import { countableObjects } from './exact-objects.js';
import type { GetFlags } from './get-flags.js';
import type { Template } from './get-output.js';
import type { ObjectTarget } from './object-targets.js';
import { readObjects, type FoundObjects } from './read-objects.js';

/** `-o jsonpath=…` and `-o custom-columns=…`. Nothing is printed when none of the objects asked for is there. */
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

/** Gives the text of an object or, for custom columns, of several; one after another for `-w`. */
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
    // A row of its own, since the names stay as they were given; as for kubectl it is there without any object.
    if (names !== undefined) table.rows.unshift({ cells: names, object: undefined });
    const text = print(table);
    const isFirst = names !== undefined;
    names = undefined;
    return isFirst ? session.paint.header(text) : text;
  };
}

/** What a terminal would obey is escaped there; a program that reads gets every character. */
function printPath(
  { isTerminal }: Session,
  { path, json }: { readonly path: JSONPath; readonly json: boolean },
  object: unknown,
): string {
  const text = path.format(object, { json });
  return isTerminal ? escapeControls(text) : text;
}

/** One object alone where one was named, else a `List`, as for kubectl. */
function listOf({ objects, isSingle }: FoundObjects): unknown {
  if (isSingle) return objects[0];
  return { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: objects };
}

function needsMetadataAlone(template: Template, { sortBy }: GetFlags): boolean {
  if (template.form === 'jsonpath') return false;
  const columns = sortBy?.path === undefined ? template.columns : [...template.columns, { path: sortBy.path }];
  return needMetadataAlone(columns);
}
