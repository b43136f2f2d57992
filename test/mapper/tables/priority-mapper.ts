import type { MapperCase, MapperQuestion } from './mapper-case.js';
import type { Served, Table } from './table.js';

/** `first` in a of one, `second` in b of two: one word is the name of both. */
const twoGroups: readonly Served[] = [
  ['things.a.one', 'First'],
  ['things.b.two', 'Second'],
];
const unread = ['v1.broken'];

interface Answers {
  readonly ask: MapperQuestion;
  readonly first: string;
  readonly other: MapperQuestion;
  readonly second: string;
}

/** The nine cases that the peer asks for resources and for kinds. Priorities are the order of the document here. */
function priorityCases({ ask, first, other, second }: Answers): readonly MapperCase[] {
  return [
    {
      id: 'a part fails',
      server: [],
      unread,
      steps: [{ ask, peer: '!error', ours: '!no-match', difference: 'unread' }],
    },
    {
      id: 'one fits, a part fails',
      server: twoGroups.slice(0, 1),
      unread,
      steps: [{ ask, peer: `${first}; !error`, ours: first, difference: 'failedPart' }],
    },
    {
      id: 'a group goes first, a part fails',
      server: twoGroups,
      unread,
      steps: [{ ask, peer: `${first}; !error`, ours: first, difference: 'failedPart' }],
    },
    { id: 'one fits', server: twoGroups.slice(0, 1), steps: [{ ask, peer: first }] },
    {
      id: 'two fit and nothing goes first',
      server: twoGroups,
      steps: [
        { ask, peer: '!ambiguous-match', ours: first, difference: 'order' },
        { ask: ['strict', 'things'], peer: '!ambiguous-match' },
      ],
    },
    { id: 'a group goes first', server: twoGroups, steps: [{ ask, peer: first }] },
    {
      id: 'a group that has nothing goes first',
      server: [['others.a.fail', 'Other'], ...twoGroups],
      steps: [{ ask, peer: first }],
    },
    {
      id: 'a group goes first, then a version',
      server: [...twoGroups, ['things.c.one', 'Third']],
      steps: [{ ask, peer: first }],
    },
    {
      id: 'a name goes first in one group-version',
      server: [
        ['firsts.a.one', 'First', { singular: 'seconds' }],
        ['seconds.a.one', 'Second'],
      ],
      steps: [{ ask: other, peer: second }],
    },
  ];
}

export const priorityResources: Table<MapperCase> = {
  name: 'apimachinery meta/priority: a resource',
  cases: priorityCases({
    ask: ['resourceFor', { resource: 'things' }],
    first: 'things.a.one',
    other: ['resourceFor', { resource: 'seconds' }],
    second: 'seconds.a.one',
  }),
};

export const priorityKinds: Table<MapperCase> = {
  name: 'apimachinery meta/priority: a kind',
  cases: priorityCases({
    ask: ['kindFor', { resource: 'things' }],
    first: 'one/a, Kind=First',
    other: ['kindFor', { resource: 'seconds' }],
    second: 'one/a, Kind=Second',
  }),
};

const alphaFirst: readonly Served[] = [
  ['foos.v1alpha1.main', 'Foo'],
  ['foos.v1.main', 'Foo'],
  ['foos.v1.other', 'Foo'],
];
const stableFirst: readonly Served[] = [
  ['foos.v1.main', 'Foo'],
  ['foos.v1alpha1.main', 'Foo'],
  ['foos.v1.other', 'Foo'],
];
const ask: MapperQuestion = ['mappingFor', 'main', 'Foo'];

export const priorityMappings: Table<MapperCase> = {
  name: 'apimachinery meta/priority: the mapping of a kind',
  cases: [
    { id: 'no parts', server: [], steps: [{ ask, peer: '!no-match' }] },
    { id: 'a part without it', server: [['others.v1.main', 'Other']], steps: [{ ask, peer: '!no-match' }] },
    {
      id: 'a part that fails, and one that has it',
      server: alphaFirst.slice(0, 1),
      unread,
      steps: [{ ask, peer: '!error', ours: 'foos.v1alpha1.main', difference: 'failedPart' }],
    },
    {
      id: 'one fits, and an error with it',
      server: alphaFirst.slice(0, 1),
      unread: ['v2.main'],
      steps: [{ ask, peer: 'foos.v1alpha1.main; !error', ours: 'foos.v1alpha1.main', difference: 'failedPart' }],
    },
    {
      id: 'three fit and nothing goes first',
      server: alphaFirst,
      steps: [{ ask, peer: '!ambiguous-match', ours: 'foos.v1alpha1.main', difference: 'order' }],
    },
    { id: 'one fits', server: alphaFirst.slice(0, 1), steps: [{ ask, peer: 'foos.v1alpha1.main' }] },
    { id: 'a version goes first', server: stableFirst, steps: [{ ask, peer: 'foos.v1.main' }] },
    {
      id: 'a version goes first, then another group',
      server: stableFirst,
      steps: [{ ask, peer: 'foos.v1.other', ours: 'foos.v1.main', difference: 'kindGroup' }],
    },
  ],
};

export const priorityVersions: Table<MapperCase> = {
  name: 'apimachinery meta/priority: a version that is asked for (sequence)',
  cases: [
    {
      id: 'goes before the one that goes first',
      server: [
        ['foos.v2alpha1.Bar', 'Foo'],
        ['foos.v1.Bar', 'Foo'],
      ],
      steps: [
        { ask: ['mappingFor', 'Bar', 'Foo', 'v1'], peer: 'foos.v1.Bar' },
        { ask: ['mappingFor', 'Bar', 'Foo', 'v2alpha1'], peer: 'foos.v2alpha1.Bar' },
      ],
    },
  ],
};
