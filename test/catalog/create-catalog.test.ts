import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/core/catalog/create-catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from '../../src/core/catalog/entries.js';
import type { CatalogFailure } from '../../src/core/catalog/failures.js';
import { thawed } from './thawed.js';

function entry(group: string, version: string, resource: string, more: Partial<ResourceEntry> = {}): ResourceEntry {
  const lists = { shortNames: [], categories: [], verbs: ['get'], subresources: [] };
  return {
    group,
    version,
    resource,
    kind: 'K',
    scope: 'Namespaced',
    singular: '',
    freshness: 'Current',
    ...lists,
    ...more,
  };
}

function versionOf(version: string, ...resources: ResourceEntry[]): VersionEntry {
  return { group: 'a.io', version, freshness: 'Current', resources };
}

function group(name: string, ...entries: ResourceEntry[]): GroupEntry {
  const versions = [...new Set(entries.map((each) => each.version))];
  return {
    name,
    preferredVersion: versions[0],
    versions: versions.map((version) => ({
      group: name,
      version,
      freshness: 'Current',
      resources: entries.filter((each) => each.version === version),
    })),
  };
}

const catalog = createCatalog({
  groups: [
    group(
      '',
      entry('', 'v1', 'pods', { verbs: ['get', 'list'], categories: ['all'] }),
      entry('', 'v1', 'nodes', { scope: 'Cluster' }),
    ),
    group(
      'a.io',
      entry('a.io', 'v2', 'things', { verbs: ['list'] }),
      entry('a.io', 'v1', 'things', { categories: ['all'] }),
    ),
  ],
  failures: [
    { class: 'unreachable', root: 'apis', document: '/apis/b.io/v1', group: 'b.io', version: 'v1', message: 'b.io/v1' },
    { class: 'malformed', root: 'apis', document: '/apis', group: 'b.io', message: 'b.io' },
    { class: 'malformed', root: 'apis', document: '/apis', message: 'some group' },
  ],
  provenance: { api: 'legacy', apis: 'legacy' },
});

const named = (entries: readonly ResourceEntry[]): string[] =>
  entries.map((each) => `${each.resource}.${each.version}.${each.group}`);
const messages = (failures: readonly CatalogFailure[]): string[] => failures.map((failure) => failure.message);

