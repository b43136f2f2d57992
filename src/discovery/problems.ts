import type { CatalogFailure } from '../catalog/failures.js';
import { isPathSegment } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import { quote } from '../shared/quote.js';
import { FieldProblem } from './fields.js';

/** Which document is being read, and which failures came up in it. */
export interface DocumentProblems {
  readonly root: 'api' | 'apis';
  readonly document: string;
  readonly failures: CatalogFailure[];
}

/** Starts the list of problems of one document. */
export function problemsOf(root: 'api' | 'apis', document: string): DocumentProblems {
  return { root, document, failures: [] };
}

/** What a failure is about, as far as it is known. */
export type Subject = Partial<GroupVersion> & { readonly resource?: string | undefined };

/** Reads one entry; one that makes no sense is left out and noted, and the rest of the document stands. */
export function readOrNote<T>(problems: DocumentProblems, subject: Subject, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    note(problems, subject, error.message);
    return undefined;
  }
}

/** Notes a malformed entry. */
export function note({ root, document, failures }: DocumentProblems, subject: Subject, what: string): void {
  failures.push({ class: 'malformed', root, document, ...subject, message: `${document}: ${what}` });
}

/** Refuses a name that cannot stand in a path, so that no request can be bent by a document. */
export function checkSegment(word: string, place: string): void {
  if (!isPathSegment(word)) throw new FieldProblem(`${place} is ${quote(word)}, which cannot stand in a path`);
}

/** Refuses a name that its parent has already; the first one keeps it. */
export function checkNew(seen: Set<string>, word: string, place: string): void {
  if (seen.has(word)) throw new FieldProblem(`${place} ${quote(word)} is listed twice`);
  seen.add(word);
}

/** The core group stands at its own root and has no name; nothing else does. */
export function checkGroupName(name: string, place: string, { root }: DocumentProblems): void {
  if (root === 'apis') checkSegment(name, place);
  else if (name !== '') throw new FieldProblem(`${place} is ${quote(name)}, but only the core group belongs here`);
}

/** The name that an entry gives itself, for the failure that leaves it out. */
export function nameIn(item: unknown, field: string): string | undefined {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
  return typeof name === 'string' ? name : undefined;
}
