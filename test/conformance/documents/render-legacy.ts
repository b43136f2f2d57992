import type { CapturedAnswer, CapturedDocuments } from '../../fixtures/captured.js';
import type { Server, ServerGroup, ServerResource, ServerVersion } from './server.js';

/** What the server answers to a client that does not know aggregated discovery. */
export function renderLegacy({ groups }: Server): CapturedDocuments {
  const core = groups.find(({ name }) => name === '');
  const others = groups.filter(({ name }) => name !== '');
  const documents: Record<string, CapturedAnswer> = {
    '/api': json({ kind: 'APIVersions', versions: core?.versions.map(({ version }) => version) ?? [] }),
    '/apis': json({ kind: 'APIGroupList', apiVersion: 'v1', groups: others.map(renderGroup) }),
  };
  for (const { name, versions } of groups) {
    for (const version of versions) {
      const groupVersion = name === '' ? version.version : `${name}/${version.version}`;
      documents[name === '' ? `/api/${groupVersion}` : `/apis/${groupVersion}`] = renderVersion(groupVersion, version);
    }
  }
  return documents;
}

function json(body: object): CapturedAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

function renderGroup({ name, versions, preferred }: ServerGroup) {
  const listed = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: listed, preferredVersion: listed.find(({ version }) => version === preferred) ?? listed[0] };
}

function renderVersion(groupVersion: string, { stale = false, resources }: ServerVersion): CapturedAnswer {
  if (stale) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { status: 503, headers, body: 'service unavailable\n' };
  }
  return json({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: resources.flatMap(renderResource),
  });
}

function renderResource(resource: ServerResource) {
  const { plural, singular = '', kind, kindOf, shortNames, categories, scope = 'Namespaced' } = resource;
  const namespaced = scope === 'Namespaced';
  const below = (resource.subresources ?? []).map((subresource) => ({
    name: `${plural}/${subresource}`,
    singularName: '',
    namespaced,
    kind: kind ?? 'Scale',
    verbs: ['get'],
  }));
  if (kind === undefined) return below;
  const entry = { name: plural, singularName: singular, namespaced, kind, ...kindOf, verbs: ['get', 'list'] };
  return [{ ...entry, ...(shortNames && { shortNames }), ...(categories && { categories }) }, ...below];
}
