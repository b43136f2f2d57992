import { scene, type ParityRequest } from '../request.js';
import { clusterRoles, configMaps, crates, gadgets, objectOf, planets } from './exhibits.js';

const names = [
  'UPPER',
  'under_score',
  'dot.ted',
  '.dot',
  'dot.',
  'a..b',
  '-dash',
  'dash-',
  'with space',
  'ümlaut',
  'sl/ash',
  'per%cent',
  'co:lon',
  'pl+us',
  'q?uestion',
  'h#ash',
  '.',
  '..',
  'n'.repeat(253),
  'n'.repeat(254),
  '0',
  '__proto__',
  'constructor',
];
const short = (name: string): string =>
  name.length > 20 ? `${name.slice(0, 1)} times ${name.length}` : JSON.stringify(name).slice(1, -1);
const requests = [clusterRoles, crates].flatMap((exhibit) =>
  names.flatMap((name): ParityRequest[] => [
    {
      name: `create ${exhibit.word} ${short(name)}`,
      method: 'POST',
      path: `${exhibit.path}?dryRun=All`,
      body: objectOf(exhibit, name, { labels: {} }),
    },
    // Node itself sends dots as they are, and servers remove them.
    ...(['.', '..'].includes(name)
      ? []
      : [{ name: `get ${exhibit.word} ${short(name)}`, path: `${exhibit.path}/${encodeURIComponent(name)}` }]),
  ]),
);

const metadata = {
  'a label key with a space': { labels: { 'a b': 'c' } },
  'a label key with two slashes': { labels: { 'a/b/c': 'd' } },
  'a label value with a slash': { labels: { a: 'b/c' } },
  'a label value that is too long': { labels: { a: 'v'.repeat(64) } },
  'an empty label value': { labels: { a: '' } },
  'an annotation key in capitals': { annotations: { 'Upper.example.org/x': 'y' } },
  'an annotation key with a space': { annotations: { 'a b': 'c' } },
  'a finalizer without a domain': { finalizers: ['stay'] },
  'a finalizer that is no name': { finalizers: ['a b'] },
  'an owner without a uid': { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a' }] },
  'an owner without a kind': { ownerReferences: [{ apiVersion: 'v1', name: 'a', uid: 'b' }] },
  'an owner with a resource': {
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', resource: 'pods' }],
  },
  'an owner that is an event': { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'b' }] },
  'an owner without a version': { ownerReferences: [{ apiVersion: 'apps/', kind: 'Pod', name: 'a', uid: 'b' }] },
  'an owner whose apiVersion has three parts': {
    ownerReferences: [{ apiVersion: 'a/b/c', kind: 'Pod', name: 'a', uid: 'b' }],
  },
  'an owner whose resource is a number': {
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', resource: 5 }],
  },
  'an owner whose uid is a number': { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 5 }] },
  'an owner twice': {
    ownerReferences: [
      { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' },
      { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' },
    ],
  },
  'two controllers': {
    ownerReferences: [
      { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', controller: true },
      { apiVersion: 'v1', kind: 'Pod', name: 'c', uid: 'd', controller: true },
    ],
  },
  'a generateName in capitals': { name: undefined, generateName: 'MADE-' },
  'a negative generation': { generation: -1 },
  'no labels but null': { labels: null, annotations: null, finalizers: null },
  'empty lists': { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] },
};
const withMetadata = Object.entries(metadata).flatMap(([what, fields]) =>
  [configMaps, gadgets].map((exhibit): ParityRequest => ({
    name: `create ${exhibit.word} with ${what}`,
    method: 'POST',
    path: `${exhibit.path}?dryRun=All`,
    body: objectOf(exhibit, 'named', fields),
  })),
);
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', resource: 'pods' };
const applied = [
  { what: 'an owner', owners: [owner] },
  { what: 'two owners', owners: [owner, { ...owner, uid: 'c' }] },
].flatMap(({ what, owners }) =>
  [configMaps, gadgets].map((exhibit): ParityRequest => ({
    name: `apply ${exhibit.word} with the resource of ${what}`,
    method: 'PATCH',
    path: `${exhibit.path}/applied?fieldManager=parity`,
    contentType: 'application/apply-patch+yaml',
    body: objectOf(exhibit, 'applied', { ownerReferences: owners }),
  })),
);
const inNamespaces: ParityRequest[] = [
  {
    name: 'create a namespace in capitals',
    method: 'POST',
    path: '/api/v1/namespaces?dryRun=All',
    body: { metadata: { name: 'UPPER' } },
  },
  {
    name: 'create a namespace with a dot',
    method: 'POST',
    path: '/api/v1/namespaces?dryRun=All',
    body: { metadata: { name: 'a.b' } },
  },
  { name: 'list in a namespace in capitals', path: '/api/v1/namespaces/UPPER/configmaps' },
  { name: 'list in a namespace with a slash', path: '/api/v1/namespaces/a%2Fb/configmaps' },
  { name: 'a path that is not percent-encoded', path: '/api/v1/namespaces/parity/configmaps/%zz' },
  {
    name: 'a planet with a namespace',
    method: 'POST',
    path: `${planets.path}?dryRun=All`,
    body: objectOf(planets, 'named', { namespace: 'x' }),
  },
];

/** Names, namespaces and metadata with characters of all sorts. */
export const naming: readonly ParityRequest[] = scene('names', [
  ...requests,
  ...withMetadata,
  ...applied,
  ...inNamespaces,
]);
