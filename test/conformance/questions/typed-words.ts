import type { Contents } from '../documents/contents.js';
import type { Random } from '../random.js';
import { hostileWords } from './hostile.js';
import { beginningOf, casesOf, unreadVersions, type Name } from './names.js';
import type { WordsQuestion } from './question.js';

/** The name that stands behind every type once. */
export const nameAsked = 'name';

/** Every name in every letter case as people type it, with 0 to 4 dots, lists, categories and TYPE/NAME. */
export function typeWords(contents: Contents, names: readonly Name[], random: Random): WordsQuestion[] {
  const cased = (word: string): string => random.pick([word, word, ...casesOf(word)]);
  const otherGroups = contents.groups.map(({ name }) => name);
  const bare = names.flatMap(({ word }) => casesOf(word));
  const dotted = names.flatMap(({ word, endpoint: { group, version } }) =>
    endingsOf(group, version, random.pick(otherGroups)).map((ending) => `${cased(word)}${ending}`),
  );
  const whole = contents.endpoints.map(({ group, resource }) => (group === '' ? resource : `${resource}.${group}`));
  const named = names.map(({ word }) => `${word}/${nameAsked}`);
  const unread = unreadVersions(contents).flatMap(({ group, version }) =>
    random
      .some(names, 6 / names.length)
      .flatMap(({ word }) => [
        `${word}.${version}.${group}`,
        `${word}.${group}`,
        `${word}.${version}`,
        `${word}.${beginningOf(group)}`,
      ]),
  );
  const short = names.filter(({ word, endpoint }) => endpoint.shortNames.includes(word));
  const overMemory = short.flatMap(({ word, endpoint: { group } }) => [word, `${word}.${group}`]);
  const ask = (method: WordsQuestion['method']) => (word: string) => ({ method, words: [word] });
  return [
    ...[...bare, ...dotted, ...whole, ...named, ...unread, ...hostileWords, ...categoriesOf(contents)].map(
      ask('kubectl'),
    ),
    ...overMemory.map(ask('memory')),
    ...listsOf(contents, names, random).map((words) => ({ method: 'kubectl' as const, words })),
  ];
}

function endingsOf(group: string, version: string, otherGroup: string): readonly string[] {
  const beginning = beginningOf(group);
  return [
    `.${group}`,
    `.${version}`,
    `.${version}.${group}`,
    `.${version}.`,
    '.v9',
    `.v9.${group}`,
    `.${beginning}`,
    `.${version}.${beginning}`,
    `.${otherGroup}`,
    `.${version}.${otherGroup}`,
    `.${group}.more`,
    `.${group}.a.b.c`,
    '.',
    '..',
    `.${group}/a.name`,
  ];
}

function categoriesOf(contents: Contents): readonly string[] {
  return [...new Set(contents.endpoints.flatMap(({ categories }) => categories))].flatMap(casesOf);
}

function listsOf(contents: Contents, names: readonly Name[], random: Random): (readonly string[])[] {
  const word = (): string => random.pick(names).word;
  const category = (): string => random.pick([...categoriesOf(contents), 'all']);
  const lists: (readonly string[])[] = [
    ['all'],
    ['all,all'],
    ['deploy/web'],
    ['deploy/a', 'po/b'],
    ['deploy/a,deploy/b'],
  ];
  for (let count = 0; count < 60; count += 1) {
    const [one, two, three] = [word(), word(), word()];
    lists.push(
      [`${one},${two}`],
      [`${one},${two},${one}`],
      [`${one},${category()}`],
      [`${one}/a`, `${two}/b`, `${three}/c`],
      [`${one}/a`, `${one}/b`],
      [`${one}/a,${two}/b`],
      [`${one}/a,${two}`],
      [`${one}/a/b`],
      [`${one}/`],
      [`/${one}`],
      [one, `${two}/b`],
      [`${one},`],
    );
  }
  return lists;
}
