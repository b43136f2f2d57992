import type { CatalogFailure } from '../catalog/failures.js';
import { isPathSegment } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import { quote } from '../shared/quote.js';
import { FieldProblem, type Place } from './fields.js';

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

/** A list of entries, and where it stands. */
export interface EntryList {
  readonly items: readonly unknown[];
  /** The field that holds the list. */
  readonly name: string;
  readonly up?: Place | undefined;
  /** What a failure of one of them is about. */
  readonly subjectOf: (item: unknown) => Subject;
}

/** Reads entries; one that makes no sense is left out and noted, and the rest of the document stands. */
export function readEach<T>(
  problems: DocumentProblems,
  { items, name: list, up, subjectOf }: EntryList,
  read: (item: unknown, place: Place) => T,
): T[] {
  const entries: T[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    try {
      entries.push(read(item, { up, list, index }));
    } catch (error) {
      note(problems, subjectOf(item), error);
    }
  }
  return entries;
}

/** Reads one part of an entry; what makes no sense is noted, and the rest of the entry stands. */
export function readOrNote<T>(problems: DocumentProblems, subject: Subject, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    note(problems, subject, error);
    return undefined;
  }
}

function note({ root, document, failures }: DocumentProblems, subject: Subject, error: unknown): void {
  if (!(error instanceof FieldProblem)) throw error;
  failures.push({ class: 'malformed', root, document, ...subject, message: `${document}: ${error.message}` });
}

/** Refuses a name that cannot stand in a path, so that no request can be bent by a document. */
export function checkSegment(word: string, place: Place, field?: string): void {
  if (isPathSegment(word)) return;
  throw new FieldProblem(place, field, `is ${quote(word)}, which cannot stand in a path`);
}

/** Refuses a name that its parent has already; the first one keeps it. */
export function checkNew(seen: Set<string>, word: string, place: Place): void {
  if (seen.has(word)) throw new FieldProblem(place, undefined, `is ${quote(word)}, which is listed twice`);
  seen.add(word);
}

/** The core group stands at its own root and has no name; nothing else does. */
export function checkGroupName(name: string, place: Place, field: string, { root }: DocumentProblems): void {
  if (root === 'apis') checkSegment(name, place, field);
  else if (name !== '') {
    throw new FieldProblem(place, field, `is ${quote(name)}, but only the core group belongs here`);
  }
}

/** The name that an entry gives itself, for the failure that leaves it out. */
export function nameIn(item: unknown, field: string): string | undefined {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
  return typeof name === 'string' ? name : undefined;
}
