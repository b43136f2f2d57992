import { describe, expect, it } from 'vitest';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import { acceptFormats, recogniseFormat } from '../../../src/core/discovery/parse-documents.js';
import { captured } from '../../fixtures/captured.js';
import { replay, type Scripted } from '../replay-connection.js';

const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const v2beta1 = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };

describe('the Accept header', () => {
  it('offers all formats in one list, the best first', () => {
    expect(acceptFormats(['legacy', 'aggregated/v2beta1', 'aggregated/v2'])).toBe(`${v2},${v2beta1},application/json`);
  });
  it('can be narrowed', () => {
    expect(acceptFormats(['legacy'])).toBe('application/json');
    expect(acceptFormats(['aggregated/v2'])).toBe(v2);
  });
  it('names the profile in a clause of its own, before the others', () => {
    expect(acceptFormats(['aggregated/v2', 'legacy'], 'nopeer')).toBe(`${v2};profile=nopeer,${v2},application/json`);
  });
});

describe('the format of an answer', () => {
  it.each([
    ['the Content-Type', v2, list, 'aggregated/v2'],
    [
      'the Content-Type, whatever the order of its parameters',
      'application/json;as=APIGroupDiscoveryList;v=v2beta1;charset=utf-8;g=apidiscovery.k8s.io',
      {},
      'aggregated/v2beta1',
    ],
    ['the body, where a proxy lost the parameters', 'application/json', list, 'aggregated/v2'],
    [
      'the body, in the older version',
      'application/json',
      { ...list, apiVersion: 'apidiscovery.k8s.io/v2beta1' },
      'aggregated/v2beta1',
    ],
    ['the body, where there is no Content-Type', undefined, { kind: 'APIGroupList' }, 'legacy'],
    ['the body, where it contradicts the Content-Type', v2, { kind: 'APIVersions' }, 'legacy'],
    [
      'nothing, for a version that does not exist yet',
      'application/json',
      { ...list, apiVersion: 'apidiscovery.k8s.io/v3' },
      undefined,
    ],
    ['nothing, for another kind', 'application/json', { kind: 'Status' }, undefined],
    ['nothing, for a body without a kind', 'application/json', {}, undefined],
  ])('is decided by %s', (_by, contentType, body, format) => {
    expect(recogniseFormat(contentType, body)).toBe(format);
  });
});

describe('discovery', () => {
  it('asks both roots side by side and nothing else of an aggregated server', async () => {
    const connection = replay(captured('kube-1.36-v2'));
    await createDiscovery(connection).catalog();
    expect(connection.requests.map(({ path, accept }) => [path, accept])).toEqual([
      ['/api', `${v2},${v2beta1},application/json`],
      ['/apis', `${v2},${v2beta1},application/json`],
    ]);
    expect(connection.atOnce()).toBe(2);
  });

  it('fans a legacy answer out per group-version, at most 10 at a time', async () => {
    const connection = replay(captured('kube-1.36-legacy'));
    const catalog = await createDiscovery(connection).catalog();
    const versions = catalog.groups.flatMap((group) => group.versions);
    expect(connection.requests).toHaveLength(2 + versions.length);
    expect(connection.requests.slice(2).every((request) => request.accept === 'application/json')).toBe(true);
    expect(connection.atOnce()).toBe(10);
  });

  it('fans out for the legacy side alone when the roots answer differently', async () => {
    const mixed = { ...captured('kube-1.36-v2'), '/api': captured('kube-1.36-legacy')['/api']! };
    const connection = replay({ ...mixed, '/api/v1': captured('kube-1.36-legacy')['/api/v1']! });
    const catalog = await createDiscovery(connection).catalog();
    expect(connection.requests.map((request) => request.path)).toEqual(['/api', '/apis', '/api/v1']);
    expect(catalog.provenance).toEqual({ api: 'legacy', apis: 'aggregated/v2' });
    expect(catalog.resource({ group: '', version: 'v1', resource: 'pods' })?.kind).toBe('Pod');
    expect(catalog.resource({ group: 'apps', version: 'v1', resource: 'deployments' })?.kind).toBe('Deployment');
  });

  it('asks an endpoint that answers 406 once more, for plain JSON', async () => {
    const legacy = captured('kube-1.29-legacy');
    const strict =
      (path: string): Scripted =>
      (request) =>
        request.accept === 'application/json' ? legacy[path]! : { status: 406, body: 'only application/json' };
    const connection = replay({ ...legacy, '/apis': strict('/apis') });
    const catalog = await createDiscovery(connection).catalog();
    expect(connection.requests.filter((request) => request.path === '/apis')).toHaveLength(2);
    expect(connection.requests.filter((request) => request.path === '/api')).toHaveLength(1);
    expect(catalog.failures.filter((failure) => failure.version === undefined)).toEqual([]);
  });

  it('does not fall back to a format that was not offered', async () => {
    const refusal = { status: 406, headers: { 'content-type': 'text/plain' }, body: 'no' };
    const connection = replay({ '/api': refusal, '/apis': refusal });
    const discovery = createDiscovery(connection, { formats: ['aggregated/v2'] });
    await expect(discovery.catalog()).rejects.toMatchObject({ code: 'discovery' });
    expect(connection.requests).toHaveLength(2);
  });

  it('offers only what the option allows', async () => {
    const connection = replay(captured('kube-1.36-legacy'));
    await createDiscovery(connection, { formats: ['legacy'] }).catalog();
    expect(connection.requests.slice(0, 2).map((request) => request.accept)).toEqual([
      'application/json',
      'application/json',
    ]);
    expect(() => createDiscovery(connection, { formats: [] })).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
  });

  it('finds the roots under other prefixes', async () => {
    const documents = captured('kube-1.36-v2');
    const connection = replay({ '/legacy': documents['/api']!, '/groups': documents['/apis']! });
    const catalog = await createDiscovery(connection, { prefixes: { api: '/legacy', apis: '/groups' } }).catalog();
    expect(catalog.groups.length).toBeGreaterThan(20);
  });

  it('still answers when a proxy lost every Content-Type', async () => {
    const documents = captured('kube-1.36-v2');
    const bare = (path: string): Scripted => ({ headers: {}, body: documents[path]!.body });
    const catalog = await createDiscovery(replay({ '/api': bare('/api'), '/apis': bare('/apis') })).catalog();
    expect(catalog.provenance).toEqual({ api: 'aggregated/v2', apis: 'aggregated/v2' });
  });
});
