import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { Scope } from '../core/model/rest-mapping.js';
import { requireObject, type OptionNames } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { IdentityOptions } from './evidence.js';

/** Requires a catalog, which is recognized by the list that all functions of identity read. */
export function requireCatalog(catalog: Catalog): void {
  if (!Array.isArray(requireObject('catalog', catalog).groups)) {
    throw new InvalidArgumentError('catalog', 'must be a catalog, as returned by client.discovery.catalog()');
  }
}

/** Requires an entry of a catalog. */
export function requireEntry(argument: string, entry: ResourceEntry): void {
  const { group, version, resource, subresources } = requireObject(argument, entry);
  const isNamed = [group, version, resource].every((name) => typeof name === 'string');
  if (!isNamed || !Array.isArray(subresources)) {
    throw new InvalidArgumentError(argument, 'must be an endpoint of a catalog');
  }
}

/** The names of {@link IdentityOptions}. */
export const identityOptionNames: OptionNames<IdentityOptions> = {
  evidence: true,
  probes: true,
  cohabitation: true,
  remote: true,
};

/** A `DistinctChoice`, whose own file imports this one. */
interface Choice {
  readonly verbs?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly prefer?: unknown;
}

/** The names of a choice. */
export const choiceNames: OptionNames<Choice> = { verbs: true, scope: true, prefer: true };
