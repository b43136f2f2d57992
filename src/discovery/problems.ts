import type { CatalogFailure } from '../catalog/failures.js';
import type { GroupVersion } from '../model/group-version.js';
import { FieldProblem } from './fields.js';
import { recentLists, type RecentLists } from './shared-lists.js';

/** Which document is being read, and which failures came up in it. */
export interface DocumentProblems {
  readonly root: 'api' | 'apis';
  readonly document: string;
  readonly failures: CatalogFailure[];
  readonly recent: Readonly<Record<'shortNames' | 'categories' | 'verbs' | 'subresourceVerbs', RecentLists>>;
}

/** Starts the list of problems of one document. */
export function problemsOf(root: 'api' | 'apis', document: string): DocumentProblems {
  const recent = {
    shortNames: recentLists(),
    categories: recentLists(),
    verbs: recentLists(),
    subresourceVerbs: recentLists(),
  };
  return { root, document, failures: [], recent };
}

/** What a failure is about, as far as it is known. */
export type Subject = Partial<GroupVersion> & { readonly resource?: string | undefined };

/** Notes what makes no sense, so that the rest of the document can stand; any other error goes on. */
export function note({ root, document, failures }: DocumentProblems, subject: Subject, error: unknown): void {
  if (!(error instanceof FieldProblem)) throw error;
  failures.push({ class: 'malformed', root, document, ...subject, message: `${document}: ${error.message}` });
}
