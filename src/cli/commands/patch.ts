import { Option, type Command } from 'commander';
import { isKubeError, type KubeObject, type PatchOptions } from '../../index.js';
import { OfferingOption } from '../offering-option.js';
import { furtherHelp } from '../help.js';
import { PatchTypeError, UsageError } from '../errors.js';
import { isFinal } from '../failures.js';
import { parseDryRun, parseWord } from '../flag-values.js';
import { readExactYaml } from '../manifests/read-exact-yaml.js';
import type { Run, Session } from '../session.js';
import {
  cutManagedFields,
  documentFormats,
  formatObjects,
  withSortedKeys,
  type DocumentFormat,
} from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import { checkChoice, chooseObjects, type ChosenObject } from './choose-objects.js';
import { exactObjects } from './exact-objects.js';
import { objectName } from './names.js';

interface Flags {
  readonly patch?: string | undefined;
  readonly patchFile?: string | undefined;
  readonly type: PatchOptions['type'];
  readonly subresource?: string | undefined;
  readonly fieldManager: string;
  readonly dryRun?: boolean | undefined;
  readonly output?: 'name' | DocumentFormat | undefined;
  readonly showManagedFields?: boolean | undefined;
}

const examples = `
The patch is JSON or YAML. A strategic merge patch merges lists by their keys,
and works only for built-in resources. For custom resources, use merge or json.

Examples:
  $ kubeatlas patch deploy/front -p '{"spec":{"paused":true}}'
  $ kubeatlas patch cm a --type=json -p '[{"op":"remove","path":"/data/b"}]'
  $ kubeatlas patch nodes/node-1 --subresource=status --type=merge --patch-file status.yaml`;

/** Defines `patch`: changes parts of objects. */
export function definePatch(command: Command, run: Run): void {
  command
    .argument('<object...>', 'TYPE/NAME..., or TYPE NAME...')
    .option('-p, --patch <patch>', 'the patch, in JSON or YAML', parseWord)
    .option('--patch-file <file>', "a file with the patch; '-' is standard input", parseWord)
    .addOption(new Option('--type <type>', 'the type').choices(['strategic', 'merge', 'json']).default('strategic'))
    .addOption(
      new OfferingOption('--subresource <name>', 'of the object: status, scale, resize', [
        'status',
        'scale',
        'resize',
      ]).argParser(parseWord),
    )
    .option('--field-manager <name>', 'name of the field manager', parseWord, 'kubeatlas')
    .option('--dry-run <how>', 'server: report the result, but store nothing', parseDryRun)
    .addOption(new Option('-o, --output <format>', 'instead of a line').choices(['name', ...documentFormats]))
    .option('--show-managed-fields', 'with -o json or yaml, show metadata.managedFields')
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => patch(session, words, flags)),
    );
}

async function patch(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  checkChoice(words, {});
  const body = await readPatch(session, flags);
  const { objects } = await chooseObjects(session, words, {}, 'patch');
  const patched: KubeObject[] = [];
  for (const object of objects) {
    const answer = await session.attempt(() => patchOne(session, object, body, flags));
    if (answer === undefined) continue;
    patched.push(answer.object);
    if (flags.output === 'name') await session.print(`${oneLine(objectName(object.mapping, object.name))}\n`);
    else if (flags.output === undefined) await session.print(`${wordsFor(object, answer.isSame, flags)}\n`);
  }
  if (patched.length === 0 || flags.output === undefined || flags.output === 'name') return;
  const shown = patched.map((object) =>
    withSortedKeys(flags.showManagedFields === true ? object : cutManagedFields(object)),
  );
  await session.print(formatObjects(shown, { isSingle: objects.length === 1, format: flags.output }));
}

/** Reads the patch. Throws {@link UsageError} if it is not a patch of its type. */
async function readPatch(session: Session, { patch, patchFile, type }: Flags): Promise<object> {
  if ((patch === undefined) === (patchFile === undefined)) {
    throw new UsageError('Specify the patch with either -p PATCH or --patch-file FILE.');
  }
  const text = patch ?? (await session.readInput(patchFile ?? ''));
  const [document, ...more] = readExactYaml(text, patchFile ?? 'the patch');
  const value = document?.value;
  if (typeof value !== 'object' || value === null || more.length > 0) {
    throw new UsageError('The patch must be a single JSON or YAML object, or with --type=json a list of operations.');
  }
  if (Array.isArray(value) !== (type === 'json')) {
    const expected = type === 'json' ? 'a list of operations' : 'an object';
    const hint = type === 'json' ? '' : ': for a list of operations, use --type=json';
    throw new UsageError(`A patch with --type=${type} must be ${expected}${hint}.`);
  }
  return value;
}

interface Patched {
  readonly object: KubeObject;
  /** Undefined if that is not known. */
  readonly isSame: boolean | undefined;
}

async function patchOne(
  session: Session,
  { mapping, handle, name }: ChosenObject,
  body: object,
  { type, subresource, fieldManager, dryRun }: Flags,
): Promise<Patched> {
  const { calls } = session;
  const before = dryRun === true ? undefined : await versionOf(session, { handle, name });
  const options: PatchOptions = {
    ...calls,
    type,
    subresource,
    fieldManager,
    ...(dryRun === true && { dryRun: 'All' }),
  };
  try {
    const object = await handle.as(exactObjects).patch(name, body, options);
    return { object, isSame: before === undefined ? undefined : object.metadata.resourceVersion === before };
  } catch (error) {
    const isUnknown = isKubeError(error) && error.code === 'api' && error.statusCode === 415;
    if (isUnknown && type === 'strategic') throw new PatchTypeError(mapping.resource, error);
    throw error;
  }
}

/** Returns undefined if the object cannot be read: the patch itself will report the error. */
async function versionOf(
  { calls }: Session,
  { handle, name }: Pick<ChosenObject, 'handle' | 'name'>,
): Promise<string | undefined> {
  try {
    return (await handle.as('PartialObjectMetadata').get(name, calls)).metadata.resourceVersion;
  } catch (error) {
    if (isFinal(error, calls.signal)) throw error;
    return undefined;
  }
}

function wordsFor({ mapping, name }: ChosenObject, isSame: boolean | undefined, { dryRun }: Flags): string {
  const done = dryRun === true ? 'patched (server dry run)' : isSame === true ? 'patched (no change)' : 'patched';
  return oneLine(`${objectName(mapping, name)} ${done}`);
}
