import { formatGroupVersion } from '../../core/model/group-version.js';
import type { GroupVersion } from '../../core/model/group-version.js';
import type { ResponseKind, ServedGroup, ServedResource, ServedVersion } from '../served/served.js';

/** Renders `/api`. */
export function renderApiVersions(groups: Iterable<ServedGroup>): object {
  return {
    kind: 'APIVersions',
    versions: [...groups].flatMap(({ versions }) => versions.map(({ version }) => version)),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '192.0.2.1:6443' }],
  };
}

/** Renders `/apis`. */
export function renderGroupList(groups: Iterable<ServedGroup>): object {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: [...groups].map(renderGroup) };
}

/** Renders `/apis/<group>`. */
export function renderGroupDocument(group: ServedGroup): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...renderGroup(group) };
}

/** Renders `/api/v1` and `/apis/<group>/<version>`. As on real servers, the core document has no apiVersion. */
export function renderResourceList(
  group: string,
  { version, resources }: ServedVersion,
  internalIDField: 'internalID' | 'resourceID',
): object {
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: formatGroupVersion({ group, version }),
    resources: resources.flatMap((resource) => [
      ...renderParent(resource, internalIDField),
      ...renderSubresources(resource),
    ]),
  };
}

/**
 * Puts the custom groups into the order of real servers, leaving all other groups in place. The aggregator sorts equal
 * priorities by the name of the APIService, hence by the smallest `version.group`.
 */
export function inRealLegacyOrder(groups: readonly ServedGroup[], isCustom: (group: string) => boolean): ServedGroup[] {
  const custom = groups
    .filter(({ name }) => isCustom(name))
    .map((group) => ({ group, first: group.versions.map(({ version }) => `${version}.${group.name}`).sort()[0] ?? '' }))
    .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const queue = custom.values();
  return groups.map((group) => (isCustom(group.name) ? (queue.next().value?.group ?? group) : group));
}

function renderGroup({ name, versions, preferredVersion }: ServedGroup): object {
  const rendered = versions.map(({ version }) => ({
    groupVersion: formatGroupVersion({ group: name, version }),
    version,
  }));
  return {
    name,
    versions: rendered,
    preferredVersion: rendered.find(({ version }) => version === preferredVersion) ?? rendered[0],
  };
}

/** Omits a parent without a kind, of which only the subresources are listed. */
function renderParent(entry: ServedResource, internalIDField: 'internalID' | 'resourceID'): object[] {
  if (entry.objectKind.kind === '') return [];
  return [
    {
      name: entry.resource,
      singularName: entry.singular,
      namespaced: entry.scope === 'Namespaced',
      ...kindFields(entry.responseKind, entry),
      verbs: entry.verbs,
      ...(entry.shortNames.length === 0 ? {} : { shortNames: entry.shortNames }),
      ...(entry.categories.length === 0 ? {} : { categories: entry.categories }),
      ...(entry.storageVersionHash === undefined ? {} : { storageVersionHash: entry.storageVersionHash }),
      ...(entry.internalID === undefined ? {} : { [internalIDField]: entry.internalID }),
    },
  ];
}

function renderSubresources(entry: ServedResource): object[] {
  return entry.subresources.map(({ subresource, responseKind, verbs }) => ({
    name: `${entry.resource}/${subresource}`,
    singularName: '',
    namespaced: entry.scope === 'Namespaced',
    ...kindFields(responseKind, entry),
    verbs,
  }));
}

/** Returns the kind, with group and version only if they differ from those of the list. */
function kindFields(responseKind: ResponseKind, endpoint: GroupVersion): object {
  const { group, version, kind } = responseKind ?? { group: '', version: '', kind: '' };
  const own = group === endpoint.group && version === endpoint.version;
  return {
    ...(own || group === '' ? {} : { group }),
    ...(own || version === '' ? {} : { version }),
    kind,
  };
}
