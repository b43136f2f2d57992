import type { Case, Table } from './table.js';

/**
 * A word and how it is read: `group=apps version=v1 name=pods`, without the parts that are left open; two readings with a
 * semicolon between them, the one with a version first. `none` where it makes no sense.
 */
export type WordCase = Case<string, string>;

type Reading = readonly [word: string, peer: string, rest?: Partial<WordCase['steps'][number]>];

const words = (name: string, readings: readonly Reading[]): Table<WordCase> => ({
  name,
  cases: readings.map(([word, peer, rest]) => ({ id: word, steps: [{ ask: word, peer, ...rest }] })),
});

const half = { ours: 'none', difference: 'halfVersion' } as const;
const noType = { ours: 'none', difference: 'noType' } as const;
const core = { difference: 'emptyGroup' } as const;

export const groupVersions = words('apimachinery schema/group_version: group-versions', [
  ['v1', 'group= version=v1'],
  ['v2', 'group= version=v2'],
  ['/v1', 'group= version=v1', half],
  ['v1/', 'group=v1 version=', half],
  ['/v1/', 'none'],
  ['v1/a', 'group=v1 version=a'],
]);

export const groupResources = words('apimachinery schema/group_version: group-resources', [
  ['v1', 'name=v1'],
  ['.v1', 'group=v1', noType],
  ['v1.', 'name=v1', { ours: 'group= name=v1', ...core }],
  ['v1.a', 'group=a name=v1'],
  ['b.v1.a', 'group=v1.a name=b'],
]);

export const resourceArguments = words('apimachinery schema/group_version: resource arguments', [
  ['v1', 'name=v1'],
  ['.v1', 'group=v1', noType],
  ['v1.', 'name=v1', { ours: 'group= name=v1', ...core }],
  ['v1.a', 'group=a name=v1'],
  ['b.v1.a', 'group=a version=v1 name=b; group=v1.a name=b'],
]);

export const groupKinds = words('apimachinery schema/group_version: group-kinds', [
  ['Pod', 'name=pod'],
  ['.StatefulSet', 'group=StatefulSet', noType],
  ['StatefulSet.apps', 'group=apps name=statefulset'],
]);

export const kindArguments = words('apimachinery schema/group_version: kind arguments', [
  ['Pod', 'name=pod'],
  ['.apps', 'group=apps', noType],
  ['Pod.', 'name=pod', { ours: 'group= name=pod', ...core }],
  ['StatefulSet.apps', 'group=apps name=statefulset'],
  ['StatefulSet.v1.apps', 'group=apps version=v1 name=statefulset; group=v1.apps name=statefulset'],
]);

/** The `apiVersion` of a group, a version and a kind. */
export const writtenVersions: Table<Case<readonly [group: string, version: string], string>> = {
  name: 'apimachinery schema/group_version: apiVersion of a kind',
  cases: [
    { id: 'a version of the core group', steps: [{ ask: ['', 'V1'], peer: 'V1' }] },
    { id: 'nothing', steps: [{ ask: ['', ''], peer: '' }] },
  ],
};
