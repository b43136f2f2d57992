import { matchesFields, parseFieldSelector } from '../core/selector/field-selector.js';
import { matchesLabels, parseLabelSelector } from '../core/selector/label-selector.js';
import { addressOf, type PathAddress } from '../core/model/api-path.js';
import type { ObjectMeta } from '../core/model/kube-object.js';
import { isComparableVersion } from '../core/model/resource-version.js';
import type { Clock } from '../core/shared/clock.js';
import { deferred } from '../core/shared/concurrency.js';
import { isJsonRecord, recordsOf } from '../core/shared/json-record.js';
import { isKubeError } from '../core/errors.js';
import type { ApiRequest, WriteObserver } from '../core/transport/connection.js';
import { innerOf } from '../core/resource/inner-handle.js';
import { metadataOf } from '../watch/followed-object.js';
import { followedBy, type FollowedSelection } from '../watch/informer/informer-core.js';
import type { ControllerSource, GivenSource, OpenSource } from './controller-source.js';
import { requestKey, type ReconcileRequest } from './reconcile-request.js';
import type { TakenItem } from './work-queue.js';

/** How long a request waits at most for what it wrote. */
export const longestWaitMs = 10_000;

/** What {@link createOwnWrites} creates. */
export type OwnWrites = ReturnType<typeof createOwnWrites>;

/** A write that an informer has yet to show. */
interface Awaited {
  readonly until: number;
  /** The keys of the requests that it concerns. */
  readonly keys: Set<string>;
  /** The object, once the write is answered. */
  readonly uid?: string | undefined;
  /** Of an object that is gone: resolves once that is shown. */
  readonly ended?: Promise<void> | undefined;
  readonly tell?: (() => void) | undefined;
}

/**
 * Lets a controller, whose sources are synced, read its own writes. A write through a client is noted for the requests that
 * its event will cause; until the informer has what was written, these requests are put back.
 *
 * What is awaited is the version in the answer, and of an object that is gone at once, of which servers before 1.38 name
 * none, the end of its uid. Other answers name no version, and nothing is awaited: to a delete of several objects, say, or
 * before 1.38 to an eviction.
 *
 * @param release called with a request that was held back and need not wait any longer
 * @param wrote called with the versions of what was written to the objects of a source, and of their ends
 */
