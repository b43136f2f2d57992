import type { CatalogFailure } from '../../catalog/failures.js';
import type { GroupVersion } from '../../model/group-version.js';
import { quote } from '../../shared/quote.js';
import { DocumentProblem } from '../errors.js';

/** Where the reading of a document stands: in a list, at one of its entries. */
export interface DocumentPlace {
  /** Where the list itself stands; undefined at the top of the document. */
  readonly up: DocumentPlace | undefined;
  /** The field that holds the list. */
  readonly list: string;
  /** The entry that is being read. */
  readonly index: number;
}

/**
 * The lists of one depth in a document: of groups, of their versions, of the resources in these. One object serves all
 * of them in turn, and knows where the reading stands: a document has thousands of them, nearly all with one entry.
 */
export interface ListDepth extends DocumentPlace {
  index: number;
  readonly names: ListedNames;
  /** What the failure of an entry is about: of the present group, version and resource those that it belongs to. */
  readonly about: (item: unknown, reading: DocumentReading) => FailureScope;
}

/** Shared by all the lists that are empty. */
export const none: readonly never[] = Object.freeze([]);

/** What a failure is about, as far as it is known. */
export type FailureScope = Partial<GroupVersion> & { readonly resource?: string | undefined };

/** The lists of texts that were read last from one field of the entries of a document. */
export interface RecentLists {
  readonly lists: (readonly string[])[];
  next: number;
}

/** Which document is read, where the reading stands, and what of it made no sense. */
export interface DocumentReading {
  readonly root: 'api' | 'apis';
  readonly document: string;
  /** Blots credentials out of what a document says. */
  readonly conceal: (text: string) => string;
  /** In the order of the document. */
  readonly failures: CatalogFailure[];
  /** Lists of texts that many entries share. */
  readonly recent: Readonly<Record<'shortNames' | 'categories' | 'verbs' | 'subresourceVerbs', RecentLists>>;
  /** The entry that is read at present makes no sense; why, as long as that is to be told. */
  flawed: boolean;
  flaw: string;
  /** How many entries made no sense; those beyond the {@link mostTold} first are counted, and what they have in common kept. */
  flaws: number;
  untold: FailureScope;
  /** The group, version and resource of the entries below. */
  group: string;
  version: string;
  resource: string;
}

/** How many entries that make no sense are told one by one. */
const mostTold = 100;

/** What {@link startReading} takes. */
export interface ReadDocument extends Partial<GroupVersion> {
  readonly root: 'api' | 'apis';
  readonly document: string;
  readonly conceal: (text: string) => string;
}

/** Starts the reading of one document: of a root, or of a group-version. */
export function startReading({ root, document, conceal, group = '', version = '' }: ReadDocument): DocumentReading {
  const recent = (): RecentLists => ({ lists: [], next: 0 });
  return {
    root,
    document,
    conceal,
    failures: [],
    recent: { shortNames: recent(), categories: recent(), verbs: recent(), subresourceVerbs: recent() },
    flawed: false,
    flaw: '',
    flaws: 0,
    untold: {},
    group,
    version,
    resource: '',
  };
}

/**
 * Says of the entry that is being read that it makes no sense; the first reason counts. No error is thrown: a document
 * may hold millions of such entries. `word` is quoted, and is what is wrong.
 */
export function refuseEntry(
  reading: DocumentReading,
  at: DocumentPlace | undefined,
  field: string | undefined,
  problem: string,
  ...word: readonly unknown[]
): void {
  if (reading.flawed) return;
  reading.flawed = true;
  if (reading.flaws >= mostTold) return;
  const said = word.length === 0 ? problem : `is ${describeWord(word[0], reading.conceal)}, ${problem}`;
  reading.flaw = `${describePlace(at, field)} ${said}`;
}

/** Whether the entry that is read at present makes no sense. A function, since the compiler takes a field to stay as it is. */
export function isFlawed(reading: DocumentReading): boolean {
  return reading.flawed;
}

/** Ends the reading of a document that makes no sense as a whole, if that was found. */
export function throwIfFlawed(reading: DocumentReading): void {
  if (reading.flawed) throw new DocumentProblem(reading.flaw);
}

