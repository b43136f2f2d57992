import type { Contents, Endpoint } from './documents/contents.js';
import { endpointsAt, fold, hasShortName, isNamed, type Member } from './facts.js';
import type { Question } from './questions/question.js';
import { typedWordOf } from './typed-word.js';

/** Whether the question can mean the member at all, by any name of it, whoever answers. */
export function mayMean(question: Question, member: Member, contents: Contents): boolean {
  if ('kind' in question) {
    const { group, kind, versions } = question;
    const wanted = versions.filter(isVersion);
    const isServed = wanted.length === 0 || wanted.includes(member.version);
    return member.group === group && isServed && fold(member.kind ?? '') === fold(kind);
  }
  if ('resource' in question) {
    const { resource, group, version = '' }: Partial = question;
    const isInGroup = group === undefined || (group === '' ? member.group === '' : member.group.startsWith(group));
    const isServed = !isVersion(version) || member.version === version;
    return isInGroup && isServed && endpointsAt(contents, member).some((endpoint) => isNamed(endpoint, resource));
  }
  const word = typedWordOf(question);
  if (word === undefined) return true;
  const [version = '', ...others] = word.rest;
  const isPinned = !isVersion(version) || member.version === version;
  const isInGroup =
    member.group.startsWith(word.rest.join('.')) || (isPinned && member.group.startsWith(others.join('.')));
  const isType = ({ group, resource }: Endpoint): boolean => group === member.group && resource === member.resource;
  return isInGroup && contents.endpoints.some((endpoint) => isType(endpoint) && isCalled(endpoint, word.first));
}

interface Partial {
  readonly resource: string;
  readonly group?: string;
  readonly version?: string;
}

function isVersion(version: string): boolean {
  return version !== '' && version !== '__internal';
}

function isCalled(endpoint: Endpoint, word: string): boolean {
  return (
    isNamed(endpoint, word) ||
    hasShortName(endpoint, word) ||
    [endpoint.kind, ...endpoint.categories].some((name) => fold(name) === fold(word))
  );
}
