import { describe, expect, it } from 'vitest';
import { ApiError, isNotFound, isObjectNotFound } from '../../src/index.js';

const pod = '/api/v1/namespaces/shop/pods/front';
const deployment = '/apis/apps/v1/namespaces/shop/deployments/front';

interface Answer {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly path?: string;
  readonly statusCode?: number;
  readonly reason?: string;
  readonly fromServer?: boolean;
  readonly details?: object;
}

const named = { name: 'front', kind: 'pods' };

function answered({ method = 'GET', path = pod, statusCode = 404, ...rest }: Answer): ApiError {
  const { reason = 'NotFound', fromServer = true, details } = rest;
  return new ApiError({ method, path, statusCode, status: { reason, details: details }, fromServer });
}

describe('an object', () => {
  it.each<[string, Answer]>([
    ['its resource', { details: named }],
    ['its resource and group', { path: deployment, details: { name: 'front', group: 'apps', kind: 'deployments' } }],
    // An old path of what is stored in another group.
    ['the group that stores it', { path: deployment, details: { name: 'front', group: 'other', kind: 'deployments' } }],
    ['its kind', { details: { name: 'front', kind: 'Pod' } }],
    ['its kind, in lower case', { details: { name: 'front', kind: 'pod' } }],
    ['a kind in -y', { path: '/apis/x/v1/policies/p', details: { name: 'p', kind: 'Policy' } }],
    ['a kind in -s', { path: '/apis/x/v1/ingresses/p', details: { name: 'p', kind: 'Ingress' } }],
    ['no kind', { details: { name: 'front' } }],
    ['a name that is encoded', { path: '/apis/r/v1/roles/a%3Ab', details: { name: 'a:b', kind: 'roles' } }],
    ['the Scale', { path: `${deployment}/scale`, details: { name: 'front', kind: 'deployments/scale' } }],
    ['the object of a subresource', { path: `${pod}/eviction`, method: 'POST', details: named }],
    ['a path behind a prefix', { path: `/k8s/clusters/c-1${pod}`, details: named }],
    ['a namespace', { path: '/api/v1/namespaces/shop', details: { name: 'shop', kind: 'namespaces' } }],
    ['a namespace to finalize', { path: '/api/v1/namespaces/a/finalize', details: { name: 'a', kind: 'namespaces' } }],
    [
      'a pod named like its resource',
      { path: '/api/v1/namespaces/a/pods/pods', details: { name: 'pods', kind: 'pods' } },
    ],
    ['no reason that is known', { reason: 'Vanished', details: named }],
    ...(['PUT', 'PATCH', 'DELETE'] as const).map((method): [string, Answer] => [method, { method, details: named }]),
  ])('is not there where a 404 names %s', (_what, answer) => {
    expect(isObjectNotFound(answered(answer))).toBe(true);
  });

  it.each<[string, Answer]>([
    ['a path or group that is not served', { details: {} }],
    ['nothing', {}],
    ['an empty name', { path: '/api/v1/pods/', details: { name: '', kind: 'pods' } }],
    ['a proxy', { fromServer: false, details: named }],
    ['another name', { details: { name: 'back', kind: 'pods' } }],
    ['the namespace', { details: { name: 'shop', kind: 'namespaces' } }],
    [
      'the namespace of that name too',
      { path: '/api/v1/namespaces/a/pods/a', details: { name: 'a', kind: 'namespaces' } },
    ],
    [
      'the namespace of a create',
      { method: 'POST', path: '/api/v1/namespaces/a/pods', details: { name: 'a', kind: 'namespaces' } },
    ],
    [
      'the namespace of many',
      { method: 'DELETE', path: '/api/v1/namespaces/a/pods', details: { name: 'a', kind: 'namespaces' } },
    ],
    [
      'a resource named status in it',
      { path: '/apis/x/v1/namespaces/a/status', details: { name: 'a', kind: 'namespaces' } },
    ],
    ['another kind of that name', { details: { name: 'front', kind: 'services' } }],
    ['a kind that is no text', { details: { name: 'front', kind: 5 } }],
    ['a name that is no text', { details: { name: ['front'], kind: 'pods' } }],
    ['it with another reason', { reason: 'BadRequest', details: named }],
    ['it with another status', { statusCode: 500, details: named }],
    ['it in a list', { path: '/api/v1/namespaces/shop/pods', details: named }],
    [
      'what a create posts',
      { method: 'POST', path: '/api/v1/namespaces/front', details: { name: 'front', kind: 'namespaces' } },
    ],
  ])('may be there where an answer names %s', (_what, answer) => {
    expect(isObjectNotFound(answered(answer))).toBe(false);
  });

  it.each([undefined, null, new Error('404'), { code: 'api', statusCode: 404 }])('may be there after %o', (error) => {
    expect([isNotFound(error), isObjectNotFound(error)]).toEqual([false, false]);
  });
});
