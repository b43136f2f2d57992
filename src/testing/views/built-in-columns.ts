import { isJsonRecord } from '../../core/shared/json-record.js';
import { selectorText } from '../../core/selector/label-selector.js';
import { age, textColumn, listAt, numberAt, sizeAt, stringAt, wide, type Column } from './cells.js';
import { descriptions } from './column-descriptions.js';
import { furtherColumns } from './further-columns.js';
import { ageOf } from './human-duration.js';
import { valueAtPath } from '../store/json-path.js';
import { workloadColumns } from './workload-columns.js';

/**
 * Returns the columns of a built-in resource as servers print them, by `resource` or `resource.group`; undefined for one
 * that has none of its own.
 */
export function builtInColumns(key: string, name: Column): readonly Column[] | undefined {
  const own = descriptions[key] ?? {};
  return columns
    .get(key)?.(name)
    .map((column) => ({ description: own[column.name], ...column }));
}

/** Each function takes the Name column. */
const columns: ReadonlyMap<string, (name: Column) => readonly Column[]> = new Map([
  ...workloadColumns,
  ...furtherColumns,
  [
    'services',
    (name: Column) => [
      name,
      textColumn('Type', (service) => stringAt(service, '.spec.type') || 'ClusterIP'),
      textColumn('Cluster-IP', (service) => stringAt(service, '.spec.clusterIP') || '<none>'),
      textColumn('External-IP', externalIpOf),
      textColumn('Port(s)', portsOf),
      age,
      wide(textColumn('Selector', (service) => selectorText(valueAtPath(service, '.spec.selector')) || '<none>')),
    ],
  ],
  [
    'nodes',
    (name: Column) => [
      name,
      textColumn('Status', (node) => {
        const ready = valueAtPath(node, '.status.conditions[?(@.type=="Ready")].status');
        const status = ready === undefined ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady';
        return valueAtPath(node, '.spec.unschedulable') === true ? `${status},SchedulingDisabled` : status;
      }),
      textColumn('Roles', (node) => {
        const roles = Object.keys(node.metadata.labels ?? {})
          .filter((label) => label.startsWith('node-role.kubernetes.io/'))
          .map((label) => label.slice(label.indexOf('/') + 1));
        return roles.sort().join(',') || '<none>';
      }),
      age,
      textColumn('Version', (node) => stringAt(node, '.status.nodeInfo.kubeletVersion')),
      wide(textColumn('Internal-IP', (node) => addressOf(node, 'InternalIP'))),
      wide(textColumn('External-IP', (node) => addressOf(node, 'ExternalIP'))),
      wide(textColumn('OS-Image', (node) => stringAt(node, '.status.nodeInfo.osImage') || '<unknown>')),
      wide(
        textColumn('Kernel-Version', (node) => {
          const architecture = stringAt(node, '.status.nodeInfo.architecture');
          const version = stringAt(node, '.status.nodeInfo.kernelVersion') || '<unknown>';
          return architecture === '' ? version : `${version} (${architecture})`;
        }),
      ),
      wide(
        textColumn(
          'Container-Runtime',
          (node) => stringAt(node, '.status.nodeInfo.containerRuntimeVersion') || '<unknown>',
        ),
      ),
    ],
  ],
  [
    'namespaces',
    (name: Column) => [name, textColumn('Status', (object) => stringAt(object, '.status.phase') || 'Active'), age],
  ],
  [
    'configmaps',
    // A number, although the column has the type string.
    (name: Column) => [name, textColumn('Data', (map) => sizeAt(map, '.data') + sizeAt(map, '.binaryData')), age],
  ],
  [
    'secrets',
    (name: Column) => [
      name,
      textColumn('Type', (secret) => stringAt(secret, '.type') || 'Opaque'),
      textColumn('Data', (secret) => sizeAt(secret, '.data')),
      age,
    ],
  ],
  ['serviceaccounts', (name: Column) => [name, age]],
  ['events', eventColumns],
  ['events.events.k8s.io', eventColumns],
]);

/** Returns the columns of events. The groups share their objects, so an event may have the fields of either. */
function eventColumns(name: Column): readonly Column[] {
  const about = (event: unknown, field: string): string =>
    stringAt(event, `.involvedObject.${field}`) || stringAt(event, `.regarding.${field}`);
  const first = (event: unknown): string =>
    stringAt(event, '.firstTimestamp') || stringAt(event, '.deprecatedFirstTimestamp') || stringAt(event, '.eventTime');
  const last = (event: unknown): string =>
    stringAt(event, '.series.lastObservedTime') ||
    stringAt(event, '.lastTimestamp') ||
    stringAt(event, '.deprecatedLastTimestamp') ||
    first(event);
  return [
    textColumn('Last Seen', (event, now) => ageOf(last(event), now)),
    textColumn('Type', (event) => stringAt(event, '.type')),
    textColumn('Reason', (event) => stringAt(event, '.reason')),
    textColumn('Object', (event) => {
      const kind = about(event, 'kind').toLowerCase();
      return about(event, 'name') === '' ? kind : `${kind}/${about(event, 'name')}`;
    }),
    wide(textColumn('Subobject', (event) => about(event, 'fieldPath'))),
    wide(textColumn('Source', sourceOf)),
    textColumn('Message', (event) => (stringAt(event, '.message') || stringAt(event, '.note')).trim()),
    wide(textColumn('First Seen', (event, now) => ageOf(first(event), now))),
    wide(
      textColumn(
        'Count',
        (event) =>
          numberAt(event, '.series.count') || numberAt(event, '.count') || numberAt(event, '.deprecatedCount', 1),
      ),
    ),
    wide(name),
  ];
}

function sourceOf(event: unknown): string {
  const [component, host] = ['component', 'host'].map(
    (field) => stringAt(event, `.source.${field}`) || stringAt(event, `.deprecatedSource.${field}`),
  );
  const names = [
    component || stringAt(event, '.reportingComponent') || stringAt(event, '.reportingController'),
    host || stringAt(event, '.reportingInstance'),
  ];
  return names.filter((text) => text !== '').join(', ');
}

function portsOf(service: unknown): string {
  const ports = listAt(service, '.spec.ports').map((port) => {
    const nodePort = numberAt(port, '.nodePort');
    const number = `${numberAt(port, '.port')}${nodePort === 0 ? '' : `:${nodePort}`}`;
    return `${number}/${stringAt(port, '.protocol') || 'TCP'}`;
  });
  return ports.join(',') || '<none>';
}

function externalIpOf(service: unknown): string {
  const own = listAt(service, '.spec.externalIPs').map(String);
  switch (stringAt(service, '.spec.type')) {
    case 'ExternalName':
      return stringAt(service, '.spec.externalName');
    case 'LoadBalancer': {
      const given = listAt(service, '.status.loadBalancer.ingress').filter(isJsonRecord);
      const points = given.map((point) => stringAt(point, '.ip') || stringAt(point, '.hostname')).sort();
      return [...points, ...own].join(',') || '<pending>';
    }
    default:
      return own.join(',') || '<none>';
  }
}

function addressOf(node: unknown, type: string): string {
  const found = listAt(node, '.status.addresses').find((address) => stringAt(address, '.type') === type);
  return stringAt(found, '.address') || '<none>';
}