/** Notes that the present entry makes no sense, so that the next one can be read. */
export function noteFlaw(reading: DocumentReading, scope: FailureScope): void {
  const { root, document, failures, flaw, conceal } = reading;
  reading.flawed = false;
  reading.flaws += 1;
  if (reading.flaws > mostTold) {
    reading.untold = reading.flaws === mostTold + 1 ? scope : common(reading.untold, scope);
    return;
  }
  const resource = scope.resource !== undefined && { resource: conceal(scope.resource) };
  failures.push({ class: 'malformed', root, document, ...scope, ...resource, message: `${document}: ${flaw}` });
}

/** All failures of a document that has been read to its end: what was not told one by one is one more. */
export function failuresOf({ root, document, failures, flaws, untold }: DocumentReading): readonly CatalogFailure[] {
  if (flaws <= mostTold) return failures;
  const { resource: _resource, ...scope } = untold;
  const message = `${document}: ${flaws - mostTold} further entries make no sense`;
  return [...failures, { class: 'malformed', root, document, ...scope, message }];
}

/** What two failures are both about. */
function common(a: FailureScope, b: FailureScope): FailureScope {
  if (a.group === undefined || a.group !== b.group) return {};
  return a.version === undefined || a.version === b.version ? a : { group: a.group };
}

/** `items[0].versions[1].resources[2].scope` */
function describePlace(at: DocumentPlace | undefined, field: string | undefined): string {
  const steps = field === undefined ? [] : [field];
  for (let step = at; step !== undefined; step = step.up) steps.unshift(`${step.list}[${step.index}]`);
  return steps.join('.');
}

/**
 * A value of a document for a message. Nothing is made a text that may be nested without end, and credentials are blotted
 * out before long words are cut.
 */
export function describeWord(word: unknown, conceal: (text: string) => string): string {
  if (typeof word === 'object' && word !== null) return Array.isArray(word) ? 'a list' : 'an object';
  return quote(conceal(String(word)));
}

/** The lists that stand in the field `list`. */
export function listDepth(list: string, up: ListDepth | undefined, about: ListDepth['about']): ListDepth {
  return { up, list, index: 0, names: { few: [], count: 0, many: undefined }, about };
}

/**
 * Reads entries, and freezes each and their list; one that makes no sense is left out and noted, and the rest of the
 * document stands. `read` answers undefined for an entry that it refused, and for one that it put elsewhere. `before`
 * counts the entries of the same list that were read before, where it comes in pieces.
 */
export function readEach<Reading extends DocumentReading, Entry extends object>(
  items: readonly unknown[],
  depth: ListDepth,
  reading: Reading,
  read: (item: unknown, at: ListDepth, reading: Reading) => Entry | undefined,
  before = 0,
): readonly Entry[] {
  if (items.length === 0) return none;
  if (before === 0) {
    depth.names.count = 0;
    depth.names.many = undefined;
  }
  // Made at full length: a list that grows takes room for sixteen.
  const entries = new Array<Entry>(items.length);
  let length = 0;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    depth.index = before + index;
    const entry = read(item, depth, reading);
    if (reading.flawed) noteFlaw(reading, depth.about(item, reading));
    else if (entry !== undefined) {
      entries[length] = Object.freeze(entry);
      length += 1;
    }
  }
  if (length === 0) return none;
  if (length < entries.length) entries.length = length;
  return Object.freeze(entries);
}

/** The name that an entry gives itself, for the failure that leaves it out. */
export function nameIn(item: unknown, field: string): string | undefined {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The names that a list has had so far. Most lists are short, and looking through them is cheaper than a set. */
export interface ListedNames {
  readonly few: string[];
  count: number;
  many: Set<string> | undefined;
}

const mostLookedThrough = 16;

/** Notes a name of a list; false when the list has it already. */
export function isNewName(names: ListedNames, word: string): boolean {
  if (isListed(names, word)) return false;
  if (names.many === undefined && names.count === mostLookedThrough) names.many = new Set(names.few);
  if (names.many === undefined) names.few[names.count] = word;
  else names.many.add(word);
  names.count += 1;
  return true;
}

function isListed({ few, count, many }: ListedNames, word: string): boolean {
  if (many !== undefined) return many.has(word);
  for (let index = 0; index < count; index += 1) if (few[index] === word) return true;
  return false;
}

/** Refuses an entry whose name its list has already; the first one keeps it. */
export function checkNewName(word: string, reading: DocumentReading, at: ListDepth): void {
  if (!reading.flawed && !isNewName(at.names, word)) refuseEntry(reading, at, undefined, 'which is listed twice', word);
}
