import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createCatalog } from '../../../src/catalog/create-catalog.js';
import type { GroupEntry } from '../../../src/catalog/entries.js';
import type { CatalogFailure } from '../../../src/catalog/failures.js';
import { createMapper, createRenewableMapper } from '../../../src/mapper/create-mapper.js';
import type { RESTMapper } from '../../../src/mapper/rest-mapper.js';
import { catalogOf, res } from '../build-catalog.js';
import { arbitraryServer } from './arbitrary-server.js';
import { withQuestions, type ArbitraryQuestion } from './arbitrary-words.js';
import { learn } from './learn.js';
import { expectSame, outcomesOf } from './outcomes.js';
import { patience, runs } from './runs.js';

const change = fc.record({
  what: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'insert', 'insert', 'move', 'keep', 'all'),
  place: fc.nat(1000),
  other: fc.nat(1000),
  from: fc.nat(2),
  format: fc.constantFrom('aggregated/v2' as const, 'aggregated/v2' as const, 'legacy' as const),
});
type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

describe('a mapper that is made of the one before', () => {
  it(
    'answers as a new one does, whatever changed',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          withQuestions(arbitraryServer, 25),
          fc.array(arbitraryServer, { minLength: 2, maxLength: 2 }),
          fc.array(change, { minLength: 12, maxLength: 12 }),
          async ({ server, questions }, others, changes) => {
            const servers = await Promise.all([server, ...others].map((each) => learn(each, 'v2')));
            let catalog = servers[0]!;
            let renewable = createRenewableMapper(catalog);
            for (const each of changes) {
              catalog = changed(catalog, servers, each);
              renewable = renewable.renew(catalog);
              const { mapper } = renewable;
              const fresh = createMapper(catalog);
              expect(mapper.catalog).toBe(catalog);
              expectSame(outcomesOf(questions, fresh), outcomesOf(questions, mapper));
              expect(plainAnswers(questions, mapper)).toEqual(plainAnswers(questions, fresh));
            }
          },
        ),
        runs(80),
      );
    },
    patience,
  );

  it('has the mappings of before of what did not change, and neither mapper minds the other', () => {
    const groups = ['a.io', 'b.io', 'c.io'].map((name) => ({
      name,
      versions: { v1: [res('things', 'Thing', { categories: ['all'] })] },
    }));
    const first = catalogOf(groups);
    const [a, b, c] = first.groups as [GroupEntry, GroupEntry, GroupEntry];
    const renewable = createRenewableMapper(first);
    const before = renewable.mapper;
    const answers = before.resourcesFor({ resource: 'things' });
    const [d] = catalogOf([
      { name: 'd.io', versions: { v1: [res('things', 'Thing', { categories: ['all'] })] } },
    ]).groups;
    const { mapper: one } = renewable.renew({ ...first, groups: [a, d!, c] });
    const { mapper: other } = renewable.renew({ ...first, groups: [d!, a, b] });
    const groupsOf = (mapper: RESTMapper) => mapper.resourcesFor({ resource: 'things' }).map(({ group }) => group);
    expect([groupsOf(before), groupsOf(one), groupsOf(other)]).toEqual([
      ['a.io', 'b.io', 'c.io'],
      ['a.io', 'd.io', 'c.io'],
      ['d.io', 'a.io', 'b.io'],
    ]);
    expect(one.resourcesFor({ resource: 'things' })[0]).toBe(answers[0]);
    expect(one.resolveAll('all').resolutions.map(({ mapping }) => mapping.resource.group)).toEqual(groupsOf(one));
    expect(() => one.resolve('things.b.io')).toThrow(expect.objectContaining({ code: 'no-match' }) as Error);
  });

  it('answers the same after a thousand changes of one group', () => {
    const names = Array.from({ length: 40 }, (_, place) => `g${place}.io`);
    const groupOf = (name: string, plural: string): GroupEntry =>
      catalogOf([{ name, versions: { v1: [res(plural, 'Thing'), res('others', 'Other', { categories: ['all'] })] } }])
        .groups[0]!;
    const { groups, ...rest } = catalogOf([]);
    let list: readonly GroupEntry[] = [...groups, ...names.map((name) => groupOf(name, 'things'))];
    let renewable = createRenewableMapper({ ...rest, groups: list });
    for (let count = 0; count < 1000; count += 1) {
      const name = names[(count * 7) % 40]!;
      list = list.map((group) => (group.name === name ? groupOf(name, `things${count % 3}`) : group));
      renewable = renewable.renew({ ...rest, groups: list });
    }
    const { mapper } = renewable;
    const fresh = createMapper({ ...rest, groups: list });
    for (const resource of ['things', 'things0', 'things1', 'things2', 'others', 'thing', 'Thing']) {
      const ask = (each: RESTMapper): unknown => attempt(() => each.resourcesFor({ resource }));
      expect(ask(mapper)).toEqual(ask(fresh));
    }
    expect(mapper.resolveAll('all')).toEqual(fresh.resolveAll('all'));
  });
});

function changed(catalog: Catalog, servers: readonly Catalog[], { what, place, other, from, format }: Change): Catalog {
  const groups = [...catalog.groups];
  const offered = servers[from]!.groups;
  const at = groups.length === 0 ? 0 : place % groups.length;
  const group = groups[at];
  const [taken] = offered.length === 0 ? [] : [offered[other % offered.length]!];
  if (what === 'all') groups.splice(0, Infinity, ...offered);
  else if (what === 'insert' && taken !== undefined && !groups.some(({ name }) => name === taken.name)) {
    groups.splice(at, 0, taken);
  } else if (what === 'remove') groups.splice(at, 1);
  else if (what === 'replace' && group !== undefined) {
    groups[at] = offered.find(({ name }) => name === group.name) ?? {
      ...group,
      versions: [...group.versions].reverse(),
    };
  } else if (what === 'move' && group !== undefined) {
    groups.splice(at, 1);
    groups.splice(other % (groups.length + 1), 0, group);
  } else if (what === 'keep' && group !== undefined) {
    const why: CatalogFailure = {
      class: 'missing',
      root: 'apis',
      document: '/apis',
      group: group.name,
      message: 'kept',
    };
    const kept = { since: '2026-01-01', why };
    groups[at] = {
      ...group,
      versions: group.versions.map((version) => ({
        ...version,
        freshness: 'Kept',
        resources: version.resources.map((entry) => ({ ...entry, freshness: 'Kept' })),
        kept,
      })),
    };
  }
  const failures = place % 5 === 0 ? servers[from]!.failures : catalog.failures;
  return createCatalog({ groups, failures, provenance: { api: format, apis: format } });
}

function plainAnswers(questions: readonly ArbitraryQuestion[], mapper: RESTMapper): unknown[] {
  return questions.flatMap(({ subject }) => {
    if (typeof subject !== 'string') return [];
    const [word = '', first, ...rest] = subject.split('.');
    const asked = { resource: word, group: first, version: rest[0] };
    return [
      attempt(() => mapper.kindFor(asked)),
      attempt(() => mapper.kindsFor(asked)),
      attempt(() => mapper.resourceFor({ resource: word })),
      attempt(() => mapper.resourcesFor({ resource: word, group: first })),
      attempt(() => mapper.mappingsFor({ group: first ?? '', kind: word })),
      attempt(() => mapper.singularFor(word)),
    ];
  });
}

function attempt(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return { ...(error as object), cause: undefined, text: (error as Error).message };
  }
}
