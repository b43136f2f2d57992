import { isObjectName, nameSelector } from '../core/model/api-path.js';
import type { ObjectLike } from '../core/model/kube-object.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { abortWith, reasonOf } from '../core/shared/abort.js';
import {
  requireClock,
  requireKnownOptions,
  requireMethods,
  requireMilliseconds,
  requireObject,
  requireSignal,
  requireText,
  requireVerdict,
} from '../core/shared/arguments.js';
import { systemClock, type Clock, limitTime } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord, recordsOf } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { WaitFailedError } from './errors.js';
import { follow } from './follow.js';
import { metadataOf } from './followed-object.js';

/**
 * A condition to wait for: the type of a condition that has to be `True` (`Available`) or to have another status
 * (`Ready=False`); `created`; `deleted`; or a predicate on the object.
 */
export type ObjectCondition<Item> = 'created' | 'deleted' | (string & {}) | ((object: Item) => boolean);

const checks = { signal: requireSignal, timeoutMs: requireMilliseconds, clock: requireClock };
/** How long before its end a wait reads the object once more, at most. */
const lastLookMs = 2000;

/** Options of {@link waitFor}. */
export interface WaitForOptions {
  /** Ends the wait, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait, in milliseconds; Infinity for no limit. @default 30_000, like kubectl */
  readonly timeoutMs?: number | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/**
 * Waits until a condition of one object holds, as `kubectl wait` does, by following the object. The object need not
 * exist yet. A condition that was observed for an older generation of the object does not count. `deleted` holds once
 * the object is gone, or another object has its name.
 *
 * @param handle a handle of whole objects, in their namespace; metadata is enough for `created` and `deleted`
 * @returns the object that meets the condition; undefined for `deleted`, and in the type also for a plain `string`,
 *   which may be `deleted`
 * @throws InvalidArgumentError for a name that cannot be that of one object, and for a handle of all namespaces
 * @throws WaitFailedError if the time runs out, or the object is deleted before; whatever `follow` throws; the signal's
 *   reason
 * @example
 * const deployments = client.resource('deployments').namespace('shop');
 * await waitFor(deployments, 'front', 'Available', { timeoutMs: 120_000 });
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_wait/
 */
export function waitFor<S extends Shapes, Condition extends ObjectCondition<S['item']> = ObjectCondition<S['item']>>(
  handle: ResourceHandle<S>,
  name: string,
  condition: Condition,
  options?: WaitForOptions,
): Promise<Condition extends 'deleted' ? undefined : string extends Condition ? S['item'] | undefined : S['item']>;
export async function waitFor<S extends Shapes>(
  handle: ResourceHandle<S>,
  name: string,
  condition: ObjectCondition<S['item']>,
  options: WaitForOptions = {},
): Promise<S['item'] | undefined> {
  const { signal, timeoutMs = 30_000, clock = systemClock } = requireKnownOptions(options, checks);
  const holds = questionOf(condition);
  requireMethods('handle', handle, ['watch', 'mapping', 'items']);
  if (!isObjectName(requireText('name', name))) {
    throw new InvalidArgumentError('name', `must be the name of one object, which ${quote(name)} is not`);
  }
  // Other objects are skipped: a proxy or a server that ignores the selector sends them all the same.
  const fieldSelector = nameSelector(name);
  const time = limitTime(timeoutMs, signal, clock);
  let last: S['item'] | undefined;
  let mapping: RESTMapping | undefined;
  /** Whether `last` is what there was at the end. */
  let isKnown = false;
  const failed = (failure: 'timeout' | 'deleted'): WaitFailedError =>
    new WaitFailedError(failure, mapping?.resource, { name, condition: wordsOf(condition), last, isKnown });
  /** Takes note of the object as it is now, undefined if there is none, and reports whether the wait is over. */
  const isOver = (object: S['item'] | undefined): boolean => {
    if (last !== undefined && metadataOf(object)?.uid !== metadataOf(last)?.uid) {
      if (holds === undefined) return true;
      throw failed('deleted');
    }
    last = object;
    if (object === undefined) return holds === undefined;
    return holds !== undefined && requireVerdict('condition', holds(object));
  };
  const followed = async (signal: AbortSignal): Promise<void> => {
    for await (const step of follow(handle, { fieldSelector, signal, clock })) {
      if ('object' in step && metadataOf(step.object)?.name !== name) continue;
      if (
        step.type === 'added' || step.type === 'changed'
          ? isOver(step.object)
          : step.type === 'removed' && isOver(undefined)
      )
        return;
      if (step.type === 'synced' && last === undefined && isOver(undefined)) return;
    }
    throw reasonOf(signal);
  };
  /** Reads the object shortly before the time is over: a proxy may hold back what a stream brings. */
  const looked = async (signal: AbortSignal): Promise<void> => {
    if (timeoutMs === Infinity) return never;
    await clock.sleep(timeoutMs - Math.min(lastLookMs, timeoutMs / 4), signal);
    let found: S['item'] | undefined;
    try {
      for await (const object of handle.items({ fieldSelector, signal })) {
        if (metadataOf(object)?.name === name) found = object;
      }
      isKnown = true;
    } catch {
      return never;
    }
    return isOver(found) ? undefined : never;
  };
  const ending = new AbortController();
  abortWith(ending, [time.signal]);
  try {
    mapping = await handle.mapping({ signal: time.signal });
    if (mapping.scope === 'Namespaced' && handle.boundNamespace === undefined) {
      const problem = 'is for all namespaces, where several objects may have this name: use handle.namespace()';
      throw new InvalidArgumentError('handle', problem);
    }
    await Promise.race([followed(ending.signal), looked(ending.signal)]);
    return holds === undefined ? undefined : last;
  } catch (error) {
    if (time.isOver() && error === time.signal.reason) throw failed('timeout');
    throw error;
  } finally {
    time.end();
    ending.abort();
  }
}

const never = /* @__PURE__ */ new Promise<void>(() => undefined);

/** Returns the predicate of a condition; undefined for `deleted`, which no existing object can meet. */
function questionOf<Item>(condition: ObjectCondition<Item>): ((object: Item) => boolean) | undefined {
  if (typeof condition === 'function') return condition;
  if (typeof condition !== 'string' || !/^[^=]+(?:=.+)?$/s.test(condition)) {
    const problem =
      'must be the name of a condition, optionally followed by "=" and a status, or "created", "deleted" or a function';
    throw new InvalidArgumentError('condition', problem);
  }
  if (condition === 'deleted') return undefined;
  if (condition === 'created') return () => true;
  return (object) => meetsCondition(object as ObjectLike, condition);
}

/**
 * Reports whether a condition of an object holds now: the check that {@link waitFor} repeats. Type and status match in
 * any letter case, as for kubectl, and a condition that was observed for an older generation does not hold.
 *
 * @param condition the type of a condition that has to be `True` (`Available`), or a type with another status
 *   (`Ready=False`)
 * @example
 * const pod = await handle.namespace('shop').get('front-0');
 * if (!meetsCondition(pod, 'Ready')) console.log('not yet');
 */
export function meetsCondition(object: ObjectLike, condition: string): boolean {
  requireObject('object', object);
  const at = requireText('condition', condition).indexOf('=');
  const type = (at === -1 ? condition : condition.slice(0, at)).toLowerCase();
  const status = (at === -1 ? 'true' : condition.slice(at + 1)).toLowerCase();
  const { status: state, metadata } = object as { status?: unknown; metadata?: { generation?: unknown } };
  if (!isJsonRecord(state)) return false;
  const found = recordsOf(state['conditions']).find((each) => String(each['type']).toLowerCase() === type);
  if (typeof found?.['status'] !== 'string') return false;
  const observed = found['observedGeneration'] ?? state['observedGeneration'];
  const generation = metadata?.generation;
  const isOld = typeof observed === 'number' && typeof generation === 'number' && observed < generation;
  return !isOld && found['status'].toLowerCase() === status;
}

function wordsOf(condition: unknown): string {
  return typeof condition === 'string' ? quote(condition) : 'in the state that the function requires';
}
