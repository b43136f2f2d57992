import { requireMethods } from '../core/shared/arguments.js';
import { onAbort } from '../core/shared/abort.js';
import {
  asBefore,
  createView,
  sharedViewOf,
  type LiveView,
  type ObjectsState,
  type ObjectsViewOptions,
  type Viewed,
  type ViewForm,
  type ViewHealth,
} from '../views/views.js';
import type { Fleet } from './create-fleet.js';
import { createFleetInformer, type FleetInformer, type FleetItem, type FollowedCluster } from './fleet-informer.js';

/** Options of {@link viewFleetObjects}: those of `viewObjects` that make sense for several clusters. */
export type FleetObjectsViewOptions<Form extends ViewForm = undefined, ManagedFields extends boolean = boolean> = Omit<
  ObjectsViewOptions<Form, ManagedFields>,
  'namespaces' | 'enabled'
>;

/** The objects of a resource in a fleet, as a user interface shows them. */
export interface FleetObjectsState<Item> extends Omit<ObjectsState<FleetItem<Item>>, 'namespaces'> {
  /** The clusters, each with its health. */
  readonly clusters: readonly FollowedCluster[];
}

const nothing: readonly never[] = Object.freeze([]);
const loading: FleetObjectsState<never> = Object.freeze({
  ...{ items: nothing, isComplete: false, health: 'loading', error: undefined, columns: nothing, clusters: nothing },
});
/** The health of a fleet is that of its worst cluster: the first of these. */
const worst: readonly ViewHealth[] = ['failed', 'interrupted', 'loading'];

/**
 * Returns a {@link LiveView} of the objects of a resource in all clusters of a fleet, as `viewObjects` does for one: `useView` of
 * `kubeatlas/react` shows it. Each item has its cluster. `health` and `error` are those of the worst cluster, and `clusters` has
 * those of each; `isComplete` is whether the objects of all clusters have been there. Rows have the cells of the columns of all clusters.
 *
 * @throws InvalidArgumentError if `fleet` is not a fleet; what else is wrong is the `error` of the state
 * @example
 * const pods = viewFleetObjects(fleet, 'pods', { as: 'Table', namespace: 'shop' });
 * const stop = pods.subscribe(() => console.log(pods.getSnapshot().items.length));
 */
export function viewFleetObjects<
  Subject extends string,
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = false,
>(
  fleet: Fleet,
  subject: Subject,
  options: FleetObjectsViewOptions<Form, ManagedFields> = {},
): LiveView<FleetObjectsState<Viewed<Subject, Form, ManagedFields>>> {
  type State = FleetObjectsState<Viewed<Subject, Form, ManagedFields>>;
  requireMethods('fleet', fleet, ['engage']);
  const { as, namespace, labelSelector, fieldSelector, limit, managedFields = false } = options;
  const key = ['objects', subject, [as, namespace, labelSelector, fieldSelector, limit, managedFields]];
  return sharedViewOf(fleet, key, () =>
    createView<State>(
      loading,
      (changed, signal) => {
        let informer: FleetInformer<Viewed<Subject, Form, ManagedFields>> | undefined;
        let failure: unknown;
        let isSynced = false;
        void fleet.synced.then(() => {
          isSynced = true;
          changed();
        });
        try {
          informer = createFleetInformer(fleet, subject, { ...options, signal });
          informer.subscribe(changed);
        } catch (error) {
          failure = error;
        }
        onAbort(signal, onAbort(fleet.signal, changed));
        return (shown) => {
          failure ??= fleet.signal.aborted ? fleet.signal.reason : undefined;
          if (informer === undefined || failure !== undefined) return { ...shown, health: 'failed', error: failure };
          const { clusters, columns } = informer;
          const bad = worst.flatMap((word) => clusters.find(({ health }) => health === word) ?? [])[0];
          const complete = clusters.filter((cluster) => cluster.isComplete).length;
          const isComplete = isSynced && complete === fleet.clusters.length;
          const health = bad?.health ?? (isComplete ? 'live' : 'loading');
          return { items: informer.getSnapshot(), isComplete, health, error: bad?.error, columns, clusters };
        };
      },
      asBefore,
    ),
  );
}
