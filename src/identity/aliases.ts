import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { sameResource } from '../model/group-version-resource.js';
import { classesOf, classify } from './classify.js';
import { contradictionsAbout } from './contradiction.js';
import type { RankedEndpoint } from './endpoint.js';
import type { Aliases, IdentityOptions } from './equivalence-class.js';
import { hintsBetween } from './hints.js';
import { separationOf, traitsOfSets } from './traits.js';

/** What {@link aliasesOf} takes. */
export interface AliasesOptions extends IdentityOptions {
  /**
   * Only endpoints that have this subresource: `scale`, not `deployments/scale`. It follows its parent, whatever the
   * server says of it, so the evidence is that of the parents.
   */
  readonly subresource?: string | undefined;
}

/**
 * The endpoints that serve the same objects as this one, itself included, with the evidence, and those of which
 * that is not known. The entry is looked up by group, version and resource; one that the catalog does not have
 * takes part by what stands on it.
 *
 * An aggregated catalog carries neither ids nor hashes: on its own it knows the versions of one group alone. Give
 * `evidence` from legacy documents (`candidatesForEvidence` says which), or ask `client.identity`, which reads them.
 * For a pair take `compareEndpoints`; to go through a whole catalog `equivalenceClasses`, which costs no more than one
 * call of this.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export function aliasesOf(entry: ResourceEntry, catalog: Catalog, options: AliasesOptions = {}): Aliases {
  const { subresource } = options;
  const classified = classify(catalog, options, [entry]);
  const { endpoints, sets, contradictions } = classified;
  const asked = endpoints.findIndex((endpoint) => sameResource(endpoint.entry, entry));
  const root = sets.find(asked);
  const own = endpoints.filter(({ index }) => sets.find(index) === root);
  const plurals = new Set(own.map(({ plural }) => plural));
  const traits = traitsOfSets(endpoints, sets);
  const has = ({ entry: { subresources } }: RankedEndpoint): boolean =>
    subresource === undefined || subresources.some((each) => each.subresource === subresource);
  const served = own.filter(has);
  const unknown = endpoints.filter((endpoint) => {
    const other = sets.find(endpoint.index);
    if (other === root || !plurals.has(endpoint.plural) || !has(endpoint)) return false;
    return separationOf(traits, [root, other]) === undefined;
  });
  return Object.freeze({
    endpoints: entriesOf(served),
    evidence: classesOf(classified).get(root)?.evidence ?? [],
    unknown: entriesOf(unknown),
    hints: hintsBetween(served, unknown),
    contradictions: contradictionsAbout(contradictions, entriesOf([...served, ...unknown])),
  });
}

function entriesOf(endpoints: readonly RankedEndpoint[]): readonly ResourceEntry[] {
  return Object.freeze(endpoints.map(({ entry }) => entry));
}
