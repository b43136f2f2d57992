import type { KubeObject } from '../../../core/model/kube-object.js';
import { formatGroupVersion } from '../../../core/model/group-version.js';
import { isJsonRecord, type JsonRecord } from '../../../core/shared/json-record.js';
import { keptByStatus } from '../../served/built-in-traits.js';
import type { ServedResource } from '../../served/served.js';
import { applyConflict, badRequest, conflict, notFakedType, plainError } from '../../wire/refusals.js';
import { storeCreated } from '../create.js';
import { warningsOfFields } from '../deprecations.js';
import { isEqual } from '../../../core/shared/is-equal.js';
import { inGoOrder, knownFields } from '../known-fields.js';
import { refuseUndeclaredOwnerResource } from '../owner-references.js';
import { prune } from '../../schemas/prune.js';
import { unexpectedTypes } from '../../schemas/unexpected-types.js';
import { existing, found } from '../read.js';
import { parseJson, readPatched, tooDeep } from '../read-body.js';
import {
  asServed,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type Part,
  type VerbResult,
} from '../resource-request.js';
import { expectedVersion } from '../resource-version.js';
import { requireAddress, store } from '../update.js';
import { readBoolean } from '../read-options.js';
import { readPatchOptions } from '../write-options.js';
import { comparePaths, formatPath } from './field-path.js';
import { compareFields, fieldsOf, unionOf, type FieldSet } from './field-set.js';
import {
  fieldsTaken,
  formatManagers,
  isSameManager,
  ownable,
  readManagers,
  type Manager,
  type OwnedFields,
  type Taken,
} from './managers.js';
import { mergeApplied, pruneFields } from './merge.js';

/** Server-side apply. JSON is also YAML; other YAML is not supported. */
export const serverSideApply = 'application/apply-patch+yaml';

/**
 * Applies an object on behalf of a manager. Removes fields that the manager no longer applies unless another manager
 * owns them, and answers 409 with each field of another manager that would change.
 */
export function apply(request: ObjectRequest, backend: Backend, part: Part): VerbResult {
  const { resource, query, body, manager } = request;
  const { dryRun } = readPatchOptions(query, true);
  const applied = readApplied(body, request);
  const read = readPatched(applied, resource);
  refuseUndeclared(applied, request, backend);
  const subresource = part === 'main' ? undefined : part;
  const apiVersion = formatGroupVersion(resource.objectKind);
  const self: Manager = { manager, operation: 'Apply', apiVersion, subresource };
  const claims = ownable(fieldsOf(applied, resource, refuseTwice(read, resource)), resource, subresource);
  const old = part === 'main' ? found(request, backend) : existing(request, backend);
  const time = timestampOf(backend.now());
  if (old === undefined) {
    requireAddress(read, request);
    const object = readPatched(mergeApplied({}, applied, resource), resource);
    const { uid = '' } = object.metadata;
    if (uid !== '') throw unknownUid(uid, request);
    const managedFields = formatManagers([{ ...self, time, fields: claims }]);
    expectedVersion(object.metadata);
    const metadata = { ...object.metadata, resourceVersion: '' };
    return storeCreated({ ...object, metadata }, dryRun, { ...request, managedFields: () => managedFields }, backend);
  }
  const live = asServed(old, resource);
  const known = managersOf(live, resource, time);
  const own = known.find((entry) => isSameManager(entry, self));
  const others = known.filter((entry) => entry !== own);
  const laid = mergeApplied(live, partOf(applied, live, part, resource), resource);
  const owned = unionOf(claims, ...others.map(({ fields }) => fields));
  const next = own === undefined ? laid : pruneFields(laid, own.fields, owned, resource);
  const { taken, left } = fieldsTaken(compareFields(live, next, resource), others);
  if (!(query.has('force') && readBoolean(query.get('force')))) {
    const refused = manager === kubectl ? withoutLastApplied(taken, live, resource) : taken;
    if (refused.length > 0) throw refusalOf(refused);
  }
  const isSame = isEqual(withoutManagers(live), withoutManagers(next));
  const managedFields = formatManagers([...left, { ...self, time: isSame ? own?.time : time, fields: claims }]);
  const object = readPatched(manager === kubectl ? withLastApplied(next, applied) : next, resource);
  requireAddress(object, request);
  const { object: kept, warnings } = knownFields(object, request, backend, 'patched');
  const writing = { ...request, dryRun, managedFields: () => managedFields };
  const stored = store(old, kept, writing, backend, part);
  return { code: 200, object: stored, warnings: [...warnings, ...warningsOfFields(stored, resource, old)] };
}

/** The manager whose server-side apply continues what its client-side apply has begun. */
const kubectl = 'kubectl';
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Leaves out fields that are as the object was last applied by the client, which kubectl may take from anybody. */
function withoutLastApplied(taken: readonly Taken[], live: KubeObject, resource: ServedResource): readonly Taken[] {
  const before = readLastApplied(live.metadata.annotations?.[lastApplied]);
  if (!isJsonRecord(before) || before['apiVersion'] !== live.apiVersion) return taken;
  const { added, modified, removed } = compareFields(before, live, resource);
  const differing = unionOf(added, modified, removed);
  const own = [...fieldsOf(before, resource, () => undefined)].filter((path) => !differing.has(path));
  return taken
    .map(({ owner, fields }) => ({ owner, fields: new Set([...fields].filter((path) => !own.includes(path))) }))
    .filter(({ fields }) => fields.size > 0);
}

