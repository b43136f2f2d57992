// What the guides use of React, for one component: this package does not depend on React.

interface Effect {
  readonly dependencies: readonly unknown[];
  readonly end: () => void;
}

let slots: unknown[] = [];
let at = 0;
let renderAgain = (): void => undefined;

/** What lies in the next slot of the component that is being rendered. */
function slot<T>(first: () => T): { now: T } {
  slots[at] ??= { now: first() };
  at += 1;
  return slots[at - 1] as { now: T };
}

export function useState<T>(): [T | undefined, (value: T | undefined) => void];
export function useState<T>(first: T): [T, (value: T) => void];
export function useState<T>(first?: T): [T | undefined, (value: T | undefined) => void] {
  const state = slot(() => first);
  const set = (value: T | undefined): void => {
    state.now = value;
    queueMicrotask(renderAgain);
  };
  return [state.now, set];
}

export function useEffect(begin: () => () => void, dependencies: readonly unknown[]): void {
  const effect = slot<Effect | undefined>(() => undefined);
  if (effect.now?.dependencies.every((each, index) => Object.is(each, dependencies[index])) === true) return;
  effect.now?.end();
  effect.now = { dependencies, end: begin() };
}

export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, getSnapshot: () => T): T {
  const listener = slot(() => () => {
    renderAgain();
  }).now;
  useEffect(() => subscribe(listener), [subscribe]);
  return getSnapshot();
}

/** Renders a component, and again for each change of its state, until the function that it answers is called. */
export function render(component: () => void): () => void {
  slots = [];
  renderAgain = (): void => {
    at = 0;
    component();
  };
  renderAgain();
  return () => {
    renderAgain = (): void => undefined;
    for (const each of slots as { now: Partial<Effect> | undefined }[]) each.now?.end?.();
  };
}
