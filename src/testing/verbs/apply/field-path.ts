import { formatSteps } from '../../../representations/fields-v1.js';

/**
 * One step of a path as in managed fields: `f:replicas` (a field), `k:{"name":"x"}` (a list item by its keys), `v:"x"`
 * (an item of a set).
 */
export type PathStep = string;

/** A path as one string, so that sets of paths are sets of strings. */
export type FieldPath = string;

const separator = '\u0000';

export const rootPath: FieldPath = '';

/** Returns the path one step deeper. */
export function below(path: FieldPath, step: PathStep): FieldPath {
  // A name may contain any character.
  const own = step.replaceAll(separator, '\\0');
  return path === rootPath ? own : `${path}${separator}${own}`;
}

export function stepsOf(path: FieldPath): PathStep[] {
  return path === rootPath ? [] : path.split(separator);
}

/** Reports whether a path equals another one or is below it. */
export function isWithin(path: FieldPath, other: FieldPath): boolean {
  return other === rootPath || path === other || path.startsWith(`${other}${separator}`);
}

/** Orders paths as servers walk through sets of them: the fields of a struct, and then what lies below its fields. */
export function comparePaths(first: FieldPath, second: FieldPath): number {
  const [a, b] = [stepsOf(first), stepsOf(second)];
  const index = a.findIndex((step, at) => step !== b[at]);
  if (index === -1) return a.length - b.length;
  const [ofA = '', ofB = ''] = [a[index], b[index]];
  const [isLeafA, isLeafB] = [a.length <= index + 1, b.length <= index + 1];
  if (isLeafA !== isLeafB) return isLeafA ? -1 : 1;
  return ofA < ofB ? -1 : 1;
}

/** Formats a path as in messages of servers: `.spec.containers[name="x"].image`. */
export function formatPath(path: FieldPath): string {
  return formatSteps(stepsOf(path));
}
