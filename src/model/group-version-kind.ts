import { formatGroupVersion, type GroupVersion } from './group-version.js';

/** A kind inside a group, whatever the version. `group: ''` is the core group. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** What a manifest names: the type of an object as it is written down. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** `apps/v1, Kind=Deployment`, for messages. */
export function formatGroupVersionKind(gvk: GroupVersionKind): string {
  return `${formatGroupVersion(gvk)}, Kind=${gvk.kind}`;
}
