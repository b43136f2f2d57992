import { createListeners, throwUncaught } from '../watch/informer/listeners.js';

/**
 * A value that changes, as React's `useSyncExternalStore` and the stores of Vue and Svelte expect it. What stands behind
 * it, such as a watch, begins with the first subscription and ends soon after the last.
 *
 * @typeParam T what it shows: the same object until something in it changes
 */
export interface LiveView<T> {
  /**
   * Calls the listener after each change, at most once a frame (`requestAnimationFrame` where there is one, else 16 ms):
   * never in a page that is hidden. Returns the function that unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the value as of the last frame. */
  readonly getSnapshot: () => T;
}

/** What stands behind a {@link LiveView} while somebody is subscribed. */
export interface Source<T> {
  /** Returns the present value, given the one that is shown; called once a frame with changes. */
  readonly read: (shown: T) => T;
  readonly end: () => void;
}

/**
 * How long a source stays without subscribers, in milliseconds: React's StrictMode and a page that is opened again
 * subscribe anew within it, and need not read everything again.
 */
const lingerMs = 1000;

/**
 * Creates a {@link LiveView}; `begin` is told how to announce a change. An error that a listener throws is an uncaught error, and
 * does not affect the others.
 *
 * @param unfollowed returns the value that is shown once nobody follows any more: it must not pass for the present one
 */
export function createView<T>(
  initial: T,
  begin: (changed: () => void) => Source<T>,
  unfollowed: (shown: T) => T = (shown) => shown,
): LiveView<T> {
  const listeners = createListeners();
  let shown = initial;
  let source: Source<T> | undefined;
  let cancelFrame: (() => void) | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const show = (): void => {
    cancelFrame = undefined;
    if (source === undefined) return;
    const next = source.read(shown);
    if (Object.is(next, shown)) return;
    shown = next;
    listeners.call();
  };
  const changed = (): void => {
    cancelFrame ??= onNextFrame(show);
  };
  const end = (): void => {
    cancelFrame?.();
    cancelFrame = undefined;
    source?.end();
    source = undefined;
    shown = unfollowed(shown);
  };
  return {
    subscribe(listener) {
      const unsubscribe = listeners.add(listener, throwUncaught);
      clearTimeout(lingering);
      if (source === undefined) {
        source = begin(changed);
        changed();
      }
      return () => {
        unsubscribe();
        if (listeners.size > 0) return;
        clearTimeout(lingering);
        lingering = setTimeout(end, lingerMs);
      };
    },
    getSnapshot: () => shown,
  };
}

function onNextFrame(act: () => void): () => void {
  if (typeof requestAnimationFrame === 'function') {
    const frame = requestAnimationFrame(act);
    return () => {
      cancelAnimationFrame(frame);
    };
  }
  const timer = setTimeout(act, 16);
  return () => {
    clearTimeout(timer);
  };
}

/**
 * Returns the one view for a key of an owner, such as a client: those who ask for the same share what stands behind it.
 */
export function createViewRegistry(): <T>(owner: object, key: string, create: () => LiveView<T>) => LiveView<T> {
  const byOwner = new WeakMap<object, Map<string, LiveView<unknown>>>();
  return <T>(owner: object, key: string, create: () => LiveView<T>): LiveView<T> => {
    const views = byOwner.get(owner) ?? new Map<string, LiveView<unknown>>();
    byOwner.set(owner, views);
    const known = views.get(key);
    if (known !== undefined) {
      // The most recent one is last.
      views.delete(key);
      views.set(key, known);
      return known as LiveView<T>;
    }
    const made = create();
    views.set(key, made);
    const [oldest] = views.keys();
    if (views.size > mostViews && oldest !== undefined) views.delete(oldest);
    return made;
  };
}

/** More than a page shows at once. One that is forgotten still works; whoever asks for it anew gets another one. */
const mostViews = 1000;
