import { formatGroupVersion } from '../model/group-version.js';
import { readJsonObject } from '../media/answer-body.js';
import { partialObjectMetadata, type MetadataShapes } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import { isJsonRecord } from '../shared/json-record.js';

/**
 * Metadata for those who look at names, uids and owners of very many objects: lists are checked for these alone, which
 * takes half the time. What is not just so is read with all checks.
 */
export function ownerMetadata(): Representation<MetadataShapes> {
  const checked = partialObjectMetadata();
  return {
    ...checked,
    decodeMany(body, context) {
      const answer = readJsonObject(body);
      const items: unknown = answer['items'];
      if (!Array.isArray(items) || !items.every(isPlainMetadata)) {
        return checked.decodeMany({ ...body, json: () => answer }, context);
      }
      const list = checked.decodeMany({ ...body, json: () => ({ ...answer, items: [] }) }, context);
      const apiVersion = formatGroupVersion(context.mapping.kind);
      const { kind } = context.mapping.kind;
      return { ...list, items: items.map(({ metadata }) => ({ apiVersion, kind, metadata })) };
    },
  };
}

function isPlainMetadata(item: unknown): item is MetadataShapes['item'] {
  if (!isJsonRecord(item) || item['kind'] !== 'PartialObjectMetadata') return false;
  const { metadata } = item;
  if (!isJsonRecord(metadata)) return false;
  const { name, namespace, uid } = metadata;
  return typeof name === 'string' && isTextOrMissing(namespace) && isTextOrMissing(uid);
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
