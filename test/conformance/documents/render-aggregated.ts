import type { CapturedAnswer, CapturedDocuments } from '../../fixtures/captured.js';
import type { Server, ServerGroup, ServerResource } from './server.js';

/** What the server answers to a client that asks for aggregated discovery. */
export function renderAggregated({ groups }: Server): CapturedDocuments {
  const answer = (members: readonly ServerGroup[]): CapturedAnswer => ({
    status: 200,
    headers: { 'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' },
    body: {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items: members.map(renderGroup),
    },
  });
  return {
    '/api': answer(groups.filter(({ name }) => name === '')),
    '/apis': answer(groups.filter(({ name }) => name !== '')),
  };
}

function renderGroup({ name, versions }: ServerGroup) {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map(({ version, stale = false, resources }) => ({
      version,
      resources: resources.map(renderResource),
      freshness: stale ? 'Stale' : 'Current',
    })),
  };
}

function renderResource(resource: ServerResource) {
  const { plural, singular = '', kind, kindOf, shortNames, categories, scope = 'Namespaced' } = resource;
  const { group = '', version = '' } = kindOf ?? {};
  return {
    resource: plural,
    ...(kind !== undefined && { responseKind: { group, version, kind } }),
    scope,
    singularResource: singular,
    verbs: ['get', 'list'],
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(resource.subresources && {
      subresources: resource.subresources.map((subresource) => ({
        subresource,
        responseKind: { group, version, kind: kind ?? 'Scale' },
        verbs: ['get'],
      })),
    }),
  };
}
