import { describe, expect, it } from 'vitest';
import { addressOf, groupVersionPath, isPathSegment, resourcePath } from '../../src/core/model/api-path.js';
import { formatGroupVersionKind } from '../../src/core/model/group-version-kind.js';
import {
  formatGroupResource,
  formatGroupVersionResource,
  resourceKey,
  sameResource,
} from '../../src/core/model/group-version-resource.js';
import { formatGroupVersion, parseGroupVersion } from '../../src/core/model/group-version.js';
import { compareVersions } from '../../src/core/model/version-order.js';

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const pods = { group: '', version: 'v1', resource: 'pods' };

describe('an apiVersion', () => {
  it.each([
    ['v1', { group: '', version: 'v1' }],
    ['apps/v1', { group: 'apps', version: 'v1' }],
  ])('%s is read and written back', (text, groupVersion) => {
    expect(parseGroupVersion(text)).toEqual(groupVersion);
    expect(formatGroupVersion(groupVersion)).toBe(text);
  });
  it.each(['', '/', 'apps/', '/v1', 'a/b/c'])('%j is none', (text) => {
    expect(parseGroupVersion(text)).toBeUndefined();
  });
});

describe('an endpoint', () => {
  it('is the same by group, version and resource, whatever else is known of it', () => {
    expect(sameResource(deployments, { ...deployments, kind: 'Other' } as typeof deployments)).toBe(true);
    for (const other of [{ group: 'x' }, { version: 'x' }, { resource: 'x' }]) {
      expect(sameResource(deployments, { ...deployments, ...other })).toBe(false);
      expect(resourceKey({ ...deployments, ...other })).not.toBe(resourceKey(deployments));
    }
  });
  it('has a key that no other endpoint has, whatever its names contain', () => {
    const tricky = [
      { group: 'b', version: 'a', resource: 'x' },
      { group: '', version: 'a.b', resource: 'x' },
      { group: 'a.b', version: '', resource: 'x' },
      { group: '","', version: '', resource: '' },
      { group: '', version: '","', resource: '' },
    ];
    expect(new Set(tricky.map(resourceKey)).size).toBe(tricky.length);
    expect(resourceKey({ ...deployments, kind: 'Other' } as typeof deployments)).toBe(resourceKey(deployments));
  });
});

it('writes resources and kinds as kubectl reads them', () => {
  expect(formatGroupVersionResource(deployments)).toBe('deployments.v1.apps');
  expect(formatGroupVersionResource(pods)).toBe('pods.v1.');
  expect(formatGroupResource(deployments)).toBe('deployments.apps');
  expect(formatGroupResource(pods)).toBe('pods');
  expect(formatGroupVersionKind({ group: 'apps', version: 'v1', kind: 'Deployment' })).toBe('apps/v1, Kind=Deployment');
});

describe('a path', () => {
  it.each([
    [groupVersionPath({ group: '', version: 'v1' }), '/api/v1'],
    [groupVersionPath({ group: 'apps', version: 'v1' }), '/apis/apps/v1'],
    [resourcePath(pods), '/api/v1/pods'],
    [resourcePath(pods, { namespace: 'web' }), '/api/v1/namespaces/web/pods'],
    [
      resourcePath(deployments, { namespace: 'web', name: 'front', subresource: 'scale' }),
      '/apis/apps/v1/namespaces/web/deployments/front/scale',
    ],
    [resourcePath(pods, { name: 'Mixed:Case@1' }), '/api/v1/pods/Mixed%3ACase%401'],
    [resourcePath(pods, { name: '../x' }), '/api/v1/pods/..%2Fx'],
    [resourcePath(pods, {}, { api: '/a', apis: '/b' }), '/a/v1/pods'],
  ])('%s', (path, expected) => {
    expect(path).toBe(expected);
  });
  it.each(['', '.', '..', 'a/b', 'a%2fb', 'a\\b', 'a?b', 'a#b', 'a\nb', 'a\u0000', '\u007f'])(
    'has no segment %j',
    (word) => {
      expect(isPathSegment(word)).toBe(false);
    },
  );
  it.each(['pods', 'system:node', '__proto__', '...', 'ü', 'A.b-c_d'])('may have a segment %j', (word) => {
    expect(isPathSegment(word)).toBe(true);
  });
});

describe('the order of versions', () => {
  const ranked = [
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v1beta2',
    'v1beta1',
    'v12alpha1',
    'v11alpha2',
    'bar',
    'foo',
    'foo1',
    'foo10',
    'v01x',
    'v1beta',
    'version1',
    'version10',
  ];
  it('is GA before beta before alpha, higher numbers first, all others last and by alphabet', () => {
    const shuffled = [...ranked].sort((a, b) =>
      a.split('').reverse().join('') < b.split('').reverse().join('') ? -1 : 1,
    );
    expect(shuffled.sort(compareVersions)).toEqual(ranked);
  });
  it('reads a number that does not fit as no version number', () => {
    expect(compareVersions('v99999999999999999999', 'v1alpha1')).toBeGreaterThan(0);
    expect(compareVersions('v1', 'v1')).toBe(0);
  });
});

describe('a path', () => {
  const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
  it.each([
    [deployments, {}],
    [deployments, { namespace: 'a b' }],
    [deployments, { namespace: 'shop', name: 'front:1' }],
    [deployments, { namespace: 'shop', name: 'front', subresource: 'scale' }],
    [pods, { namespace: 'namespaces', name: 'namespaces' }],
    [namespaces, {}],
    [namespaces, { name: 'shop' }],
    [namespaces, { name: 'shop', subresource: 'finalize' }],
    [namespaces, { name: 'shop', subresource: 'status' }],
  ])('of %j %j is read as it was written', (resource, address) => {
    const { group, resource: plural } = resource;
    expect(addressOf(resourcePath(resource, address))).toEqual({ group, resource: plural, ...address });
  });
  it.each(['/', '/api', '/api/v1', '/apis/apps/v1', '/version', '/api/v1/namespaces/a/pods/b/proxy/x', 'api/v1/pods'])(
    '%s addresses no resource',
    (path) => {
      expect(addressOf(path)).toBeUndefined();
    },
  );
});
