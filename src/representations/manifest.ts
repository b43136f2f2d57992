import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { KubeList, KubeObject, ObjectLike, ObjectMeta, PartialObjectMetadata } from '../core/model/kube-object.js';
import { type OptionChecks, requireKnownOptions, requireObject, requireTexts } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { markConverted } from '../core/representation/origin.js';
import type { Representation } from '../core/representation/representation.js';
import type { Shapes } from '../core/representation/shapes.js';
import { continueOf } from '../core/representation/parsed-answer.js';
import type { WatchEvent } from '../core/representation/watch-event.js';
import { wholeObject } from '../core/representation/whole-object.js';

/**
 * A tree of fields as in managedFields: `f:` precedes a field, `k:` the keys of a list item, `v:` a value, and `.` is
 * the parent itself; a field with nothing below it is owned as a whole.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export type FieldTree = JsonRecord;

/** The owners of the fields of an object. */
export interface FieldOwners {
  readonly controllers: readonly FieldTree[];
  readonly others: readonly FieldTree[];
  /** Whether all entries of others could be read: in the version of the object, and in a known format. */
  readonly isClear: boolean;
}

/** No real object is nested this deeply; fields below are kept. */
const deepest = 200;

/** Reads the managedFields of an object. */
export function fieldOwners(
  managedFields: unknown,
  { apiVersion, isController }: { readonly apiVersion: unknown; readonly isController: (manager: string) => boolean },
): FieldOwners {
  const entries: readonly unknown[] = Array.isArray(managedFields) ? managedFields : [];
  const controllers: FieldTree[] = [];
  const others: FieldTree[] = [];
  let isClear = true;
  for (const entry of entries) {
    if (!isJsonRecord(entry)) continue;
    const { manager, subresource, fieldsV1 } = entry;
    const controls = subresource === 'status' || (typeof manager === 'string' && isController(manager));
    const isRead = isJsonRecord(fieldsV1) && entry['apiVersion'] === apiVersion;
    if (isRead) (controls ? controllers : others).push(fieldsV1);
    else if (!controls) isClear = false;
  }
  return { controllers, others, isClear };
}

/** Returns the subtrees below a field of one or several trees. */
export function fieldsBelow(trees: readonly FieldTree[], key: string): readonly FieldTree[] {
  return trees.flatMap((tree) => {
    const child = Object.hasOwn(tree, key) ? tree[key] : undefined;
    return isJsonRecord(child) ? [child] : [];
  });
}

/**
 * Returns a function that finds the subtrees below a list item: by its keys if the list has keys, otherwise by its
 * value.
 */
