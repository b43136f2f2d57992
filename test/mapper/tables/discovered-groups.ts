import type { Case, Table } from './table.js';

/** What a server answers at its discovery paths; a number is the status of a failure. */
export type Answers = Readonly<Record<string, unknown>>;

/** Told as `a[v1: foo]; b[v1: bar]`, behind `!` the group-versions that are known not to be read wholly. */
export type GroupsCase = Case<Answers, string>;

const group = (name: string): object => {
  const version = { groupVersion: `${name}/v1`, version: 'v1' };
  return { name, versions: [version], preferredVersion: version };
};
const groupList = (...groups: readonly unknown[]): object => ({ kind: 'APIGroupList', groups });
const foo = { name: 'foo', kind: 'Foo', namespaced: false };
const bar = { name: 'bar', kind: 'Bar', namespaced: true };
const resourceList = (...resources: readonly unknown[]): object => ({ kind: 'APIResourceList', resources });
const parts = { '/apis/a/v1': resourceList(foo), '/apis/b/v1': resourceList(bar) };
/** A part whose answer comes with an error: one of its resources makes no sense. */
const foul = { name: 'foul', kind: 5 };

const groupsCase = (id: string, ask: Answers, peer: string, ours?: string): GroupsCase => ({
  id,
  steps: [{ ask, peer, ...(ours !== undefined && { ours, difference: 'unread' as const }) }],
});

/** An answer that comes together with an error is here a document of which one entry makes no sense. */
export const discoveredGroups: Table<GroupsCase> = {
  name: 'client-go restmapper/discovery: groups and resources',
  cases: [
    groupsCase('no groups', { '/apis': groupList() }, ''),
    groupsCase('two groups', { '/apis': groupList(group('a'), group('b')), ...parts }, 'a[v1: foo]; b[v1: bar]'),
    groupsCase(
      'the groups come with an error',
      { '/apis': groupList(group('a'), 5), ...parts },
      'a[v1: foo]',
      'a[v1: foo]; ! /apis',
    ),
    groupsCase('the groups fail', { '/apis': 500, ...parts }, '!error', '!discovery'),
    groupsCase(
      'the resources of one group come with an error',
      { '/apis': groupList(group('a'), group('b')), ...parts, '/apis/a/v1': resourceList(foo, foul) },
      'a[v1: foo]; b[v1: bar]',
      'a[v1: foo]; b[v1: bar]; ! a/v1',
    ),
    groupsCase(
      'the resources of one group fail',
      { '/apis': groupList(group('a'), group('b')), ...parts, '/apis/a/v1': 503 },
      'a[v1: ]; b[v1: bar]',
      'a[v1: ]; b[v1: bar]; ! a/v1',
    ),
    groupsCase(
      'the resources of both groups come with errors',
      {
        '/apis': groupList(group('a'), group('b')),
        '/apis/a/v1': resourceList(foo, foul),
        '/apis/b/v1': resourceList(bar, foul),
      },
      'a[v1: foo]; b[v1: bar]',
      'a[v1: foo]; b[v1: bar]; ! a/v1, b/v1',
    ),
  ],
};
