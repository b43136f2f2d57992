import { useMemo, useSyncExternalStore } from 'react';
import type { Client } from 'kubeatlas';
import { viewFleetObjects, type Fleet, type FleetObjectsState } from 'kubeatlas/fleet';
import type { ObjectsState, Viewed } from 'kubeatlas/react';
import { viewObjects, type LiveView } from 'kubeatlas/views';
import { ofCluster } from './row-clusters.js';

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

/** What is shown of a resource in several clusters. */
export interface FleetRows {
  readonly rows: readonly Row[];
  readonly state: FleetObjectsState<Row>;
}

/** The rows of a resource in all clusters, live, in some namespaces or in all of them. */
export function useFleetTables(fleet: Fleet, name: string, namespaces: readonly string[], only: string): FleetRows {
  const [first, ...more] = namespaces;
  const { subscribe, getSnapshot } = useMemo(() => {
    const namespace = more.length === 0 ? first : undefined;
    return paced(viewFleetObjects(fleet, name, { as: 'Table', ...(namespace !== undefined && { namespace }) }));
  }, [fleet, name, more.length === 0, first]);
  const state = useSyncExternalStore(subscribe, getSnapshot);
  const { items } = state;
  const asked = namespaces.join(',');
  const rows = useMemo(() => {
    const wanted = new Set(asked === '' ? [] : asked.split(','));
    return items.flatMap(({ cluster, object }) => {
      if (only !== '' && cluster !== only) return [];
      if (wanted.size > 1 && !wanted.has(object.object?.metadata.namespace ?? '')) return [];
      return [ofCluster(object, cluster)];
    });
  }, [items, only, asked]);
  return { rows, state };
}

/** More rows than these are shown anew five times a second: nobody reads faster. */
const many = 2000;

/** Returns the view with a pause behind each change of many rows, whose health is never behind. */
function paced<State extends { readonly items: readonly unknown[]; readonly health: string }>(
  view: LiveView<State>,
): LiveView<State> {
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
