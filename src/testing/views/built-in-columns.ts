import { isJsonRecord } from '../../shared/json-record.js';
import type { KubeObject } from '../../model/kube-object.js';
import type { Column } from './column.js';
import { ageOf } from './human-duration.js';
import { valueAtPath } from './json-path.js';

/** Columns as kubectl prints them, by `resource` or `resource.group`; each takes the Name column. */
export const builtInColumns: ReadonlyMap<string, (name: Column) => readonly Column[]> = new Map([
  [
    'pods',
    (name: Column) => [
      name,
      column('Ready', (pod) => {
        const statuses = listAt(pod, '.status.containerStatuses');
        const ready = statuses.filter((status) => valueAtPath(status, '.ready') === true).length;
        return `${ready}/${listAt(pod, '.spec.containers').length}`;
      }),
      column('Status', (pod) => (pod.metadata.deletionTimestamp ? 'Terminating' : textAt(pod, '.status.phase'))),
      column('Restarts', (pod) => {
        const counts = listAt(pod, '.status.containerStatuses').map((status) => numberAt(status, '.restartCount'));
        return String(counts.reduce((sum, count) => sum + count, 0));
      }),
      age,
      wide(column('IP', (pod) => textAt(pod, '.status.podIP') || '<none>')),
      wide(column('Node', (pod) => textAt(pod, '.spec.nodeName') || '<none>')),
    ],
  ],
  [
    'deployments.apps',
    (name: Column) => [
      name,
      column(
        'Ready',
        (object) => `${numberAt(object, '.status.readyReplicas')}/${numberAt(object, '.spec.replicas', 1)}`,
      ),
      integer('Up-to-date', '.status.updatedReplicas'),
      integer('Available', '.status.availableReplicas'),
      age,
      wide(column('Containers', containersOf('.name'))),
      wide(column('Images', containersOf('.image'))),
      wide(column('Selector', (object) => labelsAt(object, '.spec.selector.matchLabels'))),
    ],
  ],
  [
    'replicasets.apps',
    (name: Column) => [
      name,
      integer('Desired', '.spec.replicas', 1),
      integer('Current', '.status.replicas'),
      integer('Ready', '.status.readyReplicas'),
      age,
    ],
  ],
  [
    'services',
    (name: Column) => [
      name,
      column('Type', (service) => textAt(service, '.spec.type') || 'ClusterIP'),
      column('Cluster-IP', (service) => textAt(service, '.spec.clusterIP') || '<none>'),
      column('External-IP', (service) => textAt(service, '.status.loadBalancer.ingress[0].ip') || '<none>'),
      column('Port(s)', (service) => {
        const ports = listAt(service, '.spec.ports').map(
          (port) => `${numberAt(port, '.port')}/${textAt(port, '.protocol') || 'TCP'}`,
        );
        return ports.join(',') || '<none>';
      }),
      age,
      wide(column('Selector', (service) => labelsAt(service, '.spec.selector'))),
    ],
  ],
  [
    'nodes',
    (name: Column) => [
      name,
      column('Status', (node) =>
        valueAtPath(node, '.status.conditions[?(@.type=="Ready")].status') === 'True' ? 'Ready' : 'NotReady',
      ),
      column('Roles', (node) => {
        const roles = Object.keys(node.metadata.labels ?? {})
          .filter((label) => label.startsWith('node-role.kubernetes.io/'))
          .map((label) => label.slice(label.indexOf('/') + 1));
        return roles.sort().join(',') || '<none>';
      }),
      age,
      column('Version', (node) => textAt(node, '.status.nodeInfo.kubeletVersion')),
    ],
  ],
  [
    'namespaces',
    (name: Column) => [name, column('Status', (object) => textAt(object, '.status.phase') || 'Active'), age],
  ],
  ['configmaps', (name: Column) => [name, column('Data', (object) => sizeAt(object, '.data'), 'integer'), age]],
  [
    'secrets',
    (name: Column) => [
      name,
      column('Type', (secret) => textAt(secret, '.type') || 'Opaque'),
      column('Data', (secret) => sizeAt(secret, '.data'), 'integer'),
      age,
    ],
  ],
  ['events', eventColumns('involvedObject', '.message')],
  ['events.events.k8s.io', eventColumns('regarding', '.note')],
]);

const age: Column = column('Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now));

function eventColumns(about: string, message: string): (name: Column) => readonly Column[] {
  return (name) => [
    column('Last Seen', (event, now) =>
      ageOf(textAt(event, '.lastTimestamp') || textAt(event, '.eventTime') || event.metadata.creationTimestamp, now),
    ),
    column('Type', (event) => textAt(event, '.type')),
    column('Reason', (event) => textAt(event, '.reason')),
    column('Object', (event) => `${textAt(event, `.${about}.kind`).toLowerCase()}/${textAt(event, `.${about}.name`)}`),
    column('Message', (event) => textAt(event, message).trim()),
    wide(name),
  ];
}

function column(name: string, cell: Column['cell'], type = 'string'): Column {
  return { name, type, cell };
}

function integer(name: string, path: string, otherwise = 0): Column {
  return column(name, (object) => numberAt(object, path, otherwise), 'integer');
}

function wide(narrow: Column): Column {
  return { ...narrow, priority: 1 };
}

function containersOf(path: string): Column['cell'] {
  return (object) =>
    listAt(object, '.spec.template.spec.containers')
      .map((container) => textAt(container, path))
      .join(',');
}

function textAt(object: unknown, path: string): string {
  const value = valueAtPath(object, path);
  return typeof value === 'string' ? value : '';
}

function numberAt(object: unknown, path: string, otherwise = 0): number {
  const value = valueAtPath(object, path);
  return typeof value === 'number' ? value : otherwise;
}

function listAt(object: unknown, path: string): readonly unknown[] {
  const value = valueAtPath(object, path);
  return Array.isArray(value) ? value : [];
}

function sizeAt(object: KubeObject, path: string): number {
  const value = valueAtPath(object, path);
  return isJsonRecord(value) ? Object.keys(value).length : 0;
}

function labelsAt(object: KubeObject, path: string): string {
  const value = valueAtPath(object, path);
  if (!isJsonRecord(value)) return '<none>';
  return Object.entries(value)
    .map(([key, text]) => `${key}=${String(text)}`)
    .join(',');
}
