import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { classesOf, classify, sameEndpoint } from './classify.js';
import type { Aliases, IdentityOptions } from './equivalence-class.js';
import { hashesContradict, idsContradict, traitsOfSets } from './traits.js';

/**
 * The endpoints that serve the same objects as this one, itself included, with the evidence, and those of which
 * that is not known. The entry is looked up by group, version and resource; one that the catalog does not have
 * takes part by what stands on it.
 *
 * An aggregated catalog carries neither ids nor hashes: on its own it knows the versions of one group alone. Give
 * `evidence` from legacy documents (`candidatesForEvidence` says which), or ask `client.identity`, which reads them.
 * To go through a whole catalog take `equivalenceClasses`, which costs no more than one call of this.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export function aliasesOf(entry: ResourceEntry, catalog: Catalog, options: IdentityOptions = {}): Aliases {
  const classified = classify(catalog, options.evidence, entry);
  const { endpoints, sets } = classified;
  const root = sets.find(endpoints.findIndex((endpoint) => sameEndpoint(endpoint.entry, entry)));
  const found = classesOf(classified).get(root) ?? { endpoints: [entry], evidence: [] };

  const plurals = new Set(found.endpoints.map(({ resource }) => resource));
  const traits = traitsOfSets(endpoints, sets);
  const own = traits.get(root);
  const unknown = endpoints.filter(({ index, entry: { resource, scope } }) => {
    if (scope !== entry.scope || !plurals.has(resource) || sets.find(index) === root) return false;
    const both = [own, traits.get(sets.find(index))].flatMap((each) => each ?? []);
    return !idsContradict(both) && !hashesContradict(both);
  });
  return Object.freeze({ ...found, unknown: Object.freeze(unknown.map((endpoint) => endpoint.entry)) });
}
