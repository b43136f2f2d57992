import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { describeResolution } from '../../src/core/mapper/resolution.js';
import { catalogOf, res } from './build-catalog.js';

const volumes = [res('volumes', 'Volume')];
const mapper = createMapper(
  catalogOf([
    {
      name: '',
      versions: { v1: [res('pods', 'Pod'), res('events', 'Event'), res('nodes', 'Node', { scope: 'Cluster' })] },
    },
    { name: 'events.k8s.io', versions: { v1: [res('events', 'Event')] } },
    { name: 'metrics.k8s.io', versions: { v1beta1: [res('pods', 'PodMetrics')] } },
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name: `${name}.example.com`, versions: { v1: volumes } })),
    { name: 'multi.example.com', versions: { v2: [res('multis', 'Multi')], v1: [res('multis', 'Multi')] } },
    { name: 'odd.example.com', versions: { v1: [res('odds', 'Od\nd')] } },
  ]),
);

describe('a described resolution', () => {
  it.each([
    ['pods.v1.', 'pods.v1. (Pod, namespaced): named in full'],
    ['nodes', 'nodes.v1. (Node, cluster): the only candidate'],
    ['pods', 'pods.v1. (Pod, namespaced): the core group takes precedence; also pods.v1beta1.metrics.k8s.io'],
    ['events', 'events.v1. (Event, namespaced): the others serve the same objects; also events.v1.events.k8s.io'],
    [
      'multis/x y',
      'multis.v2.multi.example.com "x y" (Multi, namespaced): the server prefers this version; also multis.v1.multi.example.com',
    ],
    [
      'volumes',
      "volumes.v1.a.example.com (Volume, namespaced): first in the server's order, a tie; also volumes.v1.b.example.com, " +
        'volumes.v1.c.example.com, volumes.v1.d.example.com, volumes.v1.e.example.com, volumes.v1.f.example.com and 1 more',
    ],
    ['odds', 'odds.v1.odd.example.com ("Od\\nd", namespaced): the only candidate'],
  ])('of %s is one line', (word, line) => {
    expect(describeResolution(mapper.resolve(word))).toBe(line);
  });
});
