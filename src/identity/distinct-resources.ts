import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { Scope } from '../model/rest-mapping.js';
import { classify } from './classify.js';
import type { IdentityOptions } from './equivalence-class.js';

/** Which objects to reach, and on what evidence. */
export interface DistinctResourcesOptions extends IdentityOptions {
  /** The endpoint must have all of these: `['list', 'watch']` for an informer, say. */
  readonly verbs?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
}

/**
 * Exactly one endpoint for each set of objects: what a garbage collector watches, a migrator visits, a quota counts.
 *
 * The verbs are looked at first, so a set is reached through the endpoint that has them; among those the core group
 * comes first, then the groups in the catalog's order, in each the preferred version. Endpoints that are not known to
 * serve the same objects count as distinct: on an aggregated catalog without `evidence` from legacy documents those
 * are, for one, `events` of both its groups. Parents that only carry subresources (empty `kind`) are left out.
 */
export function distinctResources(catalog: Catalog, options: DistinctResourcesOptions = {}): readonly ResourceEntry[] {
  const { verbs = [], scope, evidence } = options;
  const { endpoints, sets } = classify(catalog, evidence);
  const chosen = new Map<number, ResourceEntry>();
  for (const { index, entry } of endpoints) {
    if (entry.kind === '' || (scope !== undefined && entry.scope !== scope)) continue;
    if (!verbs.every((verb) => entry.verbs.includes(verb))) continue;
    const set = sets.find(index);
    if (!chosen.has(set)) chosen.set(set, entry);
  }
  return Object.freeze([...chosen.values()]);
}