export function createOwnWrites(
  sources: readonly OpenSource[],
  clock: Clock,
  release: (request: ReconcileRequest, priority: number) => void,
  wrote: ((source: ControllerSource, version: string) => void) | undefined,
) {
  /** The oldest first. */
  const all = new Set<Awaited>();
  const byKey = new Map<string, Set<Awaited>>();
  /** The requests that were put back, until they are reconciled. */
  const held = new Map<string, { readonly taken: TakenItem<ReconcileRequest>; readonly since: number }>();
  const offs: (() => void)[] = [];

  /** Returns how long a request has to wait for what was written, in milliseconds. */
  const leftMs = (key: string): number => {
    let until = -Infinity;
    for (const each of byKey.get(key) ?? []) until = Math.max(until, each.until);
    return until - clock.now();
  };
  const letGo = (key: string): void => {
    const own = held.get(key);
    if (own !== undefined && leftMs(key) <= 0) release(own.taken.item, own.taken.priority);
  };
  const settle = (awaited: Awaited | undefined): void => {
    if (awaited === undefined || !all.delete(awaited)) return;
    awaited.tell?.();
    for (const key of awaited.keys) {
      const left = byKey.get(key);
      left?.delete(awaited);
      if (left?.size === 0) byKey.delete(key);
      // If the event added the request as well, a worker takes it first, and then it is not held any more.
      if (held.has(key) && leftMs(key) <= 0) void Promise.resolve(key).then(letGo);
    }
  };
  const note = (keys: readonly string[], more: Pick<Awaited, 'uid' | 'ended' | 'tell'> = {}): Awaited => {
    const now = clock.now();
    for (const each of all) {
      if (each.until > now) break;
      settle(each);
    }
    const awaited: Awaited = { until: now + longestWaitMs, keys: new Set(keys), ...more };
    all.add(awaited);
    for (const key of awaited.keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(awaited));
    return awaited;
  };

  const observe = (source: OpenSource, followed: FollowedSelection): void => {
    const { informer } = source;
    const { store } = informer;
    /** Whose end is awaited, by uid. */
    const ending = new Map<string, Awaited>();

    const settleAt = (version: string, awaited: Awaited, isShown = (): boolean => true): void => {
      wrote?.(source, version);
      const shown = (): void => {
        if (isShown()) settle(awaited);
      };
      informer.reached(version).then(shown, shown);
    };
    const awaitEnd = (keys: readonly string[], uid: string, version: string | undefined): void => {
      // An object that is not in the store has ended there, never was, or is still to come.
      const coming = store.byUid(uid) === undefined ? [...all].filter((each) => each.uid === uid) : undefined;
      if (coming?.length === 0) return;
      const { promise: ended, resolve } = deferred<void>();
      const tell = (): void => {
        if (ending.get(uid) === awaited) ending.delete(uid);
        resolve();
      };
      const awaited = note([...keys, ...(coming ?? []).flatMap((each) => [...each.keys])], { uid, ended, tell });
      ending.set(uid, awaited);
      // Extension servers may name the version before the delete.
      if (isComparableVersion(version)) settleAt(version, awaited, () => store.byUid(uid) === undefined);
    };

    const observer: WriteObserver = (request, answering) => {
      const at = addressOf(request.path);
      if (at === undefined || at.group !== informer.endpoint?.group || at.resource !== informer.endpoint.resource) {
        return;
      }
      const isDelete = request.method === 'DELETE';
      const body = isDelete || at.name === undefined ? parse(() => bodyOf(request)) : undefined;
      if (isDelete && (at.name === undefined || at.subresource !== undefined)) return;
      if (isDryRun(request, body) || request.signal?.aborted === true) return;
      const stored = at.name === undefined ? undefined : store.get(at.namespace, at.name);
      const created = at.name === undefined && isSelected(body, at, followed) ? body : undefined;
      const before = [stored, created].flatMap((object) => keysOf(object, at, source));
      const underWay = note(before);

      const noteAnswer = (answer: unknown): void => {
        const metadata = metadataOf(answer);
        const { resourceVersion } = metadata ?? {};
        const storedUid = metadataOf(stored)?.uid;
        // A Status that names a version and no uid is about the object in the path.
        const uid = metadata?.uid ?? uidIn(answer) ?? (isComparableVersion(resourceVersion) ? storedUid : undefined);
        if (uid === undefined) return;
        if (isGone(metadata, isDelete)) {
          awaitEnd(before, uid, resourceVersion);
          return;
        }
        // A subresource may have an object of its own.
        if (at.subresource !== undefined && stored !== undefined && storedUid !== uid) return;
        if (store.byUid(uid) === undefined && !isSelected(answer, at, followed)) return;
        if (!isComparableVersion(resourceVersion)) return;
        settleAt(resourceVersion, note([...before, ...keysOf(answer, at, source)], { uid }));
      };
      answering.then(
        (answer) => {
          noteAnswer(parse(() => answer.json()));
          settle(underWay);
        },
        (error: unknown) => {
          // Made again under another generated name, an object would be there twice; nobody knows whether it is there.
          if (!isGenerated(created) || !isLost(error, request)) settle(underWay);
        },
      );
    };

    const { writes } = innerOf(followed.handle, 'handle');
    writes?.add(observer);
    offs.push(
      () => writes?.delete(observer),
      informer.on((step) => {
        if (step.type === 'removed') {
          const { uid = '', resourceVersion } = metadataOf(step.object) ?? {};
          // Servers before 1.38 name the version of a delete nowhere else.
          if (isComparableVersion(resourceVersion)) wrote?.(source, resourceVersion);
          settle(ending.get(uid));
        }
        if (step.type !== 'recovered' || step.relisted !== true) return;
        for (const [uid, awaited] of ending) if (store.byUid(uid) === undefined) settle(awaited);
      }),
    );
  };

  for (const source of sources) {
    const followed = followedBy(source.informer);
    if (followed !== undefined) observe(source, followed);
  }
  return {
    /**
     * Returns how long a request has to wait, in milliseconds; undefined if it has not. It is released if it need not wait
     * any longer.
     */
    holdBack(taken: TakenItem<ReconcileRequest>): number | undefined {
      if (all.size === 0 && held.size === 0) return undefined;
      const key = requestKey(taken.item);
      const now = clock.now();
      // Writes that go on and on must not keep a request for ever.
      const since = held.get(key)?.since ?? now;
      const waitMs = Math.min(leftMs(key), since + longestWaitMs - now);
      if (waitMs > 0) held.set(key, { taken, since });
      else held.delete(key);
      return waitMs > 0 ? waitMs : undefined;
    },
    /** Returns what resolves when the informers have shown the ends that a request waits for. */
    endsOf: (request: ReconcileRequest): readonly Promise<void>[] =>
      [...(byKey.get(requestKey(request)) ?? [])].flatMap(({ ended }) => ended ?? []),
    close(): void {
      for (const off of offs.splice(0)) off();
      for (const awaited of [...all]) settle(awaited);
      held.clear();
    },
  };
}

