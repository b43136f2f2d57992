import { scene, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';

const authorization = '/apis/authorization.k8s.io/v1';
const authentication = '/apis/authentication.k8s.io/v1';
const getPods = { verb: 'get', resource: 'pods', namespace: 'parity' };
const own = `${authorization}/selfsubjectaccessreviews`;
const rules = `${authorization}/selfsubjectrulesreviews`;
const others = `${authorization}/subjectaccessreviews`;
const local = `${authorization}/namespaces/parity/localsubjectaccessreviews`;
const who = `${authentication}/selfsubjectreviews`;
const tokens = `${authentication}/tokenreviews`;

const post = (name: string, path: string, body: string | object, more: Partial<ParityRequest> = {}): ParityRequest => ({
  name,
  method: 'POST',
  path,
  body,
  ...more,
});

/** Reviews of access, of rules, of tokens and of oneself: what is created there is answered, and kept nowhere. */
export const reviewing: readonly ParityRequest[] = scene('review', [
  post('own access', own, { spec: { resourceAttributes: getPods } }),
  post('own access, all said', own, {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { ...getPods, version: 'v1', group: '', name: 'first', subresource: 'log' } },
  }),
  post('own access without a namespace', own, { spec: { resourceAttributes: { verb: 'list', resource: 'pods' } } }),
  post('own access to all', own, { spec: { resourceAttributes: { verb: '*', group: '*', resource: '*' } } }),
  post('own access of nothing', own, { spec: { resourceAttributes: {} } }),
  post('own access to a path', own, { spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' } } }),
  post('own access, dry run', `${own}?dryRun=All`, { spec: { resourceAttributes: getPods } }),
  post('own access, status given', own, { spec: { resourceAttributes: getPods }, status: { allowed: false } }),
  post('own access, labels given', own, { metadata: { labels: { a: 'b' } }, spec: { resourceAttributes: getPods } }),
  post('own access, a name given', own, { metadata: { name: 'mine' }, spec: { resourceAttributes: getPods } }),
  post('own access without a spec', own, {}),
  post('own access without attributes', own, { spec: {} }),
  post('own access with both attributes', own, {
    spec: { resourceAttributes: getPods, nonResourceAttributes: { path: '/healthz', verb: 'get' } },
  }),
  post('own access of another kind', own, { kind: 'SubjectAccessReview', spec: { resourceAttributes: getPods } }),
  post('own access of broken JSON', own, '{'),
  post('own access as Table', own, { spec: { resourceAttributes: getPods } }, { accept: ownAccepts['Table'] }),
  post('own access of a reader', own, { spec: { resourceAttributes: getPods } }, { user: 'reader' }),
  post(
    'own access of a reader to a path',
    own,
    { spec: { nonResourceAttributes: { path: '/api', verb: 'get' } } },
    { user: 'reader' },
  ),
  post('own access of nobody', own, { spec: { resourceAttributes: getPods } }, { user: 'nobody' }),
  post('own access of a stranger', own, { spec: { resourceAttributes: getPods } }, { user: 'stranger' }),
  { name: 'list own access', path: own },
  { name: 'get own access', path: `${own}/mine` },
  { name: 'delete own access', method: 'DELETE', path: own },
  {
    name: 'own access below a namespace',
    method: 'POST',
    path: `${authorization}/namespaces/parity/selfsubjectaccessreviews`,
    body: {},
  },

  post('own rules', rules, { spec: { namespace: 'parity' } }),
  post('own rules without a namespace', rules, { spec: {} }),
  post('own rules of a reader', rules, { spec: { namespace: 'parity' } }, { user: 'reader' }),

  post('access of a reader', others, { spec: { user: 'reader', resourceAttributes: getPods } }),
  post('access of a group', others, { spec: { groups: ['system:masters'], resourceAttributes: getPods } }),
  post('access of no one', others, { spec: { resourceAttributes: getPods } }),
  post('access of a stranger', others, { spec: { user: 'stranger', resourceAttributes: getPods } }),
  post(
    'access, asked by a reader',
    others,
    { spec: { user: 'admin', resourceAttributes: getPods } },
    { user: 'reader' },
  ),
  post('access without attributes', others, { spec: { user: 'reader' } }),
  post('access in a namespace', local, { spec: { user: 'reader', resourceAttributes: getPods } }),
  post('access in another namespace', local, {
    spec: { user: 'reader', resourceAttributes: { ...getPods, namespace: 'other' } },
  }),
  post('access in a namespace, to a path', local, {
    spec: { user: 'reader', nonResourceAttributes: { path: '/', verb: 'get' } },
  }),
  post('access in a namespace, object elsewhere', local, {
    metadata: { namespace: 'other' },
    spec: { user: 'reader', resourceAttributes: getPods },
  }),

  post('oneself', who, {}),
  post('oneself, a reader', who, {}, { user: 'reader' }),
  post('oneself, nobody', who, {}, { user: 'nobody' }),
  post('oneself as Table', who, {}, { accept: ownAccepts['Table'] }),

  post('a wrong token', tokens, { spec: { token: 'wrong' } }),
  post('a wrong token for an audience', tokens, { spec: { token: 'wrong', audiences: ['a'] } }),
  post('no token', tokens, { spec: {} }),
  post('no spec of a token', tokens, {}),
  post('a token, asked by a reader', tokens, { spec: { token: 'wrong' } }, { user: 'reader' }),
]);
