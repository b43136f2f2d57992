import { objectFrom, scene, type Earlier, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { configMaps, crates, deployments, gadgets, objectOf, type Exhibit } from './exhibits.js';

const merge = 'application/merge-patch+json';

function statusOf(exhibit: Exhibit): ParityRequest[] {
  const { path, word } = exhibit;
  const one = `${path}/told`;
  const told = (earlier: Earlier) => objectFrom(earlier, `status ${word}: create`);
  const status = { replicas: 3, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1 };
  return [
    { name: 'create', method: 'POST', path, body: { ...objectOf(exhibit, 'told'), status } },
    { name: 'get', path: `${one}/status` },
    { name: 'get as Table', path: `${one}/status`, accept: ownAccepts['Table'] },
    { name: 'get as metadata', path: `${one}/status`, accept: ownAccepts['metadata of one'] },
    { name: 'get of what is not there', path: `${path}/missing/status` },
    {
      name: 'put',
      method: 'PUT',
      path: `${one}/status`,
      body: (earlier) => ({ ...told(earlier), status, spec: { ...(told(earlier)['spec'] as object), replicas: 9 } }),
    },
    { name: 'put, stale', method: 'PUT', path: `${one}/status`, body: (earlier) => ({ ...told(earlier), status }) },
    {
      name: 'put labels',
      method: 'PUT',
      path: `${one}/status`,
      body: (earlier) => ({
        ...told(earlier),
        metadata: { ...objectFrom(earlier, `status ${word}: put`).metadata, labels: { by: 'status' } },
        status,
      }),
    },
    {
      name: 'patch',
      method: 'PATCH',
      path: `${one}/status`,
      contentType: merge,
      body: { spec: { replicas: 8 }, status: { readyReplicas: 2 } },
    },
    {
      name: 'patch, dryRun',
      method: 'PATCH',
      path: `${one}/status?dryRun=All`,
      contentType: merge,
      body: { status: { readyReplicas: 3 } },
    },
    {
      name: 'patch the object',
      method: 'PATCH',
      path: one,
      contentType: merge,
      body: { spec: { replicas: 4 }, status: { readyReplicas: 0 } },
    },
    { name: 'the object as Table', path: one, accept: ownAccepts['Table'] },
    {
      name: 'patch of managers',
      method: 'PATCH',
      path: `${one}/status`,
      contentType: merge,
      body: { metadata: { managedFields: [{}] } },
    },
    { name: 'post', method: 'POST', path: `${one}/status`, body: told },
    { name: 'delete', method: 'DELETE', path: `${one}/status` },
    { name: 'of the collection', path: `${path}/status` },
  ];
}

/** The status subresource. */
export const stating: readonly ParityRequest[] = [
  ...scene('status deployments.apps', statusOf(deployments)),
  ...scene('status gadgets.parity.example.org', statusOf(gadgets)),
  ...scene('status', [
    { name: 'of crates', path: `${crates.path}/first/status` },
    { name: 'of crates that are not there', path: `${crates.path}/missing/status` },
    { name: 'of configmaps', path: `${configMaps.path}/first/status` },
    { name: 'put of crates', method: 'PUT', path: `${crates.path}/first/status`, body: {} },
  ]),
];
