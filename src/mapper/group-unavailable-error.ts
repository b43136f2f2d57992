import type { CatalogFailure } from '../catalog/failures.js';
import { KubeError } from '../shared/kube-error.js';
import type { UnmatchedName } from './no-match-error.js';
import type { Question } from './question.js';

/**
 * The question names a group that discovery could not read, or not wholly: whether there is such a resource or kind
 * is not known. Never thrown for a name that was found all the same.
 */
export class GroupUnavailableError extends KubeError {
  static override readonly brand: string = 'GroupUnavailableError';
  readonly code = 'group-unavailable' as const;
  readonly question: Question;
  /** Words for `resolve()` that are meant perhaps; usually none. */
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
