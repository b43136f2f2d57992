import type { Catalog } from '../catalog/catalog.js';

/** What a change of a definition lets one expect of discovery. */
export interface Expectation {
  readonly kind: DefinitionKind;
  /** `widgets.example.com` of a CustomResourceDefinition, `v1.example.com` of an APIService. */
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** What tells of new and lost resources, by the plural of its resource. */
export type DefinitionKind = 'customresourcedefinitions' | 'apiservices';

/** What discovery may still have to show, and until when it is looked for. */
export interface Expectations {
  add(expectation: Expectation, now: number): void;
  /** Forgets what a catalog shows, and what has been looked for long enough; the rest is left. */
  settle(catalog: Catalog, now: number): void;
  readonly isEmpty: boolean;
  /** The parts of a catalog whose definition was seen being deleted. */
  deletedParts(catalog: Catalog): { readonly group: string; readonly version: string }[];
}

/**
 * Discovery follows a definition within seconds, but for what comes and goes within a minute, which it keeps so long; one
 * whose names are not accepted never appears.
 */
const lookForMs = 120_000;

/** Makes an empty set of expectations. */
export function createExpectations(): Expectations {
  const open = new Map<string, Expectation & { readonly until: number }>();

  return {
    add(expectation, now) {
      open.set(`${expectation.kind}/${expectation.name}`, { ...expectation, until: now + lookForMs });
    },

    settle(catalog, now) {
      for (const [key, expectation] of open) {
        if (now >= expectation.until || isShown(expectation, catalog)) open.delete(key);
      }
    },

    get isEmpty() {
      return open.size === 0;
    },

    deletedParts(catalog) {
      return [...open.values()]
        .filter(({ change }) => change === 'removed')
        .flatMap((expectation) => partsOf(expectation, catalog));
    },
  };
}

/** A change is never seen to be shown: metadata does not tell what it was, so it is looked for until its time is over. */
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

function partsOf({ kind, name }: Expectation, catalog: Catalog): { group: string; version: string }[] {
  const [first, group] = splitName(name);
  const versions = catalog.groups.find((each) => each.name === group)?.versions ?? [];
  return versions
    .filter(({ version, resources }) =>
      kind === 'apiservices' ? version === first : resources.some(({ resource }) => resource === first),
    )
    .map(({ version }) => ({ group, version }));
}

function splitName(name: string): [string, string] {
  const at = name.indexOf('.');
  return at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}