export function itemsBelow(trees: readonly FieldTree[]): (item: unknown) => readonly FieldTree[] {
  const found = new Map<string, FieldTree[]>();
  const keySets = new Map<string, readonly string[]>();
  for (const tree of trees) {
    for (const [key, child] of Object.entries(tree)) {
      const named = itemNamed(key);
      if (named === undefined || !isJsonRecord(child)) continue;
      if (isJsonRecord(named)) keySets.set(Object.keys(named).sort().join(), Object.keys(named).sort());
      const id = isJsonRecord(named) ? idOf(named, Object.keys(named).sort()) : JSON.stringify(named);
      found.set(id, [...(found.get(id) ?? []), child]);
    }
  }
  return (item) => {
    const ids = isJsonRecord(item) ? [...keySets.values()].map((keys) => idOf(item, keys)) : [idOfValue(item)];
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}

/**
 * Returns a value without the fields that are owned in `alone` and not in `others`, and without objects and lists that
 * become empty by this. A field that nobody owns, such as a default, stays.
 */
export function withoutFields(
  value: unknown,
  alone: readonly FieldTree[],
  others: readonly FieldTree[],
  depth = 0,
): unknown {
  if (alone.length === 0 || depth > deepest) return value;
  const step = (child: unknown, mine: readonly FieldTree[], theirs: readonly FieldTree[]): readonly unknown[] => {
    if (mine.length === 0 || theirs.some(isWhole)) return [child];
    if (theirs.length === 0 && mine.some((tree) => isWhole(tree) || Object.hasOwn(tree, '.'))) return [];
    const rest = withoutFields(child, mine, theirs, depth + 1);
    return rest !== child && theirs.length === 0 && isEmpty(rest) ? [] : [rest];
  };
  if (Array.isArray(value)) {
    const [mine, theirs] = [itemsBelow(alone), itemsBelow(others)];
    const items = (value as readonly unknown[]).map((item) => step(item, mine(item), theirs(item)));
    return isSame(items, value) ? value : items.flat(1);
  }
  if (!isJsonRecord(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => {
    const rest = step(child, fieldsBelow(alone, `f:${key}`), fieldsBelow(others, `f:${key}`));
    return { key, rest };
  });
  if (entries.every(({ key, rest }) => rest.length === 1 && rest[0] === value[key])) return value;
  return Object.fromEntries(entries.flatMap(({ key, rest }) => rest.map((child) => [key, child])));
}

function isWhole(tree: FieldTree): boolean {
  return Object.keys(tree).length === 0;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isSame(items: readonly (readonly unknown[])[], value: readonly unknown[]): boolean {
  return items.every((rest, index) => rest.length === 1 && rest[0] === value[index]);
}

/**
 * Returns the item that a key such as `k:{"name":"a"}` or `v:"a"` identifies; undefined if the key identifies no item.
 */
function itemNamed(key: string): unknown {
  if (!key.startsWith('k:') && !key.startsWith('v:')) return undefined;
  try {
    return JSON.parse(key.slice(2));
  } catch {
    return undefined;
  }
}

function idOf(item: JsonRecord, keys: readonly string[]): string {
  return keys.map((key) => `${key}=${idOfValue(item[key])}`).join();
}

function idOfValue(value: unknown): string {
  return typeof value === 'object' ? '{}' : JSON.stringify(value);
}

/** The fields that a server writes into objects of one kind, by the words that lead to them; `*` is each item of a list. */
interface ServerSet {
  /** Removed whoever owns them. */
  readonly always?: readonly string[];
  /** Removed unless somebody other than a controller owns them: a user may set them, but usually the server does. */
  readonly unlessOwned?: readonly string[];
}

/** By group and kind. The server sets all of these without an entry in managedFields, or under the creator's name. */
const byKind: Readonly<Record<string, ServerSet>> = {
  '/Namespace': { always: ['spec finalizers', 'metadata labels kubernetes.io/metadata.name'] },
  '/Service': {
    unlessOwned: ['spec clusterIP', 'spec clusterIPs', 'spec healthCheckNodePort', 'spec ports * nodePort'],
  },
  '/Pod': { unlessOwned: ['spec nodeName', 'spec priority', 'spec preemptionPolicy'] },
  '/PersistentVolumeClaim': { unlessOwned: ['spec volumeName'] },
  '/PersistentVolume': {
    always: ['spec claimRef uid', 'spec claimRef resourceVersion'],
    unlessOwned: ['spec claimRef'],
  },
  '/ServiceAccount': { unlessOwned: ['secrets'] },
  'apps/StatefulSet': { always: ['spec volumeClaimTemplates * status'] },
  'batch/Job': {
    always: ['metadata labels', 'spec template metadata labels'].flatMap((labels) => [
      `${labels} controller-uid`,
      `${labels} job-name`,
      `${labels} batch.kubernetes.io/controller-uid`,
      `${labels} batch.kubernetes.io/job-name`,
    ]),
    unlessOwned: ['spec selector'],
  },
  'certificates.k8s.io/CertificateSigningRequest': {
    always: ['spec username', 'spec uid', 'spec groups', 'spec extra'],
  },
};

/** Times that old servers write as null into templates. */
const nullTimes: readonly string[] = [
  'spec template metadata creationTimestamp',
  'spec jobTemplate metadata creationTimestamp',
  'spec jobTemplate spec template metadata creationTimestamp',
  'spec volumeClaimTemplates * metadata creationTimestamp',
  'template metadata creationTimestamp',
];

/** Returns an object without the fields that its server sets besides status and the usual metadata. */
export function withoutServerSet(
  object: JsonRecord,
  { group, kind }: GroupAndKind,
  others: readonly FieldTree[],
): JsonRecord {
  const key = `${group}/${kind}`;
  const { always = [], unlessOwned = [] } = (Object.hasOwn(byKind, key) ? byKind[key] : undefined) ?? {};
  const spec = isJsonRecord(object['spec']) ? object['spec'] : {};
  // The selector and labels of such a job were chosen by a user.
  const isManual = key === 'batch/Job' && spec['manualSelector'] === true;
  let rest: unknown = object;
  for (const path of nullTimes) rest = without(rest, path.split(' '), (value) => value === null);
  if (!isManual) {
    for (const path of always) rest = without(rest, path.split(' '), () => true);
    for (const path of unlessOwned) rest = without(rest, path.split(' '), isAllocated, others);
  }
  return key === '/Pod' ? withoutTokenVolume(rest as JsonRecord) : (rest as JsonRecord);
}

/** A kind in any version. */
interface GroupAndKind {
  readonly group: string;
  readonly kind: string;
}

/**
 * Returns a value without the field at a path, if `goes` says so and no tree owns it, and without parents that become
 * empty.
 */
function without(
  value: unknown,
  [step, ...rest]: readonly string[],
  goes: (value: unknown) => boolean,
  owners: readonly FieldTree[] = [],
): unknown {
  if (step === undefined || value === undefined) return value;
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    const ownersOf = itemsBelow(owners);
    const items = value.map((item: unknown) => without(item, rest, goes, ownersOf(item)));
    return items.some((item, index) => item !== value[index]) ? items : (value as unknown);
  }
  if (!isJsonRecord(value) || !Object.hasOwn(value, step)) return value;
  const owning = fieldsBelow(owners, `f:${step}`);
  const { [step]: child, ...others } = value;
  if (rest.length === 0) return goes(child) && owning.length === 0 ? others : value;
  const left = without(child, rest, goes, owning);
  if (left === child) return value;
  return isJsonRecord(left) && Object.keys(left).length === 0 ? others : { ...value, [step]: left };
}

/** Reports whether the server allocated the value: the address `None` is always the user's choice. */
function isAllocated(value: unknown): boolean {
  return value !== 'None' && !(Array.isArray(value) && value.includes('None'));
}

const tokenVolume = /^kube-api-access-[a-z0-9]{5}$|-token-[a-z0-9]{5}$/;
const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Returns a pod without the volume of its token, which admission adds to each pod under the creator's name. */
function withoutTokenVolume(pod: JsonRecord): JsonRecord {
  const { spec } = pod;
  if (!isJsonRecord(spec)) return pod;
  const mounted = new Set<unknown>();
  const kept = (list: unknown, keeps: (item: unknown) => boolean): unknown => {
    if (!Array.isArray(list)) return list;
    const left = (list as readonly unknown[]).filter(keeps);
    return left.length === 0 && list.length > 0 ? undefined : left;
  };
  const withoutMount = (container: unknown): unknown => {
    if (!isJsonRecord(container) || !Object.hasOwn(container, 'volumeMounts')) return container;
    const { volumeMounts, ...rest } = container;
    const left = kept(volumeMounts, (mount) => {
      const { name, mountPath } = isJsonRecord(mount) ? mount : {};
      const isToken = mountPath === tokenPath && typeof name === 'string' && tokenVolume.test(name);
      if (isToken) mounted.add(name);
      return !isToken;
    });
    return left === undefined ? rest : { ...container, volumeMounts: left };
  };
  const entries = Object.entries(spec).map(([key, value]): [string, unknown] => {
    const isContainers = Array.isArray(value) && /^(?:c|initC|ephemeralC)ontainers$/.test(key);
    return [key, isContainers ? value.map(withoutMount) : value];
  });
  const volumes = kept(spec['volumes'], (volume) => !mounted.has(isJsonRecord(volume) ? volume['name'] : undefined));
  const left = entries.flatMap(([key, value]) => {
    if (key !== 'volumes') return [[key, value] as const];
    return volumes === undefined ? [] : [[key, volumes] as const];
  });
  return { ...pod, spec: Object.fromEntries(left) };
}

/** Options of {@link toManifest} and `manifest()`. */
export interface ManifestOptions {
  /**
   * Further managers, by their names in managedFields, whose fields are left out: `cert-manager-cainjector`, `keda`.
   * Those of Kubernetes are always included: kube-controller-manager, kube-scheduler, kubelet,
   * cloud-controller-manager.
   * @default only those of Kubernetes
   */
  readonly controllers?: readonly string[] | undefined;
}

/**
 * The result of {@link toManifest}: the type of the object without its status, and with the metadata that a user chooses.
 * If the fields of the type are not known, a {@link KubeObject}. `handle.apply(toManifest(object))` accepts it.
 */
export type ManifestOf<T extends DeepReadonly<PartialObjectMetadata>> = [string, AnyFields<T>] extends [keyof T, T]
  ? KubeObject
  : { [Field in keyof T as Field extends 'metadata' | 'status' ? never : Field]: T[Field] } & {
      metadata: ManifestMetadata & Pick<T['metadata'], Extract<keyof T['metadata'], keyof ManifestMetadata>>;
    };

/** An object like `T` with any further fields, which is a `T` if that knows of none. */
type AnyFields<T extends DeepReadonly<PartialObjectMetadata>> = { [field: string]: unknown } & Pick<
  KubeObject,
  'apiVersion' | 'kind'
> &
  Pick<T, 'metadata'>;

/** The metadata of a manifest. */
export type ManifestMetadata = Pick<ObjectMeta, 'name' | 'namespace' | 'labels' | 'annotations' | 'finalizers'>;

/** The checks of {@link ManifestOptions}. */
export const manifestOptionChecks: OptionChecks<ManifestOptions> = { controllers: requireTexts };

const ownControllers = ['kube-controller-manager', 'kube-scheduler', 'kubelet', 'cloud-controller-manager'];
const metadataFields = ['name', 'namespace', 'labels', 'annotations', 'finalizers'];
/** Annotations in which clients and controllers keep notes for themselves. */
const notes = /* @__PURE__ */ new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
]);
const ownFinalizers = /* @__PURE__ */ new Set([
  'kubernetes.io/pvc-protection',
  'kubernetes.io/pv-protection',
  'foregroundDeletion',
  'orphan',
  'service.kubernetes.io/load-balancer-cleanup',
  'batch.kubernetes.io/job-tracking',
]);

