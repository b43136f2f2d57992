import type { MapperCase } from './mapper-case.js';
import type { Served, Table } from './table.js';

const internal: readonly Served[] = [['internalobjects.test.test.group', 'InternalObject']];
const internalKind = 'test.group/test, Kind=InternalObject';
const inOne: readonly Served[] = [['myobjects.test.testapi', 'MyObject']];
const inTwo: readonly Served[] = [['myobjects.test.testapi2', 'MyObject']];

export const kindsOfWords: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: the kind of a word',
  cases: [
    {
      id: 'nothing is served',
      server: [],
      steps: [{ ask: ['kindFor', { resource: 'internalobjec' }], peer: '!no-match' }],
    },
    {
      id: 'nothing is served, with a capital',
      server: [],
      steps: [{ ask: ['kindFor', { resource: 'internalObjec' }], peer: '!no-match' }],
    },
    {
      id: 'a singular',
      server: internal,
      steps: [{ ask: ['kindFor', { resource: 'internalobject' }], peer: internalKind }],
    },
    {
      id: 'a plural',
      server: internal,
      steps: [{ ask: ['kindFor', { resource: 'internalobjects' }], peer: internalKind }],
    },
  ],
};

export const groupsOfWords: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: the group of a word',
  cases: [
    {
      id: 'a singular with a capital',
      server: inOne,
      steps: [{ ask: ['kindFor', { resource: 'myObject' }], peer: 'testapi/test, Kind=MyObject' }],
    },
    {
      id: 'a singular',
      server: inTwo,
      steps: [{ ask: ['kindFor', { resource: 'myobject' }], peer: 'testapi2/test, Kind=MyObject' }],
    },
    {
      id: 'a singular cut short, with a capital',
      server: inOne,
      steps: [{ ask: ['kindFor', { resource: 'myObje' }], peer: '!no-match' }],
    },
    {
      id: 'a singular cut short',
      server: inOne,
      steps: [{ ask: ['kindFor', { resource: 'myobje' }], peer: '!no-match' }],
    },
  ],
};

/** The plural that the peer guesses from a kind stands in the document here: nothing is guessed. */
export const guessedPlurals: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: plural and singular of a kind',
  cases: pluralCases([
    ['Pod', 'pods', 'pod'],
    ['ReplicationController', 'replicationcontrollers', 'replicationcontroller'],
    ['ImageRepository', 'imagerepositories', 'imagerepository'],
    ['miss', 'misses', 'miss'],
    ['lowercase', 'lowercases', 'lowercase'],
  ]),
};

export const singulars: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: singulars',
  cases: pluralCases([
    ['Pod', 'pods', 'pod'],
    ['ReplicationController', 'replicationcontrollers', 'replicationcontroller'],
    ['ImageRepository', 'imagerepositories', 'imagerepository'],
    ['Status', 'statuses', 'status'],
    ['lowercase', 'lowercases', 'lowercase'],
    ['lowercases', 'lowercaseses', 'lowercases'],
  ]),
};

function pluralCases(kinds: readonly (readonly [kind: string, plural: string, singular: string])[]): MapperCase[] {
  return kinds.map(([kind, plural, singular]) => ({
    id: kind,
    server: [[`${plural}.test.tgroup`, kind, { singular: '' }]],
    steps: [
      { ask: ['singularFor', plural], peer: singular },
      { ask: ['resourceFor', { resource: singular }], peer: `${plural}.test.tgroup` },
      { ask: ['mappingFor', 'tgroup', kind], peer: `${plural}.test.tgroup` },
    ],
  }));
}
