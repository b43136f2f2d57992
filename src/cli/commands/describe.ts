import { Option, type Command } from 'commander';
import { describe, formatDescription, type Description } from '../../representations/index.js';
import { parseGetSelector } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import { addManifestFlags, type ManifestFlags } from '../manifests/manifest-flags.js';
import {
  cutManagedFields,
  documentFormats,
  formatDocument,
  withSortedKeys,
  type DocumentFormat,
} from '../terminal/documents.js';
import type { Run, Session } from '../session.js';
import { checkChoice, chooseObjects } from './choose-objects.js';
import { nothingIn } from './get-tables.js';

interface Flags extends ManifestFlags {
  readonly selector?: string | undefined;
  readonly allNamespaces?: boolean | undefined;
  readonly output?: DocumentFormat | undefined;
}

const examples = `
Prints what is wrong and why, then metadata, owners (and whether they exist),
scale, containers, conditions and events. If a part cannot be read, it is named
and the exit code is 1. Commands, environment variables and the data of an
object are not printed.

Examples:
  $ kubeatlas describe deploy/front -n web
  $ kubeatlas describe pods -l app=front -A
  $ kubeatlas describe -f app.yaml
  $ kubeatlas describe node/node-1 -o json`;

/** Defines `describe`: objects with their owners, events and scale. */
export function defineDescribe(command: Command, run: Run): void {
  addManifestFlags(command)
    .argument('[object...]', 'TYPE/NAME..., TYPE NAME..., or TYPE for all of them')
    .option('-l, --selector <labels>', 'select by labels: app=front,tier!=cache', parseGetSelector)
    .option('-A, --all-namespaces', 'select in all namespaces')
    .addOption(new Option('-o, --output <format>', 'instead of text').choices(documentFormats))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => describeAll(session, words, flags)),
    );
}

async function describeAll(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const { output } = flags;
  checkChoice(words, flags, { typeAlone: true });
  const { objects, mappings, isComplete } = await chooseObjects(session, words, flags, 'get');
  let isFirst = true;
  for (const { handle, name } of objects) {
    const found = await session.attempt(async () => describe(session.client, handle, name, session.calls));
    if (found === undefined) continue;
    if (found.gaps.length > 0 || found.owners.some(({ state }) => state === 'unknown')) session.fail();
    const separator = isFirst ? '' : separators[output ?? 'text'];
    await session.print(separator + (output === undefined ? formatDescription(found) : formatData(found, output)));
    isFirst = false;
  }
  if (objects.length === 0 && isComplete) await session.note(nothingIn(session, mappings, flags));
}

/** What is printed between two descriptions; each document in KYAML begins with `---` itself. */
const separators = { text: '\n', json: '', yaml: '---\n', kyaml: '' };

function formatData(found: Description, format: DocumentFormat): string {
  // The related objects are for the diagnosis, which is there.
  const { related: _, ...printed } = found;
  return formatDocument(withSortedKeys({ ...printed, object: cutManagedFields(found.object) }), format);
}
