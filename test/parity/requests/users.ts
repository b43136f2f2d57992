import { scene, type ParityRequest, type User } from '../request.js';
import { ownAccepts, ownDiscoveryAccepts } from './accepts.js';
import { configMaps, crates, deployments, gadgets, planets } from './exhibits.js';

const merge = 'application/merge-patch+json';
const asked: readonly ParityRequest[] = [
  { name: 'read /api', path: '/api' },
  { name: 'read /apis as v2', path: '/apis', accept: ownDiscoveryAccepts['v2'] },
  { name: 'read /apis/apps', path: '/apis/apps' },
  { name: 'read /apis/apps/v1', path: '/apis/apps/v1' },
  { name: 'read /apis/parity.example.org/v1', path: '/apis/parity.example.org/v1' },
  { name: 'read a group that is not served', path: '/apis/nobody.example.org/v1' },
  { name: 'read /version', path: '/version' },
  { name: 'read /healthz', path: '/healthz' },
  { name: 'read /livez', path: '/livez' },
  { name: 'read /readyz', path: '/readyz' },
  { name: 'read /metrics', path: '/metrics' },
  { name: 'read /', path: '/' },
  { name: 'read /openapi/v3', path: '/openapi/v3' },
  { name: 'read /nonsense', path: '/nonsense' },
  { name: 'write /apis', method: 'POST', path: '/apis', body: {} },
  { name: 'get a configmap', path: `${configMaps.path}/first` },
  { name: 'get a configmap that is not there', path: `${configMaps.path}/missing` },
  { name: 'get a configmap as Table', path: `${configMaps.path}/first`, accept: ownAccepts['Table'] },
  { name: 'get a configmap as CSV', path: `${configMaps.path}/first`, accept: 'text/csv' },
  { name: 'list configmaps', path: configMaps.path },
  { name: 'list configmaps everywhere', path: configMaps.everywhere },
  { name: 'watch configmaps', path: `${configMaps.path}?watch=1&timeoutSeconds=1` },
  { name: 'create a configmap', method: 'POST', path: configMaps.path, body: { metadata: { name: 'mine' } } },
  { name: 'create a configmap of broken JSON', method: 'POST', path: configMaps.path, body: '{' },
  { name: 'replace a configmap', method: 'PUT', path: `${configMaps.path}/first`, body: {} },
  { name: 'patch a configmap', method: 'PATCH', path: `${configMaps.path}/first`, contentType: merge, body: {} },
  { name: 'delete a configmap', method: 'DELETE', path: `${configMaps.path}/first` },
  { name: 'delete configmaps', method: 'DELETE', path: configMaps.path },
  { name: 'get a scale', path: `${deployments.path}/first/scale` },
  { name: 'patch a scale', method: 'PATCH', path: `${gadgets.path}/first/scale`, contentType: merge, body: {} },
  { name: 'get a status', path: `${gadgets.path}/first/status` },
  { name: 'get a gadget', path: `${gadgets.path}/first` },
  { name: 'list crates', path: crates.path },
  { name: 'get a planet', path: `${planets.path}/first` },
  { name: 'list planets', path: planets.path },
  { name: 'get a namespace', path: '/api/v1/namespaces/parity' },
  { name: 'list namespaces', path: '/api/v1/namespaces' },
  { name: 'get a node', path: '/api/v1/nodes/missing' },
  { name: 'list a resource that is not there', path: '/api/v1/nonsense' },
  { name: 'list a resource of a group that is not served', path: '/apis/nobody.example.org/v1/things' },
  { name: 'list a resource of a dead group', path: '/apis/dead.parity.example.org/v1beta1/things' },
];
const users: readonly User[] = ['reader', 'nobody', 'stranger'];
const credentials: readonly (readonly [string, string])[] = [
  ['basic', 'Basic dXNlcjpwYXNz'],
  ['an empty bearer', 'Bearer '],
  ['a word', 'nonsense'],
  ['two words', 'Bearer a b'],
  ['a lower-case bearer', 'bearer nonsense'],
];

/** What those may do who are not cluster admins. */
export const authorizing: readonly ParityRequest[] = [
  ...users.flatMap((user) =>
    scene(
      user,
      asked.map((request) => ({ ...request, user })),
    ),
  ),
  ...scene(
    'credentials',
    credentials.map(([name, authorization]) => ({
      name,
      path: '/version',
      user: 'nobody',
      headers: { authorization },
    })),
  ),
];
