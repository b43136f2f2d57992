import type { KubeObject } from '../../model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { badRequest, internalError, invalid } from '../http/refusal.js';
import type { ServedResource } from '../served/served.js';
import { scaleColumns } from '../views/columns.js';
import { valueAtPath } from '../views/json-path.js';
import { readPatch } from './patch.js';
import { existing } from './read.js';
import { bodyType, parseJson, readObject } from './read-body.js';
import { asServed, type Backend, type ObjectRequest, type Outcome } from './resource-request.js';
import { store } from './update.js';

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
const largest = 2 ** 31 - 1;

/** Reads the scale subresource. A custom resource without its replicas field fails, as it does on real servers. */
export function getScale(request: ObjectRequest, backend: Backend): Outcome {
  const object = existing(request, backend);
  const { specReplicas } = pathsOf(request.resource);
  if (request.resource.custom && valueAtPath(object, specReplicas) === undefined) {
    throw internalError(`the spec replicas field ${JSON.stringify(specReplicas)} does not exist`);
  }
  return outcome(scaleOf(object, request.resource));
}

/** Writes it: `spec.replicas` of the Scale that was sent, left out for zero. */
export function updateScale(request: ObjectRequest, backend: Backend): Outcome {
  bodyType(request.contentType, ['application/json']);
  return writeScale(() => parseJson(request.body), request, backend);
}

/** Patches it as if the Scale were an object of its own. */
export function patchScale(request: ObjectRequest, backend: Backend): Outcome {
  return writeScale(readPatch(request), request, backend);
}

function writeScale(change: (scale: KubeObject) => unknown, request: ObjectRequest, backend: Backend): Outcome {
  const { resource, name } = request;
  const old = existing(request, backend);
  const scale = readObject(change(scaleOf(old, resource)), { ...resource, objectKind: scaleKind, custom: false });
  const replicas = replicasIn(scale, name);
  const shown = asServed(old, resource);
  const changed = withValueAt(shown, pathsOf(resource).specReplicas.split('.').slice(1), replicas);
  const { name: given = name, uid, resourceVersion, namespace } = scale.metadata;
  const metadata = {
    ...old.metadata,
    name: given,
    resourceVersion,
    uid: uid ?? old.metadata.uid,
    namespace: namespace ?? old.metadata.namespace,
  };
  const next = readObject({ ...changed, metadata: JSON.parse(JSON.stringify(metadata)) as unknown }, resource);
  return outcome(scaleOf(store(old, next, request, backend, 'main'), resource));
}

function outcome(object: KubeObject): Outcome {
  return { code: 200, object, columns: scaleColumns };
}

function scaleOf(object: KubeObject, resource: ServedResource): KubeObject {
  const paths = pathsOf(resource);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = numberAt(object, paths.specReplicas) ?? (resource.custom ? 0 : 1);
  const selector = selectorOf(valueAtPath(object, paths.labelSelector));
  return {
    kind: scaleKind.kind,
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    // Go leaves a zero out.
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: numberAt(object, paths.statusReplicas) ?? 0, ...(selector === '' ? {} : { selector }) },
  };
}

interface Paths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector: string;
}

function pathsOf({ custom, scalePaths = {} }: ServedResource): Paths {
  return {
    specReplicas: dotted(scalePaths.specReplicas ?? '.spec.replicas'),
    statusReplicas: dotted(scalePaths.statusReplicas ?? '.status.replicas'),
    labelSelector: dotted(scalePaths.labelSelector ?? (custom ? '.status.selector' : '.spec.selector')),
  };
}

function dotted(path: string): string {
  return path.startsWith('.') ? path : `.${path}`;
}

function numberAt(object: KubeObject, path: string): number | undefined {
  const value = valueAtPath(object, path);
  return typeof value === 'number' ? value : undefined;
}

/** A selector as text: it may be text already, a map of labels, or a LabelSelector. */
function selectorOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isJsonRecord(value)) return '';
  const { matchLabels, matchExpressions } = value;
  const labels = matchLabels === undefined && matchExpressions === undefined ? value : matchLabels;
  const equal = isJsonRecord(labels) ? Object.entries(labels).map(([key, text]) => `${key}=${String(text)}`) : [];
  const expressions = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonRecord).map(expressionText) : [];
  return [...equal, ...expressions].sort().join(',');
}

function expressionText({ key, operator, values }: JsonRecord): string {
  const list = Array.isArray(values) ? values.map(String).sort().join(',') : '';
  switch (operator) {
    case 'In':
      return `${String(key)} in (${list})`;
    case 'NotIn':
      return `${String(key)} notin (${list})`;
    case 'DoesNotExist':
      return `!${String(key)}`;
    default:
      return String(key);
  }
}

function replicasIn({ spec }: KubeObject, name: string): number {
  if (spec !== undefined && !isJsonRecord(spec)) throw badRequest('spec of a Scale must be an object');
  const replicas = spec?.['replicas'] ?? 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas > largest) {
    throw badRequest('spec.replicas of a Scale must be an integer of 32 bits');
  }
  if (replicas < 0) {
    const problem = `Invalid value: ${replicas}: must be greater than or equal to 0`;
    throw invalid(scaleKind, name, 'spec.replicas', problem);
  }
  return replicas;
}

/** A copy with one value set, objects made on the way where there are none. */
function withValueAt(record: JsonRecord, [first = '', ...rest]: readonly string[], value: unknown): JsonRecord {
  const inner: unknown = Object.hasOwn(record, first) ? record[first] : undefined;
  const next = rest.length === 0 ? value : withValueAt(isJsonRecord(inner) ? inner : {}, rest, value);
  return Object.fromEntries([...Object.entries(record), [first, next]]);
}
