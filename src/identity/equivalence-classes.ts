import type { Catalog } from '../catalog/catalog.js';
import { classesOf, classify } from './classify.js';
import type { EquivalenceClass, IdentityOptions } from './equivalence-class.js';

/**
 * Every endpoint of the catalog in exactly one class, those that stand alone in one of their own; the classes by the
 * rank of their first endpoint. Takes linear time. Whether two classes are different or merely not known to be the
 * same, `compareEndpoints` tells for a pair and `identityReport` for the whole catalog.
 */
export function equivalenceClasses(catalog: Catalog, options: IdentityOptions = {}): readonly EquivalenceClass[] {
  return Object.freeze([...classesOf(classify(catalog, options)).values()]);
}
