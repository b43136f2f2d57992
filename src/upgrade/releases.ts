import type { Catalog } from '../core/catalog/catalog.js';
import { createCatalog } from '../core/catalog/create-catalog.js';
import type { GroupEntry, ResourceEntry, SubresourceEntry } from '../core/catalog/entries.js';
import { isBuiltInGroup } from '../core/model/built-in-groups.js';
import type { GroupVersionKind } from '../core/model/group-version-kind.js';
import { compareVersions } from '../core/model/version-order.js';
import { requireText } from '../core/shared/arguments.js';
import { groupBy } from '../core/shared/group-by.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/** What Kubernetes says of the life of a kind in one version. */
export interface Lifecycle extends GroupVersionKind {
  /** The release that introduced it: `1.26`. */
  readonly introduced: string;
  /** The release that deprecated it, or will. */
  readonly deprecated: string;
  /** The first release that does not serve it any more. */
  readonly removed: string;
  /** What to use instead; absent if nothing replaces it. */
  readonly replacement?: GroupVersionKind;
}

/** What one release of Kubernetes serves by itself. */
export interface Release {
  /** The release and its patch, from whose Go module the data is: `1.37.2`, or `1.38.0-beta.0` of a release that is
   * not out yet. */
  readonly version: string;
  /** What it serves unless told otherwise. */
  readonly catalog: Catalog;
  /** What it can serve besides, if `--runtime-config` or a feature gate asks for it. */
  readonly offByDefault: readonly ResourceEntry[];
  /** The lifecycles of all kinds that are, or will be, removed: the same in every release. */
  readonly lifecycles: readonly Lifecycle[];
}

type Subresource = readonly [name: string, verbs: number, kind: string];
type Endpoint = readonly [
  group: number,
  version: string,
  resource: string,
  kind: string,
  isNamespaced: 0 | 1,
  singular: string,
  shortNames: string,
  categories: string,
  verbs: number,
  subresources: readonly Subresource[],
  served: number,
  enabled: number,
];

interface ReleaseData {
  readonly releases: readonly (readonly [version: string, groups: readonly number[]])[];
  readonly groups: readonly string[];
  readonly verbs: readonly string[];
  readonly endpoints: readonly Endpoint[];
  readonly lifecycles: readonly (readonly string[])[];
}

/**
 * Loads what a release of Kubernetes serves by itself, 1.29 to 1.38, of which 1.38.0-beta.0 is read
 * until 1.38.0 is there. The data of all releases is one chunk of 27 kB,
 * loaded by the first call. Its sources are each release's own discovery documents and the lifecycle markers of
 * k8s.io/api.
 *
 * @param version the minor version, `1.37`; a patch (`v1.37.4`) is ignored
 * @throws InvalidArgumentError for a release that is unknown here
 * @example
 * const { catalog, offByDefault } = await loadRelease('1.37');
 * console.log(catalog.resources().length, offByDefault.length);
 * @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
export async function loadRelease(version: string): Promise<Release> {
  const minor = /^v?1\.(\d+)(?:[.+-].*)?$/.exec(requireText('version', version))?.[1];
  const { releaseData } = await import('./release-data.js');
  const data = JSON.parse(releaseData) as ReleaseData;
  const minors = data.releases.map(([known]) => known.split('.')[1]);
  const at = minors.indexOf(minor);
  const [name, order] = data.releases[at] ?? [];
  if (name === undefined || order === undefined) {
    throw new InvalidArgumentError('version', `must be a release from 1.${minors[0]} to 1.${minors.at(-1)}`);
  }
  const served = data.endpoints.filter((row) => row[10] & (1 << at));
  const entries = (rows: readonly Endpoint[]): ResourceEntry[] => rows.map((row) => entryOf(row, data));
  const groups = order.map((index) => data.groups[index] ?? '');
  return Object.freeze<Release>({
    version: name,
    catalog: catalogOfEntries(entries(served.filter((row) => row[11] & (1 << at))), groups),
    offByDefault: Object.freeze(entries(served.filter((row) => !(row[11] & (1 << at))))),
    lifecycles: Object.freeze(data.lifecycles.map(lifecycleOf)),
  });
}

function entryOf(row: Endpoint, { groups, verbs }: ReleaseData): ResourceEntry {
  const [group, version, resource, kind, isNamespaced, singular, shortNames, categories, verbsAt, subresources] = row;
  return {
    group: groups[group] ?? '',
    version,
    resource,
    kind,
    scope: isNamespaced === 1 ? 'Namespaced' : 'Cluster',
    singular,
    shortNames: wordsIn(shortNames),
    categories: wordsIn(categories),
    verbs: wordsIn(verbs[verbsAt] ?? ''),
    subresources: subresources.map(([subresource, own, of]): SubresourceEntry => {
      const responseKind = of === '' ? {} : { responseKind: kindIn(of) };
      return { subresource, ...responseKind, acceptedTypes: [], verbs: wordsIn(verbs[own] ?? '') };
    }),
    freshness: 'Current',
  };
}

function wordsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

/** Reads `apps/v1/Deployment`, with nothing before the first slash for the core group. */
function kindIn(text: string): GroupVersionKind {
  const [group = '', version = '', kind = ''] = text.split('/');
  return { group, version, kind };
}

