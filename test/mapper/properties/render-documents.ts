import type { ScriptedAnswer } from '../../discovery/replay-connection.js';
import { aggregatedGroups, coreServices, legacyGroups } from './server-model.js';
import type { ApiService, ModelResource, ServerModel } from './server-model.js';

/** What a server answers, by path. */
export type Documents = Readonly<Record<string, ScriptedAnswer>>;

/** The ways in which a server may tell what it has; a mixed one speaks differently at its two roots. */
export const formats = ['v2', 'v2beta1', 'legacy', 'legacy core', 'legacy groups'] as const;
export type RenderedFormat = (typeof formats)[number];

/** The documents of a server as kube-apiserver and kube-aggregator write them. */
export function render(server: ServerModel, format: RenderedFormat): Documents {
  const core = format === 'legacy' || format === 'legacy core' ? legacyCore(server) : aggregatedCore(server, format);
  const groups =
    format === 'legacy' || format === 'legacy groups' ? legacyApis(server) : aggregatedApis(server, format);
  return { ...core, ...groups };
}

const pathOf = ({ group, version }: ApiService): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`;

function aggregatedCore(server: ServerModel, format: RenderedFormat): Documents {
  const services = coreServices(server);
  return { '/api': aggregatedList(services.length > 0 ? [services] : [], format) };
}

function aggregatedApis(server: ServerModel, format: RenderedFormat): Documents {
  return { '/apis': aggregatedList(aggregatedGroups(server), format) };
}

function aggregatedList(groups: readonly (readonly ApiService[])[], format: RenderedFormat): ScriptedAnswer {
  const version = format === 'v2beta1' ? 'v2beta1' : 'v2';
  const items = groups.map((services) => ({
    metadata: services[0]?.group === '' ? {} : { name: services[0]?.group },
    versions: services.map((service) =>
      service.answers
        ? {
            version: service.version,
            resources: byName(service).map(aggregatedResource(service)),
            freshness: 'Current',
          }
        : { version: service.version, freshness: 'Stale' },
    ),
  }));
  return {
    headers: { 'content-type': `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList` },
    body: { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items },
  };
}

const aggregatedResource =
  ({ group, version, source }: ApiService) =>
  (resource: ModelResource): object => {
    const { plural, kind, singular, namespaced, shortNames, categories, verbs, subresources, internalID } = resource;
    // Only custom resources say the group and version of their own objects; the others leave them empty.
    const kindOf = (name: string): object =>
      source === 'custom resources' ? { group, version, kind: name } : { group: '', version: '', kind: name };
    return {
      resource: plural,
      responseKind: kind === '' ? null : kindOf(kind),
      scope: namespaced ? 'Namespaced' : 'Cluster',
      ...(singular !== '' && { singularResource: singular }),
      verbs: kind === '' ? null : verbs,
      ...(shortNames.length > 0 && { shortNames }),
      ...(categories.length > 0 && { categories }),
      ...(internalID !== '' && { internalID }),
      ...(subresources.length > 0 && {
        subresources: subresources.map((each) => ({
          subresource: each.name,
          responseKind: kindOf(each.kind),
          verbs: ['get', 'patch', 'update'],
        })),
      }),
    };
  };

function legacyCore(server: ServerModel): Documents {
  const services = coreServices(server);
  const versions = services.map(({ version }) => version);
  return { '/api': { body: { kind: 'APIVersions', versions } }, ...legacyLists(services) };
}

function legacyApis(server: ServerModel): Documents {
  const all = legacyGroups(server);
  const groups = all.map((services) => {
    const versions = services.map(({ group, version }) => ({ groupVersion: `${group}/${version}`, version }));
    return { name: services[0]?.group, versions, preferredVersion: versions[0] };
  });
  return { '/apis': { body: { kind: 'APIGroupList', apiVersion: 'v1', groups } }, ...legacyLists(all.flat()) };
}

function legacyLists(services: readonly ApiService[]): Documents {
  return Object.fromEntries(
    services.map((service): [string, ScriptedAnswer] => {
      if (!service.answers) return [pathOf(service), { status: 503, body: 'service unavailable\n' }];
      const { group, version, source, turn } = service;
      const groupVersion = group === '' ? version : `${group}/${version}`;
      const listed = source === 'custom resources' ? turned(service.resources, turn) : byName(service);
      const body = { kind: 'APIResourceList', groupVersion, resources: listed.flatMap(legacyItems) };
      return [pathOf(service), { body }];
    }),
  );
}

function legacyItems(resource: ModelResource): readonly object[] {
  const { plural, kind, singular, namespaced, shortNames, categories, verbs, subresources } = resource;
  const { storageVersionHash, internalID } = resource;
  const own = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(storageVersionHash !== '' && { storageVersionHash }),
    ...(internalID !== '' && { internalID }),
  };
  const below = subresources.map((each) => ({
    name: `${plural}/${each.name}`,
    singularName: '',
    namespaced,
    kind: each.kind,
    verbs: ['get', 'patch', 'update'],
  }));
  return kind === '' ? below : [own, ...below];
}

function byName({ resources }: ApiService): readonly ModelResource[] {
  return [...resources].sort((a, b) => (a.plural < b.plural ? -1 : 1));
}

/** Another order, as that of a map: no two turns of some length are the same. */
function turned(resources: readonly ModelResource[], turn: number): readonly ModelResource[] {
  const start = resources.length === 0 ? 0 : turn % resources.length;
  const moved = [...resources.slice(start), ...resources.slice(0, start)];
  return turn % 2 === 0 ? moved : moved.reverse();
}
