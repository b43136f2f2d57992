import { describe, expect, it } from 'vitest';
import { AmbiguousMatchError, NoMatchError } from '../../src/core/mapper/errors.js';
import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import type { ResolutionReason } from '../../src/core/mapper/resolution.js';
import type { Subject } from '../../src/core/mapper/subject.js';
import { catalogOf, endpoint, res, type ResourceSpec } from './build-catalog.js';

const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod'), res('events', 'Event'), res('lonely', 'Lonely')] } },
    { name: 'extensions', versions: { v1beta1: [res('deployments', 'Deployment'), res('ingresses', 'Ingress')] } },
    { name: 'apps', versions: { v1: [res('deployments', 'Deployment')], v1beta1: [res('deployments', 'Deployment')] } },
    { name: 'events.k8s.io', versions: { v1: [res('events', 'Event')] } },
    { name: 'batch', versions: { v1: [res('planes', 'Plane')] } },
    {
      name: 'policy',
      versions: { v1: [res('planes', 'Plane'), res('taxis', 'Taxi'), res('ones', 'Twin'), res('twos', 'Twin')] },
    },
    { name: 'gateway.networking.k8s.io', versions: { v1: [res('taxis', 'Taxi')] } },
    // An APIService may give its group a priority above those of the built-in groups.
    { name: 'a.example.com', versions: { v1: [res('boats', 'Boat'), res('planes', 'Plane'), res('trains', 'Train')] } },
    { name: 'b.example.com', versions: { v1: [res('boats', 'Boat'), res('twins', 'Twin')] } },
    { name: 'storage.k8s.io', versions: { v1: [res('trains', 'Train')] } },
    { name: 'metrics.k8s.io', versions: { v1beta1: [res('pods', 'PodMetrics')] } },
    {
      name: 'acid.example.org',
      versions: { v1: [res('deployments', 'Deployment'), res('ingresses', 'Ingress', { scope: 'Cluster' })] },
    },
    {
      name: 'x.example.com',
      versions: {
        v1: [res('widgets', 'Widget', { verbs: ['get'] }), res('widgetrequests', 'Widget', { verbs: ['create'] })],
      },
    },
    {
      name: 'moved.example.com',
      versions: { v2: [res('newthings', 'Thing')], v1: [res('oldthings', 'Thing'), res('bare', 'Bare')] },
    },
    {
      name: 'multi.example.com',
      versions: { v1: [res('multis', 'Multi')], v2: [res('multis', 'Multi')] },
      preferred: 'v2',
    },
  ]),
);

describe('the reason of a resolution', () => {
  const table: [subject: Subject, reason: ResolutionReason, endpoints: readonly string[]][] = [
    ['pods.v1.', 'exact', ['pods.v1.']],
    [{ apiVersion: 'apps/v1', kind: 'Deployment' }, 'exact', ['deployments.v1.apps']],
    [{ group: 'apps', version: 'v1', resource: 'deployments' }, 'exact', ['deployments.v1.apps']],
    ['lonely', 'only one', ['lonely.v1.']],
    ['bare.moved.example.com', 'only one', ['bare.v1.moved.example.com']],
    ['pods.v1beta1.metrics', 'only one', ['pods.v1beta1.metrics.k8s.io']],
    ['multis', 'preferred version', ['multis.v2.multi.example.com', 'multis.v1.multi.example.com']],
    [
      'Thing.moved.example.com',
      'preferred version',
      ['newthings.v2.moved.example.com', 'oldthings.v1.moved.example.com'],
    ],
    ['events', 'same objects', ['events.v1.', 'events.v1.events.k8s.io']],
    ['pods', 'core group', ['pods.v1.', 'pods.v1beta1.metrics.k8s.io']],
    [
      'deployments',
      'built-in group',
      [
        'deployments.v1beta1.extensions',
        'deployments.v1.apps',
        'deployments.v1beta1.apps',
        'deployments.v1.acid.example.org',
      ],
    ],
    ['boats', 'server order', ['boats.v1.a.example.com', 'boats.v1.b.example.com']],
    ['planes', 'server order', ['planes.v1.batch', 'planes.v1.policy', 'planes.v1.a.example.com']],
    ['trains', 'server order', ['trains.v1.a.example.com', 'trains.v1.storage.k8s.io']],
    ['taxis', 'built-in group', ['taxis.v1.policy', 'taxis.v1.gateway.networking.k8s.io']],
    ['Twin', 'server order', ['ones.v1.policy', 'twos.v1.policy', 'twins.v1.b.example.com']],
    ['Widget', 'server order', ['widgets.v1.x.example.com', 'widgetrequests.v1.x.example.com']],
    [
      { kind: 'Widget', group: 'x.example.com', version: 'v1' },
      'server order',
      ['widgets.v1.x.example.com', 'widgetrequests.v1.x.example.com'],
    ],
  ];
  it.each(table)('of %j is: %s', (subject, reason, endpoints) => {
    const resolution = mapper.resolve(subject);
    expect(resolution.reason).toBe(reason);
    expect(resolution.candidates.map(endpoint)).toEqual(endpoints);
    expect(resolution.mapping).toBe(resolution.candidates[0]);
  });

  it.each(table)('refuses %j as a tie only if %s decided between groups', (subject, reason, endpoints) => {
    const ask = (): unknown => mapper.resolve(subject, { ambiguity: 'error' });
    const groups = new Set(endpoints.map((each) => each.split('.').slice(2).join('.')));
    // Between the twins of policy/v1 nothing decides but their order; the other group is a custom one.
    if (reason === 'server order' && groups.size > 1 && subject !== 'Twin') expect(ask).toThrow(AmbiguousMatchError);
    else expect(ask()).toEqual(mapper.resolve(subject));
  });

  it('is told with all candidates by the error of a tie', () => {
    try {
      mapper.resolve('planes', { ambiguity: 'error' });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'ambiguous-match', question: 'planes' });
      expect((error as AmbiguousMatchError).candidates.map(endpoint)).toEqual([
        'planes.v1.batch',
        'planes.v1.policy',
        'planes.v1.a.example.com',
      ]);
    }
  });
});

