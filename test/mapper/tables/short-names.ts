import type { MapperCase } from './mapper-case.js';
import type { Served, Table } from './table.js';

const twoScalers: readonly Served[] = [
  ['superhorizontalpodautoscalers.v1.autoscaling', 'Super', { shortNames: ['hpa'] }],
  ['horizontalpodautoscalers.v1.autoscaling', 'Plain', { shortNames: ['hpa'] }],
];
const scalerVersions: readonly Served[] = [
  ['horizontalpodautoscalers.v1alphav1.autoscaling', 'Plain', { shortNames: ['hpa'] }],
  ['horizontalpodautoscalers.v1.autoscaling', 'Plain', { shortNames: ['hpa'] }],
];
const storage: readonly Served[] = [['storageclasses.v1.storage.k8s.io', 'StorageClass', { shortNames: ['sc'] }]];
const poddlers: readonly Served[] = [
  ['pods.v1.', 'Pod'],
  ['poddlers.v1.acme.com', 'Poddler', { shortNames: ['pods', 'pod'] }],
];
const corePods: Served = ['pods.v1.', 'Pod', { shortNames: ['po'] }];

/** Told by the resource that the word leads to in the end. */
export const shortNames: Table<MapperCase> = {
  name: 'client-go restmapper/shortcut: short names',
  cases: [
    {
      id: 'no such resource',
      server: [],
      steps: [{ ask: ['resolve', 'storageclasses'], peer: 'storageclasses', ours: '!no-match', difference: 'asTyped' }],
    },
    {
      id: 'two in one group-version',
      server: twoScalers,
      steps: [{ ask: ['resolve', 'hpa'], peer: 'superhorizontalpodautoscalers.v1.autoscaling' }],
    },
    {
      id: 'only one of two equal plurals has it',
      server: [
        ['deployments.v1.foo', 'Deployment', { shortNames: ['dpl'] }],
        ['deployments.v1beta1.extension', 'Deployment', { shortNames: ['deploy'] }],
      ],
      steps: [{ ask: ['resolve', 'dpl'], peer: 'deployments.v1.foo' }],
    },
    {
      id: 'a plural is no short name of another',
      server: poddlers,
      steps: [{ ask: ['resolve', 'pods'], peer: 'pods.v1.' }],
    },
    {
      id: 'a singular is no short name of another',
      server: poddlers,
      steps: [{ ask: ['resolve', 'pod'], peer: 'pods.v1.' }],
    },
  ],
};

export const shortNamesInGroups: Table<MapperCase> = {
  name: 'client-go restmapper/shortcut: short names in a group',
  cases: [
    {
      id: 'its group is named',
      server: storage,
      steps: [{ ask: ['resolve', 'sc.storage.k8s.io'], peer: 'storageclasses.v1.storage.k8s.io' }],
    },
    {
      id: 'no group is named',
      server: storage,
      steps: [{ ask: ['resolve', 'sc'], peer: 'storageclasses.v1.storage.k8s.io' }],
    },
  ],
};

/** What the peer warns of, we list as candidates; each version stands for itself. */
export const shortNameWarnings: Table<MapperCase> = {
  name: 'client-go restmapper/shortcut: warnings',
  cases: [
    {
      id: 'two in one group-version',
      server: twoScalers,
      steps: [
        {
          ask: ['candidates', 'hpa'],
          peer: 'superhorizontalpodautoscalers.v1.autoscaling; horizontalpodautoscalers.v1.autoscaling',
        },
      ],
    },
    {
      id: 'a custom resource has a built-in short name',
      server: [corePods, ['poddlers.v1.acme.com', 'Poddler', { shortNames: ['po'] }]],
      steps: [{ ask: ['candidates', 'po'], peer: 'pods.v1.; poddlers.v1.acme.com' }],
    },
    {
      id: 'a custom resource has it in two versions',
      server: [
        corePods,
        ['poddlers.v1.acme.com', 'Poddler', { shortNames: ['po'] }],
        ['poddlers.v1beta1.acme.com', 'Poddler', { shortNames: ['po'] }],
      ],
      steps: [{ ask: ['candidates', 'po'], peer: 'pods.v1.; poddlers.v1.acme.com; poddlers.v1beta1.acme.com' }],
    },
    {
      id: 'a singular is no short name of another',
      server: poddlers,
      steps: [{ ask: ['candidates', 'pod'], peer: 'pods.v1.' }],
    },
    {
      id: 'two versions are one resource',
      server: scalerVersions,
      steps: [
        {
          ask: ['candidates', 'hpa'],
          peer: 'horizontalpodautoscalers.v1alphav1.autoscaling; horizontalpodautoscalers.v1.autoscaling',
        },
        { ask: ['strict', 'hpa'], peer: 'horizontalpodautoscalers.v1alphav1.autoscaling' },
      ],
    },
    {
      id: 'three resources, two of them in two versions',
      server: [
        ...scalerVersions,
        ['foo.v1.foo', 'Foo', { shortNames: ['hpa'] }],
        ['foo.v1beta1.foo', 'Foo', { shortNames: ['hpa'] }],
        ['bar.v1.bar', 'Bar', { shortNames: ['hpa'] }],
      ],
      steps: [
        {
          ask: ['candidates', 'hpa'],
          peer:
            'horizontalpodautoscalers.v1alphav1.autoscaling; horizontalpodautoscalers.v1.autoscaling; ' +
            'foo.v1.foo; foo.v1beta1.foo; bar.v1.bar',
        },
      ],
    },
  ],
};
