/** The functions to call when a signal is aborted. */
const followers = new WeakMap<AbortSignal, Set<{ readonly act: () => void }>>();

/**
 * Calls `act` once when the signal is aborted, and returns a function that cancels this. However many calls share a
 * signal, the signal has one listener: callers pass one signal to hundreds of requests, and Node warns of a leak from
 * the eleventh listener on.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  let acts = followers.get(signal);
  if (acts === undefined) {
    acts = new Set();
    followers.set(signal, acts);
    signal.addEventListener('abort', callAll, { once: true });
  }
  const mine = acts;
  // A new object for each call, so that the same `act` may be registered twice.
  const follower = { act };
  mine.add(follower);
  return () => {
    mine.delete(follower);
    if (mine.size > 0 || followers.get(signal) !== mine) return;
    followers.delete(signal);
    signal.removeEventListener('abort', callAll);
  };
}

function callAll(this: AbortSignal): void {
  const acts = followers.get(this);
  followers.delete(this);
  for (const { act } of acts ?? []) act();
}

/**
 * Aborts a controller as soon as any of the signals aborts, with its reason; an aborted controller no longer follows
 * any of them. Returns a function that cancels this.
 */
export function abortWith(controller: AbortController, signals: readonly (AbortSignal | undefined)[]): () => void {
  const unfollow: (() => void)[] = [];
  const leave = (): void => {
    for (const each of unfollow) each();
  };
  for (const signal of signals) {
    if (signal === undefined || controller.signal.aborted) continue;
    if (signal.aborted) controller.abort(signal.reason);
    else unfollow.push(onAbort(signal, () => controller.abort(signal.reason)));
  }
  if (controller.signal.aborted) leave();
  else controller.signal.addEventListener('abort', leave, { once: true });
  return leave;
}

/** The longest delay of a timer. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Waits, and rejects with the signal's own reason as soon as it is aborted. A time longer than one timer allows, which
 * would end at once, is split over several timers.
 */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms > longestTimerMs) {
    return delay(longestTimerMs, signal).then(() => delay(ms - longestTimerMs, signal));
  }
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        reject(reasonOf(signal));
      });
    const timer = setTimeout(() => {
      stop?.();
      resolve();
    }, ms);
  });
}

/** Lets one caller leave work that others still wait for: rejects with the signal's reason. */
export function abandonOnAbort<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => reject(reasonOf(signal));
    if (signal.aborted) leave();
    const stop = onAbort(signal, leave);
    void work.then(resolve, reject).finally(stop);
  });
}

/** Returns the error that an abort rethrows: the reason itself, whatever the caller chose. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason as Error;
}
