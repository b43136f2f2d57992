import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { Scope } from '../core/model/rest-mapping.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { classify, type Classified } from './classify.js';
import type { RankedEndpoint } from './endpoint.js';
import type { IdentityOptions } from './evidence.js';
import { choiceNames, identityOptionNames } from './require-options.js';

/** The choice of an endpoint for each set of objects. */
export interface DistinctChoice {
  /** Verbs that the endpoint must have: `['list', 'watch']` for an informer, for example. */
  readonly verbs?: readonly string[] | undefined;
  /** Only endpoints of this scope. @default both */
  readonly scope?: Scope | undefined;
  /**
   * Returns the value of an endpoint. The endpoint with the highest value is taken for its set; among equals, a current
   * one, then the first by rank. `true` is 1 and `false` 0, so that `({ group }) => group === 'events.k8s.io'` prefers
   * a group.
   * @default all endpoints have the same value
   */
  readonly prefer?: ((entry: ResourceEntry) => number | boolean) | undefined;
}

/** Options of {@link distinctResources}. */
export interface DistinctResourcesOptions extends IdentityOptions, DistinctChoice {}

/**
 * Returns exactly one endpoint for each set of objects, for example for a garbage collector to watch, a migrator to
 * visit, or a quota to count.
 *
 * Endpoints without the verbs are left out. Among the rest, `prefer` decides; then current endpoints come before stale
 * ones, core v1 before other groups, groups in the catalog's order, and within a group the preferred version. A set
 * with only stale endpoints is still listed: check `freshness` of the entry, or `stale` of `identityReport`. Endpoints
 * that are not known to serve the same objects count as distinct: on an aggregated catalog without `evidence` from
 * legacy documents these include `events` of both its groups; `identityReport` lists them. Parents that only have
 * subresources (empty `kind`) are left out.
 *
 * @throws InvalidArgumentError for an invalid catalog or option
 * @example
 * const toWatch = distinctResources(catalog, { verbs: ['list', 'watch'] });
 * console.log(toWatch.map(formatGroupVersionResource));
 */
export function distinctResources(catalog: Catalog, options: DistinctResourcesOptions = {}): readonly ResourceEntry[] {
  requireKnownOptions(options, { ...identityOptionNames, ...choiceNames });
  return Object.freeze(chooseEach(classify(catalog, options), options).map(({ entry }) => entry));
}

/**
 * Returns one endpoint for each set that has a suitable one, in the rank order of the first suitable endpoints,
 * whatever `prefer` chooses.
 */
export function chooseEach({ endpoints, sets }: Classified, choice: DistinctChoice): readonly RankedEndpoint[] {
  const { verbs = [], scope, prefer } = choice;
  const chosen: RankedEndpoint[] = [];
  const worths: number[] = [];
  const positions: (number | undefined)[] = new Array<undefined>(endpoints.length);
  for (const endpoint of endpoints) {
    const { index, entry } = endpoint;
    if (entry.kind === '' || (scope !== undefined && entry.scope !== scope)) continue;
    if (!verbs.every((verb) => entry.verbs.includes(verb))) continue;
    const worth = prefer === undefined ? 0 : Number(prefer(entry)) || 0;
    const set = sets.find(index);
    const position = (positions[set] ??= chosen.length);
    const best = chosen[position];
    if (best !== undefined) {
      // Compared, not subtracted: Infinity - Infinity is NaN.
      const known = worths[position] ?? 0;
      if (worth < known || (worth === known && (isCurrent(best.entry) || !isCurrent(entry)))) continue;
    }
    chosen[position] = endpoint;
    worths[position] = worth;
  }
  return chosen;
}

/** Reports whether the server vouches for its information about an endpoint. */
export function isCurrent({ freshness }: ResourceEntry): boolean {
  return freshness === 'Current';
}
