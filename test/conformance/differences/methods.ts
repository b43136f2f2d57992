import type { Answer } from '../answers.js';
import type { Contents } from '../documents/contents.js';
import type { Difference, Disagreement } from '../difference.js';
import { endpointsAt, fold, isNamed, isUnread, membersOf, namedBeside, type Member } from '../facts.js';
import type { Question } from '../questions/question.js';

/** What the seven methods answer differently. */
export const methodDifferences: readonly Difference[] = [
  {
    id: 'core-group',
    drops: ({ group }, { question }) => asksForCore(question) && group !== '',
    turns: ({ question, theirs, ours }) =>
      asksForCore(question) &&
      theirs === 'ambiguous' &&
      (ours === 'no match' || membersOf(ours, question.method).every(({ group }) => group === '')),
  },
  {
    id: 'list-kinds',
    drops: (member, { question, contents }) =>
      isMethod(question) &&
      isListOf(member) &&
      !endpointsAt(contents, member).some((endpoint) => 'kind' in question || isNamed(endpoint, wordOf(question))),
    adds: ({ group, version, kind }, { question, theirs, contents }) =>
      'kind' in question &&
      membersOf(theirs, question.method).some(
        (member) =>
          member.group === group &&
          member.version === version &&
          member.kind === kind &&
          isListOf(member) &&
          endpointsAt(contents, member).length === 0,
      ),
    turns: ({ question, theirs, ours, contents }) => {
      if (!('resource' in question)) return false;
      if (question.method === 'singularFor') {
        const isInvented = typeof theirs !== 'string' && (theirs[0] ?? '').endsWith('list');
        return (
          isInvented && ours === 'no match' && !contents.endpoints.some((each) => isNamed(each, question.resource))
        );
      }
      const [member] = membersOf(ours, question.method);
      const isAlone = member !== undefined && namedBeside(contents, member, question.resource).length === 1;
      return theirs === 'ambiguous' && isAlone && /lists?$/i.test(question.resource);
    },
  },
  {
    id: 'lower-case-kind',
    drops: (member, disagreement) => isLowerCaseOf(member, membersOf(disagreement.ours, disagreement.question.method)),
    adds: (member, { question, theirs }) =>
      membersOf(theirs, question.method).some((other) => isLowerCaseOf(other, [member])),
  },
  {
    id: 'exact-group',
    drops: ({ group }, { question, contents }) =>
      'resource' in question &&
      'group' in question &&
      question.group !== '' &&
      group !== question.group &&
      hasWord(contents, question.group, question.resource),
    turns: ({ question, theirs, ours, contents }) => {
      if (!('resource' in question) || !('group' in question) || question.group === '') return false;
      const { group, resource } = question;
      const isIn = (answer: Answer): boolean =>
        membersOf(answer, question.method).some((member) => member.group === group);
      const isOut = (answer: Answer): boolean =>
        membersOf(answer, question.method).some((member) => member.group !== group);
      return (
        hasWord(contents, group, resource) &&
        ((theirs === 'ambiguous' && isIn(ours)) || (ours === 'ambiguous' && isOut(theirs)))
      );
    },
  },
  {
    id: 'unread-exact-group',
    turns: ({ question, theirs, ours, contents }) => {
      if (ours !== 'unavailable' || !('group' in question) || !('resource' in question)) return false;
      const { group = '', method } = question;
      const found = membersOf(theirs, method);
      const isElsewhere = (member: Member): boolean => member.group !== group;
      return (
        group !== '' &&
        isUnread(contents, group) &&
        (theirs === 'ambiguous' || found.some(isElsewhere)) &&
        found.every(isElsewhere)
      );
    },
  },
  {
    id: 'unavailable-group',
    turns: ({ question, theirs, ours, contents }) => {
      const isNothing = membersOf(theirs, question.method).every(isListOf);
      if (ours !== 'unavailable' || theirs === 'ambiguous' || !isNothing) return false;
      if ('kind' in question) {
        const versions = question.versions.filter((version) => version !== '' && version !== '__internal');
        return (versions.length === 0 ? [undefined] : versions).some((version) =>
          isUnread(contents, question.group, { version }),
        );
      }
      if (!('resource' in question) || !('group' in question)) return false;
      const { group = '', version = '' } = question;
      const wanted = version === '' || version === '__internal' ? undefined : version;
      return isUnread(contents, group, { version: wanted, cutShort: wanted === undefined });
    },
  },
  {
    id: 'shared-kind',
    drops: (member, disagreement) => sharesKind(member, disagreement, (kind, other) => kind === other),
    adds: (member, disagreement) => sharesKind(member, disagreement, (kind, other) => kind === other),
  },
  {
    id: 'hidden-kind',
    drops: (member, disagreement) => sharesKind(member, disagreement, (kind, other) => kind !== other),
    adds: (member, disagreement) => sharesKind(member, disagreement, (kind, other) => kind !== other),
  },
  {
    id: 'plural-first',
    drops: (member, disagreement) => isRival(member, disagreement) && isPlural(disagreement),
    adds: (member, disagreement) => isRival(member, disagreement) && hasPlural(member, disagreement),
    turns: (disagreement) => {
      const [member] = membersOf(disagreement.ours, disagreement.question.method);
      return (
        disagreement.theirs === 'ambiguous' &&
        member !== undefined &&
        isRival(member, disagreement) &&
        isPlural(disagreement)
      );
    },
  },
  {
    id: 'shared-singular',
    drops: (member, disagreement) => isRival(member, disagreement) && !hasPlural(member, disagreement),
    adds: (member, disagreement) => isRival(member, disagreement) && !hasPlural(member, disagreement),
    turns: (disagreement) => {
      const { question, theirs, ours } = disagreement;
      const [member] = membersOf(theirs, question.method);
      return (
        ours === 'ambiguous' &&
        member !== undefined &&
        isRival(member, disagreement) &&
        !hasPlural(member, disagreement)
      );
    },
  },
  {
    id: 'capitals',
    adds: (member, { question, contents }) => {
      const word = 'resource' in question ? question.resource : undefined;
      return (
        word !== undefined &&
        endpointsAt(contents, member).some(
          ({ resource }) => fold(resource) !== resource && fold(resource) === fold(word),
        )
      );
    },
    turns: ({ question, theirs, ours, contents }) =>
      question.method === 'singularFor' &&
      theirs === 'no match' &&
      typeof ours !== 'string' &&
      contents.endpoints.some(
        ({ resource }) => fold(resource) !== resource && fold(resource) === fold(question.resource),
      ),
  },
  {
    id: 'beyond-ascii',
    drops: (_, { question }) =>
      isMethod(question) && 'resource' in question && fold(question.resource) !== question.resource.toLowerCase(),
    turns: ({ question, ours }) =>
      question.method === 'singularFor' &&
      ours === 'no match' &&
      fold(question.resource) !== question.resource.toLowerCase(),
  },
  {
    id: 'empty-word',
    turns: ({ question, theirs, ours }) =>
      'resource' in question && question.resource === '' && theirs === 'error' && ours === 'no match',
  },
];

