import type { CatalogFailure } from '../catalog/failures.js';
import { formatGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';
import { describeQuestion, type Question } from './question.js';

const most = 5;

/**
 * Several resources with different objects, as far as is known, have this name, and only the server's order could
 * choose between them. Use the full name of one of the candidates.
 */
export class AmbiguousMatchError extends KubeError {
  static override readonly brand: string = 'AmbiguousMatchError';
  readonly code = 'ambiguous-match' as const;
  /** The question that was asked. */
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
export interface UnmatchedName {
  /** The question that was asked. */
  readonly question: Question;
  /** Words that may have been meant. */
  readonly suggestions: readonly string[];
  /** The parts that discovery could not read. */
  readonly failures: readonly CatalogFailure[];
  /** The resources of a category of that name. @default none */
  readonly members?: readonly RESTMapping[] | undefined;
}

/**
 * The question names a group that discovery could not read completely, so it is unknown whether the resource or kind
 * exists. Never thrown for a name that was found.
 */
export class GroupUnavailableError extends KubeError {
  static override readonly brand: string = 'GroupUnavailableError';
  readonly code = 'group-unavailable' as const;
  /** The question that was asked. */
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
  /** The question that was asked. */
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
