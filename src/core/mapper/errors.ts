import type { Catalog } from '../catalog/catalog.js';
import { describeFailedParts } from '../catalog/describe-failure.js';
import { mayHide, type CatalogFailure } from '../catalog/failures.js';
import {
  formatGroupResource,
  formatGroupVersionResource,
  type PartialGroupVersionResource,
} from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { KubeError } from '../shared/kube-error.js';
import { quote, quoteUnusual } from '../shared/quote.js';

/** A question about a kind: in any group if none is given, in any version if none is listed. */
export type KindQuestion = {
  /** The API group, matched exactly; omitted for any group. */
  readonly group?: string | undefined;
  /** The acceptable versions, preferred one first; omitted or empty for all of them. */
  readonly versions?: readonly string[] | undefined;
  /** The kind, as the server spells it. */
  readonly kind: string;
};

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

const most = 5;

/**
 * Several resources have this name, their objects are not known to be the same, and only the order of the server
 * decides between them. Use the full name of one of the candidates.
 */
export class AmbiguousMatchError extends KubeError {
  static override readonly brand: string = 'AmbiguousMatchError';
  readonly code = 'ambiguous-match' as const;
  /** The question, as it was put. */
  readonly question: Question;
  /** Everything that the question may mean, by rank. */
  readonly candidates: readonly RESTMapping[];

  constructor({ question, candidates }: { readonly question: Question; readonly candidates: readonly RESTMapping[] }) {
    const names = candidates.slice(0, most).map(({ resource }) => quote(formatGroupVersionResource(resource)));
    const more = candidates.length > most ? ` or ${candidates.length - most} more` : '';
    super(
      `${describeQuestion(question)} could mean ${names.join(' or ')}${more}; specify one of them by its full name`,
    );
    this.question = question;
    this.candidates = candidates;
  }
}

/** Parameters of an error about an unknown name. */
export type UnmatchedName = Pick<NoMatchError, 'question' | 'suggestions' | 'failures'> & {
  /** The resources of a category of that name. @default none */
  readonly members?: readonly RESTMapping[] | undefined;
};

/**
 * The question names a group that discovery could not read completely, so it is unknown whether the resource or kind
 * exists. Never thrown for a name that was found.
 */
export class GroupUnavailableError extends KubeError {
  static override readonly brand: string = 'GroupUnavailableError';
  readonly code = 'group-unavailable' as const;
  /** The question, as it was put. */
  readonly question: Question;
  /** Words for `resolve()` that may have been meant; usually none. */
  readonly suggestions: readonly string[];
  /** Why the group could not be read. */
  readonly failures: readonly CatalogFailure[];

  constructor(message: string, { question, suggestions, failures }: UnmatchedName) {
    super(message);
    this.question = question;
    this.suggestions = suggestions;
    this.failures = failures;
  }
}

/**
 * Nothing in the catalog has this name. If `failures` is not empty, this does not prove that the server has no such
 * resource; if the question named a group that could not be read, `GroupUnavailableError` is thrown instead.
 */
export class NoMatchError extends KubeError {
  static override readonly brand: string = 'NoMatchError';
  readonly code = 'no-match' as const;
  /** The question, as it was put. */
  readonly question: Question;
  /** Words for `resolve()` that may have been meant; usually none. */
  readonly suggestions: readonly string[];
  /**
   * The parts that discovery could not read and that may hold the name after all; empty if the question named a group.
   */
  readonly failures: readonly CatalogFailure[];
  /**
   * If the word is a category, its resources that fit the options; else empty. A category is not one resource: pass it
   * to `resolveAll`.
   */
  readonly members: readonly RESTMapping[];

  constructor(message: string, { question, suggestions, failures, members = [] }: UnmatchedName) {
    super(message);
    this.question = question;
    this.suggestions = suggestions;
    this.failures = failures;
    this.members = members;
  }
}

/** Where a reading of the question looks: in any group if it names none. */
export interface NamedGroup {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  /** Whether it may abbreviate the groups that begin with it. */
  readonly isAbbreviated?: boolean | undefined;
}

/** What is known of a question without a match. */
export interface Unmatched {
  readonly question: Question;
  /** Where it was looked for; empty if the question cannot name anything. */
  readonly groups: readonly NamedGroup[];
  readonly suggestions?: readonly string[] | undefined;
  /** The missing verbs or scope, if something of that name exists without them. */
  readonly lacking?: string | undefined;
  /** The resources of the category, if the word is one. */
  readonly members?: readonly RESTMapping[] | undefined;
}

/** Creates the error for a question without a match: a group that it names could not be read, or nothing matches. */
export function unmatched(catalog: Catalog, unknown: Unmatched): NoMatchError | GroupUnavailableError {
  const { question, groups, suggestions = [], members } = unknown;
  const hint = suggestions.length === 0 ? '' : `; did you mean ${suggestions.map(quote).join(' or ')}?`;
  const behind = [...new Set(groups.flatMap((named) => failuresBehind(catalog, named)))];
  if (behind.length > 0) {
    const head = `cannot tell whether the server has ${describeQuestion(question)}`;
    const reason = `discovery could not read ${describeFailedParts(behind)} (${behind[0]?.message ?? ''})`;
    return new GroupUnavailableError(`${head}: ${reason}${hint}`, { question, suggestions, failures: behind });
  }
  const failures = groups.some(({ group }) => group === undefined) ? catalog.failures : [];
  const unread =
    failures.length === 0 ? '' : `; discovery could not read ${describeFailedParts(failures)}, which may contain it`;
  return new NoMatchError(`${headOf(unknown)}${unread}${hint}`, { question, suggestions, failures, members });
}

function headOf({ question, groups, lacking, members }: Unmatched): string {
  const named = describeQuestion(question);
  if (members !== undefined) {
    return `${named} is a category, not a single resource; resolveAll resolves it to ${listMembers(members)}`;
  }
  if (lacking !== undefined) return `${named} exists, but without ${lacking}`;
  if (groups.length > 0) return `no matches for ${named}`;
  return `${named} does not name a resource; use the form TYPE[.VERSION][.GROUP][/NAME]`;
}

function failuresBehind(
  catalog: Catalog,
  { group, version, isAbbreviated = false }: NamedGroup,
): readonly CatalogFailure[] {
  if (group === undefined || catalog.failures.length === 0) return [];
  const exact = catalog.failuresOf({ group, version });
  if (!isAbbreviated || group === '') return exact;
  return [
    ...exact,
    ...catalog.failures.filter(
      (failure) => failure.group?.startsWith(group) && mayHide(failure, { group: failure.group, version }),
    ),
  ];
}

function listMembers(members: readonly RESTMapping[]): string {
  const names = members.slice(0, most).map(({ resource }) => quoteUnusual(formatGroupResource(resource)));
  const more = members.length > most ? ` and ${members.length - most} more` : '';
  return `${names.join(', ')}${more}`;
}
