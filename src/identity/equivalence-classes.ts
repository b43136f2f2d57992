import type { Catalog } from '../catalog/catalog.js';
import { requireKnownOptions } from '../shared/arguments.js';
import { classesOf, classify } from './classify.js';
import type { EquivalenceClass, IdentityOptions } from './equivalence-class.js';
import { identityOptionNames } from './require-options.js';

/**
 * Returns every endpoint of the catalog in exactly one class, alone if nothing else serves the same objects; classes
 * are ordered by the rank of their first endpoint. Takes linear time. To find out whether two classes are different or
 * merely not known to be the same, use `compareEndpoints` for a pair and `identityReport` for a catalog.
 *
 * @throws InvalidArgumentError for an invalid catalog or option
 * @example
 * const several = equivalenceClasses(catalog).filter(({ endpoints }) => endpoints.length > 1);
 * for (const { endpoints } of several) console.log(endpoints.map(formatGroupVersionResource).join(' = '));
 */
export function equivalenceClasses(catalog: Catalog, options: IdentityOptions = {}): readonly EquivalenceClass[] {
  requireKnownOptions(options, identityOptionNames);
  return Object.freeze([...classesOf(classify(catalog, options)).values()]);
}
