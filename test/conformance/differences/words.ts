import type { Difference, Disagreement } from '../difference.js';
import { endpointsAt, fold, hasShortName, isNamed, isUnread, membersOf, type Member } from '../facts.js';
import { isBuiltInGroup } from '../../../src/core/model/built-in-groups.js';
import type { Question } from '../questions/question.js';
import { partialsOf, typedWordOf, type TypedWord } from '../typed-word.js';
import type { Contents, Endpoint } from '../documents/contents.js';

/** What is read differently of that which people type. */
export const wordDifferences: readonly Difference[] = [
  {
    id: 'malformed-word',
    turns: ({ question, theirs, ours }) => {
      const word = 'words' in question && question.words.length === 1 ? question.words[0] : undefined;
      return word?.includes('/') === true && theirs === 'error' && ours === 'no match';
    },
  },
  {
    id: 'unavailable-group',
    turns: ({ question, theirs, ours, contents }) => {
      const word = typedWordOf(question);
      if (word === undefined || theirs !== 'no match' || ours !== 'unavailable') return false;
      const [version, ...group] = word.rest;
      return (
        isUnread(contents, word.rest.join('.'), { cutShort: true }) ||
        isUnread(contents, group.join('.'), { version, cutShort: true })
      );
    },
  },
  {
    id: 'dot-at-end',
    drops: ({ group }, { question }) => group !== '' && typedWordOf(question)?.rest.at(-1) === '',
    adds: ({ group }, { question }) => group === '' && typedWordOf(question)?.rest.at(-1) === '',
  },
  {
    id: 'short-name-version',
    drops: ({ version }, { question, ours, contents }) => {
      const word = typedWordOf(question);
      if (word === undefined || word.rest.length < 2 || version === word.rest[0]) return false;
      const [wanted, ...group] = word.rest;
      const [chosen] = membersOf(ours, question.method);
      const bearers = contents.endpoints.filter(({ shortNames }) => shortNames.includes(word.first));
      const isServed = contents.endpoints.some(
        (endpoint) =>
          endpoint.version === wanted &&
          endpoint.group === group.join('.') &&
          bearers.some((bearer) => bearer.group === endpoint.group && bearer.resource === endpoint.resource),
      );
      return bearers.length > 0 && (chosen === undefined ? !isServed : chosen.version === wanted);
    },
    turns: ({ question, theirs, ours, contents }) => {
      const [version, ...group] = typedWordOf(question)?.rest ?? [];
      const isOther = membersOf(theirs, question.method).every((member) => member.version !== version);
      return ours === 'unavailable' && isOther && isUnread(contents, group.join('.'), { version });
    },
  },
  {
    id: 'version-alone',
    adds: onEndpoint(({ version }, { rest }) => rest.length === 1 && rest[0] === version),
  },
  {
    id: 'short-group',
    adds: onEndpoint(({ group, version }, { rest }) => {
      const [first, ...others] = rest;
      return version === first && others.length > 0 && group !== others.join('.') && group.startsWith(others.join('.'));
    }),
  },
  {
    id: 'letter-case',
    adds: (member, { question, contents }) => {
      const word = typedWordOf(question);
      return word !== undefined && isSpeltOtherwise(versionsOf(contents, member), word.first);
    },
    drops: (_, { question, ours, contents }) => {
      const word = typedWordOf(question);
      const [chosen] = membersOf(ours, question.method);
      return word !== undefined && chosen !== undefined && isSpeltOtherwise(versionsOf(contents, chosen), word.first);
    },
  },
  {
    id: 'kind-group',
    adds: onEndpoint(
      ({ kind, group }, { first, rest }) =>
        (kind === first || kind.toLowerCase() === first) &&
        group !== rest.join('.') &&
        group !== rest.slice(1).join('.'),
    ),
  },
  {
    id: 'types-beside-names',
    turns: ({ question, theirs, ours }) =>
      'words' in question &&
      theirs === 'error' &&
      typeof ours !== 'string' &&
      question.words.some((word) => word.includes('/')) &&
      question.words.some((word) => !word.includes('/')),
  },
  {
    id: 'comma-behind-slash',
    turns: ({ question, theirs, ours }) =>
      theirs === 'error' && typeof ours !== 'string' && hasCommaBehindSlash(question),
    drops: (_, { question }) => hasCommaBehindSlash(question),
    adds: (_, { question }) => hasCommaBehindSlash(question),
  },
  {
    id: 'category-name',
    drops: (_, disagreement) => typeof disagreement.ours !== 'string' && isNameAndCategory(disagreement),
    adds: (_, disagreement) => isNameAndCategory(disagreement),
  },
  {
    id: 'legacy-order',
    drops: (member, { question, ours, contents }) => {
      const word = typedWordOf(question);
      const [chosen] = membersOf(ours, question.method);
      return (
        word !== undefined &&
        chosen !== undefined &&
        contents.format === 'legacy' &&
        !isBuiltInGroup(member.group) &&
        (isBuiltInGroup(chosen.group) || chosen.group < member.group)
      );
    },
  },
  {
    id: 'short-name-tie',
    drops: (member, { question, ours, contents }) => {
      const word = typedWordOf(question);
      const [chosen] = membersOf(ours, question.method);
      if (word === undefined || chosen === undefined) return false;
      const bearers = contents.endpoints.filter(({ shortNames }) => shortNames.includes(word.first));
      const isChosen = ({ group, resource }: Endpoint): boolean =>
        group === chosen.group && resource === chosen.resource;
      return (
        bearers.some(isChosen) && bearers.some((bearer) => !isChosen(bearer) && isReachedFrom(contents, bearer, member))
      );
    },
  },
  {
    id: 'exact-group',
    drops: (member, { question, ours, contents }) => {
      const word = typedWordOf(question);
      const [chosen] = membersOf(ours, question.method);
      const named = word === undefined ? [] : partialsOf(word).map(({ group = '' }) => group);
      const bearers = contents.endpoints.filter((endpoint) => hasShortName(endpoint, word?.first ?? ''));
      const isInNamed = named.some((group) => group !== '' && bearers.some((bearer) => bearer.group === group));
      // A short name leads to a group and a resource, which are looked for as if they had been typed.
      const isExpanded = bearers.some(
        ({ group, resource }) =>
          group === chosen?.group &&
          resource === chosen.resource &&
          member.group.startsWith(group) &&
          endpointsAt(contents, member).some((endpoint) => isNamed(endpoint, resource)),
      );
      if (chosen === undefined) return isInNamed && named.length > 1 && !named.includes(member.group);
      return (isInNamed && !named.includes(member.group)) || (isExpanded && chosen.group !== member.group);
    },
  },
  {
    id: 'unread-exact-group',
    drops: ({ group }, { question, contents }) => {
      const exact = typedWordOf(question)?.rest.join('.') ?? '';
      return exact !== '' && group !== exact && group.startsWith(exact) && isUnread(contents, exact);
    },
  },
  {
    id: 'capitals',
    adds: onEndpoint(
      (endpoint, { first }) => fold(endpoint.resource) !== endpoint.resource && hasShortName(endpoint, first),
    ),
  },
  {
    id: 'round-trip',
    drops: (member, { question, ours, contents }) => {
      const [chosen] = membersOf(ours, question.method);
      return chosen !== undefined && isReachedFrom(contents, chosen, member);
    },
  },
];

