import type { Contents } from '../documents/contents.js';
import type { Random } from '../random.js';
import { hostileWords } from './hostile.js';
import { beginningOf, casesOf, type Name } from './names.js';
import { kindMethods, type KindQuestion } from './question.js';

type Asked = Omit<KindQuestion, 'method'>;

/** Every name as a kind in every letter case in its own group, by both methods; each form of versions by one of them. */
export function askAboutKinds(contents: Contents, names: readonly Name[], random: Random): KindQuestion[] {
  const byOne = (asked: Asked): KindQuestion => ({ method: random.pick(kindMethods), ...asked });
  const otherGroups = contents.groups.map(({ name }) => name);
  const plain = names.flatMap(({ word, endpoint: { group } }): KindQuestion[] =>
    casesOf(word).flatMap((kind) => kindMethods.map((method) => ({ method, kind, group, versions: [] }))),
  );
  const kinds = names.filter(({ word, endpoint }) => word === endpoint.kind);
  const formed = kinds.flatMap(({ endpoint: { kind, group, version } }): Asked[] => {
    const versions = contents.groups.find(({ name }) => name === group)?.versions ?? [];
    const spelt = random.pick([kind, kind, kind.toLowerCase()]);
    const inGroup = versionLists(version, versions).map((list) => ({ kind: spelt, group, versions: list }));
    const elsewhere = [beginningOf(group), random.pick(otherGroups), '', `${group}.more`];
    return [
      ...inGroup,
      ...elsewhere.flatMap((other) => [
        { kind: spelt, group: other, versions: [] },
        { kind: spelt, group: other, versions: [version] },
      ]),
      { kind: `${kind}List`, group, versions: [] },
      { kind: 'List', group, versions: [version] },
    ];
  });
  const odd = hostileWords.flatMap((word): Asked[] => [
    { kind: word, group: '', versions: [] },
    { kind: 'Pod', group: word, versions: [] },
    { kind: 'Pod', group: '', versions: [word] },
  ]);
  return [...plain, ...[...formed, ...odd].map(byOne)];
}

function versionLists(version: string, versions: readonly string[]): (readonly string[])[] {
  return [
    [version],
    ['v9'],
    [''],
    ['__internal'],
    ['', version],
    ['v9', version],
    [version, 'v9'],
    versions,
    [...versions].reverse(),
    ['__internal', ...versions],
  ];
}