/** Returns the keys of the requests that an event of a written object will cause, and perhaps others. */
function keysOf(object: unknown, at: PathAddress, { role, options }: GivenSource): readonly string[] {
  const { name = at.name, ownerReferences } = metadataOf(object) ?? {};
  const { namespace } = at;
  if (role === 'for') return name === undefined ? [] : [requestKey({ namespace, name })];
  if (role === 'watches') {
    // What a map throws, it throws for the event as well, where it is told.
    return object === undefined ? [] : (parse(() => options.map?.(object as never).map(requestKey)) ?? []);
  }
  // By name: an owner that was written a moment ago is not in the store.
  return recordsOf(ownerReferences).flatMap(({ name: owner, controller }) => {
    if (typeof owner !== 'string' || (options.controller !== false && controller !== true)) return [];
    return [requestKey({ namespace, name: owner }), owner];
  });
}

/** Reports whether an object is one of those that an informer follows. What cannot be told from it does not count. */
function isSelected(
  object: unknown,
  at: PathAddress,
  { handle, labelSelector, fieldSelector, shard }: FollowedSelection,
): boolean {
  if (handle.boundNamespace !== undefined && handle.boundNamespace !== at.namespace) return false;
  const fieldOf = (path: string): string => {
    if (path === 'metadata.namespace') return at.namespace ?? '';
    const value = path.split('.').reduce<unknown>((each, key) => (isJsonRecord(each) ? each[key] : undefined), object);
    return ['string', 'number', 'boolean'].includes(typeof value) ? `${value as string | number | boolean}` : '';
  };
  const isMatch = parse(
    () =>
      matchesLabels(parseLabelSelector(labelSelector ?? ''), metadataOf(object)?.labels ?? {}) &&
      matchesFields(parseFieldSelector(fieldSelector ?? ''), fieldOf) &&
      (shard === undefined || shard.matches(metadataOf(object) ?? {})),
  );
  return isMatch === true;
}

/**
 * Reports whether the object of an answer is there no more: a delete answers with a Status or with the last state, and the
 * removal of the last finalizer with an object that has nothing left to wait for.
 */
function isGone(metadata: ObjectMeta | undefined, isDelete: boolean): boolean {
  const { finalizers, deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {};
  if (Array.isArray(finalizers) && finalizers.length > 0) return false;
  return deletionTimestamp === undefined ? isDelete : deletionGracePeriodSeconds === 0;
}

function isGenerated(created: unknown): boolean {
  const { name, generateName } = metadataOf(created) ?? {};
  return (name ?? '') === '' && generateName !== undefined;
}

/** Reports whether a write may have been carried out although it failed. */
function isLost(error: unknown, { signal }: ApiRequest): boolean {
  if (signal?.aborted === true) return true;
  if (!isKubeError(error)) return false;
  return error.code === 'api' ? error.statusCode === 504 : lostCodes.includes(error.code);
}

const lostCodes: readonly string[] = ['connection', 'timeout', 'answer-too-large'];

function isDryRun({ query }: ApiRequest, body: unknown): boolean {
  const { dryRun } = isJsonRecord(body) && body['kind'] === 'DeleteOptions' ? body : {};
  return query?.['dryRun'] !== undefined || (Array.isArray(dryRun) && dryRun.length > 0);
}

function bodyOf({ body = '' }: ApiRequest): unknown {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as unknown;
}

/** Returns the uid in the Status that answers a delete. */
function uidIn(status: unknown): string | undefined {
  const details = isJsonRecord(status) ? status['details'] : undefined;
  return isJsonRecord(details) && typeof details['uid'] === 'string' ? details['uid'] : undefined;
}

/** Returns what is read of something that others wrote; undefined if it cannot be read. */
function parse<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