function lifecycleOf(row: readonly string[]): Lifecycle {
  const [group = '', version = '', kind = '', introduced = '', deprecated = '', removed = '', replacement] = row;
  const instead = replacement === undefined ? {} : { replacement: Object.freeze(kindIn(replacement)) };
  return Object.freeze({ group, version, kind, introduced, deprecated, removed, ...instead });
}

/** Makes a catalog of entries: groups in this order and then as they come, the versions of each by their stability. */
export function catalogOfEntries(
  entries: readonly ResourceEntry[],
  order: readonly string[],
  failures: Catalog['failures'] = [],
): Catalog {
  const byGroup = groupBy(entries, ({ group }) => group);
  const names = [...new Set([...order.filter((name) => byGroup.has(name)), ...byGroup.keys()])];
  const groups = names.map((name): GroupEntry => {
    const byVersion = groupBy(byGroup.get(name) ?? [], ({ version }) => version);
    const versions = [...byVersion.keys()].sort(compareVersions).map((version) => {
      return { group: name, version, freshness: 'Current' as const, resources: byVersion.get(version) ?? [] };
    });
    return { name, versions, preferredVersion: versions[0]?.version };
  });
  return createCatalog({ groups, failures, provenance: { api: 'aggregated/v2', apis: 'aggregated/v2' } });
}

/**
 * Returns what a server will serve once it is upgraded to a release: the release's own groups, with those versions that
 * are off by default and that the server serves today, and all other groups as they are. Pass it to `compareServers`.
 * What the server cannot say of its other groups remains unknown.
 *
 * @throws InvalidArgumentError if an argument is no catalog or no release
 * @example
 * const now = await client.discovery.catalog();
 * const { gone } = compareServers(now, catalogAfterUpgrade(now, await loadRelease('1.37')));
 * console.log(gone.length);
 */
export function catalogAfterUpgrade(current: Catalog, release: Release): Catalog {
  const own = new Set([...release.catalog.groups.map(({ name }) => name), ...release.offByDefault.map((e) => e.group)]);
  const isOwn = (group: string): boolean => own.has(group) || isBuiltInGroup(group);
  const further = release.offByDefault.filter((entry) => current.version(entry) !== undefined);
  const custom = current.resources().filter(({ group }) => !isOwn(group));
  const failures = current.failures.filter(
    ({ root, group }) => root === 'apis' && (group === undefined || !isOwn(group)),
  );
  const order = [...release.catalog.groups, ...current.groups].map(({ name }) => name);
  return catalogOfEntries([...release.catalog.resources(), ...further, ...custom], order, failures);
}