describe('what may be the same objects', () => {
  const pair = (...rest: readonly Partial<ResourceSpec>[]): RESTMapper =>
    createMapper(
      catalogOf(
        rest.map((own, place) => ({
          name: ['extensions', 'apps'][place] ?? '',
          versions: { v1: [res('deployments', 'Deployment', own), res('things', 'Thing', own)] },
        })),
      ),
    );

  it('counts as one in the choice, and is listed all the same', () => {
    const { reason, candidates } = pair({}, {}).resolve('deployments', { ambiguity: 'error' });
    expect([reason, candidates.map(endpoint)]).toEqual([
      'same objects',
      ['deployments.v1.extensions', 'deployments.v1.apps'],
    ]);
  });

  it('is not where one is in namespaces and the other is not', () => {
    expect(pair({ scope: 'Cluster' }, {}).resolve('deployments').reason).toBe('server order');
  });

  it('is not told by a hash or an id that only one format carries', () => {
    const marks = { storageVersionHash: 'aGFzaA==', internalID: 'one' };
    const others = { storageVersionHash: 'b3RoZXI=', internalID: 'two' };
    for (const marked of [pair(marks, marks), pair(marks, others), pair(marks, {})]) {
      for (const word of ['deployments', 'things']) expect(marked.resolve(word)).toEqual(pair({}, {}).resolve(word));
    }
    expect(() => pair(marks, marks).resolve('things', { ambiguity: 'error' })).toThrow(AmbiguousMatchError);
  });
});

it('a resolution is plain data: it survives JSON', () => {
  for (const resolution of [mapper.resolve('deployments/web'), ...mapper.resolveAll('pods,events').resolutions]) {
    expect(JSON.parse(JSON.stringify(resolution))).toEqual(resolution);
    expect(structuredClone(resolution)).toEqual(resolution);
  }
});

describe('verbs and scope', () => {
  it('narrow before anything is chosen', () => {
    const { mapping, reason } = mapper.resolve('Widget', { verbs: ['create'], ambiguity: 'error' });
    expect([endpoint(mapping), reason]).toEqual(['widgetrequests.v1.x.example.com', 'only one']);
    expect(endpoint(mapper.resolve('ingresses', { scope: 'Cluster' }).mapping)).toBe('ingresses.v1.acid.example.org');
    expect(endpoint(mapper.resolve('ingresses', { scope: 'Namespaced' }).mapping)).toBe('ingresses.v1beta1.extensions');
  });

  it('narrow the names, so that a short name may be one after all', () => {
    const narrowed = createMapper(
      catalogOf([
        { name: 'a.example.com', versions: { v1: [res('so', 'So', { verbs: ['create'] })] } },
        { name: 'b.example.com', versions: { v1: [res('solrs', 'Solr', { shortNames: ['so'] })] } },
      ]),
    );
    expect(endpoint(narrowed.resolve('so').mapping)).toBe('so.v1.a.example.com');
    expect(endpoint(narrowed.resolve('so', { verbs: ['list'] }).mapping)).toBe('solrs.v1.b.example.com');
  });

  it('want all of the verbs', () => {
    expect(mapper.resolve('lonely', { verbs: ['get', 'list'] }).reason).toBe('only one');
    expect(() => mapper.resolve('lonely', { verbs: ['get', 'watch'] })).toThrow(
      '"lonely" exists, but without the verbs "get", "watch"',
    );
    expect(() => mapper.resolve('lonely', { verbs: [], scope: 'Cluster' })).toThrow(NoMatchError);
  });
});
