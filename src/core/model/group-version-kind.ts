import { formatGroupVersion, type GroupVersion } from './group-version.js';

/** A kind in a group, in any version. `group: ''` is the core group. */
export interface GroupKind {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The kind: `Deployment`. */
  readonly kind: string;
}

/** The type of an object, as manifests name it. */
export interface GroupVersionKind extends GroupVersion {
  /** The kind, as manifests write it: `Deployment`. */
  readonly kind: string;
}

/**
 * Formats a kind for messages: `apps/v1, Kind=Deployment`.
 *
 * @example
 * formatGroupVersionKind({ group: 'apps', version: 'v1', kind: 'Deployment' }); // 'apps/v1, Kind=Deployment'
 */
export function formatGroupVersionKind(gvk: GroupVersionKind): string {
  return `${formatGroupVersion(gvk)}, Kind=${gvk.kind}`;
}