function isMethod({ method }: Question): boolean {
  return method !== 'kubectl' && method !== 'memory';
}

function asksForCore(question: Question): boolean {
  return 'resource' in question && 'group' in question && question.group === '';
}

function wordOf(question: Question): string {
  return 'resource' in question ? question.resource : '';
}

function hasWord({ endpoints }: Contents, group: string | undefined, word: string): boolean {
  return endpoints.some((endpoint) => endpoint.group === group && isNamed(endpoint, word));
}

/** client-go makes up `<Kind>List` and `List`, with the plurals that it guesses for them. */
function isListOf({ resource, kind }: Member): boolean {
  return (kind === undefined || kind.endsWith('List')) && (resource === undefined || /lists$/.test(resource));
}

function isLowerCaseOf({ group, version, resource, kind }: Member, others: readonly Member[]): boolean {
  return others.some(
    (other) =>
      other.group === group &&
      other.version === version &&
      other.resource === resource &&
      other.kind !== kind &&
      fold(other.kind ?? '') === kind,
  );
}

/** True when another resource of the member's group-version has a kind that the question asks for as well. */
function sharesKind(
  { group, version, resource }: Member,
  { question, contents }: Disagreement,
  test: (kind: string, other: string) => boolean,
): boolean {
  if (!('kind' in question)) return false;
  const asked = contents.endpoints.filter(
    (endpoint) =>
      endpoint.group === group &&
      endpoint.version === version &&
      (endpoint.kind === question.kind ||
        (question.kind === fold(question.kind) && fold(endpoint.kind) === question.kind)),
  );
  const own = asked.find((endpoint) => endpoint.resource === resource);
  return own !== undefined && asked.some((other) => other !== own && test(own.kind, other.kind));
}

/** True when the word names several resources in the member's group-version, the member among them. */
function isRival(member: Member, { question, contents }: Disagreement): boolean {
  if (!('resource' in question)) return false;
  const named = namedBeside(contents, member, question.resource);
  const isMember = named.some(({ resource, kind }) =>
    member.resource === undefined ? kind === member.kind : resource === member.resource,
  );
  return named.length > 1 && isMember;
}

/** True when the word is the plural of something in the member's group-version. */
function hasPlural(member: Member, { question, contents }: Disagreement): boolean {
  if (!('resource' in question)) return false;
  return namedBeside(contents, member, question.resource).some(
    ({ resource }) => fold(resource) === fold(question.resource),
  );
}

/** True when ours is what the word is the plural of. */
function isPlural({ question, ours, contents }: Disagreement): boolean {
  const [member] = membersOf(ours, question.method);
  return (
    member !== undefined &&
    endpointsAt(contents, member).some(({ resource }) => fold(resource) === fold(wordOf(question)))
  );
}
