import type { CatalogFailure } from '../../catalog/failures.js';
import type { GroupVersion } from '../../model/group-version.js';
import { quote } from '../../shared/quote.js';
import { DocumentProblem } from '../errors.js';

/** The current position in a document: an entry of a list. */
export interface DocumentPlace {
  /** The position of the list itself; undefined at the top of the document. */
  readonly up: DocumentPlace | undefined;
  /** The field that holds the list. */
  readonly list: string;
  /** The index of the entry being read. */
  readonly index: number;
}

/**
 * The lists at one depth of a document: of groups, of their versions, of the resources in these. One object serves them
 * all in turn and holds the current position: a document has thousands of them, nearly all with one entry.
 */
export interface ListDepth extends DocumentPlace {
  index: number;
  readonly names: ListedNames;
  /**
   * Returns what the failure of an entry is about: the current group, version and resource that the entry belongs to.
   */
  readonly about: (item: unknown, reading: DocumentReading) => FailureScope;
}

/** Shared by all empty lists. */
export const none: readonly never[] = Object.freeze([]);

/** What a failure is about, as far as known. */
export type FailureScope = Partial<GroupVersion> & { readonly resource?: string | undefined };

/** The most recent lists of strings read from one field of a document's entries. */
export interface RecentLists {
  readonly lists: (readonly string[])[];
  next: number;
}

/** The state of reading one document: the position, and what was malformed. */
export interface DocumentReading {
  readonly root: 'api' | 'apis';
  readonly document: string;
  /** Removes credentials from text of the document. */
  readonly conceal: (text: string) => string;
  /** The failures, in document order. */
  readonly failures: CatalogFailure[];
  /** Lists of texts that many entries share. */
  readonly recent: Readonly<Record<'shortNames' | 'categories' | 'verbs' | 'subresourceVerbs', RecentLists>>;
  /** Whether the current entry is malformed; `flaw` says why, up to the {@link mostTold} limit. */
  flawed: boolean;
  flaw: string;
  /** The number of malformed entries; `untold` keeps what those beyond {@link mostTold} have in common. */
  flaws: number;
  untold: FailureScope;
  /** The current group, version and resource. */
  group: string;
  version: string;
  resource: string;
}

/** How many malformed entries are reported one by one. */
const mostTold = 100;

/** Parameters of {@link startReading}. */
export interface ReadDocument extends Partial<GroupVersion> {
  readonly root: 'api' | 'apis';
  readonly document: string;
  readonly conceal: (text: string) => string;
}

/** Starts reading one document: of a root, or of a group-version. */
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
 * Marks the current entry as malformed; the first reason counts. Does not throw: a document may hold millions of such
 * entries. `word` is the offending value, and is quoted.
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

/**
 * Reports whether the current entry is malformed. A function, because the compiler assumes that a field stays as it is.
 */
export function isFlawed(reading: DocumentReading): boolean {
  return reading.flawed;
}

/** Throws if the document as a whole was found to be malformed. */
export function throwIfFlawed(reading: DocumentReading): void {
  if (reading.flawed) throw new DocumentProblem(reading.flaw);
}

/** Records the current entry as a failure, and resets the state for the next one. */
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

/**
 * Returns all failures of a document that has been read to its end; those not reported one by one are summed up in one
 * more.
 */
export function failuresOf({ root, document, failures, flaws, untold }: DocumentReading): readonly CatalogFailure[] {
  if (flaws <= mostTold) return failures;
  const { resource: _resource, ...scope } = untold;
  const message = `${document}: ${flaws - mostTold} further entries are malformed`;
  return [...failures, { class: 'malformed', root, document, ...scope, message }];
}

/** Returns what two failures have in common. */
function common(a: FailureScope, b: FailureScope): FailureScope {
  if (a.group === undefined || a.group !== b.group) return {};
  return a.version === undefined || a.version === b.version ? a : { group: a.group };
}

/** Formats a position: `items[0].versions[1].resources[2].scope`. */
function describePlace(at: DocumentPlace | undefined, field: string | undefined): string {
  const steps = field === undefined ? [] : [field];
  for (let step = at; step !== undefined; step = step.up) steps.unshift(`${step.list}[${step.index}]`);
  return steps.join('.');
}

/**
 * Describes a value of a document for a message. Values that may be nested without end are not converted to text, and
 * credentials are removed before long words are cut.
 */
export function describeWord(word: unknown, conceal: (text: string) => string): string {
  if (typeof word === 'object' && word !== null) return Array.isArray(word) ? 'a list' : 'an object';
  return quote(conceal(String(word)));
}

/** Creates the state of the lists in the field `list`. */
export function listDepth(list: string, up: ListDepth | undefined, about: ListDepth['about']): ListDepth {
  return { up, list, index: 0, names: { few: [], count: 0, many: undefined }, about };
}

/**
 * Reads entries, and freezes each and their list; malformed entries are left out and noted, and the rest of the
 * document stands. `read` returns undefined for an entry that it refused, or put elsewhere.
 */
export function readEach<Reading extends DocumentReading, Entry extends object>(
  items: readonly unknown[],
  depth: ListDepth,
  reading: Reading,
  read: (item: unknown, at: ListDepth, reading: Reading) => Entry | undefined,
): readonly Entry[] {
  if (items.length === 0) return none;
  depth.names.count = 0;
  depth.names.many = undefined;
  // Allocated at full length: a growing list reserves room for sixteen.
  const entries = new Array<Entry>(items.length);
  let length = 0;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    depth.index = index;
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

/** Returns the name that an entry gives itself, for its failure. */
export function nameIn(item: unknown, field: string): string | undefined {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The names that a list has had so far. Most lists are short, and searching them is cheaper than a set. */
export interface ListedNames {
  readonly few: string[];
  count: number;
  many: Set<string> | undefined;
}

const mostLookedThrough = 16;

/** Adds a name of a list. Returns false if the list has it already. */
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