/** The endpoints of the member's resource in all versions of its group. */
function versionsOf({ endpoints }: Contents, { group, resource }: Member): readonly Endpoint[] {
  return endpoints.filter((endpoint) => endpoint.group === group && endpoint.resource === resource);
}

/** True when the word is one of their short names, kinds or categories, but for the letter case. */
function isSpeltOtherwise(versions: readonly Endpoint[], word: string): boolean {
  const spellings = [
    versions.flatMap(({ shortNames }) => shortNames),
    versions.flatMap(({ categories }) => categories),
    // kubectl knows a kind in lower case as well.
    versions.flatMap(({ kind }) => [kind, kind.toLowerCase()]),
  ];
  return spellings.some((names) => !names.includes(word) && names.some((name) => fold(name) === fold(word)));
}

function onEndpoint(test: (endpoint: Endpoint, word: TypedWord) => boolean): NonNullable<Difference['adds']> {
  return (member: Member, { question, contents }: Disagreement) => {
    const word = typedWordOf(question);
    return word !== undefined && endpointsAt(contents, member).some((endpoint) => test(endpoint, word));
  };
}

/** True when the way from the resource to a kind and back leads from one to the other. */
function isReachedFrom(
  { endpoints }: Contents,
  from: { readonly group: string; readonly resource: string | undefined },
  to: Member,
): boolean {
  const beside = endpoints.filter(({ group }) => group === from.group && group === to.group);
  const kinds = beside.filter((endpoint) => isNamed(endpoint, from.resource ?? '')).map(({ kind }) => fold(kind));
  return beside.some(
    ({ version, resource, kind }) => version === to.version && resource === to.resource && kinds.includes(fold(kind)),
  );
}

function hasCommaBehindSlash(question: Question): boolean {
  return 'words' in question && question.words.length === 1 && /\/.*,/.test(question.words[0] ?? '');
}

/** True when the word is both a category and the plural or singular of something. */
function isNameAndCategory({ question, contents: { endpoints } }: Disagreement): boolean {
  const word = typedWordOf(question);
  return (
    word?.rest.length === 0 &&
    endpoints.some(({ categories }) => categories.includes(word.first)) &&
    endpoints.some((endpoint) => isNamed(endpoint, word.first))
  );
}
