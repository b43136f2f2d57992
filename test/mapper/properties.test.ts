import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createMapper } from '../../src/mapper/create-mapper.js';
import type { Resolution } from '../../src/mapper/resolution.js';
import type { RESTMapper } from '../../src/mapper/rest-mapper.js';
import { formatGroupVersionResource } from '../../src/model/group-version-resource.js';
import { catalogOf, res, type GroupSpec, type ResourceSpec } from './build-catalog.js';

/** Numbers that are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const plurals = ['widgets', 'widget', 'gizmos', 'boxes', 'data', 'datas', 'po', 'pods'];
const kinds = ['Widget', 'Gizmo', 'Box', 'box', 'Data', 'Pod'];
const shorts = ['w', 'po', 'x', 'box'];
const builtInNames = ['', 'apps', 'extensions', 'storage.k8s.io'];
const customNames = ['apps.example.com', 'a.example.com', 'storage.example.org', 'v1.example.com', 'example.com'];
const versionNames = ['v1', 'v2', 'v1beta1', 'v3alpha1', 'dev'];

interface RandomServer {
  readonly builtIn: readonly GroupSpec[];
  readonly custom: readonly GroupSpec[];
}

function randomServer(random: () => number): RandomServer {
  const some = <T>(items: readonly T[], chance: number): T[] => items.filter(() => random() < chance);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const resource = (plural: string): ResourceSpec =>
    res(plural, pick(kinds), {
      singular: pick(['', 'widget', 'thing', plural]),
      shortNames: some(shorts, 0.3),
      categories: some(['all', 'few'], 0.4),
      scope: random() < 0.5 ? 'Cluster' : 'Namespaced',
      verbs: some(['get', 'list', 'watch'], 0.6),
    });
  const group = (name: string): GroupSpec => ({
    name,
    versions: Object.fromEntries(
      [pick(versionNames), ...some(versionNames, 0.3)].map((version) => [version, some(plurals, 0.4).map(resource)]),
    ),
  });
  return { builtIn: some(builtInNames, 0.8).map(group), custom: some(customNames, 0.7).map(group) };
}

const servers = Array.from({ length: 40 }, (_, seed) => randomServer(randomOf(seed + 1)));

const byName = (a: GroupSpec, b: GroupSpec): number => (a.name < b.name ? -1 : 1);
const serviceOf = ({ name, versions }: GroupSpec): string =>
  Object.keys(versions)
    .map((version) => `${version}.${name}`)
    .sort()[0] ?? '';
const byService = (a: GroupSpec, b: GroupSpec): number => (serviceOf(a) < serviceOf(b) ? -1 : 1);

const aggregatedOf = ({ builtIn, custom }: RandomServer): Catalog =>
  catalogOf([...builtIn, ...[...custom].sort(byName)]);
const legacyOf = ({ builtIn, custom }: RandomServer): Catalog =>
  catalogOf([...builtIn, ...[...custom].sort(byService)], { format: 'legacy' });

const words = [...plurals, ...kinds, ...shorts, 'thing', 'all', 'few', 'nothing'].flatMap((word) => [
  word,
  word.toUpperCase(),
  `${word}.v1`,
  `${word}.example.com`,
  `${word}.v1.example.com`,
  `${word}.dev.apps`,
  `${word}.storage`,
  `${word}.`,
]);

function answer(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return [(error as { code?: string }).code, (error as Error).message];
  }
}

const questions: ((mapper: RESTMapper, word: string) => unknown)[] = [
  (mapper, word) => mapper.resolve(word),
  (mapper, word) => mapper.resolve(word, { verbs: ['list'], scope: 'Namespaced' }),
  (mapper, word) => mapper.resolve(word, { ambiguity: 'error' }),
  (mapper, word) => mapper.resolveAll(word),
  (mapper, word) => mapper.resolve({ kind: word }),
  (mapper, word) => mapper.resolve({ resource: word, group: '' }),
];

describe('on forty random servers', () => {
  it('every endpoint with a kind resolves to itself by its whole name', () => {
    for (const catalog of servers.flatMap((server) => [aggregatedOf(server), legacyOf(server)])) {
      const mapper = createMapper(catalog);
      for (const entry of catalog.resources()) {
        const whole = formatGroupVersionResource(entry);
        const { mapping, reason } = mapper.resolve(whole);
        expect([formatGroupVersionResource(mapping.resource), mapping.scope, reason]).toEqual([
          whole,
          entry.scope,
          'exact',
        ]);
        expect(mapper.resourceFor(entry)).toBe(mapping.resource);
        expect(mapper.kindFor(entry)).toBe(mapping.kind);
        expect(mapper.mappingsFor(entry, entry.version)).toContain(mapping);
      }
    }
  });

  it('the answers are the same in both formats', () => {
    let matches = 0;
    for (const server of servers) {
      const [one, other] = [createMapper(aggregatedOf(server)), createMapper(legacyOf(server))];
      for (const word of words) {
        for (const ask of questions) {
          const expected = answer(() => ask(one, word));
          expect(answer(() => ask(other, word))).toEqual(expected);
          if (!Array.isArray(expected) || typeof expected[0] !== 'string') matches += 1;
        }
      }
    }
    expect(matches).toBeGreaterThan(5000);
  });

  it('the answer does not depend on what was asked before', () => {
    for (const server of servers.slice(0, 10)) {
      const catalog = aggregatedOf(server);
      const [forwards, backwards] = [createMapper(catalog), createMapper(catalog)];
      const asked = words.flatMap((word) => questions.map((ask) => [word, ask] as const));
      const one = asked.map(([word, ask]) => answer(() => ask(forwards, word)));
      const other = [...asked].reverse().map(([word, ask]) => answer(() => ask(backwards, word)));
      expect(other.reverse()).toEqual(one);
    }
  });

  it('the choice is one of the candidates, each named once, and a tie is what ambiguity refuses', () => {
    for (const server of servers) {
      const mapper = createMapper(aggregatedOf(server));
      for (const word of words) {
        const resolution = answer(() => mapper.resolve(word));
        if (Array.isArray(resolution)) continue;
        const { mapping, candidates, reason } = resolution as Resolution;
        expect(candidates[0]).toBe(mapping);
        expect(new Set(candidates).size).toBe(candidates.length);
        const strict = answer(() => mapper.resolve(word, { ambiguity: 'error' }));
        expect(Array.isArray(strict) && strict[0] === 'ambiguous-match').toBe(reason === 'server order');
      }
    }
  });

  it('what the verbs leave out is no candidate', () => {
    for (const server of servers) {
      const catalog = aggregatedOf(server);
      const mapper = createMapper(catalog);
      for (const word of words) {
        const found = answer(() => mapper.resolveAll(word, { verbs: ['list', 'watch'] }));
        if ((found as unknown[])[0] === 'no-match') continue;
        const candidates = (found as readonly Resolution[]).flatMap((resolution) => resolution.candidates);
        expect(candidates.length).toBeGreaterThan(0);
        for (const { resource } of candidates) {
          expect(catalog.resource(resource)?.verbs).toEqual(expect.arrayContaining(['list', 'watch']));
        }
      }
    }
  });
});

describe('where one word means very many resources', () => {
  const many = createMapper(
    catalogOf(
      Array.from({ length: 300 }, (_, place) => ({
        name: `g${String(place).padStart(3, '0')}.example.com`,
        versions: { v1: [res('widgets', 'Widget', { shortNames: ['wd'] })] },
      })),
    ),
  );

  it.each(['g000.example.com', 'g150.example.com', 'g299.example.com'])(
    'each group still finds its own: %s',
    (group) => {
      const own = { group, version: 'v1', resource: 'widgets' };
      expect(many.resourceFor({ group, resource: 'widget' })).toEqual(own);
      expect(many.mappingFor({ group, kind: 'Widget' }).resource).toEqual(own);
      expect(many.resolve(`wd.${group}`).mapping.resource).toEqual(own);
      expect(many.resolve(`Widget.v1.${group}`)).toMatchObject({ mapping: { resource: own }, reason: 'exact' });
    },
  );

  it('lists all of them, and the first is the answer', () => {
    expect(many.resolve('widgets').candidates).toHaveLength(300);
    expect(many.resourceFor({ resource: 'widgets' }).group).toBe('g000.example.com');
    expect(() => many.resourceFor({ group: 'g300.example.com', resource: 'widgets' })).toThrow('offers nothing');
  });
});
