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
  /** It is looked for two minutes, or so many milliseconds. */
  add(expectation: Expectation, now: number, forMs?: number): void;
  /**
   * Forgets what a catalog shows, and what has been looked for long enough; the rest is left. A deletion that it shows is
   * remembered, since discovery may show the thing once more, late.
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

/** Discovery follows a definition within seconds; one whose names are not accepted never appears. */
const lookForMs = 120_000;

/** Makes an empty set of expectations. */
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
