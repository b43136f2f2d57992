import type { MapperCase } from './mapper-case.js';
import type { Served, Table } from './table.js';

/** Core in two versions behind another group, and a group whose preferred version lacks something. */
const server: readonly Served[] = [
  ['jobs.v1beta.extensions', 'Job'],
  ['pods.v1beta.extensions', 'Pod'],
  ['pods.v1.', 'Pod'],
  ['pods.v2.', 'Pod'],
  ['broccoli.v1.unpreferred', 'Broccoli'],
  ['broccoli.v2beta1.unpreferred', 'Broccoli'],
  ['peas.v2beta1.unpreferred', 'Pea'],
  ['broccoli.v2alpha1.unpreferred', 'Broccoli'],
  ['peas.v2alpha1.unpreferred', 'Pea'],
];

export const discoveryMapperKinds: Table<MapperCase> = {
  name: 'client-go restmapper/discovery: kinds',
  cases: [
    { id: 'core goes first', server, steps: [{ ask: ['kindFor', { resource: 'pods' }], peer: 'v1, Kind=Pod' }] },
    {
      id: 'the preferred version is named',
      server,
      steps: [{ ask: ['kindFor', { resource: 'pods', version: 'v1' }], peer: 'v1, Kind=Pod' }],
    },
    {
      id: 'another version is named',
      server,
      steps: [{ ask: ['kindFor', { resource: 'pods', version: 'v2' }], peer: 'v2, Kind=Pod' }],
    },
    {
      id: 'core goes first, asked again',
      server,
      steps: [{ ask: ['kindFor', { resource: 'pods' }], peer: 'v1, Kind=Pod' }],
    },
    {
      id: 'one group has it',
      server,
      steps: [{ ask: ['kindFor', { resource: 'jobs' }], peer: 'extensions/v1beta, Kind=Job' }],
    },
    {
      id: 'the preferred version lacks it',
      server,
      steps: [{ ask: ['kindFor', { resource: 'peas' }], peer: 'unpreferred/v2beta1, Kind=Pea' }],
    },
  ],
};

export const discoveryMapperResources: Table<MapperCase> = {
  name: 'client-go restmapper/discovery: resources',
  cases: [
    { id: 'core goes first', server, steps: [{ ask: ['resourceFor', { resource: 'pods' }], peer: 'pods.v1.' }] },
    {
      id: 'the preferred version is named',
      server,
      steps: [{ ask: ['resourceFor', { resource: 'pods', version: 'v1' }], peer: 'pods.v1.' }],
    },
    {
      id: 'another version is named',
      server,
      steps: [{ ask: ['resourceFor', { resource: 'pods', version: 'v2' }], peer: 'pods.v2.' }],
    },
    {
      id: 'core goes first, asked again',
      server,
      steps: [{ ask: ['resourceFor', { resource: 'pods' }], peer: 'pods.v1.' }],
    },
    {
      id: 'one group has it',
      server,
      steps: [{ ask: ['resourceFor', { resource: 'jobs' }], peer: 'jobs.v1beta.extensions' }],
    },
  ],
};
