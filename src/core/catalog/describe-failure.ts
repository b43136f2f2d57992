import { formatGroupVersion } from '../model/group-version.js';
import { requireList, requireObject } from '../shared/arguments.js';
import { quote, quoteUnusual } from '../shared/quote.js';
import type { CatalogFailure } from './failures.js';

const most = 5;

/**
 * Describes what could not be read and why, in one sentence for people:
 * `discovery could not read metrics.k8s.io/v1beta1 (stale): the server marks it as stale`. Programs use the
 * `CatalogFailure` itself.
 *
 * @example
 * for (const failure of catalog.failures) console.warn(describeFailure(failure));
 */
export function describeFailure(failure: CatalogFailure): string {
  return `discovery could not read ${describeFailedPart(failure)} (${failure.class}): ${failure.message}`;
}

/**
 * Names the part of the server that could not be read, without the reason: a group-version (`apps/v1`), a group, one
 * resource in them, or the document of a whole root (`/apis`). Names that are not plain words are quoted.
 *
 * @example
 * const { failures } = await client.discovery.catalog();
 * console.warn(failures.map(describeFailedPart)); // ['metrics.k8s.io/v1beta1']
 */
export function describeFailedPart(failure: CatalogFailure): string {
  const { document, group, version, resource } = requireObject('failure', failure);
  if (group === undefined) return quoteUnusual(document);
  const name = version === undefined ? group || 'the core group' : formatGroupVersion({ group, version });
  const parent = quoteUnusual(name);
  return resource === undefined ? parent : `${quote(resource)} in ${parent}`;
}

/**
 * Names the parts of several failures, each once, in a few words: `apps/v1, batch/v1 and more`.
 *
 * @example
 * const { failures } = await client.discovery.catalog();
 * if (failures.length > 0) console.warn(`not shown: ${describeFailedParts(failures)}`);
 */
export function describeFailedParts(failures: readonly CatalogFailure[]): string {
  const parts = new Set<string>();
  for (const failure of requireList('failures', failures)) {
    if (parts.size === most) return `${[...parts].join(', ')} and more`;
    parts.add(describeFailedPart(failure));
  }
  return [...parts].join(', ');
}
