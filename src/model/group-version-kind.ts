import { formatGroupVersion, type GroupVersion } from './group-version.js';

/** A kind inside a group, whatever the version. `group: ''` is the core group. */
export interface GroupKind {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The kind: `Deployment`. */
  readonly kind: string;
}

/** What a manifest names: the type of an object as it is written down. */
export interface GroupVersionKind extends GroupVersion {
  /** The kind, as manifests write it: `Deployment`. */
  readonly kind: string;
}

/**
 * `apps/v1, Kind=Deployment`, for messages.
 *
 * @example
 * formatGroupVersionKind({ group: 'apps', version: 'v1', kind: 'Deployment' }); // 'apps/v1, Kind=Deployment'
 */
export function formatGroupVersionKind(gvk: GroupVersionKind): string {
  return `${formatGroupVersion(gvk)}, Kind=${gvk.kind}`;
}
