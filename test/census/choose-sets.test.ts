import { describe, expect, it } from 'vitest';
import { chooseSets, type SetChoice } from '../../src/census/create-census.js';
import { catalogOf, endpoint, names } from '../identity/catalogs.js';

const event = { storageVersionHash: 'event' };
const events = endpoint('events.v1.', event);
const newEvents = endpoint('events.v1.events.k8s.io', { ...event, verbs: ['get', 'list', 'watch'] });
const nodes = endpoint('nodes.v1.', { scope: 'Cluster' });
const catalog = catalogOf([
  events,
  nodes,
  endpoint('reviews.v1.', { verbs: ['create'] }),
  endpoint('parents.v1.', { kind: '' }),
  newEvents,
]);

describe('one endpoint is chosen for each set of objects', () => {
  it.each<[string, SetChoice, readonly string[]]>([
    ['that can be listed', {}, ['events.v1.', 'nodes.v1.']],
    ['that has the verbs', { verbs: ['watch'] }, ['events.v1.events.k8s.io']],
    ['of the scope', { scope: 'Cluster' }, ['nodes.v1.']],
    ['of the group', { group: 'events.k8s.io' }, ['events.v1.events.k8s.io']],
    ['of the core group', { group: '' }, ['events.v1.', 'nodes.v1.']],
    ['in a namespace', { namespace: 'x' }, ['events.v1.']],
    ['that was asked for', { endpoints: [newEvents, nodes] }, ['events.v1.events.k8s.io', 'nodes.v1.']],
    ['by two names, once', { endpoints: [events, newEvents] }, ['events.v1.']],
    ['of nothing', { endpoints: [] }, []],
  ])('%s', (_what, filter, expected) => {
    expect(names(chooseSets(catalog, filter).map(({ entry }) => entry))).toEqual(expected);
  });

  it('and its others are told, without a doubt where there is none', () => {
    const [set] = chooseSets(catalog, { group: 'events.k8s.io' });
    expect([names(set?.others ?? []), set?.doubt]).toEqual([['events.v1.'], undefined]);
  });

  it('with the others of its plural of which nothing is known, in one list for all', () => {
    const entries = [endpoint('things.v1.a'), endpoint('things.v1.b'), endpoint('others.v1.a')];
    const [one, other, alone] = [...chooseSets(catalogOf(entries), {})].sort((a, b) =>
      a.entry.resource < b.entry.resource ? 1 : -1,
    );
    expect(names(one?.doubt ?? [])).toEqual(['things.v1.a', 'things.v1.b']);
    expect(other?.doubt).toBe(one?.doubt);
    expect(alone?.doubt).toBeUndefined();
  });
});
