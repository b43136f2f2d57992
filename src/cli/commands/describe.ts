import { Option, type Command } from 'commander';
import { describe, formatDescription, type Description } from '../../representations/index.js';
import { furtherHelp } from '../help.js';
import {
  cutManagedFields,
  documentFormats,
  formatDocument,
  withSortedKeys,
  type DocumentFormat,
} from '../terminal/documents.js';
import type { Run, Session } from '../session.js';
import { UsageError } from '../errors.js';
import { findTargets, handleFor } from './object-targets.js';

interface Flags {
  readonly output?: DocumentFormat | undefined;
}

const examples = `
Prints metadata, owners and whether they exist, scale, conditions and events.
Parts that could not be read are reported, and set the exit code to 1. Nothing
from the spec or the data of an object is printed.

Examples:
  $ kubeatlas describe deploy/front -n web
  $ kubeatlas describe pod front-0 front-1 -n web
  $ kubeatlas describe node/node-1 -o json`;

/** Defines `describe`: objects with their owners, events and scale. */
export function defineDescribe(command: Command, run: Run): void {
  command
    .argument('<object...>', 'TYPE/NAME..., or TYPE NAME...')
    .addOption(new Option('-o, --output <format>', 'print the description as data').choices(documentFormats))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => describeAll(session, words, flags)),
    );
}

async function describeAll(session: Session, words: readonly string[], { output }: Flags): Promise<void> {
  if (words.length === 1 && !words[0]?.includes('/')) {
    throw new UsageError('Specify the object: TYPE/NAME, or TYPE NAME.');
  }
  const targets = await findTargets(session, words, { named: ['get'], all: ['get'] });
  let isFirst = true;
  for (const { mapping, names } of targets) {
    for (const name of names) {
      const found = await session.attempt(async () =>
        describe(session.client, handleFor(session, mapping), name, session.calls),
      );
      if (found === undefined) continue;
      if (found.gaps.length > 0 || found.owners.some(({ state }) => state === 'unknown')) session.fail();
      const separator = isFirst ? '' : separators[output ?? 'text'];
      await session.print(separator + (output === undefined ? formatDescription(found) : formatData(found, output)));
      isFirst = false;
    }
  }
}

/** What is printed between two descriptions; each document in KYAML begins with `---` itself. */
const separators = { text: '\n', json: '', yaml: '---\n', kyaml: '' };

function formatData(found: Description, format: DocumentFormat): string {
  return formatDocument(withSortedKeys({ ...found, object: cutManagedFields(found.object) }), format);
}
