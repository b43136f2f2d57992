import type { Answer } from './answers.js';
import type { Contents, Endpoint } from './documents/contents.js';
import type { Question } from './questions/question.js';

/** One member of an answer, as its line tells it: `apps/v1 deployments Deployment Namespaced /name` or a part of that. */
export interface Member {
  readonly text: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string | undefined;
  readonly kind: string | undefined;
}

/** The members of an answer to a method; an error has none. */
export function membersOf(answer: Answer, method: Question['method']): readonly Member[] {
  if (typeof answer === 'string' || method === 'singularFor') return [];
  return answer.map((text) => {
    const [groupVersion = '', ...words] = text.split(' ');
    const slash = groupVersion.lastIndexOf('/');
    const isKind = method === 'kindFor' || method === 'kindsFor';
    return {
      text,
      group: slash === -1 ? '' : groupVersion.slice(0, slash),
      version: groupVersion.slice(slash + 1),
      resource: isKind ? undefined : words[0],
      kind: isKind ? words[0] : words[1],
    };
  });
}

/** In lower case where the word is ASCII; other words are compared as they are. */
export function fold(word: string): string {
  return /^\p{ASCII}*$/u.test(word) ? word.toLowerCase() : word;
}

export function singularOf({ singular, kind }: Endpoint): string {
  return singular === '' ? fold(kind) : singular;
}

/** True when the word is the plural or the singular of the endpoint, in any letter case. */
export function isNamed(endpoint: Endpoint, word: string): boolean {
  return fold(endpoint.resource) === fold(word) || fold(singularOf(endpoint)) === fold(word);
}

export function hasShortName({ shortNames }: Endpoint, word: string): boolean {
  return shortNames.some((shortName) => fold(shortName) === fold(word));
}

/** The endpoints that a member can stand for: of a kind there may be several. */
export function endpointsAt(contents: Contents, { group, version, resource, kind }: Member): readonly Endpoint[] {
  return contents.endpoints.filter(
    (endpoint) =>
      endpoint.group === group &&
      endpoint.version === version &&
      (resource === undefined ? endpoint.kind === kind : endpoint.resource === resource),
  );
}

/** The endpoints of the member's group-version that the word names. */
export function namedBeside(contents: Contents, { group, version }: Member, word: string): readonly Endpoint[] {
  return contents.endpoints.filter(
    (endpoint) => endpoint.group === group && endpoint.version === version && isNamed(endpoint, word),
  );
}

/** Whether a version of the group, or of one that begins so, could not be read. */
export function isUnread(
  { groups }: Contents,
  group: string,
  { version, cutShort = false }: { readonly version?: string | undefined; readonly cutShort?: boolean } = {},
): boolean {
  return groups.some(
    ({ name, versions, readable }) =>
      (name === group || (cutShort && group !== '' && name.startsWith(group))) &&
      versions.some((each) => !readable.includes(each) && (version === undefined || each === version)),
  );
}
