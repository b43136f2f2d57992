import type { ObjectMeta } from '../core/model/kube-object.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/**
 * Returns the key of an object in a state: `namespace/name`, or the name alone if there is no namespace.
 *
 * @example
 * const state = new Map<string, KubeObject>();
 * state.get(stateKey({ namespace: 'shop', name: 'front-0' }));
 */
export function stateKey(object: { namespace?: string | undefined; name?: string | undefined }): string {
  const { namespace, name } = object;
  return namespace === undefined || namespace === '' ? (name ?? '') : `${namespace}/${name ?? ''}`;
}

/** Returns the metadata of an object, or of the object of a row. Undefined if there is none. */
export function metadataOf(item: unknown): ObjectMeta | undefined {
  if (!isJsonRecord(item)) return undefined;
  const object = 'cells' in item ? item['object'] : item;
  const metadata = isJsonRecord(object) ? object['metadata'] : undefined;
  return isJsonRecord(metadata) ? metadata : undefined;
}

/**
 * Like {@link metadataOf}, for an object that has to have metadata. Throws `InvalidArgumentError` for a row without it.
 */
export function requireMetadata(item: unknown): ObjectMeta {
  const metadata = metadataOf(item);
  if (metadata !== undefined) return metadata;
  throw new InvalidArgumentError(
    'handle',
    'cannot be followed: its objects have no metadata to identify them by; use a Table with { includeObject: "Metadata" }',
  );
}
