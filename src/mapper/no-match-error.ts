import type { CatalogFailure } from '../catalog/failures.js';
import { KubeError } from '../shared/kube-error.js';
import type { Question } from './question.js';

/** What an error about a name that leads nowhere is made of. */
export interface UnmatchedName {
  readonly question: Question;
  readonly suggestions: readonly string[];
  readonly failures: readonly CatalogFailure[];
}

/**
 * Nothing that the catalog holds has this name. It is no proof that the server has nothing of the kind while
 * `failures` is not empty; where the question named a group that could not be read, `GroupUnavailableError` is
 * thrown instead.
 */
export class NoMatchError extends KubeError {
  static override readonly brand: string = 'NoMatchError';
  readonly code = 'no-match' as const;
  readonly question: Question;
  /** Words for `resolve()` that are meant perhaps; usually none. */
  readonly suggestions: readonly string[];
  /** What discovery could not read and where it may be all the same; empty when the question named a group. */
  readonly failures: readonly CatalogFailure[];

  constructor(message: string, { question, suggestions, failures }: UnmatchedName) {
    super(message);
    this.question = question;
    this.suggestions = suggestions;
    this.failures = failures;
  }
}
