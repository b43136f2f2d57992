import type { MapperCase, MapperQuestion } from './mapper-case.js';
import type { Served, Table } from './table.js';

const elsewhere: readonly Served[] = [['others.v1.a', 'Other']];
const foo = { resource: 'foo' };
const inB: readonly Served[] = [['foo.v1.b', 'First']];

/** The three cases that the peer asks of each method that it answers from all of its parts. */
function partCases(ask: MapperQuestion, found: string): readonly MapperCase[] {
  return [
    { id: 'no parts', server: [], steps: [{ ask, peer: '!no-match' }] },
    { id: 'a part without it', server: elsewhere, steps: [{ ask, peer: '!no-match' }] },
    {
      id: 'a part that fails, and one that has it',
      server: inB,
      unread: ['v1.a'],
      steps: [{ ask, peer: '!error', ours: found, difference: 'failedPart' }],
    },
  ];
}

export const multiResource: Table<MapperCase> = {
  name: 'apimachinery meta/multirestmapper: a resource',
  cases: partCases(['resourceFor', foo], 'foo.v1.b'),
};

export const multiResources: Table<MapperCase> = {
  name: 'apimachinery meta/multirestmapper: resources',
  cases: [
    ...partCases(['resourcesFor', foo], 'foo.v1.b'),
    {
      id: 'each once, though it is found twice',
      server: [
        ['foo.v1.a', 'Foo', { singular: 'foo' }],
        ['firsts.v1.a', 'First', { singular: 'foo' }],
        ['foo.v1.b', 'Foo', { singular: 'foo' }],
      ],
      steps: [{ ask: ['resourcesFor', foo], peer: 'foo.v1.a; firsts.v1.a; foo.v1.b' }],
    },
    {
      id: 'a part without it before one that has it twice',
      server: [...elsewhere, ['foo.v1.b', 'First'], ['seconds.v1.b', 'Second', { singular: 'foo' }]],
      steps: [{ ask: ['resourcesFor', foo], peer: 'foo.v1.b; seconds.v1.b' }],
    },
  ],
};

export const multiKinds: Table<MapperCase> = {
  name: 'apimachinery meta/multirestmapper: kinds',
  cases: [
    ...partCases(['kindsFor', foo], 'b/v1, Kind=First'),
    {
      id: 'each once, though it is found twice',
      server: [
        ['foo.v1.a', 'Dupe'],
        ['dupes.v1.a', 'Dupe', { singular: 'foo' }],
        ['foo.v2.a', 'First'],
        ['foo.v1.b', 'Second'],
      ],
      steps: [{ ask: ['kindsFor', foo], peer: 'a/v1, Kind=Dupe; a/v2, Kind=First; b/v1, Kind=Second' }],
    },
    {
      id: 'a part without it before one that has it twice',
      server: [...elsewhere, ['foo.v1.b', 'First'], ['seconds.v1.b', 'Second', { singular: 'foo' }]],
      steps: [{ ask: ['kindsFor', foo], peer: 'b/v1, Kind=First; b/v1, Kind=Second' }],
    },
  ],
};

export const multiKind: Table<MapperCase> = {
  name: 'apimachinery meta/multirestmapper: a kind',
  cases: partCases(['kindFor', foo], 'b/v1, Kind=First'),
};

const kindInV1: readonly Served[] = [['foos.v1.g', 'Foo']];
const mappingsOf = (...versions: readonly string[]): MapperQuestion => ['mappingsFor', 'g', 'Foo', ...versions];

export const multiMappings: Table<MapperCase> = {
  name: 'apimachinery meta/multirestmapper: mappings',
  cases: [
    { id: 'no parts', server: [], steps: [{ ask: mappingsOf(), peer: '!no-match' }] },
    { id: 'no parts, one version', server: [], steps: [{ ask: mappingsOf('v1beta'), peer: '!no-match' }] },
    { id: 'no parts, two versions', server: [], steps: [{ ask: mappingsOf('v1beta', 'v2'), peer: '!no-match' }] },
    { id: 'a part without the kind', server: elsewhere, steps: [{ ask: mappingsOf(), peer: '!no-match' }] },
    {
      id: 'a part without the version',
      server: kindInV1,
      steps: [{ ask: mappingsOf('v1beta'), peer: '!no-match' }],
    },
    {
      id: 'a part without the two versions',
      server: kindInV1,
      steps: [{ ask: mappingsOf('v1beta', 'v2'), peer: '!no-match' }],
    },
    {
      id: 'a part that fails, and one that has it',
      server: [['foos.v1beta.g', 'Foo']],
      unread: ['v1.a'],
      steps: [{ ask: mappingsOf('v1beta'), peer: '!error', ours: 'foos.v1beta.g', difference: 'failedPart' }],
    },
    {
      id: 'two that have it',
      server: [
        ['foos.v1beta.g', 'Foo'],
        ['otherfoos.v1beta.g', 'Foo'],
      ],
      steps: [{ ask: mappingsOf('v1beta'), peer: 'foos.v1beta.g; otherfoos.v1beta.g' }],
    },
  ],
};
