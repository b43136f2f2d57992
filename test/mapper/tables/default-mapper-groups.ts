import type { PartialGroupVersionResource } from '../../../src/core/model/group-version-resource.js';
import type { MapperCase } from './mapper-case.js';
import type { Served, Step, Table } from './table.js';
import type { MapperQuestion } from './mapper-case.js';

/** `my-kind` in each of these groups, and `your-kind` where the peer has it. */
const mine = (...groups: readonly string[]): readonly Served[] =>
  groups.map((group) => [`my-kinds.first-version.${group}`, 'my-kind']);
const both = (...groups: readonly string[]): readonly Served[] =>
  groups.flatMap((group): Served[] => [
    [`my-kinds.first-version.${group}`, 'my-kind'],
    [`your-kinds.first-version.${group}`, 'your-kind'],
  ]);

/** The six servers and questions that the peer asks for kinds as well as for resources. */
const shared: readonly {
  readonly id: string;
  readonly server: readonly Served[];
  readonly parts: Omit<PartialGroupVersionResource, 'resource'>;
  readonly groups: readonly string[];
}[] = [
  {
    id: 'a group that another begins with',
    server: mine('first-group-1', 'first-group'),
    parts: { group: 'first-group' },
    groups: ['first-group'],
  },
  {
    id: 'a group cut short',
    server: mine('second-group', 'first-group'),
    parts: { group: 'first' },
    groups: ['first-group'],
  },
  {
    id: 'a group cut short that two begin with',
    server: mine('first-group-1', 'first-group'),
    parts: { group: 'first' },
    groups: ['first-group-1', 'first-group'],
  },
  {
    id: 'two groups, none named',
    server: both('second-group', 'first-group'),
    parts: {},
    groups: ['second-group', 'first-group'],
  },
  {
    id: 'two groups, one named',
    server: both('second-group', 'first-group'),
    parts: { group: 'first-group' },
    groups: ['first-group'],
  },
  {
    id: 'two groups, their version named',
    server: both('first-group', 'second-group'),
    parts: { version: 'first-version' },
    groups: ['first-group', 'second-group'],
  },
];

export const kindsInGroups: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: kinds in groups',
  cases: shared.map(({ id, server, parts, groups }) => {
    const kinds = groups.map((group) => `${group}/first-version, Kind=my-kind`);
    const word = id.startsWith('two') ? 'my-kinds' : 'my-kind';
    const question = { resource: word, ...parts };
    return {
      id,
      server,
      steps: [{ ask: ['kindsFor', question], peer: kinds.join('; ') }, oneOf(['kindFor', question], kinds)],
    };
  }),
};

export const resourcesInGroups: Table<MapperCase> = {
  name: 'apimachinery meta/restmapper: resources in groups',
  cases: shared.map(({ id, server, parts, groups }) => {
    const resources = groups.map((group) => `my-kinds.first-version.${group}`);
    return {
      id,
      server,
      steps: ['my-kinds', 'my-kind'].flatMap((resource): Step<MapperQuestion, string>[] => {
        const question = { resource, ...parts };
        return [
          { ask: ['resourcesFor', question], peer: resources.join('; ') },
          oneOf(['resourceFor', question], resources),
        ];
      }),
    };
  }),
};

/** The one answer: where there are several, the peer refuses without priorities, and here the document decides. */
function oneOf(ask: MapperQuestion, [first = '', ...others]: readonly string[]): Step<MapperQuestion, string> {
  if (others.length === 0) return { ask, peer: first };
  return { ask, peer: '!ambiguous-match', ours: first, difference: 'order' };
}
