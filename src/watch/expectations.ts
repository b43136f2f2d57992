import type { Catalog } from '../core/catalog/catalog.js';

/** A change that discovery should show after a change of a definition. */
export interface Expectation {
  readonly kind: DefinitionKind;
  /** `widgets.example.com` of a CustomResourceDefinition, `v1.example.com` of an APIService. */
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** The resources that define other resources, by their plural. */
export type DefinitionKind = 'customresourcedefinitions' | 'apiservices';

/** The changes that discovery has yet to show, each with a time limit. */
export interface Expectations {
  /** Adds an expectation for `forMs` milliseconds, two minutes by default. */
  add(expectation: Expectation, now: number, forMs?: number): void;
  /**
   * Settles the expectations that a catalog meets, and drops those whose time is over. A deletion stays noted until
   * then even if the catalog shows it, since discovery may still bring the deleted part back for a while.
   */
  settle(catalog: Catalog, now: number): void;
  readonly isEmpty: boolean;
  /** The parts of a catalog whose definition was seen being deleted. */
  deletedParts(catalog: Catalog): DeletedPart[];
}

/** A group-version whose definition was deleted, or one resource of it. */
interface DeletedPart {
  readonly group: string;
  readonly version: string;
  readonly resource?: string;
}

/** Discovery follows a definition within seconds; a definition whose names are not accepted never appears. */
const lookForMs = 120_000;

/** Creates an empty set of expectations. */
export function createExpectations(): Expectations {
  const open = new Map<string, Expectation & { readonly until: number }>();
  const settled = new Set<string>();

  return {
    add(expectation, now, forMs = lookForMs) {
      const key = `${expectation.kind}/${expectation.name}`;
      open.set(key, { ...expectation, until: now + forMs });
      settled.delete(key);
    },

    settle(catalog, now) {
      for (const [key, expectation] of open) {
        const isSettled = isShown(expectation, catalog);
        if (isSettled) settled.add(key);
        else settled.delete(key);
        if (now < expectation.until && (!isSettled || expectation.change === 'removed')) continue;
        open.delete(key);
        settled.delete(key);
      }
    },

    get isEmpty() {
      return open.size === settled.size;
    },

    deletedParts(catalog) {
      return [...open.values()]
        .filter(({ change }) => change === 'removed')
        .flatMap((expectation) => partsOf(expectation, catalog));
    },
  };
}

/**
 * A `changed` is never known to be shown: metadata does not tell what changed, so it stays open until its time is over.
 */
function isShown(expectation: Expectation, catalog: Catalog): boolean {
  if (expectation.change === 'changed') return false;
  const served = servedBy(expectation, catalog);
  return expectation.change === 'added' ? served.some((each) => each.freshness === 'Current') : served.length === 0;
}

function servedBy({ kind, name }: Expectation, catalog: Catalog): readonly { readonly freshness: string }[] {
  const [first, group] = splitName(name);
  const versions = catalog.groups.find((each) => each.name === group)?.versions ?? [];
  return kind === 'apiservices'
    ? versions.filter(({ version }) => version === first)
    : versions.flatMap(({ resources }) => resources.filter(({ resource }) => resource === first));
}

function partsOf({ kind, name }: Expectation, catalog: Catalog): DeletedPart[] {
  const [first, group] = splitName(name);
  const versions = catalog.groups.find((each) => each.name === group)?.versions ?? [];
  return versions
    .filter(({ version, resources }) =>
      kind === 'apiservices' ? version === first : resources.some(({ resource }) => resource === first),
    )
    .map(({ version }) => ({ group, version, ...(kind === 'customresourcedefinitions' && { resource: first }) }));
}

function splitName(name: string): [string, string] {
  const at = name.indexOf('.');
  return at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}
