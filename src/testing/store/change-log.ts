import type { Change } from './change.js';

/** Is told of every change, in the order of resource versions, each after the store holds it. */
export type ChangeListener = (change: Change) => void;

/** Numbers the changes of all stores, keeps the latest of them and tells those who listen. */
export interface ChangeLog {
  /** The resource version of the latest change. */
  readonly resourceVersion: string;
  /** The oldest resource version from which {@link since} still knows every change. */
  readonly oldestResourceVersion: string;
  /**
   * The changes after a resource version, the oldest first: none for the present or a later one. Undefined when some of
   * them are forgotten, where a server answers 410. Throws a RangeError for what is no resource version.
   */
  since(resourceVersion: string): readonly Change[] | undefined;
  /**
   * Tells of every change that is appended from now on, until the function that it gives is called. What is committed
   * while listeners are being told is told afterwards, so that all hear everything in one order. To lose nothing, read
   * what is there and call this without waiting in between.
   */
  listen(listener: ChangeListener): () => void;
  /** Gives the next resource version to `commit`, which makes a change of it, keeps that and tells of it. */
  append(commit: (resourceVersion: string) => Change): Change;
  /** Forgets all changes, as a compaction does. */
  forget(): void;
}

interface Subscription {
  readonly listener: ChangeListener;
  /** The version at which it began: it was there to read. */
  readonly from: number;
}

/** An empty {@link ChangeLog} that keeps so many changes. */
export function createChangeLog(limit: number): ChangeLog {
  const kept = new Map<number, Change>();
  const subscriptions = new Set<Subscription>();
  const untold: (readonly [version: number, change: Change])[] = [];
  let version = 1;
  let oldest = version;
  let telling = false;

  const tell = (): void => {
    if (telling) return;
    telling = true;
    for (let next = untold.shift(); next !== undefined; next = untold.shift()) {
      const [changed, change] = next;
      for (const subscription of [...subscriptions]) {
        if (subscriptions.has(subscription) && subscription.from < changed) report(subscription.listener, change);
      }
    }
    telling = false;
  };

  return {
    get resourceVersion() {
      return String(version);
    },
    get oldestResourceVersion() {
      return String(oldest);
    },
    since: (resourceVersion) => {
      if (!/^\d+$/.test(resourceVersion)) throw new RangeError(`${resourceVersion} is no resource version.`);
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
      untold.push([version, change]);
      tell();
      return change;
    },
    forget: () => {
      kept.clear();
      oldest = version;
    },
  };
}

/** A listener that fails fails on its own: the change is made, and the others hear of it. */
function report(listener: ChangeListener, change: Change): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
