import { formatGroupVersion, type CatalogFailure } from '../index.js';
import { oneLine } from './one-line.js';

/** Which part of the server a failure is about: `metrics.k8s.io/v1beta1`, a resource in it, a group, or a document. */
export function placeOf({ document, group, version, resource }: CatalogFailure): string {
  if (group === undefined) return document;
  const parent = version === undefined ? group || 'the core group' : formatGroupVersion({ group, version });
  return resource === undefined ? parent : `${resource} in ${parent}`;
}

/** A failure in one line. */
export function describeFailure(failure: CatalogFailure): string {
  return oneLine(`discovery could not read ${placeOf(failure)} (${failure.class}): ${failure.message}`);
}
