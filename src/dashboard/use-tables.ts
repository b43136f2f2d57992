import { useMemo, useSyncExternalStore } from 'react';
import type { Client } from 'kubeatlas';
import type { ObjectsState, Viewed } from 'kubeatlas/react';
import { viewObjects, type LiveView } from 'kubeatlas/views';

export type Row = Viewed<string, 'Table'>;
export type Rows = ObjectsState<Row>;

/**
 * The rows of a resource in some namespaces, live, or in all of them if none is named. `useObjects` does one; this hook joins
 * several, for users who may list only in some.
 */
export function useTables(client: Client, name: string, namespaces: readonly string[]): Rows {
  const key = namespaces.join(',');
  const { subscribe, getSnapshot } = useMemo(() => {
    const [first = undefined, ...more] = key === '' ? [] : key.split(',');
    const viewOf = (namespace: string | undefined): LiveView<Rows> =>
      viewObjects(client, name, { as: 'Table', namespace });
    return paced(more.length === 0 ? viewOf(first) : joined([first, ...more].map(viewOf)));
  }, [client, name, key]);
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** Joins the rows of several views into one; the worst health counts. */
function joined(views: readonly LiveView<Rows>[]): LiveView<Rows> {
  let parts: readonly Rows[] = [];
  let shown: Rows | undefined;
  return {
    subscribe(listener) {
      const ends = views.map(({ subscribe }) => subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    getSnapshot() {
      const present = views.map((view) => view.getSnapshot());
      if (shown !== undefined && present.every((part, index) => part === parts[index])) return shown;
      parts = present;
      const worst = (['failed', 'interrupted', 'loading', 'live'] as const).find((health) =>
        present.some((part) => part.health === health),
      );
      shown = {
        items: present.flatMap(({ items }) => items),
        isComplete: present.every(({ isComplete }) => isComplete),
        health: worst ?? 'loading',
        error: present.find(({ error }) => error !== undefined)?.error,
        columns: present.find(({ columns }) => columns.length > 0)?.columns ?? [],
      };
      return shown;
    },
  };
}

/** More rows than these are shown anew five times a second: nobody reads faster. */
const many = 2000;

/** Returns the view with a pause behind each change of many rows, whose health is never behind. */
function paced(view: LiveView<Rows>): LiveView<Rows> {
  let shown = view.getSnapshot();
  return {
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (): void => {
        timer = undefined;
        if (shown === view.getSnapshot()) return;
        shown = view.getSnapshot();
        listener();
      };
      const end = view.subscribe(() => {
        const { items, health } = view.getSnapshot();
        if (items.length > many && health === shown.health) timer ??= setTimeout(show, 200);
        else show();
      });
      // What came between the first look and this.
      shown = view.getSnapshot();
      return () => {
        clearTimeout(timer);
        end();
      };
    },
    getSnapshot: () => shown,
  };
}
