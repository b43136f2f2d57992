import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { classify, linkAsData, type Classified } from './classify.js';
import type { EvidenceLink, IdentityOptions } from './evidence.js';
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

/**
 * Endpoints that are known to serve one set of objects. Subresources follow their parent: endpoints that serve the same
 * `deployments` serve the same `deployments/scale`.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface EquivalenceClass {
  /** In rank order: the core group, then the groups as the catalog has them, the preferred version first. */
  readonly endpoints: readonly ResourceEntry[];
  /** The links that hold the class together: one fewer than there are endpoints, the strongest evidence first. */
  readonly evidence: readonly EvidenceLink[];
}

/** Returns the sets as plain data, by their root numbers; sets and endpoints in rank order. */
export function classesOf(classified: Classified): ReadonlyMap<number, EquivalenceClass> {
  const { endpoints, sets, links } = classified;
  const evidence: (EvidenceLink[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const link of links) (evidence[sets.find(link.from.index)] ??= []).push(linkAsData(link));
  const entries: (ResourceEntry[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const { index, entry } of endpoints) (entries[sets.find(index)] ??= []).push(entry);

  const classes = new Map<number, EquivalenceClass>();
  for (const [root, members] of entries.entries()) {
    if (members === undefined) continue;
    const links = Object.freeze(evidence[root] ?? []);
    classes.set(root, Object.freeze({ endpoints: Object.freeze(members), evidence: links }));
  }
  return classes;
}
