import { Option, type Command } from 'commander';
import { isKubeError, isObjectNotFound, systemClock, type DeleteOptions, type ResourceHandle } from '../../index.js';
import { OfferingOption } from '../offering-option.js';
import { furtherHelp } from '../help.js';
import { parseDeleteSelector, parseDryRun, parseTimeout, parseTruth } from '../flag-values.js';
import { addManifestFlags, hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import type { ManifestEntry } from '../manifests/read-manifests.js';
import type { Run, Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import {
  checkChoice,
  chooseByManifests,
  chooseObjects,
  type ChoiceFlags,
  type ChosenObject,
} from './choose-objects.js';
import { deleteOptionsOf, parseCascade, parseGracePeriod, type EndFlags } from './delete-options.js';
import { objectName } from './names.js';
import { noteLoss } from './note-loss.js';
import { waitUntilGone } from './wait-until-gone.js';

type DeleteAnswer = Awaited<ReturnType<ResourceHandle['delete']>>;

interface Flags extends ManifestFlags, ChoiceFlags, EndFlags {
  readonly wait: boolean;
  readonly timeout: number;
  readonly ignoreNotFound?: boolean | undefined;
  readonly output?: 'name' | undefined;
}

const examples = `
Waits until the objects are gone, unless you set --wait=false. Finalizers and
grace periods take time. A type alone deletes nothing: name the objects, select
them with -l or --field-selector, or use --all. An empty selection is no error.
--cascade says what happens to the dependents of the objects.

Examples:
  $ kubeatlas delete pods front-0 front-1 -n web
  $ kubeatlas delete -f app.yaml --ignore-not-found
  $ kubeatlas delete jobs -l app=front --cascade=foreground --timeout 2m`;

/** Defines `delete`: deletes objects by name, by label, or from files. */
export function defineDelete(command: Command, run: Run): void {
  addManifestFlags(command)
    .argument('[object...]', 'TYPE/NAME..., TYPE NAME..., TYPE with -l or --all')
    .option('-l, --selector <labels>', 'select by labels: app=front,tier!=cache', parseDeleteSelector)
    .option('--field-selector <fields>', 'select by fields: status.phase=Failed', parseDeleteSelector)
    .option('--all', 'all objects of the type')
    .option('-A, --all-namespaces', 'select in all namespaces')
    .addOption(
      new OfferingOption('--cascade [how]', 'foreground, orphan', ['background', 'foreground', 'orphan'])
        .argParser(parseCascade)
        .default('Background', 'background')
        .preset('background'),
    )
    .addOption(
      new Option('--grace-period <seconds>', 'time to stop; -1: as the object says')
        .argParser(parseGracePeriod)
        .default(-1),
    )
    .option('--now', 'the same as --grace-period 1')
    .option('--force', 'delete at once, without waiting for the node')
    .addOption(
      new Option('--wait [truth]', 'wait until they are gone').argParser(parseTruth).default(true).preset('true'),
    )
    .addOption(new Option('--timeout <time>', 'how long to wait').argParser(parseTimeout).default(0, '0, a week'))
    .option('--ignore-not-found', 'treat missing objects as deleted')
    .option('--dry-run <how>', 'server: report the result, but delete nothing', parseDryRun)
    .addOption(new Option('-o, --output <format>', 'print only names').choices(['name']))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => deleteObjects(session, words, flags)),
    );
}

