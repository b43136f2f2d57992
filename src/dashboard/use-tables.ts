import { useMemo, useSyncExternalStore } from 'react';
import type { Client } from 'kubeatlas';
import type { ObjectsState, Viewed } from 'kubeatlas/react';
import { viewObjects, type LiveView } from 'kubeatlas/views';

export type Row = Viewed<string, 'Table'>;
export type Rows = ObjectsState<Row>;

/** The rows of a resource in some namespaces, live, or in all of them if none is named. */
export function useTables(client: Client, name: string, namespaces: readonly string[]): Rows {
  const key = namespaces.join(',');
  const { subscribe, getSnapshot } = useMemo(() => {
    return paced(viewObjects(client, name, { as: 'Table', ...(key !== '' && { namespaces: key.split(',') }) }));
  }, [client, name, key]);
  return useSyncExternalStore(subscribe, getSnapshot);
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
