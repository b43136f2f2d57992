import fc from 'fast-check';
import type { ResolveOptions } from '../../../src/core/mapper/resolution.js';
import type { Subject } from '../../../src/core/mapper/subject.js';
import { pools } from './arbitrary-server.js';
import type { ServerModel } from './server-model.js';

const names = [
  ...pools.plurals,
  ...pools.kinds,
  ...pools.singulars,
  ...pools.shortNames,
  ...pools.categories,
  ...['uppers', 'pod', 'things', 'wigdets', 'gizmo', 'nothing', 'prototype'],
];
const groups = [
  ...pools.customGroups,
  ...['', 'apps', 'extensions', 'events.k8s.io', 'batch', 'storage.k8s.io'],
  ...['ap', 'stor', 'e', 'v1', 'metrics', 'nowhere.example.com'],
];
const versions = [...pools.versions, 'v9', '', '__internal'];

const { constantFrom, tuple, oneof, record, constant, nat } = fc;

const name = tuple(constantFrom(...names), constantFrom('as it is', 'upper', 'lower')).map(([word, letters]) => {
  if (letters === 'upper') return word.toUpperCase();
  return letters === 'lower' ? word.toLowerCase() : word;
});
const group = constantFrom(...groups);
const version = constantFrom(...versions);
const type = oneof(
  { weight: 4, arbitrary: name },
  { weight: 3, arbitrary: tuple(name, group).map((parts) => parts.join('.')) },
  { weight: 2, arbitrary: tuple(name, version).map((parts) => parts.join('.')) },
  { weight: 3, arbitrary: tuple(name, version, group).map((parts) => parts.join('.')) },
);

/** What people type, right and wrong. */
export const arbitraryWord: fc.Arbitrary<string> = oneof(
  { weight: 6, arbitrary: type },
  { weight: 1, arbitrary: type.map((word) => `${word}/web`) },
);

/** What people never type. */
export const hostileWord: fc.Arbitrary<string> = oneof(
  arbitraryWord,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: constantFrom('.', '/', ',', 'p', 'o', '\0', '\r', '\n', 'K', ' ', '%'), maxLength: 12 }),
  tuple(constantFrom(...Object.getOwnPropertyNames(Object.prototype)), type).map((parts) => parts.join('.')),
  constantFrom(...Object.getOwnPropertyNames(Object.prototype), 'length', '0', 'size', 'x'.repeat(10_000)),
);

const options = oneof(
  { weight: 3, arbitrary: constant({}) },
  {
    weight: 1,
    arbitrary: record(
      {
        verbs: fc.subarray(['get', 'list', 'watch']),
        scope: constantFrom('Namespaced' as const, 'Cluster' as const),
        ambiguity: constantFrom('first' as const, 'error' as const),
      },
      { requiredKeys: [] },
    ),
  },
);

/** A question in any of the forms that `resolve` takes, with any options. */
export interface ArbitraryQuestion {
  readonly subject: Subject;
  readonly options: ResolveOptions;
}

const anyQuestion: fc.Arbitrary<ArbitraryQuestion> = record({
  subject: oneof<fc.Arbitrary<Subject>[]>(
    arbitraryWord,
    record({ resource: name, group, version }, { requiredKeys: ['resource'] }),
    record({ kind: name, group, version }, { requiredKeys: ['kind'] }),
    tuple(name, group, version).map(([kind, in_, at]) => ({ apiVersion: in_ === '' ? at : `${in_}/${at}`, kind })),
  ),
  options,
});

/** One of the names of one of the server's resources, in one of the forms in which it can be typed. */
const ownName = record({
  place: nat(1000),
  name: constantFrom('plural', 'singular', 'short', 'kind', 'category'),
  form: constantFrom('alone', 'alone', 'alone', 'group', 'version', 'both', 'prefix', 'prefix and version'),
  options,
});
type OwnName = typeof ownName extends fc.Arbitrary<infer Each> ? Each : never;

/** A server, and questions about what it has and about what it has not. */
export function withQuestions(
  servers: fc.Arbitrary<ServerModel>,
  count: number,
): fc.Arbitrary<{ readonly server: ServerModel; readonly questions: readonly ArbitraryQuestion[] }> {
  const length = { minLength: count, maxLength: count };
  const drawn = fc.array(oneof({ weight: 2, arbitrary: ownName }, { weight: 1, arbitrary: anyQuestion }), length);
  return tuple(servers, drawn).map(([server, raw]) => ({
    server,
    questions: raw.map((each) => ('place' in each ? { subject: wordFor(server, each), options: each.options } : each)),
  }));
}

function wordFor({ services }: ServerModel, { place, name: which, form }: OwnName): string {
  const all = services.flatMap((service) => service.resources.map((resource) => ({ ...service, ...resource })));
  const found = all[place % all.length];
  if (found === undefined) return 'nothing';
  const names = {
    plural: found.plural,
    singular: found.singular,
    short: found.shortNames[0],
    kind: found.kind,
    category: found.categories[0],
  };
  const word = names[which] ?? found.plural;
  const prefix = found.group.slice(0, 1 + (place % 7));
  const rest = {
    alone: [],
    group: [found.group],
    version: [found.version],
    both: [found.version, found.group],
    prefix: [prefix],
    'prefix and version': [found.version, prefix],
  };
  return [word, ...rest[form]].join('.');
}
