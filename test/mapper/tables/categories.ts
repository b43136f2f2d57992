import type { MapperCase } from './mapper-case.js';
import type { Served, Table } from './table.js';

const all = { categories: ['all'] };
const four: readonly Served[] = [
  ['one.v1.', 'One', all],
  ['two.v1.', 'Two', all],
  ['three.v1.alpha', 'Three', all],
  ['four.v1.bravo', 'Four', all],
];

/** The peer says of a word that is no category that it is none; here the word must name something else then. */
export const categories: Table<MapperCase> = {
  name: 'client-go restmapper/category_expansion: a fixed list',
  cases: [
    { id: 'no category', server: four, steps: [{ ask: ['resolveAll', ['service']], peer: '!no-match' }] },
    {
      id: 'a category',
      server: four,
      steps: [{ ask: ['resolveAll', ['all']], peer: 'one.v1.; two.v1.; three.v1.alpha; four.v1.bravo' }],
    },
  ],
};

export const discoveredCategories: Table<MapperCase> = {
  name: 'client-go restmapper/category_expansion: from discovery',
  cases: [
    {
      id: 'a category',
      server: [['jobs.v1.batch', 'Job', { shortNames: ['jz'], ...all }]],
      steps: [{ ask: ['resolveAll', ['all']], peer: 'jobs.v1.batch' }],
    },
    {
      id: 'no resource is in a category',
      server: [['jobs.v1.batch', 'Job', { shortNames: ['jz'] }]],
      steps: [{ ask: ['resolveAll', ['all']], peer: '!no-match' }],
    },
    {
      id: 'another category',
      server: [['jobs.v1.batch', 'Job', { shortNames: ['jz'], ...all }]],
      steps: [{ ask: ['resolveAll', ['targaryens']], peer: '!no-match' }],
    },
  ],
};

const workloads: readonly Served[] = [
  ['pods.v1.', 'Pod', all],
  ['replicationcontrollers.v1.', 'ReplicationController', all],
  ['services.v1.', 'Service', all],
  ['secrets.v1.', 'Secret'],
  ['statefulsets.v1.apps', 'StatefulSet', all],
  ['horizontalpodautoscalers.v1.autoscaling', 'HorizontalPodAutoscaler', all],
  ['jobs.v1.batch', 'Job', all],
  ['cronjobs.v1.batch', 'CronJob', all],
  ['daemonsets.v1beta1.extensions', 'DaemonSet', all],
  ['deployments.v1beta1.extensions', 'Deployment', all],
  ['replicasets.v1beta1.extensions', 'ReplicaSet', all],
];
const inAll = workloads.flatMap(([endpoint, , rest]) => (rest === undefined ? [] : [endpoint])).join('; ');

export const categoriesInArguments: Table<MapperCase> = {
  name: 'cli-runtime resource/builder: categories in arguments',
  cases: [
    {
      id: 'no category',
      server: workloads,
      steps: [{ ask: ['resolveAll', ['service']], peer: 'services.v1.' }],
    },
    { id: 'a category', server: workloads, steps: [{ ask: ['resolveAll', ['all']], peer: inAll }] },
    {
      id: 'a category in a comma list',
      server: workloads,
      steps: [{ ask: ['resolveAll', ['all,secrets']], peer: `${inAll}; secrets.v1.` }],
    },
  ],
};
