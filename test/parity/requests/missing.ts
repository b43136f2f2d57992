import { scene, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { namespace } from './exhibits.js';

const inside = (group: string, rest: string): string => `/apis/${group}/v1/namespaces/${namespace}/${rest}`;
const paths = [
  // A missing object: the only one that is absent for certain.
  `/api/v1/namespaces/${namespace}/configmaps/missing`,
  `/api/v1/namespaces/nowhere/configmaps/missing`,
  '/api/v1/nodes/missing',
  '/api/v1/namespaces/missing',
  inside('apps', 'deployments/missing'),
  inside('parity.example.org', 'gadgets/missing'),
  '/apis/parity.example.org/v1/planets/missing',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/missing',
  '/apis/apiregistration.k8s.io/v1/apiservices/missing',
  // A version that is not served.
  `/apis/apps/v1beta1/namespaces/${namespace}/deployments/missing`,
  '/apis/apps/v1beta1/deployments',
  '/api/v2/pods',
  `/apis/parity.example.org/v1alpha1/namespaces/${namespace}/gadgets/missing`,
  '/apis/parity.example.org/v1alpha1/gadgets',
  '/apis/parity.example.org/v9/gadgets',
  '/apis/parity.example.org/v1beta1/crates',
  // A resource that does not exist.
  '/api/v1/nonsense',
  '/api/v1/nonsense/missing',
  `/api/v1/namespaces/${namespace}/nonsense`,
  `/api/v1/namespaces/${namespace}/nonsense/missing`,
  inside('apps', 'nonsense'),
  '/apis/apps/v1/nonsense',
  inside('parity.example.org', 'nonsense'),
  '/apis/parity.example.org/v1/nonsense',
  '/apis/parity.example.org/v1/nonsense/missing',
  inside('apps', 'Deployments'),
  inside('apps', 'deployment/missing'),
  // The wrong scope.
  `/api/v1/namespaces/${namespace}/nodes/missing`,
  `/api/v1/namespaces/${namespace}/nodes`,
  '/apis/apps/v1/deployments/missing',
  '/api/v1/configmaps/missing',
  '/apis/parity.example.org/v1/gadgets/missing',
  inside('parity.example.org', 'planets/missing'),
  inside('parity.example.org', 'planets'),
  inside('rbac.authorization.k8s.io', 'clusterroles/missing'),
  // A group that is not served.
  '/apis/nobody.example.org/v1/things',
  '/apis/nobody.example.org/v1/things/missing',
  '/apis/nobody.k8s.io/v1/namespaces/x/things/missing',
  // A group whose server is dead.
  '/apis/dead.parity.example.org/v1beta1/things',
  '/apis/dead.parity.example.org/v1beta1/namespaces/x/things/missing',
  '/apis/dead.parity.example.org/v2/things',
  // Subresources.
  `/api/v1/namespaces/${namespace}/configmaps/first/nonsense`,
  inside('apps', 'deployments/first/nonsense'),
  inside('parity.example.org', 'gadgets/first/nonsense'),
  inside('parity.example.org', 'gadgets/missing/nonsense'),
  inside('parity.example.org', 'gadgets/first/status/deeper'),
  inside('parity.example.org', 'crates/first/scale'),
  // Forms of a path.
  `/api/v1/namespaces/${namespace}/configmaps/`,
  `/api/v1/namespaces/${namespace}/configmaps/first/`,
  inside('parity.example.org', 'gadgets/'),
  inside('parity.example.org', 'gadgets/first/'),
  `/api/v1/namespaces/${namespace}`,
  `/api/v1/namespaces/${namespace}/`,
  `/api/v1/namespaces/${namespace}/status`,
  `/api/v1/namespaces/${namespace}/finalize`,
  '/api/v1/namespaces//configmaps',
  '/api/v1//configmaps',
  '/api//v1/configmaps',
  '//api/v1/configmaps',
  '/api/v1/watch/nonsense',
  '/api',
  '/api/v1',
  '/',
  '/openapi/v2/nonsense',
];
const gets = paths.map((path): ParityRequest => ({ name: path, path }));
const asTable = [
  `/api/v1/namespaces/${namespace}/configmaps/missing`,
  '/api/v1/nonsense',
  '/apis/nobody.example.org/v1/things',
  '/apis/parity.example.org/v1/nonsense',
  '/apis/dead.parity.example.org/v1beta1/things',
].map((path): ParityRequest => ({ name: `${path} as Table`, path, accept: ownAccepts['Table'] }));

const writes = (
  [
    ['POST', '/api/v1/namespaces/nowhere/configmaps', { metadata: { name: 'a' } }],
    ['POST', '/api/v1/nonsense', {}],
    ['POST', '/apis/parity.example.org/v1/nonsense', {}],
    ['POST', '/apis/nobody.example.org/v1/things', {}],
    ['POST', '/apis/dead.parity.example.org/v1beta1/things', {}],
    ['POST', '/api/v1/configmaps', { metadata: { name: 'a', namespace } }],
    ['PUT', '/api/v1/configmaps/a', {}],
    ['PUT', '/apis/parity.example.org/v1/gadgets/a', {}],
    ['DELETE', '/api/v1/configmaps', undefined],
    ['DELETE', '/apis/parity.example.org/v1/gadgets', undefined],
    ['DELETE', '/apis/parity.example.org/v1/planets/missing', undefined],
    ['DELETE', '/api/v1/namespaces', undefined],
    ['PATCH', '/api/v1/nonsense/a', {}],
    ['HEAD', `/api/v1/namespaces/${namespace}/configmaps`, undefined],
    ['HEAD', inside('parity.example.org', 'gadgets'), undefined],
    ['OPTIONS', `/api/v1/namespaces/${namespace}/configmaps`, undefined],
    ['OPTIONS', inside('parity.example.org', 'gadgets'), undefined],
    ['POST', '/api/v1/bindings', {}],
    ['GET', '/api/v1/bindings', undefined],
    ['GET', `/api/v1/namespaces/${namespace}/bindings`, undefined],
    ['GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', undefined],
    ['PUT', `/api/v1/namespaces/${namespace}/configmaps`, {}],
    ['DELETE', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', undefined],
  ] as const
).map(([method, path, body]): ParityRequest => ({
  name: `${method} ${path}`,
  method,
  path,
  ...(body && { body, ...(method === 'PATCH' && { contentType: 'application/merge-patch+json' }) }),
}));

/** Every way of asking for what is not there. */
export const missing: readonly ParityRequest[] = scene('missing', [...gets, ...asTable, ...writes]);
