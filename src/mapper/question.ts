import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import { quote } from '../shared/quote.js';

/** A question about a kind: in any group if none is given, in any version if none is listed. */
export interface KindQuestion {
  /** The API group, matched exactly; omitted for any group. */
  readonly group?: string | undefined;
  /** The acceptable versions, preferred one first; omitted or empty for all of them. */
  readonly versions?: readonly string[] | undefined;
  /** The kind, as the server spells it. */
  readonly kind: string;
}

/** The question as repeated by an error; of an object, only the type. */
export type Question =
  | string
  | PartialGroupVersionResource
  | KindQuestion
  | { readonly apiVersion: string | undefined; readonly kind: string | undefined };

/** Describes a question, with everything that came from outside quoted. */
export function describeQuestion(question: Question): string {
  if (typeof question === 'string') return quote(question);
  if ('apiVersion' in question) {
    return `an object with apiVersion ${quoteOrNone(question.apiVersion)} and kind ${quoteOrNone(question.kind)}`;
  }
  if ('resource' in question) {
    const { resource, group, version } = question;
    return `resource ${quote(resource)}${inGroup(group)}${inVersions(version === undefined ? [] : [version])}`;
  }
  return `kind ${quote(question.kind)}${inGroup(question.group)}${inVersions(question.versions ?? [])}`;
}

function quoteOrNone(word: string | undefined): string {
  return word === undefined ? 'missing' : quote(word);
}

function inGroup(group: string | undefined): string {
  if (group === undefined) return '';
  return group === '' ? ' in the core group' : ` in group ${quote(group)}`;
}

function inVersions(versions: readonly string[]): string {
  return versions.length === 0 ? '' : ` in version ${versions.map(quote).join(' or ')}`;
}
