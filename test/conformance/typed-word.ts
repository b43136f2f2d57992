import type { Question, ResourceQuestion } from './questions/question.js';

/** One word in its parts: `deploy.v1.apps/web`. */
export interface TypedWord {
  /** `deploy.v1.apps` */
  readonly type: string;
  /** `deploy` */
  readonly first: string;
  /** `v1`, `apps` */
  readonly rest: readonly string[];
  /** `web` */
  readonly name: string | undefined;
}

/** The question's word where it has only one, without commas. */
export function typedWordOf(question: Question): TypedWord | undefined {
  if (!('words' in question) || question.words.length !== 1) return undefined;
  const [word = ''] = question.words;
  if (word.includes(',')) return undefined;
  const [type = '', name] = word.split('/', 2);
  const [first = '', ...rest] = type.split('.');
  return { type, first, rest, name };
}

/** What kubectl asks a RESTMapper for, in its order: with two dots and more, first with the second part as version. */
export function partialsOf({ first, rest }: TypedWord): readonly ResourceQuestion[] {
  const asked = { method: 'resourcesFor' as const, resource: first };
  const [version = '', ...group] = rest;
  const unversioned = rest.length === 0 ? asked : { ...asked, group: rest.join('.') };
  return rest.length < 2 ? [unversioned] : [{ ...asked, version, group: group.join('.') }, unversioned];
}
