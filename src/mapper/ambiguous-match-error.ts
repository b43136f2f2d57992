import { formatGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';
import { describeQuestion, type Question } from './question.js';

const most = 5;

/**
 * Several resources that are not known to be the same objects have this name, and nothing but the server's order could
 * choose between them. Name one of the candidates in full.
 */
export class AmbiguousMatchError extends KubeError {
  static override readonly brand: string = 'AmbiguousMatchError';
  readonly code = 'ambiguous-match' as const;
  readonly question: Question;
  /** All that was meant perhaps, in the order of rank. */
  readonly candidates: readonly RESTMapping[];

  constructor({ question, candidates }: { readonly question: Question; readonly candidates: readonly RESTMapping[] }) {
    const names = candidates.slice(0, most).map(({ resource }) => quote(formatGroupVersionResource(resource)));
    const more = candidates.length > most ? ` or ${candidates.length - most} more` : '';
    super(`${describeQuestion(question)} may mean ${names.join(' or ')}${more}; ask for one of them by its whole name`);
    this.question = question;
    this.candidates = candidates;
  }
}
