import type { ObjectMeta } from '../../core/model/kube-object.js';
import { knownOwners } from './owner-references.js';

const known = new Set([
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
]);

/** Metadata as servers keep it, and the paths of dropped fields. */
export interface KnownMetadata {
  readonly metadata: ObjectMeta;
  readonly unknown: readonly string[];
}

/** Drops metadata fields that servers do not know. */
export function knownMetadata(
  given: ObjectMeta,
  server: { readonly ownerResource?: boolean | undefined },
): KnownMetadata {
  const unknown = Object.keys(given).flatMap((field) => (known.has(field) ? [] : [`metadata.${field}`]));
  const owners = knownOwners(given.ownerReferences ?? [], server);
  unknown.push(...owners.unknown);
  const kept: ObjectMeta = Object.fromEntries(Object.entries(given).filter(([field]) => known.has(field)));
  delete (kept as { selfLink?: unknown }).selfLink;
  const hasOwners = given.ownerReferences !== undefined;
  return { metadata: hasOwners ? { ...kept, ownerReferences: owners.owners } : kept, unknown };
}