async function deleteObjects(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const options = deleteOptionsOf(flags);
  checkChoice(words, flags);
  const { objects, isComplete } = hasManifests(flags)
    ? await chooseByManifests(session, flags, inOrderOfRemoval)
    : await chooseObjects(session, words, flags, 'delete');
  const selects = words.length > 0 && (flags.all ?? flags.selector ?? flags.fieldSelector) !== undefined;
  const ignoreNotFound = flags.ignoreNotFound ?? selects;
  if (flags.force === true) {
    await session.warn(
      'immediate deletion does not wait for confirmation that the running resource has been terminated; it may continue to run',
    );
  }
  let deletions: Deletion[] = [];
  const end = systemClock.now() + (flags.timeout === 0 ? aWeek : flags.timeout);
  const waitForThem = async (): Promise<void> => {
    if (flags.wait && flags.dryRun !== true) await waitForAll(session, deletions, end);
    deletions = [];
  };
  for (const object of objects) {
    // Once its definition is deleted, an object can no longer be watched.
    if (object.mapping.resource.resource === 'customresourcedefinitions') await waitForThem();
    const result = await session.attempt(() => deleteOne(session, object, options, ignoreNotFound));
    if (result === undefined || result === 'not there') continue;
    await session.print(`${wordsFor(object, flags)}\n`);
    deletions.push({ object, uid: uidIn(result) });
  }
  if (objects.length === 0 && isComplete) await session.note('No resources found.');
  await waitForThem();
}

/** Orders dependents first: objects, then the definitions of their types, then namespaces. */
function inOrderOfRemoval(manifests: readonly ManifestEntry[]): readonly ManifestEntry[] {
  const isDefinition = ({ object }: ManifestEntry): boolean => object.kind === 'CustomResourceDefinition';
  const isNamespace = ({ object }: ManifestEntry): boolean => object.kind === 'Namespace' && object.apiVersion === 'v1';
  return [
    ...manifests.filter((each) => !isDefinition(each) && !isNamespace(each)),
    ...manifests.filter(isDefinition),
    ...manifests.filter(isNamespace),
  ];
}

async function deleteOne(
  { calls }: Session,
  { handle, name }: ChosenObject,
  options: DeleteOptions,
  ignoreNotFound: boolean,
): Promise<DeleteAnswer | 'not there'> {
  try {
    return await handle.delete(name, { ...calls, ...options });
  } catch (error) {
    if (ignoreNotFound && isObjectNotFound(error)) return 'not there';
    throw error;
  }
}

interface Deletion {
  readonly object: ChosenObject;
  readonly uid: string | undefined;
}

const aWeek = 7 * 24 * 3_600_000;

/** Waits for one object after the other, within one timeout for all. */
async function waitForAll(session: Session, deletions: readonly Deletion[], end: number): Promise<void> {
  const { signal } = session.calls;
  const onLoss = (error: unknown): Promise<void> => noteLoss(session, error);
  for (const { object, uid } of deletions) {
    const { handle, mapping, name } = object;
    session.progress.show(`waiting for ${objectName(mapping, name)} to be deleted`);
    const left = Math.max(1, Math.ceil(end - systemClock.now()));
    await session.attempt(async () => {
      try {
        if (await waitUntilGone(handle, name, { uid, timeoutMs: left, signal, onLoss })) return;
      } catch (error) {
        if (!isReadRefused(error)) throw error;
        await session.note(oneLine(`not waiting for ${objectName(mapping, name)}: ${error.message}`));
        return;
      }
      session.fail();
      await session.note(oneLine(`error: timed out waiting for the condition on ${mapping.resource.resource}/${name}`));
    });
  }
}

/** As with kubectl, deleting does not require permission to read. */
function isReadRefused(error: unknown): error is Error {
  if (!isKubeError(error)) return false;
  return error.code === 'unsupported' || (error.code === 'api' && [403, 405].includes(error.statusCode));
}

function uidIn({ object, status }: DeleteAnswer): string | undefined {
  const uid: unknown = object?.metadata.uid ?? status?.details?.uid;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

function wordsFor({ mapping, name, namespace }: ChosenObject, { output, dryRun, force }: Flags): string {
  if (output === 'name') return oneLine(objectName(mapping, name));
  const done = force === true ? 'force deleted' : 'deleted';
  const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
  return oneLine(`${objectName(mapping)} "${name}" ${done}${where}${dryRun === true ? ' (server dry run)' : ''}`);
}
