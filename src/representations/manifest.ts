import { isJsonRecord, ownIn, recordIn, type JsonRecord } from '../core/shared/json-record.js';
import { fieldsBelow, isMember, isWhole, managedFieldsOf, stepsOfItems, type FieldTree } from './fields-v1.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { KubeList, KubeObject, ObjectLike, ObjectMeta, PartialObjectMetadata } from '../core/model/kube-object.js';
import { type OptionChecks, requireKnownOptions, requireObject, requireTexts } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { markConverted } from '../core/representation/origin.js';
import type { Representation } from '../core/representation/representation.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { WatchEvent } from '../core/representation/watch-event.js';
import { wholeObject } from '../core/representation/whole-object.js';

/** No real object is nested this deeply; fields below are kept. */
const deepest = 200;

/** Returns a function that finds the subtrees below an item of a list. */
function itemsBelow(trees: readonly FieldTree[]): (item: unknown) => readonly FieldTree[] {
  const stepsOf = stepsOfItems(trees);
  return (item) => stepsOf(item).flatMap((step) => fieldsBelow(trees, step));
}

/**
 * Returns a value without the fields that are owned in `alone` and not in `others`, and without objects and lists that
 * become empty by this. A field that nobody owns, such as a default, stays.
 */
function withoutFields(value: unknown, alone: readonly FieldTree[], others: readonly FieldTree[], depth = 0): unknown {
  if (alone.length === 0 || depth > deepest) return value;
  /** Returns what is left of a child, in a list; nothing if it goes. */
  const left = (child: unknown, mine: readonly FieldTree[], theirs: readonly FieldTree[]): readonly unknown[] => {
    if (mine.length === 0 || theirs.some(isWhole)) return [child];
    if (theirs.length === 0 && mine.some(isMember)) return [];
    const rest = withoutFields(child, mine, theirs, depth + 1);
    return theirs.length === 0 && isEmpty(rest) && !isEmpty(child) ? [] : [rest];
  };
  if (Array.isArray(value)) {
    const [mine, theirs] = [itemsBelow(alone), itemsBelow(others)];
    return value.flatMap((item) => left(item, mine(item), theirs(item)));
  }
  if (!isJsonRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, child]) => {
    const [mine, theirs] = [fieldsBelow(alone, `f:${key}`), fieldsBelow(others, `f:${key}`)];
    return left(child, mine, theirs).map((rest) => [key, rest] as const);
  });
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
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

const tokenVolume = /^kube-api-access-[a-z0-9]{5}$|-token-[a-z0-9]{5}$/;
const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Returns an object without the fields that its server sets besides status and the usual metadata. */
function withoutServerSet(object: JsonRecord, key: string, others: readonly FieldTree[]): JsonRecord {
  const { always = [], unlessOwned = [] } = ownIn(byKind, key) ?? {};
  // The selector and labels of such a job were chosen by a user.
  const isManual = key === 'batch/Job' && recordIn(object, 'spec')['manualSelector'] === true;
  let rest: unknown = object;
  const remove = (path: string, goes: (value: unknown) => boolean, owners: readonly FieldTree[] = []): void => {
    rest = without(rest, path.split(' '), goes, owners);
  };
  for (const note of notes) remove(`metadata annotations ${note}`, () => true);
  remove('metadata finalizers *', (finalizer) => ownFinalizers.has(finalizer));
  for (const path of nullTimes) remove(path, (value) => value === null);
  for (const path of isManual ? [] : always) remove(path, () => true);
  for (const path of isManual ? [] : unlessOwned) remove(path, isAllocated, others);
  // Admission adds the volume of its token to each pod, under the creator's name.
  const mounted = new Set<unknown>();
  for (const list of key === '/Pod' ? ['containers', 'initContainers', 'ephemeralContainers'] : []) {
    remove(`spec ${list} * volumeMounts *`, (mount) => {
      const { name, mountPath } = isJsonRecord(mount) ? mount : {};
      const isToken = mountPath === tokenPath && typeof name === 'string' && tokenVolume.test(name);
      if (isToken) mounted.add(name);
      return isToken;
    });
  }
  if (mounted.size > 0) remove('spec volumes *', (volume) => isJsonRecord(volume) && mounted.has(volume['name']));
  return rest as JsonRecord;
}

/**
 * Returns a value without what is at a path, where `goes` says so and no tree owns it, and without fields that become
 * empty by this.
 */
function without(
  value: unknown,
  [step, ...rest]: readonly string[],
  goes: (value: unknown) => boolean,
  owners: readonly FieldTree[],
): unknown {
  if (step === '*' && Array.isArray(value)) {
    const ownersOf = itemsBelow(owners);
    if (rest.length === 0) return value.filter((item) => !goes(item));
    return value.map((item: unknown) => without(item, rest, goes, ownersOf(item)));
  }
  if (step === undefined || !isJsonRecord(value) || !Object.hasOwn(value, step)) return value;
  const owning = fieldsBelow(owners, `f:${step}`);
  const { [step]: child, ...others } = value;
  if (rest.length === 0) return goes(child) && owning.length === 0 ? others : value;
  const left = without(child, rest, goes, owning);
  return isEmpty(left) && !isEmpty(child) ? others : { ...value, [step]: left };
}

/** Reports whether the server allocated the value: the address `None` is always the user's choice. */
function isAllocated(value: unknown): boolean {
  return value !== 'None' && !(Array.isArray(value) && value.includes('None'));
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
const notes = ['kubectl.kubernetes.io/last-applied-configuration', 'deployment.kubernetes.io/revision'];
const ownFinalizers: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
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
  const alone: FieldTree[] = [];
  const others: FieldTree[] = [];
  let isClear = true;
  for (const { manager, subresource, fields } of managedFieldsOf({ apiVersion, metadata })) {
    const controls = subresource === 'status' || managers.has(manager);
    if (fields !== undefined) (controls ? alone : others).push(fields);
    else if (!controls) isClear = false;
  }
  // If no user has a field outside of the metadata, or it is not known who has which, the object keeps all.
  const isChosen = others.some((tree) => Object.keys(tree).some((key) => key !== 'f:metadata'));
  const chosenMetadata = metadataFields.flatMap((each) => (isEmpty(metadata[each]) ? [] : [[each, metadata[each]]]));
  const whole = { apiVersion, kind, metadata: Object.fromEntries(chosenMetadata) as JsonRecord, ...fields };
  const chosen = isClear && isChosen ? (withoutFields(whole, alone, others) as JsonRecord) : whole;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const { metadata: rest, ...kept } = withoutServerSet(chosen, `${group}/${kind}`, others);
  const { name, namespace } = object.metadata;
  // Kept whoever owns them: they identify the object.
  const named = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  const manifest = { apiVersion, kind, metadata: { ...named, ...(rest as ObjectMeta | undefined) }, ...kept };
  return markConverted(manifest as unknown as ManifestOf<T>);
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
    ...inner,
    name: 'manifest',
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
  };
}