function readLastApplied(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps the annotation of a client-side apply in step. */
function withLastApplied<Object extends JsonRecord>(next: Object, { metadata, ...applied }: Applied): Object {
  const { metadata: own } = next;
  const annotations = isJsonRecord(own) ? own['annotations'] : undefined;
  if (!isJsonRecord(annotations) || (annotations[lastApplied] ?? '') === '') return next;
  const given = isJsonRecord(metadata['annotations']) ? metadata['annotations'] : undefined;
  const { [lastApplied]: _last, ...others } = given ?? {};
  const sent = { ...applied, metadata: given === undefined ? metadata : { ...metadata, annotations: others } };
  const text = `${JSON.stringify(inGoOrder(sent))}\n`;
  return { ...next, metadata: { ...Object(own), annotations: { ...annotations, [lastApplied]: text } } };
}

/** An object as sent: an empty map or a null is also a claim. */
type Applied = JsonRecord & { readonly metadata: JsonRecord };

function readApplied(body: string, { resource, ownerResource }: ObjectRequest): Applied {
  const value = parseJson(body, (why) => (why === tooDeep ? badRequest(why) : notFakedType(serverSideApply)));
  if (!isJsonRecord(value)) throw badRequest('error decoding YAML: the body is no object');
  const { apiVersion = '', kind = '', metadata } = value;
  const { objectKind } = resource;
  if (apiVersion !== formatGroupVersion(objectKind) || kind !== objectKind.kind) {
    const version = String(apiVersion);
    const shown = version.includes('/') ? version : `/${version}`;
    throw badRequest(`invalid object type: ${shown}, Kind=${String(kind)}`);
  }
  if (isJsonRecord(metadata) && (metadata['managedFields'] ?? undefined) !== undefined) {
    throw badRequest('metadata.managedFields must be nil');
  }
  if (ownerResource !== true) refuseUndeclaredOwnerResource(value);
  // Invalid metadata is refused with the rest of the object.
  const read = readPatched(value, resource);
  return { ...value, metadata: isJsonRecord(metadata) ? metadata : { ...read.metadata } };
}

/** Throws 500 for fields that the schema of the object does not name, and for values of other types. */
function refuseUndeclared(applied: Applied, { resource }: ObjectRequest, { schemaOf }: Backend): void {
  const known = schemaOf(resource);
  if (known === undefined) return;
  const undeclared = prune(applied, known.schema, known.resolve).unknown.map((path) => {
    return `.${path}: field not declared in schema`;
  });
  const problems = [...undeclared, ...unexpectedTypes(applied, known)];
  if (problems.length === 0) return;
  const all = problems.length === 1 ? problems.join('') : ['errors:', ...problems].join('\n  ');
  throw plainError(`failed to create typed patch object (${describeApplied(applied, resource)}): ${all}`);
}

/** Returns an object as messages about applies name it. */
function describeApplied({ metadata }: { readonly metadata: JsonRecord }, { objectKind }: ServedResource): string {
  const { group, version, kind } = objectKind;
  const { namespace = '', name = '' } = metadata;
  return `${String(namespace)}/${String(name)}; ${group}/${version}, Kind=${kind}`;
}

function refuseTwice({ metadata }: KubeObject, resource: ServedResource) {
  return (path: string): void => {
    const shown = formatPath(path);
    const item = shown.lastIndexOf('[');
    const what = describeApplied({ metadata: { ...metadata } }, resource);
    const why = `${shown.slice(0, item)}: duplicate entries for key ${shown.slice(item)}`;
    throw plainError(`failed to create typed patch object (${what}): ${why}`);
  };
}

function unknownUid(uid: string, { resource, name }: ObjectRequest): Error {
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  return conflict(resource, name, why);
}

/** Returns the managers of an object. If there are none, everything belongs to a manager `before-first-apply`. */
function managersOf(live: KubeObject, resource: ServedResource, time: string): OwnedFields[] {
  const known = readManagers(live);
  if (known.length > 0) return known;
  const { added, modified } = compareFields({ metadata: {} }, live, resource);
  const fields: FieldSet = ownable(unionOf(added, modified), resource, undefined);
  const apiVersion = formatGroupVersion(resource.objectKind);
  return [{ manager: 'before-first-apply', operation: 'Update', apiVersion, time, fields }];
}

/** Returns the part of the applied object that the endpoint writes. */
function partOf(applied: Applied, live: KubeObject, part: Part, resource: ServedResource): JsonRecord {
  const { status, ...main } = applied;
  const { apiVersion, kind } = live;
  const { uid, resourceVersion } = applied.metadata;
  if (part !== 'main') {
    const address = {
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    };
    const kept: readonly string[] = ['name', 'namespace', ...keptByStatus(resource)];
    const given = Object.entries(part === 'status' ? applied.metadata : {}).filter(([name]) => !kept.includes(name));
    return {
      apiVersion,
      kind,
      metadata: { ...Object.fromEntries(given), ...address },
      ...(status === undefined ? {} : { status }),
    };
  }
  return resource.subresources.some(({ subresource }) => subresource === 'status') ? main : applied;
}

function withoutManagers(object: JsonRecord): JsonRecord {
  const { metadata, ...rest } = object;
  const { managedFields: _managers, ...kept } = isJsonRecord(metadata) ? metadata : {};
  return { ...rest, metadata: kept };
}

function refusalOf(taken: readonly Taken[]): Error {
  return applyConflict(
    taken.flatMap(({ owner: { manager, operation, subresource, apiVersion }, fields }) => {
      const where = subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`;
      const how = operation === 'Update' ? ` using ${apiVersion}` : '';
      const owner = `${JSON.stringify(manager)}${where}${how}`;
      return [...fields].sort(comparePaths).map((path) => ({ manager: owner, field: formatPath(path) }));
    }),
  );
}
