import type { DeepReadonly } from '../../model/deep-readonly.js';
import type { KubeObject, ObjectMeta, PartialObjectMetadata } from '../../model/kube-object.js';
import { requireObject, requireTexts } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { markConverted } from '../origin.js';
import { fieldOwners, withoutFields, type FieldOwners } from './owned-fields.js';
import { withoutServerSet } from './server-set.js';

/** What is left out of a manifest beside what Kubernetes itself sets. */
export interface ManifestOptions {
  /**
   * Further managers, by their names in managedFields, whose fields are not yours: `cert-manager-cainjector`, `keda`. Those of
   * Kubernetes are always among them: kube-controller-manager, kube-scheduler, kubelet, cloud-controller-manager.
   * @default none beside those of Kubernetes
   */
  readonly controllers?: readonly string[] | undefined;
}

/**
 * What {@link toManifest} makes of an object: the type of the object without status, and of its metadata what a person chooses.
 * Where its fields are not known it is a {@link KubeObject}. A handle of these objects takes it: `handle.apply(toManifest(object))`.
 */
export type ManifestOf<T extends DeepReadonly<PartialObjectMetadata>> = string extends keyof T
  ? KubeObject
  : { [Field in keyof T as Field extends 'metadata' | 'status' ? never : Field]: T[Field] } & {
      metadata: ManifestMetadata & Pick<T['metadata'], Extract<keyof T['metadata'], keyof ManifestMetadata>>;
    };

/** The metadata of a manifest. */
export type ManifestMetadata = Pick<ObjectMeta, 'name' | 'namespace' | 'labels' | 'annotations' | 'finalizers'>;

const ownControllers = ['kube-controller-manager', 'kube-scheduler', 'kubelet', 'cloud-controller-manager'];
const metadataFields = ['name', 'namespace', 'labels', 'annotations', 'finalizers'];
/** What clients and controllers note for themselves. */
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
 * What belongs into git of an object that a server answered: no status; of the metadata name, namespace, labels, annotations and
 * finalizers; nothing that the server sets for its kind, such as the addresses of a service; and no field that controllers alone
 * own by managedFields, such as replicas that an autoscaler sets. Defaults stay, since they cannot be told from what was chosen.
 *
 * The type of the answer is that of the object: a field of it that controllers alone own is not there all the same.
 *
 * An object of which nobody but controllers owns anything beside metadata is theirs and keeps its fields. Without
 * managedFields, and where a person's are told in another version than the object's, all fields are taken for chosen.
 *
 * @param object whole, as it was read or as an informer hands it out; it stays as it is
 * @throws InvalidArgumentError for what is no object with kind, apiVersion and metadata
 * @example
 * const clean = toManifest(await handle.namespace('shop').get('front'));
 * console.log(JSON.stringify(clean, null, 2)); // without status, uid and their like
 */
export function toManifest<T extends DeepReadonly<PartialObjectMetadata>>(
  object: T,
  options: ManifestOptions = {},
): ManifestOf<T> {
  const { apiVersion, kind, metadata, status: _, ...fields }: JsonRecord = requireObject('object', object);
  const { controllers = [] } = requireObject('options', options);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonRecord(metadata)) {
    throw new InvalidArgumentError('object', 'has to have apiVersion, kind and metadata');
  }
  const managers = new Set([...ownControllers, ...requireTexts('controllers', controllers)]);
  const owners = fieldOwners(metadata['managedFields'], {
    apiVersion,
    isController: (manager) => managers.has(manager),
  });
  const kept = { apiVersion, kind, metadata: metadataOf(metadata), ...fields };
  const chosen = keepsAll(owners) ? kept : (withoutFields(kept, owners.controllers, owners.others) as JsonRecord);
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const { metadata: rest, ...others } = withoutServerSet(chosen, { group, kind }, owners.others);
  const { name, namespace } = object.metadata;
  // Whoever owns them: without these it would be nobody.
  const named = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  const manifest: KubeObject = {
    apiVersion,
    kind,
    metadata: { ...named, ...(rest as ObjectMeta | undefined) },
    ...without(others),
  };
  return markConverted(manifest as ManifestOf<T>);
}

/** Whether the fields are to be taken as they are. */
function keepsAll({ others, isClear }: FieldOwners): boolean {
  return !isClear || !others.some((tree) => Object.keys(tree).some((key) => key !== 'f:metadata'));
}

function without({ apiVersion: _, kind: __, ...fields }: JsonRecord): JsonRecord {
  return fields;
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
