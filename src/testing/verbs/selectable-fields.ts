import { isJsonRecord } from '../../shared/json-record.js';
import type { KubeObject } from '../../model/kube-object.js';
import type { ServedResource } from '../served/served.js';
import type { SelectorProblem } from '../../selector/label-selector.js';

/** How to read a field that a selector names. */
interface SelectableField {
  readonly path: string;
  /** What it is where the object does not say. @default '' */
  readonly otherwise?: string | undefined;
}

type Fields = ReadonlyMap<string, SelectableField>;

/** The fields, beside name and namespace, that real servers select built-in resources by, as far as they are plain paths. */
const builtInFields = new Map<string, Fields>([
  [
    'pods',
    fields('spec.nodeName', 'spec.serviceAccountName', 'status.phase', 'status.podIP', 'status.nominatedNodeName', {
      'spec.restartPolicy': { path: 'spec.restartPolicy', otherwise: 'Always' },
      'spec.schedulerName': { path: 'spec.schedulerName', otherwise: 'default-scheduler' },
      'spec.hostNetwork': { path: 'spec.hostNetwork', otherwise: 'false' },
    }),
  ],
  ['nodes', fields({ 'spec.unschedulable': { path: 'spec.unschedulable', otherwise: 'false' } })],
  ['namespaces', fields('status.phase')],
  ['secrets', fields('type')],
  ['services', fields('spec.clusterIP', { 'spec.type': { path: 'spec.type', otherwise: 'ClusterIP' } })],
  ['jobs.batch', fields({ 'status.successful': { path: 'status.succeeded', otherwise: '0' } })],
  ['replicationcontrollers', fields({ 'status.replicas': { path: 'status.replicas', otherwise: '0' } })],
  ['events', eventFields('involvedObject', 'source.component')],
  ['events.events.k8s.io', eventFields('regarding', 'deprecatedSource.component')],
]);

function eventFields(object: string, source: string): Fields {
  const parts = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
  const own = parts.map((part) => `${object}.${part}`);
  return fields(...own, 'reason', 'reportingComponent', 'type', { source: { path: source } });
}

function fields(...given: readonly (string | Readonly<Record<string, SelectableField>>)[]): Fields {
  return new Map(
    given.flatMap((field) => (typeof field === 'string' ? [[field, { path: field }] as const] : Object.entries(field))),
  );
}

/**
 * Reads a field selector, `metadata.name=a,spec.nodeName!=b`, for one resource. In values, `\,`, `\=` and `\\` stand for
 * the character behind the backslash.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function parseFieldSelector(
  text: string,
  resource: ServedResource,
): ((object: KubeObject) => boolean) | SelectorProblem {
  const builtIn = resource.custom ? undefined : builtInFields.get(keyOf(resource));
  const known = knownFields(builtIn, resource);
  const matchers: ((object: KubeObject) => boolean)[] = [];
  for (const term of text.match(/(?:\\.|[^,\\])+|\\$/gs) ?? []) {
    const match = /^(.*?)(==|!=|=)(.*)$/s.exec(term);
    if (match === null) return { problem: `invalid selector: '${text}'; can't understand '${term}'` };
    const [, name = '', operator = '', escaped = ''] = match;
    const odd = /\\(?![\\,=])./s.exec(escaped.replaceAll('\\\\', ''))?.[0];
    if (odd !== undefined) return { problem: `invalid field selector: invalid escape sequence: ${odd}` };
    const field = known.get(name);
    if (field === undefined) return { problem: unknownField(name, builtIn !== undefined || resource.custom) };
    const value = escaped.replace(/\\(.)/g, '$1');
    matchers.push((object) => (textAt(object, field) === value) === (operator !== '!='));
  }
  return (object) => matchers.every((matches) => matches(object));
}

function unknownField(name: string, hasOwn: boolean): string {
  if (hasOwn) return `field label not supported: ${name}`;
  return `${JSON.stringify(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function knownFields(builtIn: Fields | undefined, { scope, selectableFields = [] }: ServedResource): Fields {
  const own = selectableFields.map((path) => path.replace(/^\./, ''));
  const namespace = scope === 'Namespaced' ? ['metadata.namespace'] : [];
  return new Map([...fields('metadata.name', ...namespace, ...own), ...(builtIn ?? [])]);
}

function keyOf({ group, resource }: ServedResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** A field as a selector sees it: numbers and booleans as text. */
function textAt(object: KubeObject, { path, otherwise = '' }: SelectableField): string {
  let value: unknown = object;
  for (const step of path.split('.'))
    value = isJsonRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : otherwise;
}
