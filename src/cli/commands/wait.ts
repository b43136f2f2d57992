import { Option, type Command } from 'commander';
import {
  formatGroupVersionResource,
  isObjectNotFound,
  systemClock,
  waitFor,
  WaitFailedError,
  waitForResource,
  wholeObject,
  type KubeObject,
  type ObjectCondition,
} from '../../index.js';
import { OfferingOption } from '../offering-option.js';
import { furtherHelp } from '../help.js';
import { parseSelector, parseTimeout } from '../flag-values.js';
import { addManifestFlags, hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import type { Run, Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import { checkChoice, chooseObjects, type ChoiceFlags, type ChosenObject } from './choose-objects.js';
import { UsageError } from '../errors.js';
import { withExactIntegers } from './exact-numbers.js';
import { objectName } from './names.js';
import { parseGoal, type WaitGoal } from './wait-goal.js';
import { noteLoss } from './note-loss.js';
import { waitUntilGone } from './wait-until-gone.js';

interface Flags extends ChoiceFlags, ManifestFlags {
  readonly for: WaitGoal;
  readonly timeout: number;
}

const examples = `
Waits for several objects one after another, with one timeout for all. A missing
object is an error, except with --for=create and --for=delete. A condition does
not count if the object has changed since. --for=resource waits until the server
serves a type, for example after you have applied its CustomResourceDefinition.
--for also takes condition=TYPE[=STATUS] and jsonpath={PATH}[=VALUE].

Examples:
  $ kubeatlas wait deploy/front --for=condition=Available -n web --timeout 2m
  $ kubeatlas wait pods -l app=front --for=jsonpath={.status.phase}=Running
  $ kubeatlas wait pod/front-0 --for=delete
  $ kubeatlas wait widgets.example.com --for=resource`;

/** Defines `wait`: waits until a condition of objects holds. */
export function defineWait(command: Command, run: Run): void {
  addManifestFlags(command)
    .argument('[object...]', 'TYPE/NAME..., TYPE NAME..., TYPE with -l or --all')
    .addOption(
      new OfferingOption('--for <what>', 'delete, create, resource, condition=…, jsonpath=…', [
        'delete',
        'create',
        'resource',
        'condition=',
        'jsonpath=',
      ])
        .argParser(parseGoal)
        .makeOptionMandatory(),
    )
    .option('-l, --selector <labels>', 'select by labels: app=front,tier!=cache', parseSelector)
    .option('--field-selector <fields>', 'select by fields: metadata.name=front', parseSelector)
    .option('--all', 'all objects of the type')
    .option('-A, --all-namespaces', 'select in all namespaces')
    .addOption(
      new Option('--timeout <time>', '0 checks once; negative: a week').argParser(parseTimeout).default(30_000, '30s'),
    )
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => wait(session, words, flags)),
    );
}

async function wait(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const { for: goal, timeout } = flags;
  if (goal.kind === 'resource') return waitForTypes(session, words, flags);
  checkChoice(words, flags);
  const selects = (flags.all ?? flags.selector ?? flags.fieldSelector) !== undefined;
  if (goal.kind === 'create' && selects) throw new UsageError('--for=create requires names.');

  const end = systemClock.now() + timeout;
  const { objects, isComplete } = await chooseObjects(session, words, flags, 'get');
  for (const object of objects) {
    const { mapping, name } = object;
    session.progress.show(`waiting for ${oneLine(objectName(mapping, name))}`);
    const left = timeout === 0 ? 0 : Math.max(0, Math.ceil(end - systemClock.now()));
    const outcome = await session.attempt(() => waitForOne(session, object, goal, left));
    if (outcome === 'met') await session.print(`${oneLine(objectName(mapping, name))} condition met\n`);
    if (outcome === undefined || outcome === 'met') continue;
    const what = `${mapping.resource.resource}/${name}`;
    session.fail();
    await session.note(
      oneLine(
        outcome === 'deleted'
          ? `error: ${what} was deleted before the condition was met`
          : `error: timed out waiting for the condition on ${what}`,
      ),
    );
  }
  if (objects.length === 0 && isComplete && goal.kind !== 'delete') {
    session.fail();
    await session.note('error: no matching resources found');
  }
}

/** Waits until discovery shows each type. */
async function waitForTypes(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const isChosen = [flags.selector, flags.fieldSelector, flags.all].some((flag) => flag !== undefined);
  if (isChosen || hasManifests(flags) || words.length === 0 || words.some((word) => word.includes('/'))) {
    throw new UsageError('--for=resource requires the names of types, such as widgets.example.com.');
  }
  const { client, calls } = session;
  const end = systemClock.now() + flags.timeout;
  for (const word of words) {
    session.progress.show(`waiting for ${oneLine(word)}`);
    const timeoutMs = Math.max(1, Math.ceil(end - systemClock.now()));
    const handle = await session.attempt(() => waitForResource(client, word, { signal: calls.signal, timeoutMs }));
    if (handle === undefined) continue;
    await session.print(`${oneLine(formatGroupVersionResource((await handle.mapping()).resource))} served\n`);
  }
}

/** What to wait for on one object. */
type ObjectGoal = Exclude<WaitGoal, { readonly kind: 'resource' }>;

type Outcome = 'met' | 'timeout' | 'deleted';

/** Returns the outcome within the remaining time; checks once if no time is left. */
async function waitForOne(
  session: Session,
  object: ChosenObject,
  goal: ObjectGoal,
  timeoutMs: number,
): Promise<Outcome> {
  const { handle, name } = object;
  const { calls } = session;
  const { signal } = calls;
  switch (goal.kind) {
    case 'delete': {
      const metadata = await unlessMissing(handle.as('PartialObjectMetadata').get(name, calls));
      if (metadata === undefined) return 'met';
      const { uid } = metadata.metadata;
      if (timeoutMs === 0) return 'timeout';
      const onLoss = (error: unknown): Promise<void> => noteLoss(session, error);
      return (await waitUntilGone(handle, name, { uid, timeoutMs, signal, onLoss })) ? 'met' : 'timeout';
    }
    case 'create':
      if ((await unlessMissing(handle.as('PartialObjectMetadata').get(name, calls))) !== undefined) return 'met';
      return followUntil(session, object, 'created', timeoutMs);
    case 'state': {
      const exact = handle.as(withExactIntegers(wholeObject()));
      if (goal.holds(await exact.get(name, calls))) return 'met';
      return followUntil(session, { ...object, handle: exact }, goal.holds, timeoutMs);
    }
  }
}

async function followUntil(
  { calls: { signal } }: Session,
  { handle, name }: ChosenObject,
  condition: ObjectCondition<KubeObject>,
  timeoutMs: number,
): Promise<Outcome> {
  if (timeoutMs === 0) return 'timeout';
  try {
    await waitFor(handle, name, condition, { signal, timeoutMs });
    return 'met';
  } catch (error) {
    if (error instanceof WaitFailedError) return error.failure;
    throw error;
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isObjectNotFound(error)) return undefined;
    throw error;
  }
}
