import { objectFrom, scene, type Earlier, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { configMaps, crates, deployments, gadgets, objectOf, type Exhibit } from './exhibits.js';

const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';

function scaleOf(exhibit: Exhibit): ParityRequest[] {
  const { path, word, apiVersion, kind } = exhibit;
  const at = `${path}/scaled/scale`;
  const known = (earlier: Earlier) => objectFrom(earlier, `scale ${word}: get`);
  const scaled =
    (replicas: unknown, metadata: object = {}) =>
    (earlier: Earlier) => ({
      ...known(earlier),
      metadata: { ...known(earlier).metadata, ...metadata },
      spec: { replicas },
    });
  const put = (name: string, body: ParityRequest['body'], path = at): ParityRequest => ({
    name: `put ${name}`,
    method: 'PUT',
    path,
    body,
  });
  const free = { resourceVersion: undefined };
  const patched = (name: string, body: unknown, contentType = merge, path = at): ParityRequest => ({
    name: `patch ${name}`,
    method: 'PATCH',
    path,
    contentType,
    body: JSON.stringify(body),
  });
  return [
    { name: 'prepare', method: 'POST', path, body: objectOf(exhibit, 'scaled'), prepares: true },
    { name: 'get', path: at },
    { name: 'get as Table', path: at, accept: ownAccepts['Table'] },
    { name: 'get as metadata', path: at, accept: ownAccepts['metadata of one'] },
    { name: 'get as metadata of many', path: at, accept: ownAccepts['metadata of many'] },
    { name: 'get as Scale', path: at, accept: 'application/json;as=Scale;g=autoscaling;v=v1' },
    { name: 'get as CSV', path: at, accept: 'text/csv' },
    { name: 'get of what is not there', path: `${path}/missing/scale` },
    put('dryRun', scaled(7), `${at}?dryRun=All`),
    put('5', scaled(5)),
    { name: 'the object has followed', path: `${path}/scaled` },
    put('a stale resource version', scaled(6)),
    put('no resource version', scaled(6, free)),
    put('no metadata but the name', {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'scaled' },
      spec: { replicas: 4 },
    }),
    put('no apiVersion and kind', { metadata: { name: 'scaled' }, spec: { replicas: 4 } }),
    put('0', scaled(0, free)),
    put('no spec', scaled(undefined, free)),
    put('a negative number', scaled(-1, free)),
    put('a text', scaled('3', free)),
    put('a fraction', scaled(1.5, free)),
    put('too many', scaled(2 ** 31, free)),
    put('another name', scaled(3, { ...free, name: 'other' })),
    put('no name', scaled(3, { ...free, name: undefined })),
    put('another uid', scaled(3, { ...free, uid: 'another' })),
    put('another namespace', scaled(3, { ...free, namespace: 'elsewhere' })),
    put('another kind', { apiVersion, kind, metadata: { name: 'scaled' } }),
    put('another version', (earlier) => ({ ...scaled(3, free)(earlier), apiVersion: 'extensions/v1beta1' })),
    put('broken JSON', '{'),
    put('of what is not there', scaled(3, { ...free, name: 'missing' }), `${path}/missing/scale`),
    patched('3', { spec: { replicas: 3 } }),
    patched('dryRun', { spec: { replicas: 9 } }, merge, `${at}?dryRun=All`),
    patched('the same again', { spec: { replicas: 3 } }),
    patched('0', { spec: { replicas: 0 } }),
    patched('away', { spec: { replicas: null } }),
    patched('a negative number', { spec: { replicas: -1 } }),
    patched('a text', { spec: { replicas: 'three' } }),
    patched('a stale resource version', { metadata: { resourceVersion: '1' }, spec: { replicas: 3 } }),
    patched('a label', { metadata: { labels: { of: 'scale' } } }),
    patched('the status', { status: { replicas: 12 } }),
    patched('as JSON', [{ op: 'add', path: '/spec/replicas', value: 2 }], json),
    patched('as JSON, a test that fails', [{ op: 'test', path: '/spec/replicas', value: 99 }], json),
    patched('of what is not there', { spec: { replicas: 3 } }, merge, `${path}/missing/scale`),
    { ...patched('as Table', { spec: { replicas: 4 } }), accept: ownAccepts['Table'] },
    { ...patched('as metadata of many', { spec: { replicas: 5 } }), accept: ownAccepts['metadata of many'] },
    { name: 'the object at last', path: `${path}/scaled` },
    { name: 'post', method: 'POST', path: at, body: known },
    { name: 'delete', method: 'DELETE', path: at },
    { name: 'of the collection', path: `${path}/scale` },
    { name: 'deeper', path: `${at}/more` },
  ];
}

const bare = `${gadgets.path}/bare/scale`;
const oddities: ParityRequest[] = [
  {
    name: 'prepare one without replicas',
    method: 'POST',
    path: gadgets.path,
    body: { ...objectOf(gadgets, 'bare'), spec: { colour: 'grey' } },
    prepares: true,
  },
  { name: 'get where there are no replicas', path: bare },
  {
    name: 'patch where there are no replicas',
    method: 'PATCH',
    path: bare,
    contentType: merge,
    body: { spec: { replicas: 3 } },
  },
  { name: 'get where there are some now', path: bare },
  {
    name: 'prepare a status',
    method: 'PATCH',
    path: `${gadgets.path}/bare/status`,
    contentType: merge,
    body: { status: { replicas: 2, selector: 'app=bare' } },
    prepares: true,
  },
  { name: 'get with a status', path: bare },
  { name: 'get with a status, as Table', path: bare, accept: ownAccepts['Table'] },
  { name: 'of configmaps', path: `${configMaps.path}/first/scale` },
  { name: 'of crates', path: `${crates.path}/first/scale` },
  { name: 'patch of crates', method: 'PATCH', path: `${crates.path}/first/scale`, contentType: merge, body: {} },
];

/** Reading and setting scales, rightly and wrongly. */
export const scaling: readonly ParityRequest[] = [
  ...scene('scale deployments.apps', scaleOf(deployments)),
  ...scene('scale gadgets.parity.example.org', scaleOf(gadgets)),
  ...scene('scale', oddities),
];
