import type { DeepReadonly } from '../../core/model/deep-readonly.js';
import type { KubeObject, ObjectMeta, PartialObjectMetadata } from '../../core/model/kube-object.js';
import { requireKnownOptions, requireObject, requireTexts, type OptionChecks } from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { markConverted } from '../../core/representation/origin.js';
import { fieldOwners, withoutFields, type FieldOwners } from './owned-fields.js';
import { withoutServerSet } from './server-set.js';

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
export type ManifestOf<T extends DeepReadonly<PartialObjectMetadata>> = string extends keyof T
  ? KubeObject
  : { [Field in keyof T as Field extends 'metadata' | 'status' ? never : Field]: T[Field] } & {
      metadata: ManifestMetadata & Pick<T['metadata'], Extract<keyof T['metadata'], keyof ManifestMetadata>>;
    };

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
  const { metadata: rest, ...others } = withoutServerSet(chosen, { group, kind }, owners.others);
  const { name, namespace } = object.metadata;
  // Kept whoever owns them: they identify the object.
  const named = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  const manifest: KubeObject = {
    apiVersion,
    kind,
    metadata: { ...named, ...(rest as ObjectMeta | undefined) },
    ...without(others),
  };
  return markConverted(manifest as ManifestOf<T>);
}

/** Reports whether the object keeps all its fields. */
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
