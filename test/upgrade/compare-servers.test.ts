import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/core/catalog/create-catalog.js';
import { formatGroupVersionResource as nameOf } from '../../src/core/model/group-version-resource.js';
import { compareServers } from '../../src/upgrade/index.js';
import { catalogOf, endpoint } from '../identity/catalogs.js';

const compare = (before: Parameters<typeof catalogOf>[0], after: Parameters<typeof catalogOf>[0]) =>
  compareServers(catalogOf(before), catalogOf(after));

describe('compareServers', () => {
  it('names the endpoints that are added, gone and changed, by field', () => {
    const { added, gone, changed } = compare(
      [endpoint('a.v1.x', { verbs: ['list', 'get'], shortNames: ['aa', 'ab'] }), endpoint('b.v1.x')],
      [
        endpoint('a.v1.x', {
          scope: 'Cluster',
          kind: 'Other',
          verbs: ['get', 'list'],
          shortNames: ['ab', 'aa'],
          subresources: [{ subresource: 'scale', acceptedTypes: [], verbs: ['get'] }],
        }),
        endpoint('c.v1.x'),
      ],
    );

    expect(added.map(nameOf)).toEqual(['c.v1.x']);
    expect(gone.map(nameOf)).toEqual(['b.v1.x']);
    expect(changed.map(({ fields }) => fields)).toEqual([['kind', 'scope', 'subresources']]);
  });

  it('says which objects lose their last endpoint: versions and documented groups are one set', () => {
    const { lost } = compare(
      [
        endpoint('widgets.v1beta1.example.com'),
        endpoint('widgets.v1.example.com'),
        endpoint('gadgets.v1beta1.example.com'),
        endpoint('events.v1.events.k8s.io'),
        endpoint('ingresses.v1beta1.extensions'),
        endpoint('reviews.v1.example.com', { verbs: ['create'] }),
      ],
      [
        endpoint('gadgets.v1.example.com'),
        endpoint('events.v1.'),
        endpoint('ingresses.v1.networking.k8s.io'),
        endpoint('widgets.v1.example.org'),
      ],
    );

    expect(lost.map(({ endpoints }) => endpoints.map(nameOf))).toEqual([
      ['widgets.v1beta1.example.com', 'widgets.v1.example.com'],
    ]);
  });

  it('says which words mean other objects, and where a tie appears', () => {
    const named = (name: string, word: string) => endpoint(name, { kind: word, singular: word });
    const { words } = compare(
      [named('backups.v1.a.example.com', 'backup'), named('jobs.v1.b.example.com', 'job'), named('x.v1.c.com', 'x')],
      [
        named('backups.v1.a.example.com', 'backup'),
        named('backups.v1.z.example.com', 'backup'),
        named('jobs.v1.batch', 'job'),
        named('jobs.v1.b.example.com', 'job'),
        named('x.v2.c.com', 'x'),
      ],
    );

    expect(words.map(({ word, change, after }) => [word, change, after.resource.group])).toEqual([
      ['backup', 'tie', 'a.example.com'],
      ['backups', 'tie', 'a.example.com'],
      ['job', 'elsewhere', 'batch'],
      ['jobs', 'elsewhere', 'batch'],
    ]);
  });

  it('calls nothing gone or added where a part was not read, or is kept from before', () => {
    const failure = {
      class: 'unreachable',
      root: 'apis',
      document: '/apis/x/v1',
      group: 'x',
      version: 'v1',
      message: 'no answer',
    } as const;
    const unread = createCatalog({
      groups: catalogOf([endpoint('b.v1.y', { freshness: 'Kept' })]).groups,
      failures: [failure],
      provenance: { api: 'legacy', apis: 'legacy' },
    });
    const full = catalogOf([endpoint('a.v1.x'), endpoint('b.v1.y')]);

    const there = compareServers(full, unread);
    const back = compareServers(unread, full);

    expect([there.gone, there.added, there.lost]).toEqual([[], [], []]);
    expect(there.uncertain.map(({ entry, unreadIn }) => [nameOf(entry), unreadIn])).toEqual([
      ['a.v1.x', 'after'],
      ['b.v1.y', 'after'],
    ]);
    expect([back.added, back.uncertain.map(({ unreadIn }) => unreadIn)]).toEqual([[], ['before']]);
  });
});
