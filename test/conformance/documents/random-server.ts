import { randomOf, type Random } from '../random.js';
import type { Server, ServerGroup, ServerResource } from './server.js';

const groups = [
  'apps',
  'app',
  'apps.example.com',
  'a.example.com',
  'storage',
  'storage.k8s.io',
  'storage.example.org',
  'v1',
  'v1.example.com',
  'extensions',
];
const versions = ['v1', 'v2', 'v10', 'v1beta1', 'v1alpha2', 'v2beta1', 'dev', 'v1beta', '2024-01-01', 'V1', 'vx'];
const plurals = ['widgets', 'widget', 'gizmos', 'boxes', 'box', 'policies', 'data', 'endpoints', 'things', 'w', 'po'];
const singulars = ['widget', 'gizmo', 'box', 'thing', 'policy', 'data', 'w'];
const kinds = [
  'Widget',
  'Gizmo',
  'Box',
  'box',
  'WidgetList',
  'Policy',
  'Data',
  'Endpoints',
  'Thing',
  'Status',
  'CPUSet',
];
const shortNames = ['w', 'po', 'x', 'box', 'th', 'widget', 'X'];
const categories = ['all', 'few', 'things', 'w'];

/** A small server with as many collisions as it can hold. */
export function randomServer(seed: number): Server {
  const random = randomOf(seed);
  const members = random.some(groups, 0.6).map((name) => groupOf(random, name));
  const coreVersions = [{ version: 'v1', resources: resourcesOf(random) }];
  return { groups: [{ name: '', versions: coreVersions }, ...random.shuffled(members)] };
}

function groupOf(random: Random, name: string): ServerGroup {
  const listed = random.shuffled(random.some(versions, 0.25));
  if (listed.length === 0) listed.push(random.pick(versions));
  return {
    name,
    preferred: random.pick(listed),
    versions: listed.map((version) => ({ version, stale: random.chance(0.15), resources: resourcesOf(random) })),
  };
}

function resourcesOf(random: Random): ServerResource[] {
  return random.shuffled(random.some(plurals, 0.35)).map((plural) => ({
    plural,
    ...(random.chance(0.7) && { singular: random.pick([plural, ...singulars]) }),
    ...(!random.chance(0.05) && { kind: random.pick(kinds) }),
    ...(random.chance(0.1) && { kindOf: { group: 'meta.example.com', version: 'v3' } }),
    ...(random.chance(0.5) && { shortNames: random.some(shortNames, 0.3) }),
    ...(random.chance(0.4) && { categories: random.some(categories, 0.4) }),
    ...(random.chance(0.4) && { scope: 'Cluster' as const }),
    ...(random.chance(0.3) && { subresources: ['status', 'scale'] }),
  }));
}
