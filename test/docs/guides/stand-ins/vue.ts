// What the guides use of Vue, for one scope: this package does not depend on Vue.

let disposals: (() => void)[] = [];

export function shallowRef<T>(): { value: T | undefined };
export function shallowRef<T>(value: T): { value: T };
export function shallowRef(value?: unknown): { value: unknown } {
  return { value };
}

export function onScopeDispose(dispose: () => void): void {
  disposals.push(dispose);
}

export function disposeScope(): void {
  for (const dispose of disposals) dispose();
  disposals = [];
}
