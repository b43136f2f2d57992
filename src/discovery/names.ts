import { isPathSegment } from '../model/api-path.js';
import { quote } from '../shared/quote.js';
import { FieldProblem, type Place } from './fields.js';

/** The names that a list has had so far. Most lists are short, and looking through them is cheaper than a set. */
export interface NamesSoFar {
  readonly few: string[];
  count: number;
  many: Set<string> | undefined;
}

const most = 16;

/** No names yet. */
export function namesSoFar(): NamesSoFar {
  return { few: [], count: 0, many: undefined };
}

/** Forgets all names, for the next list. */
export function startNames(names: NamesSoFar): void {
  names.count = 0;
  names.many = undefined;
}

/** Refuses a name that its list has already; the first one keeps it. */
export function checkNew(names: NamesSoFar, word: string, place: Place): void {
  if (has(names, word)) throw new FieldProblem(place, undefined, `is ${quote(word)}, which is listed twice`);
  if (names.many === undefined && names.count === most) names.many = new Set(names.few);
  if (names.many === undefined) names.few[names.count] = word;
  else names.many.add(word);
  names.count += 1;
}

function has({ few, count, many }: NamesSoFar, word: string): boolean {
  if (many !== undefined) return many.has(word);
  for (let place = 0; place < count; place += 1) if (few[place] === word) return true;
  return false;
}

/** Refuses a name that cannot stand in a path, so that no request can be bent by a document. */
export function checkSegment(word: string, place: Place, field?: string): void {
  if (isPlain(word) || isPathSegment(word)) return;
  throw new FieldProblem(place, field, `is ${quote(word)}, which cannot stand in a path`);
}

/** The same for a name of several segments. */
export function checkSegments(path: string, place: Place, field: string): void {
  if (isPlain(path)) return;
  for (const segment of path.split('/')) checkSegment(segment, place, field);
}

/** The core group stands at its own root and has no name; nothing else does. */
export function checkGroupName(name: string, place: Place, field: string, root: 'api' | 'apis'): void {
  if (root === 'apis') checkSegment(name, place, field);
  else if (name !== '') {
    throw new FieldProblem(place, field, `is ${quote(name)}, but only the core group belongs here`);
  }
}

/** True for nothing but lower-case letters, digits and dots between them: nearly all names, told without an expression. */
function isPlain(word: string): boolean {
  for (let place = 0; place < word.length; place += 1) {
    const code = word.charCodeAt(place);
    const isLetter = code >= 97 && code <= 122;
    if (!isLetter && (place === 0 || !((code >= 48 && code <= 57) || code === 46))) return false;
  }
  return word !== '';
}
