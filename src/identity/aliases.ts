import { groupBy } from '../core/shared/group-by.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { resourceKey } from '../core/model/group-version-resource.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import type { Contradiction, EquivalenceClass, RankedEndpoint } from './classify.js';
import { classesOf, classify, contradictionsAbout, hintsBetween, separationOf } from './classify.js';
import { type EvidenceLink, identityOptionNames, type IdentityOptions } from './evidence.js';

/** Options of {@link aliasesOf}. */
export interface AliasesOptions extends IdentityOptions {
  /**
   * Only endpoints that have this subresource: `scale`, not `deployments/scale`. A subresource follows its parent,
   * whatever the server publishes about it, so the evidence is that of the parents.
   * @default any endpoint
   */
  readonly subresource?: string | undefined;
}

/** The result of {@link aliasesOf}. */
export interface Aliases extends EquivalenceClass {
  /**
   * Endpoints with the same plural and scope but no evidence either way. They may serve the same objects: treat them as
   * different, but do not rely on it.
   */
  readonly unknown: readonly ResourceEntry[];
  /** The hints of the documented list about the endpoints in `unknown`. */
  readonly hints: readonly EvidenceLink[];
  /** The contradictions that involve any of these endpoints. */
  readonly contradictions: readonly Contradiction[];
}

/**
 * Returns the endpoints that serve the same objects as this one (itself included), with the evidence, and those for
 * which this is unknown. The entry is looked up by group, version and resource; an entry that is not in the catalog is
 * compared by its own fields.
 *
 * An aggregated catalog has neither ids nor hashes: by itself it only joins the versions of one group. Pass `evidence`
 * from legacy documents (`candidatesForEvidence` lists them), or use `createIdentity(client)`, which reads them. For a
 * pair, use `compareEndpoints`; for a whole catalog, `equivalenceClasses`, which costs no more than one call of this
 * function.
 *
 * @throws InvalidArgumentError for an unknown option
 * @example
 * const events = catalog.resource({ group: '', version: 'v1', resource: 'events' });
 * if (events !== undefined) console.log(aliasesOf(events, catalog).endpoints);
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export function aliasesOf(entry: ResourceEntry, catalog: Catalog, options: AliasesOptions = {}): Aliases {
  requireKnownOptions(options, { ...identityOptionNames, subresource: true });
  return createAliasFinder(catalog, options, [entry])(entry);
}

/** Classifies the endpoints of a catalog once, for many calls of {@link aliasesOf}. */
export function createAliasFinder(
  catalog: Catalog,
  options: AliasesOptions,
  requested: readonly ResourceEntry[] = [],
): (entry: ResourceEntry) => Aliases {
  const classified = classify(catalog, options, requested);
  const { subresource } = options;
  const { endpoints, sets, members, traits, contradictions } = classified;
  const classes = classesOf(classified);
  const has = ({ entry: { subresources } }: RankedEndpoint): boolean =>
    subresource === undefined || subresources.some((each) => each.subresource === subresource);
  const byPlural = groupBy(endpoints, ({ plural }) => plural);
  const numbers = new Map(endpoints.map((endpoint) => [resourceKey(endpoint.entry), endpoint.index]));

  return (entry) => {
    const root = sets.find(numbers.get(resourceKey(entry)) ?? -1);
    const own = members.get(root) ?? [];
    const plurals = new Set(own.map(({ plural }) => plural));
    const alike = [...plurals].flatMap((plural) => byPlural.get(plural) ?? []);
    const served = own.filter(has);
    const unknown = alike.filter((endpoint) => {
      const other = sets.find(endpoint.index);
      return other !== root && has(endpoint) && separationOf([root, other].map(traits)) === undefined;
    });
    unknown.sort((a, b) => a.index - b.index);
    return Object.freeze({
      endpoints: entriesOf(served),
      evidence: classes.get(root)?.evidence ?? [],
      unknown: entriesOf(unknown),
      hints: hintsBetween(served, unknown),
      contradictions: contradictionsAbout(contradictions, entriesOf([...served, ...unknown])),
    });
  };
}

function entriesOf(endpoints: readonly RankedEndpoint[]): readonly ResourceEntry[] {
  return Object.freeze(endpoints.map(({ entry }) => entry));
}
