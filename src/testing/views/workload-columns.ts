import {
  age,
  textColumn,
  containerColumns,
  integer,
  labelsAt,
  listAt,
  numberAt,
  selectorColumn,
  stringAt,
  wide,
  type Column,
} from './cells.js';
import { printPod } from './print-pod.js';

/**
 * Columns of pods and of the workloads that create them, by `resource` or `resource.group`; each function takes the
 * Name column.
 */
export const workloadColumns: readonly (readonly [string, (name: Column) => readonly Column[]])[] = [
  [
    'pods',
    (name) => [
      name,
      textColumn('Ready', (pod, now) => printPod(pod, now).ready),
      textColumn('Status', (pod, now) => printPod(pod, now).status),
      textColumn('Restarts', (pod, now) => printPod(pod, now).restarts),
      age,
      wide(
        textColumn('IP', (pod) => stringAt(pod, '.status.podIPs[0].ip') || stringAt(pod, '.status.podIP') || '<none>'),
      ),
      wide(textColumn('Node', (pod) => stringAt(pod, '.spec.nodeName') || '<none>')),
      wide(textColumn('Nominated Node', (pod) => stringAt(pod, '.status.nominatedNodeName') || '<none>')),
      wide(
        textColumn('Readiness Gates', (pod) => {
          const gates = listAt(pod, '.spec.readinessGates').map((gate) => stringAt(gate, '.conditionType'));
          const conditions = listAt(pod, '.status.conditions');
          const open = gates.filter((gate) =>
            conditions.some((entry) => stringAt(entry, '.type') === gate && stringAt(entry, '.status') === 'True'),
          );
          return gates.length === 0 ? '<none>' : `${open.length}/${gates.length}`;
        }),
      ),
    ],
  ],
  [
    'deployments.apps',
    (name) => [
      name,
      textColumn('Ready', readyOf),
      // Numbers, although the columns have the type string.
      textColumn('Up-to-date', (object) => numberAt(object, '.status.updatedReplicas')),
      textColumn('Available', (object) => numberAt(object, '.status.availableReplicas')),
      age,
      ...containerColumns(),
      selectorColumn(),
    ],
  ],
  ['replicasets.apps', replicaColumns],
  ['replicationcontrollers', replicaColumns],
  ['statefulsets.apps', (name) => [name, textColumn('Ready', readyOf), age, ...containerColumns()]],
  [
    'daemonsets.apps',
    (name) => [
      name,
      integer('Desired', '.status.desiredNumberScheduled'),
      integer('Current', '.status.currentNumberScheduled'),
      integer('Ready', '.status.numberReady'),
      integer('Up-to-date', '.status.updatedNumberScheduled'),
      integer('Available', '.status.numberAvailable'),
      textColumn('Node Selector', (object) => labelsAt(object, '.spec.template.spec.nodeSelector')),
      age,
      ...containerColumns(),
      selectorColumn(),
    ],
  ],
];

function replicaColumns(name: Column): readonly Column[] {
  return [
    name,
    integer('Desired', '.spec.replicas', 1),
    integer('Current', '.status.replicas'),
    integer('Ready', '.status.readyReplicas'),
    age,
    ...containerColumns(),
    selectorColumn(),
  ];
}

function readyOf(object: unknown): string {
  return `${numberAt(object, '.status.readyReplicas')}/${numberAt(object, '.spec.replicas', 1)}`;
}
