import type { CapturedDocuments } from '../../fixtures/captured.js';

/** What discovery documents say, read as plainly as can be and by no code of ours. */
export interface Contents {
  readonly format: 'aggregated' | 'legacy';
  /** In the order of the documents, the core group first. */
  readonly groups: readonly Group[];
  /** Everything with a kind in the versions that can be read, in the order of the documents. */
  readonly endpoints: readonly Endpoint[];
}

export interface Group {
  readonly name: string;
  readonly versions: readonly string[];
  /** Those of the versions that can be read now. */
  readonly readable: readonly string[];
  /** Undefined where no version can be read. */
  readonly preferred: string | undefined;
}

export interface Endpoint {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  /** Empty where the documents name none. */
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
}

export function contentsOf(documents: CapturedDocuments): Contents {
  const root = documents['/apis']?.body as { readonly kind: string };
  return root.kind === 'APIGroupDiscoveryList' ? readAggregated(documents) : readLegacy(documents);
}

interface AggregatedList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly AggregatedVersion[];
  }[];
}

interface AggregatedVersion {
  readonly version: string;
  readonly freshness?: string;
  readonly resources?: readonly {
    readonly resource: string;
    readonly responseKind?: { readonly kind: string };
    readonly scope: 'Namespaced' | 'Cluster';
    readonly singularResource: string;
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

function readAggregated(documents: CapturedDocuments): Contents {
  const items = ['/api', '/apis'].flatMap((path) => (documents[path]?.body as AggregatedList).items);
  const isFresh = ({ freshness }: AggregatedVersion): boolean => freshness !== 'Stale';
  return {
    format: 'aggregated',
    groups: items.map(({ metadata: { name = '' }, versions }) => {
      const readable = versions.filter(isFresh).map(({ version }) => version);
      return { name, versions: versions.map(({ version }) => version), readable, preferred: readable[0] };
    }),
    endpoints: items.flatMap(({ metadata: { name: group = '' }, versions }) =>
      versions.filter(isFresh).flatMap(({ version, resources = [] }) =>
        resources.flatMap(({ resource, responseKind, scope, singularResource, shortNames = [], categories = [] }) => {
          const { kind = '' } = responseKind ?? {};
          if (kind === '') return [];
          return [{ group, version, resource, kind, singular: singularResource, shortNames, categories, scope }];
        }),
      ),
    ),
  };
}

interface LegacyGroup {
  readonly name: string;
  readonly versions: readonly { readonly version: string }[];
  readonly preferredVersion?: { readonly version: string };
}

interface LegacyResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

function readLegacy(documents: CapturedDocuments): Contents {
  const core = (documents['/api']?.body as { readonly versions: readonly string[] }).versions;
  const { groups } = documents['/apis']?.body as { readonly groups: readonly LegacyGroup[] };
  const pathOf = (group: string, version: string): string =>
    group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const isReadable = (group: string, version: string): boolean => documents[pathOf(group, version)]?.status === 200;
  const all = [{ name: '', versions: core.map((version) => ({ version })), preferredVersion: undefined }, ...groups];
  const read = all.map(({ name, versions, preferredVersion }): Group => {
    const names = versions.map(({ version }) => version);
    const readable = names.filter((version) => isReadable(name, version));
    return { name, versions: names, readable, preferred: preferredVersion?.version ?? names[0] };
  });
  return {
    format: 'legacy',
    groups: read,
    endpoints: read.flatMap(({ name: group, readable }) =>
      readable.flatMap((version) => {
        const { resources } = documents[pathOf(group, version)]?.body as {
          readonly resources: readonly LegacyResource[];
        };
        return resources
          .filter(({ name }) => !name.includes('/'))
          .map(({ name: resource, singularName: singular, namespaced, kind, shortNames = [], categories = [] }) => {
            const scope = namespaced ? ('Namespaced' as const) : ('Cluster' as const);
            return { group, version, resource, kind, singular, shortNames, categories, scope };
          });
      }),
    ),
  };
}
