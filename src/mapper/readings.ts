import { isPathSegment } from '../model/api-path.js';
import { parseGroupVersion } from '../model/group-version.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import { readArgument, requireTextOrNone } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { foldCase } from './fold-case.js';
import { readPartial, readVersion, type NameReading } from './match-names.js';
import type { Question } from './question.js';
import type { PartialGroupVersionKind, Subject } from './subject.js';

/** One way to read a question; its word is in lower case. */
export interface WordReading extends NameReading {
  /** Whether a group may be abbreviated beside a version or a kind, which client-go does not allow. */
  readonly shortGroup?: boolean | undefined;
  /** Whether this reading is unknown to kubectl; such readings come after all others. */
  readonly lenient?: boolean | undefined;
}

/** All the ways to read a question, first choice first. */
export interface Readings {
  readonly question: Question;
  /** Readings as plural, singular or short name. */
  readonly names: readonly WordReading[];
  /** Readings as kind, tried after all of the above. */
  readonly kinds: readonly WordReading[];
  /** The name of the object in `TYPE/NAME`. */
  readonly objectName?: string | undefined;
}

/**
 * Reads a {@link Subject}. A malformed one has no readings; a value that cannot be a subject, such as null or a number,
 * is an `InvalidArgumentError`.
 */
export function readSubject(subject: Subject): Readings {
  if (typeof subject === 'string') return readWord(subject);
  const { resource, group, version, apiVersion, kind } = readFields(subject);
  if (apiVersion === undefined && (typeof resource === 'string' || typeof kind === 'string')) {
    const typed = {
      group: requireTextOrNone('subject.group', group),
      version: requireTextOrNone('subject.version', version),
    };
    return typeof resource === 'string' ? readResource({ resource, ...typed }) : readKind(String(kind), typed);
  }
  const question = { apiVersion: textOf(apiVersion), kind: textOf(kind) };
  const groupVersion = question.apiVersion === undefined ? undefined : parseGroupVersion(question.apiVersion);
  if (groupVersion === undefined || question.kind === undefined) return { question, names: [], kinds: [] };
  return { question, names: [], kinds: [{ word: foldCase(question.kind), ...groupVersion }] };
}

/** The fields that may name a type, with unchecked values. */
type SubjectFields = Partial<Record<'resource' | 'group' | 'version' | 'apiVersion' | 'kind', unknown>>;

/** Reads the fields of an object that may name a type, each once. Throws `InvalidArgumentError`. */
export function readFields(subject: unknown): SubjectFields {
  return readArgument('subject', () => {
    if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) {
      throw new InvalidArgumentError('subject', 'must be a string, or an object that names a type');
    }
    const { resource, group, version, apiVersion, kind }: SubjectFields = subject;
    return { resource, group, version, apiVersion, kind };
  });
}

function readResource({ resource, group, version }: PartialGroupVersionResource): Readings {
  const question = { resource, ...(group !== undefined && { group }), ...(version !== undefined && { version }) };
  return { question, names: [readPartial(question)], kinds: [] };
}

function readKind(kind: string, { group, version }: Omit<PartialGroupVersionKind, 'kind'>): Readings {
  const wanted = readVersion(version);
  const question = { kind, ...(group !== undefined && { group }), ...(wanted && { versions: [wanted] }) };
  return { question, names: [], kinds: [{ word: foldCase(kind), group, version: wanted }] };
}

/** Returns the value if it is a string; any other value, in an object from outside, names nothing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads `TYPE[.VERSION][.GROUP][/NAME]`. */
function readWord(word: string): Readings {
  const slash = word.indexOf('/');
  const objectName = slash === -1 ? undefined : word.slice(slash + 1);
  if (objectName !== undefined && !isPathSegment(objectName)) return { question: word, names: [], kinds: [] };
  const readings = readType(slash === -1 ? word : word.slice(0, slash));
  return { question: word, ...readings, objectName };
}

/**
 * Reads the dots both ways, as kubectl does: in `a.b.c`, b is a version, or the beginning of a group. If neither
 * matches, the forms that kubectl does not know follow: `a.b` with b as a version, and an abbreviated group behind a
 * version or a kind.
 */
function readType(type: string): Pick<Readings, 'names' | 'kinds'> {
  const [first = '', second, ...rest] = type.split('.');
  if (first === '') return { names: [], kinds: [] };
  const word = foldCase(first);
  const all: WordReading[] = [];
  if (second === undefined) all.push({ word, group: undefined, version: undefined });
  else if (rest.length === 0) {
    const inGroup = { word, group: second, version: undefined };
    all.push(inGroup);
    if (second !== '') all.push({ word, group: undefined, version: second, lenient: true }, cutShort(inGroup));
  } else {
    const group = rest.join('.');
    const pinned = { word, group, version: readVersion(second) };
    all.push(pinned);
    // A trailing dot means the core group, and no group begins with a version.
    const inGroup = { word, group: `${second}.${group}`, version: undefined };
    if (group !== '') all.push(inGroup, cutShort(pinned), cutShort(inGroup));
  }
  return { names: all, kinds: all };
}

function cutShort(reading: WordReading): WordReading {
  return { ...reading, shortGroup: true, lenient: true };
}