describe('a catalog', () => {
  it('finds an endpoint, a version and a group by name, and nothing else', () => {
    expect(catalog.resource({ group: 'a.io', version: 'v1', resource: 'things' })?.categories).toEqual(['all']);
    expect(catalog.resource({ group: 'a.io', version: 'v3', resource: 'things' })).toBeUndefined();
    expect(catalog.resource({ group: '', version: 'v1', resource: 'things' })).toBeUndefined();
    expect(catalog.version({ group: 'a.io', version: 'v2' })?.resources).toHaveLength(1);
    expect(catalog.version({ group: 'nope', version: 'v2' })).toBeUndefined();
    expect(catalog.group('a.io')?.preferredVersion).toBe('v2');
    expect(catalog.group('__proto__')).toBeUndefined();
  });

  it.each([
    [undefined, ['pods.v1.', 'nodes.v1.', 'things.v2.a.io', 'things.v1.a.io']],
    [{ verbs: ['list'] }, ['pods.v1.', 'things.v2.a.io']],
    [{ verbs: ['get', 'list'] }, ['pods.v1.']],
    [{ verbs: [] }, ['pods.v1.', 'nodes.v1.', 'things.v2.a.io', 'things.v1.a.io']],
    [{ scope: 'Cluster' as const }, ['nodes.v1.']],
    [{ category: 'all' }, ['pods.v1.', 'things.v1.a.io']],
    [{ group: 'a.io', version: 'v1' }, ['things.v1.a.io']],
    [{ group: '' }, ['pods.v1.', 'nodes.v1.']],
    [{ custom: true }, ['things.v2.a.io', 'things.v1.a.io']],
    [{ custom: false }, ['pods.v1.', 'nodes.v1.']],
    [{ preferred: true }, ['pods.v1.', 'nodes.v1.', 'things.v2.a.io']],
    [{ preferred: false }, ['things.v1.a.io']],
    [{ preferred: true, category: 'all' }, ['pods.v1.']],
    [{ subresource: 'scale' }, []],
  ])('lists the resources that fit %j in rank order', (filter, expected) => {
    expect(named(catalog.resources(filter))).toEqual(expected);
  });

  it('prefers, of each resource, the best version that has it', () => {
    const scale = { subresource: 'scale', acceptedTypes: [], verbs: ['get'] };
    const versions = [
      versionOf('v1', entry('a.io', 'v1', 'new'), entry('a.io', 'v1', 'both', { subresources: [scale] })),
      versionOf('v1beta1', entry('a.io', 'v1beta1', 'both'), entry('a.io', 'v1beta1', 'old')),
    ];
    const mixed = createCatalog({
      groups: [{ name: 'a.io', versions, preferredVersion: 'v1' }],
      failures: [],
      provenance: { api: undefined, apis: undefined },
    });
    expect(named(mixed.resources({ preferred: true }))).toEqual(['new.v1.a.io', 'both.v1.a.io', 'old.v1beta1.a.io']);
    expect(named(mixed.resources({ preferred: false }))).toEqual(['both.v1beta1.a.io']);
    expect(named(mixed.resources({ subresource: 'scale' }))).toEqual(['both.v1.a.io']);
  });

  it('tells behind which failures something may hide', () => {
    expect(messages(catalog.failuresOf({ group: 'b.io', version: 'v1' }))).toEqual(['b.io/v1', 'b.io', 'some group']);
    expect(messages(catalog.failuresOf({ group: 'b.io', version: 'v2' }))).toEqual(['b.io', 'some group']);
    expect(messages(catalog.failuresOf({ group: 'b.io' }))).toEqual(['b.io/v1', 'b.io', 'some group']);
    expect(messages(catalog.failuresOf({ group: 'c.io' }))).toEqual(['some group']);
    expect(catalog.failuresOf({ group: '' })).toEqual([]);
  });

  it('gives the first of two entries with one name', () => {
    const [first, second] = [entry('', 'v1', 'pods', { kind: 'First' }), entry('', 'v1', 'pods', { kind: 'Second' })];
    const provenance = { api: undefined, apis: undefined };
    const twice = createCatalog({ groups: [group('', first, second)], failures: [], provenance });
    expect(twice.resource(first)?.kind).toBe('First');
  });
});

describe('what is in a catalog', () => {
  it('is frozen, down to the last list', () => {
    const kind = { group: 'a.io', version: 'v1', kind: 'Scale' };
    const subresources = [{ subresource: 'scale', responseKind: kind, acceptedTypes: [{ ...kind }], verbs: ['get'] }];
    const parts = [group('a.io', entry('a.io', 'v1', 'things', { subresources, responseKind: { ...kind } }))];
    const provenance = { api: undefined, apis: undefined };
    const made = createCatalog({ groups: parts, failures: [], provenance });
    expect(thawed(made.groups)).toEqual([]);
    expect(thawed(made.resources())).toEqual([]);
  });

  it('is the same object each time it is asked for', () => {
    expect(catalog.resources()).toBe(catalog.resources());
    expect(catalog.group('a.io')).toBe(catalog.groups[1]);
  });

  it('has a group of one name once, the first', () => {
    const twice = [group('a.io', entry('a.io', 'v1', 'first')), group('a.io', entry('a.io', 'v1', 'second'))];
    const made = createCatalog({ groups: twice, failures: [], provenance: { api: undefined, apis: undefined } });
    expect(named(made.resources())).toEqual(['first.v1.a.io']);
    expect(made.resource({ group: 'a.io', version: 'v1', resource: 'second' })).toBeUndefined();
  });

  it('is found in a version of many resources as in one of few', () => {
    const entries = Array.from({ length: 100 }, (_, place) => entry('a.io', 'v1', `r${place}`));
    const made = createCatalog({
      groups: [group('a.io', ...entries, entry('a.io', 'v1', 'r7', { kind: 'Second' }))],
      failures: [],
      provenance: { api: undefined, apis: undefined },
    });
    for (const each of entries) expect(made.resource(each)).toBe(each);
    expect(made.resource({ group: 'a.io', version: 'v1', resource: 'constructor' })).toBeUndefined();
  });
});
