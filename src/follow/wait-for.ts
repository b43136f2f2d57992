import { isPathSegment } from '../model/api-path.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { Shapes } from '../representation/shapes.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { reasonOf } from '../shared/abort.js';
import {
  requireClock,
  requireMethods,
  requireMilliseconds,
  requireKnownOptions,
  requireSignal,
  requireText,
} from '../shared/arguments.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord } from '../shared/json-record.js';
import { limitTime } from '../shared/limit-time.js';
import { quote } from '../shared/quote.js';
import { WaitFailedError } from './errors.js';
import { follow } from './follow.js';
import { metadataOf } from './followed-object.js';

/**
 * What to wait for: the name of a condition that has to be `True` (`Available`), or has to have another status (`Ready=False`);
 * `created`, `deleted`; or any question to the object.
 */
export type ObjectCondition<Item> = 'created' | 'deleted' | (string & {}) | ((object: Item) => boolean);

/** What {@link waitFor} takes. */
export interface WaitForOptions {
  /** Ends the wait; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait, in milliseconds; Infinity for no limit. @default 30_000, as kubectl has it */
  readonly timeoutMs?: number | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/**
 * Waits until a condition holds of one object, as `kubectl wait` does, by following it. An object that is not there yet is waited
 * for. A condition that was observed of an older generation than the object has does not count. `deleted` holds for an object
 * that is gone, and for another one under its name.
 *
 * @param handle of whole objects, in their namespace; metadata will do for `created` and `deleted`
 * @returns the object that the condition holds of; undefined for `deleted`, and in the type also for a plain `string`, which may
 *   be `deleted`
 * @throws InvalidArgumentError for what cannot be the name of one object, and for a handle of all namespaces
 * @throws WaitFailedError when the time is over, and when the object is deleted before; what `follow` throws; the signal's reason
 * @example
 * const deployments = (await client.resource('deployments')).namespace('shop');
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
  const {
    signal,
    timeoutMs = 30_000,
    clock = systemClock,
  } = requireKnownOptions(options, { signal: requireSignal, timeoutMs: requireMilliseconds, clock: requireClock });
  const holds = questionOf(condition);
  requireOneObject(handle, name);
  // Of other objects nothing is asked; a proxy or a server that does not mind the selector sends them all the same.
  const fieldSelector = `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`;
  const time = limitTime(timeoutMs, signal, clock);
  let last: S['item'] | undefined;
  const failed = (failure: 'timeout' | 'deleted'): WaitFailedError =>
    new WaitFailedError(failure, handle.mapping.resource, { name, condition: wordsOf(condition), last });
  try {
    for await (const step of follow(handle, { fieldSelector, signal: time.signal, clock })) {
      if ('object' in step && metadataOf(step.object)?.name !== name) continue;
      if (step.type === 'added' || step.type === 'changed') {
        last = step.object;
        if (holds !== undefined && isTrue(holds(step.object))) return step.object;
      } else if (step.type === 'removed') {
        if (holds === undefined) return undefined;
        throw failed('deleted');
      } else if (step.type === 'synced' && holds === undefined && last === undefined) {
        return undefined;
      }
    }
    throw reasonOf(time.signal);
  } catch (error) {
    if (time.isOver() && error === time.signal.reason) throw failed('timeout');
    throw error;
  } finally {
    time.end();
  }
}

/** Refuses what names no object, or several: as `get` does, before anything is sent. */
function requireOneObject(handle: ResourceHandle<Shapes>, name: string): void {
  requireMethods('handle', handle, ['watch']);
  const { mapping, boundNamespace } = handle;
  if (!isPathSegment(requireText('name', name))) {
    throw new InvalidArgumentError('name', `has to be the name of one object, and ${quote(name)} cannot be one`);
  }
  if (mapping.scope === 'Namespaced' && boundNamespace === undefined) {
    throw new InvalidArgumentError(
      'handle',
      'is of all namespaces, and several objects may have the name: take handle.namespace()',
    );
  }
}

/** A promise would always hold, or never. */
function isTrue(answer: unknown): boolean {
  if (typeof answer === 'object' && answer !== null && typeof Reflect.get(answer, 'then') === 'function') {
    throw new InvalidArgumentError('condition', 'has to answer at once: it is a function that gives a promise');
  }
  return Boolean(answer);
}

/** Undefined for `deleted`, which is no question to an object. */
function questionOf<Item>(condition: ObjectCondition<Item>): ((object: Item) => boolean) | undefined {
  if (typeof condition === 'function') return condition;
  if (typeof condition !== 'string' || !/^[^=]+(?:=.+)?$/s.test(condition)) {
    throw new InvalidArgumentError(
      'condition',
      'has to be the name of a condition, with "=" and a status behind it or alone, "created", "deleted" or a function',
    );
  }
  if (condition === 'deleted') return undefined;
  if (condition === 'created') return () => true;
  return (object) => meetsCondition(object as ObjectLike, condition);
}

/**
 * Whether a condition holds of an object at this moment: what {@link waitFor} asks each time. Type and status count in any letter
 * case, as for kubectl, and a condition that was observed of an older generation does not hold.
 *
 * @param condition its type, which has to be `True` (`Available`), or with another status (`Ready=False`)
 * @example
 * const pod = await handle.namespace('shop').get('front-0');
 * if (!meetsCondition(pod, 'Ready')) console.log('not yet');
 */
export function meetsCondition(object: ObjectLike, condition: string): boolean {
  const at = condition.indexOf('=');
  const type = (at === -1 ? condition : condition.slice(0, at)).toLowerCase();
  const status = (at === -1 ? 'true' : condition.slice(at + 1)).toLowerCase();
  const { status: state, metadata } = object as { status?: unknown; metadata?: { generation?: unknown } };
  const conditions: unknown = isJsonRecord(state) ? state['conditions'] : undefined;
  if (!Array.isArray(conditions) || !isJsonRecord(state)) return false;
  const found = (conditions as readonly unknown[]).find(
    (each) => isJsonRecord(each) && typeof each['type'] === 'string' && each['type'].toLowerCase() === type,
  );
  if (!isJsonRecord(found) || typeof found['status'] !== 'string') return false;
  const observed = found['observedGeneration'] ?? state['observedGeneration'];
  const generation = metadata?.generation;
  const isOld = typeof observed === 'number' && typeof generation === 'number' && observed < generation;
  return !isOld && found['status'].toLowerCase() === status;
}

function wordsOf(condition: unknown): string {
  return typeof condition === 'string' ? quote(condition) : 'as the given function wants it';
}
