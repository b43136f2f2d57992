import type { Contents } from '../documents/contents.js';
import type { Random } from '../random.js';
import { hostileWords } from './hostile.js';
import { beginningOf, casesOf, unreadVersions, type Name } from './names.js';
import { resourceMethods, type ResourceQuestion, type SingularQuestion } from './question.js';

type Partial = Omit<ResourceQuestion, 'method'>;

/** Every name by itself in every letter case, by every method; each form of a partial name by one of them. */
export function askAboutResources(
  contents: Contents,
  names: readonly Name[],
  random: Random,
): (ResourceQuestion | SingularQuestion)[] {
  const byAll = (partial: Partial): ResourceQuestion[] => resourceMethods.map((method) => ({ method, ...partial }));
  const byOne = (partial: Partial): ResourceQuestion => ({ method: random.pick(resourceMethods), ...partial });
  const cased = (word: string): string => random.pick(casesOf(word));

  const bare = names.flatMap(({ word }) => casesOf(word));
  const otherGroups = contents.groups.map(({ name }) => name);
  const formed = names.flatMap(({ word, endpoint: { group, version, resource } }): Partial[] => [
    ...formsOf(group, version, random.pick(otherGroups)).map((form) => ({ resource: cased(word), ...form })),
    { resource: word, group, version },
    { resource: resource, group, version },
  ]);
  const unread = unreadVersions(contents).flatMap(({ group, version }): Partial[] =>
    random.some(names, 6 / names.length).flatMap(({ word: resource }) => [
      { resource, group, version },
      { resource, group },
      { resource, group: beginningOf(group) },
      { resource, version },
    ]),
  );
  // What client-go makes up, and its words beyond names.
  const invented = names.flatMap(({ endpoint: { kind } }) => [
    `${kind}List`,
    `${kind}Lists`,
    `${kind}s`,
    'list',
    'lists',
  ]);
  const odd = hostileWords.flatMap((word): Partial[] => [
    { resource: word },
    { resource: 'pods', group: word },
    { resource: 'pods', version: word },
    { resource: word, group: word, version: word },
  ]);
  return [
    ...bare.flatMap((word) => byAll({ resource: word })),
    ...[...formed, ...unread].map(byOne),
    ...invented.map((word) => byOne({ resource: word })),
    ...odd.map(byOne),
    ...[...bare, ...invented, ...hostileWords].map((word) => ({ method: 'singularFor' as const, resource: word })),
  ];
}

function formsOf(group: string, version: string, otherGroup: string): Omit<Partial, 'resource'>[] {
  const beginning = beginningOf(group);
  return [
    { version },
    { group },
    { group, version },
    { group, version: 'v9' },
    { group, version: '__internal' },
    { group: beginning },
    { group: beginning, version },
    { group: `${group}.more` },
    { group: group.toUpperCase(), version },
    { group: '' },
    { group: '', version },
    { group: otherGroup },
    { group: otherGroup, version },
    { version: 'v9' },
    { version: '' },
    { version: '__internal' },
  ];
}
