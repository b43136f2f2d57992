import { none, type Place } from './fields.js';
import { namesSoFar, startNames, type NamesSoFar } from './names.js';
import { note, type DocumentProblems, type Subject } from './problems.js';

/**
 * A level of lists in a document: of groups, of their versions, of the resources in these. One object serves all lists
 * of a level in turn, and knows where the reading stands: a document has thousands of them, nearly all with one entry.
 */
export interface Level extends Place {
  readonly up: Level | undefined;
  index: number;
  readonly names: NamesSoFar;
  /** What the failure of an entry is about: of the present group, version and resource those that it belongs to. */
  readonly subjectOf: (item: unknown, reading: Reading) => Subject;
}

/** What is being read at present, for the entries below it. */
export interface Reading {
  readonly problems: DocumentProblems;
  group: string;
  version: string;
  resource: string;
}

/** A level of lists that stand in the field `list`. */
export function levelOf(list: string, up: Level | undefined, subjectOf: Level['subjectOf']): Level {
  return { up, list, index: 0, names: namesSoFar(), subjectOf };
}

/**
 * Reads entries, and freezes each and their list; one that makes no sense is left out and noted, and the rest of the
 * document stands. `before` counts the entries of the same list that were read before, where it comes in pieces.
 */
export function readEach<At extends Reading, Entry extends object>(
  items: readonly unknown[],
  level: Level,
  reading: At,
  read: (item: unknown, level: Level, reading: At) => Entry,
  before = 0,
): readonly Entry[] {
  if (items.length === 0) return none;
  if (before === 0) startNames(level.names);
  // Made at full length: a list that grows takes room for sixteen.
  const entries = new Array<Entry>(items.length);
  let length = 0;
  for (let place = 0; place < items.length; place += 1) {
    const item = items[place];
    level.index = before + place;
    try {
      entries[length] = Object.freeze(read(item, level, reading));
      length += 1;
    } catch (error) {
      note(reading.problems, level.subjectOf(item, reading), error);
    }
  }
  if (length < entries.length) entries.length = length;
  return Object.freeze(entries);
}

/** The name that an entry gives itself, for the failure that leaves it out. */
export function nameIn(item: unknown, field: string): string | undefined {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
  return typeof name === 'string' ? name : undefined;
}
