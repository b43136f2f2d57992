import { formatGroupVersion } from '../model/group-version.js';
import type { KubeList, ObjectMeta, PartialObjectMetadata } from '../model/kube-object.js';
import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import { isJsonRecord } from '../shared/json-record.js';

/**
 * Metadata for those who look at names, uids and owners of very many objects: lists are checked for these alone, which
 * takes half the time. What is not just so is read with all checks.
 */
export function ownerMetadata(): Representation<
  PartialObjectMetadata,
  KubeList<PartialObjectMetadata>,
  PartialObjectMetadata
> {
  const checked = partialObjectMetadata();
  return {
    ...checked,
    decodeMany(body, context) {
      const items: unknown = body['items'];
      if (!Array.isArray(items) || !items.every(isPlainMetadata)) return checked.decodeMany(body, context);
      const list = checked.decodeMany({ ...body, items: [] }, context);
      const apiVersion = formatGroupVersion(context.mapping.kind);
      const { kind } = context.mapping.kind;
      return { ...list, items: items.map(({ metadata }) => ({ apiVersion, kind, metadata })) };
    },
  };
}

function isPlainMetadata(item: unknown): item is { readonly metadata: ObjectMeta } {
  if (!isJsonRecord(item) || item['kind'] !== 'PartialObjectMetadata') return false;
  const { metadata } = item;
  if (!isJsonRecord(metadata)) return false;
  const { name, namespace, uid } = metadata;
  return typeof name === 'string' && isTextOrMissing(namespace) && isTextOrMissing(uid);
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
