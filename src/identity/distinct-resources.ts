import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { Scope } from '../model/rest-mapping.js';
import { classify, type Classified } from './classify.js';
import type { RankedEndpoint } from './endpoint.js';
import type { IdentityOptions } from './equivalence-class.js';
import { requireChoice } from './require-options.js';

/** Which endpoint to take for each set of objects. */
export interface DistinctChoice {
  /** The endpoint must have all of these: `['list', 'watch']` for an informer, say. */
  readonly verbs?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  /**
   * What an endpoint is worth; the one worth most is taken for its set, and among equals a current one, the first by rank. `true` is 1
   * and `false` 0, so that `({ group }) => group === 'events.k8s.io'` prefers a group.
   * @default all are worth the same
   */
  readonly prefer?: ((entry: ResourceEntry) => number | boolean) | undefined;
}

/** Which objects to reach, and on what evidence. */
export interface DistinctResourcesOptions extends IdentityOptions, DistinctChoice {}

/**
 * Exactly one endpoint for each set of objects: what a garbage collector watches, a migrator visits, a quota counts.
 *
 * The verbs are looked at first, so a set is reached through the endpoint that has them; among those `prefer` decides,
 * then the ones go first that the server vouches for, then core v1, then the groups in the catalog's order, in
 * each the preferred version. A set of which every endpoint is stale is there all the same: look at `freshness`
 * of the entry, or at `stale` of `identityReport`. Endpoints that
 * are not known to serve the same objects count as distinct: on an aggregated catalog without `evidence` from legacy
 * documents those are, for one, `events` of both its groups; `identityReport` lists them. Parents that only carry
 * subresources (empty `kind`) are left out.
 */
export function distinctResources(catalog: Catalog, options: DistinctResourcesOptions = {}): readonly ResourceEntry[] {
  return Object.freeze(chooseEach(classify(catalog, options), options).map(({ entry }) => entry));
}

/** One endpoint for each set that has one to choose; in the order of rank of what `prefer` leaves aside. */
export function chooseEach({ endpoints, sets }: Classified, choice: DistinctChoice): readonly RankedEndpoint[] {
  requireChoice(choice);
  const { verbs = [], scope, prefer } = choice;
  const chosen: RankedEndpoint[] = [];
  const worths: number[] = [];
  const places: (number | undefined)[] = new Array<undefined>(endpoints.length);
  for (const endpoint of endpoints) {
    const { index, entry } = endpoint;
    if (entry.kind === '' || (scope !== undefined && entry.scope !== scope)) continue;
    if (!verbs.every((verb) => entry.verbs.includes(verb))) continue;
    const worth = prefer === undefined ? 0 : Number(prefer(entry)) || 0;
    const set = sets.find(index);
    const place = (places[set] ??= chosen.length);
    const best = chosen[place];
    if (best !== undefined) {
      // Compared, not subtracted: Infinity less Infinity is no number.
      const known = worths[place] ?? 0;
      if (worth < known || (worth === known && (isCurrent(best.entry) || !isCurrent(entry)))) continue;
    }
    chosen[place] = endpoint;
    worths[place] = worth;
  }
  return chosen;
}

/** Whether the server vouches for what it says of an endpoint. */
export function isCurrent({ freshness }: ResourceEntry): boolean {
  return freshness === 'Current';
}
