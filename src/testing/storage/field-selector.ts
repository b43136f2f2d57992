import { isJsonRecord } from '../../shared/json-record.js';
import type { KubeObject } from '../../model/kube-object.js';
import type { ServedResource } from '../served/served.js';
import type { SelectorProblem } from './label-selector.js';

/** The fields, beside name and namespace, that real servers select built-in resources by, as far as they are plain paths. */
const builtInFields = new Map<string, readonly string[]>([
  ['pods', ['spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName', 'status.phase']],
  ['nodes', ['spec.unschedulable']],
  ['namespaces', ['status.phase']],
  ['secrets', ['type']],
  ['services', ['spec.clusterIP', 'spec.type']],
  ['jobs.batch', ['status.successful']],
  ['replicasets.apps', ['status.replicas']],
  ['replicationcontrollers', ['status.replicas']],
  ['events', eventFields('involvedObject')],
  ['events.events.k8s.io', eventFields('regarding')],
]);

function eventFields(object: string): string[] {
  const parts = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
  return [...parts.map((part) => `${object}.${part}`), 'reason', 'reportingComponent', 'type'];
}

/**
 * Reads a field selector, `metadata.name=a,spec.nodeName!=b`, for one resource.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function parseFieldSelector(
  text: string,
  resource: ServedResource,
): ((object: KubeObject) => boolean) | SelectorProblem {
  const known = fieldsOf(resource);
  const matchers: ((object: KubeObject) => boolean)[] = [];
  for (const term of text.split(',')) {
    if (term === '') continue;
    const match = /^([^=!]+)(==|=|!=)(.*)$/s.exec(term);
    if (match === null) return { problem: `invalid selector: '${text}'; can't understand '${term}'` };
    const [, field = '', operator = '', value = ''] = match;
    if (!known.has(field)) return { problem: `field label not supported: ${field}` };
    const path = field.split('.');
    matchers.push((object) => (textAt(object, path) === value) === (operator !== '!='));
  }
  return (object) => matchers.every((matches) => matches(object));
}

function fieldsOf({ group, resource, scope, custom, selectableFields }: ServedResource): ReadonlySet<string> {
  const builtIn = custom ? [] : (builtInFields.get(group === '' ? resource : `${resource}.${group}`) ?? []);
  const own = (selectableFields ?? []).map((path) => path.replace(/^\./, ''));
  const namespace = scope === 'Namespaced' ? ['metadata.namespace'] : [];
  return new Set(['metadata.name', ...namespace, ...builtIn, ...own]);
}

/** A field as a selector sees it: numbers and booleans as text, empty where there is nothing. */
function textAt(object: KubeObject, path: readonly string[]): string {
  let value: unknown = object;
  for (const step of path) value = isJsonRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