/**
 * Reduces an object from a server to the parts that belong in git. The result has no status; of the metadata it keeps
 * name, namespace, labels, annotations and finalizers; it has no fields that the server sets for the kind, such as the
 * addresses of a service, and no fields that only controllers own according to managedFields, such as replicas set by
 * an autoscaler. Defaults stay, because they cannot be told from values that somebody chose.
 *
 * The type of the result is that of the object, although fields that only controllers own are absent from it.
 *
 * If controllers own all fields of an object outside its metadata, the object is theirs and keeps its fields. Without
 * managedFields, and if a user's managedFields are in another version than the object, all fields count as chosen.
 *
 * @param object a whole object, as read or from an informer; it is not changed
 * @throws InvalidArgumentError for an argument that is not an object with kind, apiVersion and metadata
 * @example
 * const clean = toManifest(await handle.namespace('shop').get('front'));
 * console.log(JSON.stringify(clean, null, 2)); // without status, uid and the like
 */
export function toManifest<T extends DeepReadonly<PartialObjectMetadata>>(
  object: T,
  options: ManifestOptions = {},
): ManifestOf<T> {
  const { apiVersion, kind, metadata, status: _, ...fields }: JsonRecord = requireObject('object', object);
  const { controllers = [] } = requireKnownOptions(options, manifestOptionChecks);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonRecord(metadata)) {
    throw new InvalidArgumentError('object', 'must have apiVersion, kind and metadata');
  }
  const managers = new Set([...ownControllers, ...controllers]);
  const owners = fieldOwners(metadata['managedFields'], {
    apiVersion,
    isController: (manager) => managers.has(manager),
  });
  const kept = { apiVersion, kind, metadata: metadataOf(metadata), ...fields };
  const chosen = keepsAll(owners) ? kept : (withoutFields(kept, owners.controllers, owners.others) as JsonRecord);
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const {
    apiVersion: _version,
    kind: _kind,
    metadata: rest,
    ...others
  } = withoutServerSet(chosen, { group, kind }, owners.others);
  const { name, namespace } = object.metadata;
  // Kept whoever owns them: they identify the object.
  const named = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  const manifest: KubeObject = {
    apiVersion,
    kind,
    metadata: { ...named, ...(rest as ObjectMeta | undefined) },
    ...others,
  };
  return markConverted(manifest as ManifestOf<T>);
}

