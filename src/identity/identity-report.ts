import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { requireKnownOptions } from '../shared/arguments.js';
import { classesOf, classify } from './classify.js';
import type { Contradiction } from './separation.js';
import { chooseEach, isCurrent, type DistinctResourcesOptions } from './distinct-resources.js';
import type { EquivalenceClass } from './equivalence-class.js';
import { doubtsAmong, unsettledAsData, type Unsettled } from './unsettled.js';
import { choiceNames, identityOptionNames } from './require-options.js';

/** Everything that is known about a catalog's sets of objects. */
export interface IdentityReport {
  /** The result of `equivalenceClasses`: all endpoints, whatever their verbs and scope. */
  readonly classes: readonly EquivalenceClass[];
  /** The result of `distinctResources`. */
  readonly distinct: readonly ResourceEntry[];
  /** Distinct endpoints that may still be one set; their objects would then be counted twice. */
  readonly unsettled: readonly Unsettled[];
  /**
   * Distinct endpoints that are stale, because the backend of their group-version does not answer: requests to them may
   * fail. No other endpoint of their set is better, or `prefer` chose this one.
   */
  readonly stale: readonly ResourceEntry[];
  /** Pieces of evidence that contradict each other about the same endpoints. */
  readonly contradictions: readonly Contradiction[];
}

/**
 * Reports everything at once: for a page that shows a cluster, a tool that must report what it is unsure about, or a
 * test. Takes linear time. If you only need one of the lists, use `distinctResources` or `equivalenceClasses`.
 *
 * @throws InvalidArgumentError for an invalid catalog or option
 * @example
 * const { distinct, unsettled } = identityReport(catalog, { verbs: ['list'] });
 * console.log(`${distinct.length} sets of objects; of ${unsettled.length} it is not known`);
 */
export function identityReport(catalog: Catalog, options: DistinctResourcesOptions = {}): IdentityReport {
  requireKnownOptions(options, { ...identityOptionNames, ...choiceNames });
  const classified = classify(catalog, options);
  const chosen = chooseEach(classified, options);
  return Object.freeze({
    classes: Object.freeze([...classesOf(classified).values()]),
    distinct: Object.freeze(chosen.map(({ entry }) => entry)),
    stale: Object.freeze(chosen.map(({ entry }) => entry).filter((entry) => !isCurrent(entry))),
    unsettled: Object.freeze(doubtsAmong(chosen, classified).map(unsettledAsData)),
    contradictions: Object.freeze([...classified.contradictions]),
  });
}
