import fc from 'fast-check';
import type { ApiService, ModelResource, ServerModel } from './server-model.js';

/** Few names, so that nearly all of them collide; some are those of JavaScript's own objects. */
export const pools = {
  plurals: [
    ...['widgets', 'widget', 'gizmos', 'boxes', 'data', 'datas', 'po', 'pods', 'events', 'deployments', 'UPPERS'],
    ...['constructor', '__proto__', 'toString'],
  ],
  kinds: ['Widget', 'Gizmo', 'Box', 'box', 'Data', 'Pod', 'Event', 'Deployment', 'valueOf', '__proto__'],
  singulars: ['', '', 'widget', 'thing', 'box', 'pod', 'hasOwnProperty'],
  shortNames: ['w', 'po', 'x', 'box', 'Wd', 'constructor'],
  categories: ['all', 'few', 'pods', '__proto__'],
  versions: ['v1', 'v2', 'v10', 'v1beta1', 'v1beta2', 'v3alpha1', 'dev', 'constructor'],
  customGroups: [
    ...['apps.example.com', 'a.example.com', 'storage.example.org', 'v1.example.com', 'example.com', 'acme.k8s.io'],
    ...['storage', 'metrics.k8s.io', '__proto__', 'toString'],
  ],
} as const;

/** Built-in groups with the priorities that kube-apiserver gives them; each is another one. */
const builtInPriorities = {
  extensions: 17_150,
  apps: 17_800,
  'events.k8s.io': 17_750,
  batch: 17_400,
  'storage.k8s.io': 16_800,
} as const;

const { constantFrom, boolean, integer, record, subarray, uniqueArray, oneof, constant } = fc;

const rarely = (chance: number): fc.Arbitrary<boolean> => integer({ min: 1, max: chance }).map((drawn) => drawn === 1);
const some = (words: readonly string[]): fc.Arbitrary<string[]> => subarray([...words], { maxLength: 2 });

const served: fc.Arbitrary<ModelResource> = record({
  plural: constantFrom(...pools.plurals),
  kind: constantFrom(...pools.kinds),
  singular: constantFrom(...pools.singulars),
  namespaced: boolean(),
  shortNames: some(pools.shortNames),
  categories: some(pools.categories),
  verbs: subarray(['create', 'get', 'list', 'watch']),
  subresources: subarray(['status', 'scale', '__proto__'].map((name) => ({ name, kind: 'Widget' }))),
  storageVersionHash: constantFrom('', 'aGFzaA==', 'b3RoZXI='),
  internalID: constantFrom('', '', 'one', 'two'),
});

/** A parent that is not served itself says nothing of itself. */
const parentOnly = served.map((resource): ModelResource => ({
  ...resource,
  kind: '',
  singular: '',
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [{ name: 'status', kind: 'Widget' }],
  storageVersionHash: '',
  internalID: '',
}));

const resources: fc.Arbitrary<ModelResource[]> = uniqueArray(
  oneof({ weight: 9, arbitrary: served }, { weight: 1, arbitrary: parentOnly }),
  { selector: ({ plural }) => plural, maxLength: 6 },
);

type Group = Omit<
  ApiService,
  'version' | 'answers' | 'resources' | 'turn' | 'versionPriority' | 'groupPriorityMinimum'
>;

function servicesOf(group: Group, priorities: fc.Arbitrary<readonly [number, number]>): fc.Arbitrary<ApiService[]> {
  const service = record({
    version: constantFrom(...pools.versions),
    priorities,
    gone: rarely(8),
    resources,
    turn: integer({ min: 0, max: 11 }),
  }).map(({ priorities: [groupPriorityMinimum, versionPriority], gone, ...rest }): ApiService => {
    return { ...group, ...rest, groupPriorityMinimum, versionPriority, answers: !gone };
  });
  return uniqueArray(service, { selector: ({ version }) => version, minLength: 1, maxLength: 3 });
}

const core = resources.map((found): ApiService[] => [
  {
    ...{ group: '', version: 'v1', source: 'built-in', groupPriorityMinimum: 0, versionPriority: 1 },
    ...{ answers: true, resources: found, turn: 0 },
  },
]);
const builtIn = Object.entries(builtInPriorities).map(([group, priority]) =>
  servicesOf(
    { group, source: 'built-in' },
    integer({ min: 1, max: 20 }).map((own) => [priority, own] as const),
  ),
);
const customResources = (group: string): fc.Arbitrary<ApiService[]> =>
  servicesOf({ group, source: 'custom resources' }, constant([1000, 100] as const));
/** Priorities that are chosen by hand: behind custom resources, among them, before them, and before built-in groups. */
const extension = (group: string, priority: fc.Arbitrary<number>): fc.Arbitrary<ApiService[]> =>
  servicesOf(
    { group, source: 'extension server' },
    fc.tuple(priority, constantFrom(15, 100, 200)).map((pair) => pair as readonly [number, number]),
  );

function servers(custom: (group: string) => fc.Arbitrary<ApiService[]>): fc.Arbitrary<ServerModel> {
  const parts = [core, ...builtIn, ...pools.customGroups.map(custom)];
  return fc
    .tuple(fc.tuple(...parts), subarray(parts.map((_, place) => place)))
    .map(([all, kept]) => ({ services: kept.flatMap((place) => all[place] ?? []) }));
}

/** Servers whose custom groups all have the priority of custom resource definitions. */
export const arbitraryServer: fc.Arbitrary<ServerModel> = servers((group) =>
  oneof({ weight: 4, arbitrary: customResources(group) }, { weight: 1, arbitrary: extension(group, constant(1000)) }),
);

/** Servers among whose custom groups are APIServices with a priority of their own. */
export const arbitraryServerWithOwnPriorities: fc.Arbitrary<ServerModel> = servers((group) =>
  oneof(
    { weight: 2, arbitrary: customResources(group) },
    { weight: 1, arbitrary: extension(group, constantFrom(100, 1000, 2000, 20_000)) },
  ),
);
