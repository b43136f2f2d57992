import type { MapperCase } from './mapper-case.js';
import type { Served, Table } from './table.js';

const one = 'internalobjects.test.tgroup';
const server: readonly Served[] = [[one, 'InternalObject']];
const named = (id: string): MapperCase => ({
  id,
  server,
  steps: [{ ask: ['mappingFor', 'tgroup', 'InternalObject', 'test'], peer: one }],
});

export const mappings: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: the mapping of a kind',
  cases: [
    {
      id: 'no such kind, without default versions',
      server,
      steps: [{ ask: ['mappingFor', 'tgroup', 'Unknown'], peer: '!no-match' }],
    },
    {
      id: 'a kind, without default versions',
      server,
      steps: [
        { ask: ['mappingFor', 'tgroup', 'InternalObject'], peer: '!no-match', ours: one, difference: 'versions' },
      ],
    },
    { id: 'no such kind', server, steps: [{ ask: ['mappingFor', 'tgroup', 'Unknown'], peer: '!no-match' }] },
    named('its version is named'),
    named('its version is named, asked again'),
    named('its version is named, asked a third time'),
    { id: 'no version is named', server, steps: [{ ask: ['mappingFor', 'tgroup', 'InternalObject'], peer: one }] },
    named('its version is named, after another question'),
  ],
};

const kinds: readonly Served[] = [
  ['internalobjects.test1.tgroup', 'InternalObject'],
  ['otherobjects.test2.tgroup', 'OtherObject'],
];

export const mappingVersions: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: the version of a mapping (sequence)',
  cases: [
    {
      id: 'each kind is in one version of its own',
      server: kinds,
      steps: [
        { ask: ['mappingFor', 'tgroup', 'OtherObject'], peer: 'otherobjects.test2.tgroup' },
        { ask: ['mappingFor', 'tgroup', 'InternalObject'], peer: 'internalobjects.test1.tgroup' },
        { ask: ['mappingFor', 'tgroup', 'InternalObject', 'test2'], peer: '!no-match' },
        { ask: ['mappingFor', 'tgroup', 'OtherObject', 'test1'], peer: '!no-match' },
        { ask: ['mappingFor', 'tgroup', 'OtherObject', 'test3'], peer: '!no-match' },
        { ask: ['mappingFor', 'tgroup', 'OtherObject', 'test3', 'test1'], peer: '!no-match' },
        { ask: ['mappingFor', 'tgroup', 'OtherObject', 'test3', 'test2'], peer: 'otherobjects.test2.tgroup' },
      ],
    },
  ],
};

export const badVersion: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: a version that is not served (sequence)',
  cases: [
    {
      id: 'a version that nothing is in',
      server: kinds.slice(0, 1),
      steps: [{ ask: ['mappingFor', 'tgroup', 'InternalObject', 'test3'], peer: '!no-match' }],
    },
  ],
};

const v1: Served = ['internalobjects.v1.tgroup', 'InternalObject'];
const v2: Served = ['internalobjects.v2.tgroup', 'InternalObject'];

export const allMappings: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: all mappings of a kind',
  cases: [
    {
      id: 'no such kind, nothing is served',
      server: [],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'Unknown'], peer: '!no-match' }],
    },
    {
      id: 'nothing is served',
      server: [],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'InternalObject'], peer: '!no-match' }],
    },
    {
      id: 'no such kind, with a default version',
      server: [],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'Unknown'], peer: '!no-match' }],
    },
    {
      id: 'a version that is not served',
      server: [],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'InternalObject', 'v2'], peer: '!no-match' }],
    },
    {
      id: 'a version that is served',
      server: [v2],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'InternalObject', 'v2'], peer: v2[0] }],
    },
    {
      id: 'two versions, one of them served',
      server: [v2],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'InternalObject', 'v3', 'v2'], peer: v2[0] }],
    },
    {
      id: 'no version is named, two are served',
      server: [v1, v2],
      steps: [{ ask: ['mappingsFor', 'tgroup', 'InternalObject'], peer: `${v1[0]}; ${v2[0]}` }],
    },
  ],
};
