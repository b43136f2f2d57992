import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createCatalog } from '../../src/core/catalog/create-catalog.js';
import type { Freshness, GroupEntry, ResourceEntry } from '../../src/core/catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../../src/core/catalog/failures.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { replay } from '../discovery/replay-connection.js';
import { captured, type CapturedName } from '../fixtures/captured.js';

/** A resource to be put into a version; what is left out is as for a namespaced resource without short names. */
export type ResourceSpec = Pick<ResourceEntry, 'resource' | 'kind'> & Partial<ResourceEntry>;

/** Versions in the order of the document, the preferred one first unless `preferred` says otherwise. */
export interface GroupSpec {
  readonly name: string;
  readonly versions: Readonly<Record<string, readonly ResourceSpec[]>>;
  readonly preferred?: string;
  /** Versions that the server marks stale. */
  readonly stale?: readonly string[];
}

/** `plural`, its kind, and whatever is not usual about it; the singular is the kind in lower case. */
export function res(resource: string, kind: string, rest: Partial<ResourceEntry> = {}): ResourceSpec {
  return { resource, kind, ...rest };
}

export function catalogOf(
  groups: readonly GroupSpec[],
  { format = 'aggregated/v2', failures = [] }: { format?: DiscoveryFormat; failures?: readonly CatalogFailure[] } = {},
): Catalog {
  return createCatalog({ groups: groups.map(groupOf), failures, provenance: { api: format, apis: format } });
}

function groupOf({ name, versions, preferred, stale = [] }: GroupSpec): GroupEntry {
  const served = Object.keys(versions).filter((version) => !stale.includes(version));
  return {
    name,
    preferredVersion: preferred ?? served[0],
    versions: Object.entries(versions).map(([version, resources]) => {
      const freshness: Freshness = stale.includes(version) ? 'Stale' : 'Current';
      return { group: name, version, freshness, resources: resources.map((spec) => entryOf(name, version, spec)) };
    }),
  };
}

function entryOf(group: string, version: string, spec: ResourceSpec): ResourceEntry {
  return {
    group,
    version,
    scope: 'Namespaced',
    singular: spec.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    verbs: ['get', 'list'],
    subresources: [],
    freshness: 'Current',
    ...spec,
  };
}

/** A group-version that could not be read. */
export function failureAt(group: string, version?: string, rest: Partial<CatalogFailure> = {}): CatalogFailure {
  const document = group === '' ? '/api' : '/apis';
  const root = group === '' ? 'api' : 'apis';
  return { class: 'stale', root, document, group, version, message: 'the backend does not answer', ...rest };
}

const learned = new Map<CapturedName, Promise<Catalog>>();

/** The catalog that a real server's documents make. */
export function capturedCatalog(name: CapturedName): Promise<Catalog> {
  const catalog = learned.get(name) ?? createDiscovery(replay(captured(name))).catalog();
  learned.set(name, catalog);
  return catalog;
}

/** `deployments.v1.apps`, so that a mapping is told in one word. */
export function endpoint({
  resource: { resource, version, group },
}: {
  readonly resource: { readonly resource: string; readonly version: string; readonly group: string };
}): string {
  return `${resource}.${version}.${group}`;
}
