/**
 * An API group and one of its versions. The core group's name is the empty string.
 * @see https://kubernetes.io/docs/reference/using-api/#api-groups
 */
export interface GroupVersion {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version: `v1`. */
  readonly version: string;
}

/**
 * Formats a GroupVersion as in `apiVersion` of manifests: `v1` in the core group, `apps/v1` elsewhere.
 *
 * @example
 * formatGroupVersion({ group: 'apps', version: 'v1' }); // 'apps/v1'
 */
export function formatGroupVersion(groupVersion: GroupVersion): string {
  const { group, version } = groupVersion;
  return group === '' ? version : `${group}/${version}`;
}

/**
 * Parses an `apiVersion`. Returns undefined if it is empty, or has more than one slash or an empty part.
 *
 * @example
 * parseGroupVersion('apps/v1'); // { group: 'apps', version: 'v1' }
 * parseGroupVersion('v1'); // { group: '', version: 'v1' }
 */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2 || parts.some((part) => part === '')) return undefined;
  const [first = '', second] = parts;
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}
