import { describe, expect, it } from 'vitest';
import { AmbiguousMatchError } from '../../src/mapper/ambiguous-match-error.js';
import { createMapper } from '../../src/mapper/create-mapper.js';
import { NoMatchError } from '../../src/mapper/no-match-error.js';
import type { ResolutionReason } from '../../src/mapper/resolution.js';
import type { Subject } from '../../src/mapper/subject.js';
import { catalogOf, endpoint, res } from './build-catalog.js';

const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod'), res('events', 'Event'), res('lonely', 'Lonely')] } },
    { name: 'extensions', versions: { v1beta1: [res('deployments', 'Deployment'), res('ingresses', 'Ingress')] } },
    { name: 'apps', versions: { v1: [res('deployments', 'Deployment')], v1beta1: [res('deployments', 'Deployment')] } },
    { name: 'events.k8s.io', versions: { v1: [res('events', 'Event')] } },
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
      'server order',
      [
        'deployments.v1beta1.extensions',
        'deployments.v1.apps',
        'deployments.v1beta1.apps',
        'deployments.v1.acid.example.org',
      ],
    ],
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

  it.each(table)('decides alone whether %j is refused as a tie: %s', (subject, reason) => {
    const ask = (): unknown => mapper.resolve(subject, { ambiguity: 'error' });
    if (reason === 'server order') expect(ask).toThrow(AmbiguousMatchError);
    else expect(ask()).toEqual(mapper.resolve(subject));
  });

  it('is told with all candidates by the error of a tie', () => {
    try {
      mapper.resolve('Widget', { ambiguity: 'error' });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'ambiguous-match', question: 'Widget' });
      expect((error as AmbiguousMatchError).candidates.map(endpoint)).toEqual([
        'widgets.v1.x.example.com',
        'widgetrequests.v1.x.example.com',
      ]);
    }
  });
});

describe('verbs and scope', () => {
  it('narrow before anything is chosen, so that a tie may be none', () => {
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
      '"lonely" is there, but not with the verbs "get", "watch"',
    );
    expect(() => mapper.resolve('lonely', { verbs: [], scope: 'Cluster' })).toThrow(NoMatchError);
  });
});
