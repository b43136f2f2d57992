import { Option, type Command } from 'commander';
import type { RESTMapping, Scale, ScaleOptions } from '../../index.js';
import { furtherHelp } from '../help.js';
import { documentFormats, formatObjects, withSortedKeys, type DocumentFormat } from '../terminal/documents.js';
import { parseCount } from '../flag-values.js';
import { objectName } from './names.js';
import { findTargets, handleFor } from './object-targets.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';
import { UsageError } from '../errors.js';

interface Flags {
  readonly replicas?: number | undefined;
  readonly currentReplicas?: number | undefined;
  readonly resourceVersion?: string | undefined;
  readonly output?: DocumentFormat | undefined;
  readonly headers: boolean;
}

const examples = `
Works for every resource with a scale subresource, including custom resources.

Examples:
  $ kubeatlas scale deploy/front
  $ kubeatlas scale deploy/front -n web --replicas 3
  $ kubeatlas scale deploy/front --current-replicas 2 --replicas 3`;

/** Defines `scale`: shows or sets the number of replicas of objects. */
export function defineScale(command: Command, run: Run): void {
  command
    .argument('<object...>', 'TYPE/NAME..., or TYPE NAME...')
    .option('--replicas <count>', 'set this number of replicas', parseCount)
    .option('--current-replicas <count>', 'only if this is the current number; -1 for any', parseExpected)
    .option('--resource-version <version>', 'only if the object is at this resourceVersion')
    .option('--no-headers', 'omit the line of column names')
    .addOption(new Option('-o, --output <format>', 'print the Scale').choices(documentFormats))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => scale(session, words, flags)),
    );
}

async function scale(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  if (words.length === 1 && !words[0]?.includes('/')) {
    throw new UsageError('Specify the object: TYPE/NAME, or TYPE NAME.');
  }
  const { currentReplicas, resourceVersion } = expectationOf(flags);
  if (flags.replicas === undefined && (currentReplicas !== undefined || resourceVersion !== undefined)) {
    throw new UsageError('--current-replicas and --resource-version require --replicas.');
  }
  const targets = await findTargets(session, words, { named: [], all: [] });
  if (resourceVersion !== undefined && targets.flatMap(({ names }) => names).length > 1) {
    throw new UsageError('--resource-version requires a single object.');
  }
  const found: { readonly name: string; readonly scale: Scale }[] = [];
  for (const { mapping, names } of targets) {
    for (const name of names) {
      const answer = await session.attempt(() => askForScale(session, mapping, name, flags));
      if (answer !== undefined) found.push({ name: objectName(mapping, name), scale: answer });
    }
  }
  if (found.length === 0) return;
  if (flags.output !== undefined) {
    const isSingle = targets.length === 1 && targets[0]?.names.length === 1;
    const scales = found.map((each) => withSortedKeys(each.scale));
    await session.print(formatObjects(scales, { isSingle, format: flags.output }));
  } else if (flags.replicas !== undefined) {
    const lines = found.map(({ name, scale: { spec } }) => `${oneLine(name)} scaled to ${spec.replicas}\n`);
    await session.print(lines.join(''));
  } else {
    const rows = found.map(({ name, scale: { spec, status } }) => [
      name,
      spec.replicas,
      status.replicas,
      status.selector || null,
    ]);
    const text = ownTable(['Name', 'Desired', 'Current', 'Selector'], rows, { header: flags.headers });
    await session.print(flags.headers ? session.paint.header(text) : text);
  }
}

async function askForScale(session: Session, mapping: RESTMapping, name: string, flags: Flags): Promise<Scale> {
  const handle = handleFor(session, mapping).scale(name);
  if (flags.replicas === undefined) return handle.get(session.calls);
  return handle.set(flags.replicas, { ...session.calls, ...expectationOf(flags) });
}

/** Returns the preconditions for setting the replicas. As in kubectl, -1 and an empty string mean none. */
function expectationOf({ currentReplicas, resourceVersion }: Flags): ScaleOptions {
  return {
    ...(currentReplicas !== undefined && currentReplicas !== -1 && { currentReplicas }),
    ...(resourceVersion !== undefined && resourceVersion !== '' && { resourceVersion }),
  };
}

function parseExpected(value: string): number {
  return value === '-1' ? -1 : parseCount(value);
}
