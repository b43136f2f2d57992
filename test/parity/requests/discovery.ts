import { scene, type Answer, type Earlier, type ParityRequest } from '../request.js';
import { otherDiscoveryAccepts, ownDiscoveryAccepts } from './accepts.js';

const roots = ['/api', '/apis'] as const;
const v2 = ownDiscoveryAccepts['v2'];

const negotiation = roots.flatMap((path) =>
  Object.entries({ ...ownDiscoveryAccepts, ...otherDiscoveryAccepts }).map(([what, accept]): ParityRequest => ({
    name: `${path} as ${what}`,
    path,
    accept,
  })),
);

const tagOf = (earlier: Earlier, path: string): string => {
  const { headers }: Answer = earlier(`discovery: ${path} as v2`);
  return headers['etag'] ?? '';
};
const conditions: Readonly<Record<string, (tag: string) => string>> = {
  'its tag': (tag) => tag,
  'another tag': () => `"${'0'.repeat(128)}"`,
  'its tag, weak': (tag) => `W/${tag}`,
  'its tag without quotes': (tag) => tag.replaceAll('"', ''),
  'a list that holds its tag': (tag) => `"a", ${tag}`,
  'any tag': () => '*',
};
const conditional = roots.flatMap((path) =>
  Object.entries(conditions).map(([what, header]): ParityRequest => ({
    name: `${path} unless it has ${what}`,
    path,
    accept: v2,
    headers: (earlier) => ({ 'if-none-match': header(tagOf(earlier, path)) }),
  })),
);
const ifNoneMatch = (path: string) => (earlier: Earlier) => ({ 'if-none-match': tagOf(earlier, path) });
const otherConditional: ParityRequest[] = [
  {
    name: '/apis as legacy unless it has the tag of v2',
    path: '/apis',
    headers: ifNoneMatch('/apis'),
  },
  {
    name: '/apis as all formats unless it has its tag',
    path: '/apis',
    accept: ownDiscoveryAccepts['all formats'],
    headers: ifNoneMatch('/apis'),
  },
  {
    name: '/apis as v2beta1 unless it has the tag of v2',
    path: '/apis',
    accept: ownDiscoveryAccepts['v2beta1'],
    headers: ifNoneMatch('/apis'),
  },
  { name: '/apis unless it has the tag of /api', path: '/apis', accept: v2, headers: ifNoneMatch('/api') },
];

const legacyPaths = [
  '/api/v1',
  '/apis/apps',
  '/apis/apps/v1',
  '/apis/autoscaling',
  '/apis/autoscaling/v1',
  '/apis/autoscaling/v2',
  '/apis/batch/v1',
  '/apis/policy/v1',
  '/apis/events.k8s.io/v1',
  '/apis/authorization.k8s.io/v1',
  '/apis/apiextensions.k8s.io/v1',
  '/apis/apiregistration.k8s.io/v1',
  '/apis/rbac.authorization.k8s.io/v1',
  '/apis/storage.k8s.io/v1',
  '/apis/parity.example.org',
  '/apis/parity.example.org/v1',
  '/apis/parity.example.org/v1beta1',
  '/apis/dead.parity.example.org',
  '/apis/dead.parity.example.org/v1beta1',
  // What is not there.
  '/apis/parity.example.org/v1alpha1',
  '/apis/parity.example.org/v7',
  '/apis/apps/v7',
  '/apis/nobody.example.org',
  '/apis/nobody.example.org/v1',
  '/api/v7',
  // Forms of a path.
  '/api/',
  '/apis/',
  '/api/v1/',
  '/apis/apps/',
  '/apis/apps/v1/',
  '/apis?timeout=32s',
  '/apis?pretty=1',
  '/version',
  '/version/',
  '/healthz',
  '/livez',
  '/readyz',
  '/nonsense',
  '/api/v1/nonsense',
  '/apisnonsense',
];
const legacy = legacyPaths.map((path): ParityRequest => ({ name: path, path }));
const legacyAccepts = ['/apis/apps', '/apis/apps/v1', '/apis/parity.example.org/v1', '/version'].flatMap((path) =>
  ['v2', 'all formats'].map((word): ParityRequest => ({
    name: `${path} as ${word}`,
    path,
    accept: ownDiscoveryAccepts[word],
  })),
);
const notAcceptable = ['/apis/apps', '/apis/apps/v1', '/apis/parity.example.org/v1', '/version'].flatMap((path) =>
  ['a Table', 'HTML'].map((word): ParityRequest => ({
    name: `${path} as ${word}`,
    path,
    accept: otherDiscoveryAccepts[word],
  })),
);

const methods = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) =>
  [
    '/api',
    '/apis',
    '/api/v1',
    '/apis/apps',
    '/apis/apps/v1',
    '/apis/parity.example.org',
    '/apis/parity.example.org/v1',
    '/version',
    '/healthz',
  ].map((path): ParityRequest => ({ name: `${method} ${path}`, method, path, body: {} })),
);

/** Roots in every form, tags, legacy documents, and what lies beside them. */
export const discovery: readonly ParityRequest[] = scene('discovery', [
  ...negotiation,
  ...conditional,
  ...otherConditional,
  ...legacy,
  ...legacyAccepts,
  ...notAcceptable,
  ...methods,
]);
