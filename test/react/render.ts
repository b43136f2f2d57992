import { Window } from 'happy-dom';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';

// React needs a document; everything else stays Node's.
const window = new Window();
Object.assign(globalThis, { window, document: window.document });
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: window.navigator });
const { createElement, StrictMode } = await import('react');
const { createRoot } = await import('react-dom/client');
const { flushSync } = await import('react-dom');

/** Renders a component that uses a hook, in StrictMode, until the test is finished. */
export function render<T>(use: () => T) {
  const renders: T[] = [];
  const Component = (): null => {
    renders.push(use());
    return null;
  };
  const root = createRoot(document.createElement('div'));
  let isMounted = true;
  const unmount = (): void => {
    if (isMounted) root.unmount();
    isMounted = false;
  };
  onTestFinished(unmount);
  flushSync(() => {
    root.render(createElement(StrictMode, null, createElement(Component)));
  });
  return { renders, last: (): T => renders.at(-1) as T, unmount };
}

/** A component that is given properties. */
export type Page = (properties: Readonly<Record<string, unknown>>) => ReactNode;

/** Renders a component until the test is finished; returns the element that it is in. */
export function mount(page: Page, properties: Readonly<Record<string, unknown>>): { readonly textContent: string } {
  const element = document.createElement('div');
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
  });
  flushSync(() => {
    root.render(createElement(page, properties));
  });
  return element;
}