/** Reports whether the object keeps all its fields. */
function keepsAll({ others, isClear }: FieldOwners): boolean {
  return !isClear || !others.some((tree) => Object.keys(tree).some((key) => key !== 'f:metadata'));
}

function metadataOf(metadata: JsonRecord): JsonRecord {
  const fields = metadataFields.flatMap((field): [string, unknown][] => {
    const value = metadata[field];
    if (field === 'annotations') return nonEmptyField(field, omit(value, notes));
    if (field !== 'finalizers' || !Array.isArray(value)) return nonEmptyField(field, value);
    return nonEmptyField(
      field,
      value.filter((finalizer) => !ownFinalizers.has(finalizer as string)),
    );
  });
  return Object.fromEntries(fields);
}

function nonEmptyField(field: string, value: unknown): [string, unknown][] {
  const isNothing =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isNothing ? [] : [[field, value]];
}

function omit(value: unknown, keys: ReadonlySet<string>): unknown {
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
}

/** The shapes of a handle for manifests. */
export interface ManifestShapes<Input extends ObjectLike = KubeObject> extends Shapes {
  readonly one: KubeObject;
  readonly many: KubeList;
  readonly item: KubeObject;
  readonly event: WatchEvent<KubeObject>;
  readonly input: Input;
}

/**
 * Returns the representation of objects as they belong in git: see {@link toManifest}, which does the same to an object
 * that you already have. Manifests can be applied again, to this server or another one. `originOf` returns `converted`,
 * since no server produces them.
 *
 * @throws InvalidArgumentError if `controllers` is not a list of names
 * @example
 * const deployment = await handle.as(manifest()).namespace('shop').get('front');
 * await handle.apply(deployment, { fieldManager: 'my-backup' });
 */
export function manifest(options: ManifestOptions = {}): Representation<ManifestShapes> {
  requireKnownOptions(options, manifestOptionChecks);
  const inner = wholeObject();
  const cut = (object: KubeObject): KubeObject => toManifest(object, options);
  return {
    name: 'manifest',
    offer: (verb, context) => inner.offer(verb, context),
    decodeOne: (body, context) => cut(inner.decodeOne(body, context)),
    decodeMany(body, context) {
      const list = inner.decodeMany(body, context);
      return markConverted({ ...list, items: list.items.map(cut) });
    },
    decodeEvents(context) {
      const decode = inner.decodeEvents(context);
      return (frame) => {
        const event = decode(frame);
        return event.type === 'BOOKMARK' ? event : markConverted({ type: event.type, object: cut(event.object) });
      };
    },
    itemsOf: ({ items }) => items,
    continueOf,
  };
}
