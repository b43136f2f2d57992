import { groupVersionPath } from '../../core/model/api-path.js';
import type { GroupVersion } from '../../core/model/group-version.js';
import type { GroupVersionKind } from '../../core/model/group-version-kind.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import { compareVersions } from '../../core/model/version-order.js';
import type { CapturedDocument } from './captured-documents.js';
import { rootFromDocuments } from './read-documents.js';
import {
  holdsCustomResources,
  type RootName,
  type ServedGroup,
  type ServedResource,
  type ServedRoot,
  type ServedVersion,
} from './served.js';
import { familyOf, storageFamilies } from './storage-families.js';

/** Everything that the server serves, in order of priority, for discovery and for requests. */
export interface Registry {
  /** Increases with every change. */
  readonly revision: number;
  root(name: RootName): ServedRoot | undefined;
  /** Returns the captured answer of a path, as long as nothing it describes has changed. */
  captured(path: string): CapturedDocument | undefined;
  group(name: string): ServedGroup | undefined;
  version(groupVersion: GroupVersion): ServedVersion | undefined;
  /** Returns every version of every group, in order. */
  versions(): readonly (GroupVersion & Pick<ServedVersion, 'resources'>)[];
  /** Reports whether a group holds custom resources, which a different part of a server handles. */
  isCustom(group: string): boolean;
  resource(gvr: GroupVersionResource): ServedResource | undefined;
  /** Returns every resource, in the order of groups and versions. */
  resources(): readonly ServedResource[];
  /** Whether a custom resource has a schema. */
  hasSchemas(): boolean;
  /** Returns the first resource with objects of this kind. */
  resourceOfKind(gvk: GroupVersionKind): ServedResource | undefined;
  /** Returns the key of the store that holds the objects of a resource. */
  storageOf(resource: ServedResource): string;
  /** Returns the storage keys of all families. */
  storages(): ReadonlyMap<string, string>;
  define(resource: ServedResource): void;
  /** Returns false if there is no such resource. */
  undefine(gvr: GroupVersionResource): boolean;
}

type Roots = Record<RootName, (ServedRoot & { readonly groups: Map<string, ServedGroup> }) | undefined>;

interface Index {
  readonly revision: number;
  readonly kinds: ReadonlyMap<string, ServedResource>;
  readonly hasSchemas: boolean;
  readonly storages: ReadonlyMap<string, string>;
}

/** Creates a registry from captured documents; without any, there is only an empty `/apis`. */
export function createRegistry(documents: ReadonlyMap<string, CapturedDocument>): Registry {
  const captured = new Map(documents);
  const roots: Roots = {
    api: rootFromDocuments('api', documents),
    apis: rootFromDocuments('apis', documents) ?? (documents.has('/apis') ? undefined : { groups: new Map() }),
  };
  let revision = 0;
  let index: Index | undefined;

  const group = (name: string): ServedGroup | undefined => roots[rootNameOf(name)]?.groups.get(name);
  const version = (gv: GroupVersion): ServedVersion | undefined =>
    group(gv.group)?.versions.find((entry) => entry.version === gv.version);
  const indexed = (): Index => {
    if (index?.revision !== revision) index = { revision, ...indexAll(roots) };
    return index;
  };
  const replace = (name: string, change: (versions: readonly ServedVersion[]) => ServedVersion[]): void => {
    const rootName = rootNameOf(name);
    const { groups } = roots[rootName] ?? { groups: new Map<string, ServedGroup>() };
    const known = groups.get(name) ?? { name, metadata: name === '' ? {} : { name }, versions: [] };
    const versions = change(known.versions);
    if (versions.length === 0) groups.delete(name);
    else groups.set(name, { ...known, versions });
    roots[rootName] = rootName === 'api' && groups.size === 0 ? undefined : { groups };
    captured.delete(`/${rootName}`);
    captured.delete(`/apis/${encodeURIComponent(name)}`);
    revision += 1;
  };

  return {
    get revision() {
      return revision;
    },
    root: (name) => roots[name],
    captured: (path) => captured.get(path),
    group,
    version,
    versions: () =>
      [roots.api, roots.apis].flatMap((root) =>
        [...(root?.groups.values() ?? [])].flatMap(({ name, versions }) =>
          versions.map(({ version: own, resources }) => ({ group: name, version: own, resources })),
        ),
      ),
    isCustom: (name) => {
      const [first] = group(name)?.versions.flatMap(({ resources }) => resources) ?? [];
      return first?.custom ?? holdsCustomResources(name);
    },
    resource: (gvr) => version(gvr)?.resources.find((resource) => resource.resource === gvr.resource),
    resources: () => resourcesOf(roots),
    hasSchemas: () => indexed().hasSchemas,
    resourceOfKind: (gvk) => indexed().kinds.get(keyOfKind(gvk)),
    storageOf: (resource) => indexed().storages.get(familyOf(resource)) ?? familyOf(resource),
    storages: () => indexed().storages,
    define: (resource) => {
      captured.delete(groupVersionPath(resource));
      replace(resource.group, (versions) => withResource(versions, resource));
    },
    undefine: (gvr) => {
      if (version(gvr)?.resources.some((resource) => resource.resource === gvr.resource) !== true) return false;
      captured.delete(groupVersionPath(gvr));
      replace(gvr.group, (versions) => withoutResource(versions, gvr));
      return true;
    },
  };
}

export function rootNameOf(group: string): RootName {
  return group === '' ? 'api' : 'apis';
}

function indexAll(roots: Roots): Omit<Index, 'revision'> {
  const all = resourcesOf(roots);
  const kinds = new Map<string, ServedResource>();
  for (const resource of all) {
    const key = keyOfKind(resource.objectKind);
    if (resource.objectKind.kind !== '' && !kinds.has(key)) kinds.set(key, resource);
  }
  return { kinds, hasSchemas: all.some(({ schema }) => schema !== undefined), storages: storageFamilies(all) };
}

function resourcesOf(roots: Roots): readonly ServedResource[] {
  return [roots.api, roots.apis].flatMap((root) =>
    [...(root?.groups.values() ?? [])].flatMap(({ versions }) => versions.flatMap(({ resources }) => resources)),
  );
}

function keyOfKind({ group, version, kind }: GroupVersionKind): string {
  return JSON.stringify([group, version, kind]);
}

/** Adds a resource. A new version is inserted in kube-aware order, as on a real server. */
function withResource(versions: readonly ServedVersion[], resource: ServedResource): ServedVersion[] {
  const known = versions.find(({ version }) => version === resource.version);
  if (known === undefined) {
    const added: ServedVersion = { version: resource.version, freshness: 'Current', resources: [resource] };
    const index = versions.findIndex(({ version }) => compareVersions(resource.version, version) < 0);
    return versions.toSpliced(index < 0 ? versions.length : index, 0, added);
  }
  const index = known.resources.findIndex((entry) => entry.resource === resource.resource);
  const resources = known.resources.toSpliced(index < 0 ? known.resources.length : index, 1, resource);
  const changed: ServedVersion = { version: known.version, freshness: 'Current', resources };
  return versions.map((entry) => (entry === known ? changed : entry));
}

function withoutResource(versions: readonly ServedVersion[], gvr: GroupVersionResource): ServedVersion[] {
  return versions
    .map((entry) =>
      entry.version === gvr.version
        ? { ...entry, resources: entry.resources.filter(({ resource }) => resource !== gvr.resource) }
        : entry,
    )
    .filter((entry) => entry.version !== gvr.version || entry.resources.length > 0);
}
