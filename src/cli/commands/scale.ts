import { Option, type Command } from 'commander';
import type { Scale, ScaleOptions } from '../../index.js';
import { furtherHelp } from '../help.js';
import { documentFormats, formatObjects, withSortedKeys, type DocumentFormat } from '../terminal/documents.js';
import { parseCount, parseSelector } from '../flag-values.js';
import { addManifestFlags, type ManifestFlags } from '../manifests/manifest-flags.js';
import { checkChoice, chooseObjects, type ChoiceFlags, type ChosenObject } from './choose-objects.js';
import { objectName } from './names.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';
import { UsageError } from '../errors.js';

interface Flags extends Omit<ChoiceFlags, 'fieldSelector' | 'allNamespaces'>, ManifestFlags {
  readonly replicas?: number | undefined;
  readonly currentReplicas?: number | undefined;
  readonly resourceVersion?: string | undefined;
  readonly output?: 'name' | DocumentFormat | undefined;
  readonly headers: boolean;
}

const examples = `
Works for every resource with a scale subresource, including custom resources.

Examples:
  $ kubeatlas scale deploy/front
  $ kubeatlas scale deploy/front -n web --replicas 3
  $ kubeatlas scale deploy -l app=front --replicas 3
  $ kubeatlas scale -f app.yaml --current-replicas 2 --replicas 3`;

/** Defines `scale`: shows or sets the number of replicas of objects. */
export function defineScale(command: Command, run: Run): void {
  addManifestFlags(command)
    .argument('[object...]', 'TYPE/NAME..., TYPE NAME..., or TYPE')
    .option('-l, --selector <labels>', 'select by labels: app=front,tier!=cache', parseSelector)
    .option('--all', 'all objects of the type')
    .option('--replicas <count>', 'number of replicas to set', parseCount)
    .option('--current-replicas <count>', 'only if this is the current number; -1: any', parseExpected)
    .option('--resource-version <version>', 'only if the object is at this resourceVersion')
    .option('--no-headers', 'omit the line of column names')
    .addOption(new Option('-o, --output <format>', 'names, or the Scale').choices(['name', ...documentFormats]))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => scale(session, words, flags)),
    );
}

async function scale(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  checkChoice(words, flags);
  const { currentReplicas, resourceVersion } = expectationOf(flags);
  if (flags.replicas === undefined && (currentReplicas !== undefined || resourceVersion !== undefined)) {
    throw new UsageError('--current-replicas and --resource-version require --replicas.');
  }
  const { objects, isComplete } = await chooseObjects(session, words, flags, 'get');
  if (resourceVersion !== undefined && objects.length > 1) {
    throw new UsageError('--resource-version requires a single object.');
  }
  if (objects.length === 0 && isComplete) {
    session.fail();
    await session.note('error: no objects passed to scale');
  }
  const found: { readonly name: string; readonly scale: Scale }[] = [];
  for (const object of objects) {
    const answer = await session.attempt(() => askForScale(session, object, flags));
    if (answer !== undefined) found.push({ name: objectName(object.mapping, object.name), scale: answer });
  }
  if (found.length === 0) return;
  if (flags.output === 'name') {
    await session.print(found.map(({ name }) => `${oneLine(name)}\n`).join(''));
  } else if (flags.output !== undefined) {
    const isSingle = objects.length === 1;
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

async function askForScale(session: Session, { handle, name }: ChosenObject, flags: Flags): Promise<Scale> {
  const scale = handle.scale(name);
  if (flags.replicas === undefined) return scale.get(session.calls);
  return scale.set(flags.replicas, { ...session.calls, ...expectationOf(flags) });
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
