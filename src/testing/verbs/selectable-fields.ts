import type { KubeObject } from '../../core/model/kube-object.js';
import { matchesFields, type FieldSelector } from '../../core/selector/field-selector.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import type { ServedResource } from '../served/served.js';
import { badRequest } from '../wire/refusals.js';

/** A field that a selector can name. */
interface SelectableField {
  readonly path: string;
  /** The value if the object has none. @default '' */
  readonly fallback?: string | undefined;
}

type Fields = ReadonlyMap<string, SelectableField>;

/** The fields besides name and namespace by which real servers select built-in resources, if they are plain paths. */
const builtInFields = new Map<string, Fields>([
  [
    'pods',
    fields('spec.nodeName', 'spec.serviceAccountName', 'status.phase', 'status.podIP', 'status.nominatedNodeName', {
      'spec.restartPolicy': { path: 'spec.restartPolicy', fallback: 'Always' },
      'spec.schedulerName': { path: 'spec.schedulerName', fallback: 'default-scheduler' },
      'spec.hostNetwork': { path: 'spec.hostNetwork', fallback: 'false' },
      // The older name of spec.nodeName, and a field that no pod has.
      'spec.host': { path: 'spec.nodeName' },
      'status.podIPs': { path: '' },
    }),
  ],
  ['nodes', fields({ 'spec.unschedulable': { path: 'spec.unschedulable', fallback: 'false' } })],
  ['namespaces', fields('status.phase')],
  ['secrets', fields('type')],
  ['services', fields('spec.clusterIP', { 'spec.type': { path: 'spec.type', fallback: 'ClusterIP' } })],
  ['jobs.batch', fields({ 'status.successful': { path: 'status.succeeded', fallback: '0' } })],
  ['replicationcontrollers', fields({ 'status.replicas': { path: 'status.replicas', fallback: '0' } })],
  ['events', eventFields('involvedObject', 'reportingComponent', { source: { path: 'source.component' } })],
  ['events.events.k8s.io', eventFields('regarding', 'reportingController', {})],
  ['certificatesigningrequests.certificates.k8s.io', fields('spec.signerName')],
  ['clustertrustbundles.certificates.k8s.io', fields('spec.signerName')],
  ['podcertificaterequests.certificates.k8s.io', fields('spec.signerName', 'spec.podName', 'spec.nodeName')],
  ['resourceslices.resource.k8s.io', fields('spec.nodeName', 'spec.driver', 'spec.pool.name')],
]);

function eventFields(object: string, reporter: string, further: Readonly<Record<string, SelectableField>>): Fields {
  const parts = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
  const own = parts.map((part) => `${object}.${part}`);
  return fields(...own, 'reason', reporter, 'type', further);
}

function fields(...given: readonly (string | Readonly<Record<string, SelectableField>>)[]): Fields {
  return new Map(
    given.flatMap((field) => (typeof field === 'string' ? [[field, { path: field }] as const] : Object.entries(field))),
  );
}

/** Creates a function that applies a parsed selector. Throws 400 for a field that cannot be selected. */
export function fieldMatcher(selector: FieldSelector, resource: ServedResource): (object: KubeObject) => boolean {
  const builtIn = resource.custom ? undefined : builtInFields.get(keyOf(resource));
  const known = knownFields(builtIn, resource);
  for (const { field } of selector) {
    if (!known.has(field)) throw badRequest(unknownField(field, builtIn !== undefined || resource.custom));
  }
  return (object) =>
    matchesFields(selector, (name) => {
      const field = known.get(name);
      return field === undefined ? '' : textAt(object, field);
    });
}

function unknownField(name: string, hasOwn: boolean): string {
  if (hasOwn) return `field label not supported: ${name}`;
  return `${JSON.stringify(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function knownFields(builtIn: Fields | undefined, { scope, custom, selectableFields = [] }: ServedResource): Fields {
  const own = selectableFields.map((path) => path.replace(/^\./, ''));
  // What every kind has without selectors of its own does not look at its scope.
  const isGeneral = !custom && builtIn === undefined;
  const namespace = scope === 'Namespaced' || isGeneral ? ['metadata.namespace'] : [];
  return new Map([...fields('metadata.name', ...namespace, ...own), ...(builtIn ?? [])]);
}

function keyOf({ group, resource }: ServedResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Returns a field as selectors compare it: numbers and booleans as text. */
function textAt(object: KubeObject, { path, fallback: fallback = '' }: SelectableField): string {
  let value: unknown = object;
  for (const step of path.split('.'))
    value = isJsonRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : fallback;
}
