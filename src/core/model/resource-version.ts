/** A version of an object that compares with others: a number without a leading zero. `0` means any version. */
export function isComparableVersion(version: unknown): version is string {
  return typeof version === 'string' && /^[1-9][0-9]*$/.test(version);
}

/**
 * Compares two resource versions of one resource, for `sort()`: negative if `a` is older. Undefined if one of them is no
 * number, which no server of Kubernetes writes. The same rule as `CompareResourceVersion` of apimachinery; versions may
 * be longer than the numbers of JavaScript.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (!isComparableVersion(a) || !isComparableVersion(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
