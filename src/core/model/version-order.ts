const kubeLike = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stages = ['alpha', 'beta', undefined];

/**
 * Compares versions as Kubernetes ranks them, for `sort()`: negative if `a` is preferred. GA comes before beta before
 * alpha, higher numbers come first; versions not of that form come after all that are, in alphabetical order.
 *
 * @example
 * ['v1beta1', 'v2', 'v1'].sort(compareVersions); // ['v2', 'v1', 'v1beta1']
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const left = rankOf(a);
  const right = rankOf(b);
  if (left === undefined || right === undefined) {
    if (left !== undefined) return -1;
    if (right !== undefined) return 1;
    return a < b ? -1 : 1;
  }
  for (const [index, rank] of left.entries()) {
    const difference = (right[index] ?? 0) - rank;
    if (difference !== 0) return difference;
  }
  return 0;
}

function rankOf(version: string): readonly number[] | undefined {
  const match = kubeLike.exec(version);
  if (match === null) return undefined;
  const [, major, stage, minor = '0'] = match;
  const numbers = [Number(major), Number(minor)] as const;
  // client-go treats numbers that do not fit as "not kube-like"; so do we, at the limit of JavaScript.
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  return [stages.indexOf(stage), ...numbers];
}
