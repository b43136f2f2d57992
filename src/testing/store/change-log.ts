import type { Change } from './change.js';

/** Called with every change, in the order of resource versions, after the store has applied it. */
export type ChangeListener = (change: Change) => void;

/** Numbers the changes of all stores, keeps the latest ones and notifies listeners. */
export interface ChangeLog {
  readonly resourceVersion: string;
  /** The oldest resource version for which {@link since} still has every later change. */
  readonly oldestResourceVersion: string;
  /**
   * Returns the changes after a resource version, oldest first; none for the current version or a later one. Undefined
   * if some of them are forgotten: a server answers 410 in this case. Throws a RangeError for a string that is not a
   * resource version.
   */
  since(resourceVersion: string): readonly Change[] | undefined;
  /**
   * Calls the listener with every change from now on, until the returned function is called. Changes committed while
   * listeners are being notified are delivered afterwards, so that all listeners see the same order. To miss nothing,
   * read the current state and call this without waiting in between.
   */
  listen(listener: ChangeListener): () => void;
  /** Passes the next resource version to `commit`, then keeps the change that it returns and notifies listeners. */
  append(commit: (resourceVersion: string) => Change): Change;
  /** Forgets all changes, as a compaction does. */
  forget(): void;
}

interface Subscription {
  readonly listener: ChangeListener;
  /** The version at the start of the subscription; changes up to it could be read before. */
  readonly from: number;
}

/** Creates an empty {@link ChangeLog} that keeps up to `limit` changes. */
export function createChangeLog(limit: number): ChangeLog {
  const kept = new Map<number, Change>();
  const subscriptions = new Set<Subscription>();
  const pending: (readonly [version: number, change: Change])[] = [];
  let version = 1;
  let oldest = version;
  let notifying = false;

  const notify = (): void => {
    if (notifying) return;
    notifying = true;
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const [changed, change] = next;
      for (const subscription of [...subscriptions]) {
        if (subscriptions.has(subscription) && subscription.from < changed) report(subscription.listener, change);
      }
    }
    notifying = false;
  };

  return {
    get resourceVersion() {
      return String(version);
    },
    get oldestResourceVersion() {
      return String(oldest);
    },
    since: (resourceVersion) => {
      if (!/^\d+$/.test(resourceVersion)) throw new RangeError(`${resourceVersion} is not a resource version.`);
      const from = Number(resourceVersion);
      if (from < oldest) return undefined;
      const changes: Change[] = [];
      for (let next = from + 1; next <= version; next += 1) {
        const change = kept.get(next);
        if (change !== undefined) changes.push(change);
      }
      return changes;
    },
    listen: (listener) => {
      const subscription = { listener, from: version };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
    append: (commit) => {
      const change = commit(String(version + 1));
      version += 1;
      kept.set(version, change);
      if (kept.size > limit) {
        oldest = version - limit;
        kept.delete(oldest);
      }
      pending.push([version, change]);
      notify();
      return change;
    },
    forget: () => {
      kept.clear();
      oldest = version;
    },
  };
}

/** Isolates a failing listener: the change is made, and other listeners are notified. */
function report(listener: ChangeListener, change: Change): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
