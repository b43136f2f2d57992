import { isObjectName } from '../model/api-path.js';
import { parseGroupVersion } from '../model/group-version.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { Question } from './errors.js';
import { foldCase } from './name-index.js';

/** A kind whose group and version may be omitted. `group: ''` is the core group; without a group, any matches. */
export interface PartialGroupVersionKind {
  /** The API group, matched exactly. */
  readonly group?: string | undefined;
  /** The version, matched exactly. */
  readonly version?: string | undefined;
  /** The kind: `Deployment`. */
  readonly kind: string;
}

/**
 * Anything that can be resolved to an endpoint, read in this order:
 *
 * 1. a string, as typed for kubectl: `TYPE[.VERSION][.GROUP][/NAME]`,
 * 2. an object with `resource` and without `apiVersion`: a resource, with its group and version if known,
 * 3. an object with `apiVersion`: a Kubernetes object, or any part of one that names its type,
 * 4. an object with `kind`: a kind, with its group and version if known.
 */
export type Subject = string | PartialGroupVersionResource | PartialGroupVersionKind | ObjectLike;

/** One way to read a subject. Undefined fields match anything. */
export interface WordReading {
  /** The name, in lower case. */
  readonly word: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
  /** Whether a group may be abbreviated beside a version or a kind, which client-go does not allow. */
  readonly shortGroup?: boolean | undefined;
  /** Whether this reading is unknown to kubectl; such readings come after all others. */
  readonly lenient?: boolean | undefined;
}

/** All the ways to read a subject, first choice first. */
export interface Readings {
  /** The subject as an error repeats it. */
  readonly question: Question;
  /** Readings as plural, singular or short name. */
  readonly names: readonly WordReading[];
  /** Readings as kind, tried after all of the above. */
  readonly kinds: readonly WordReading[];
  /** The name of the object in `TYPE/NAME`. */
  readonly objectName?: string | undefined;
}

/**
 * Reads a {@link Subject}. A malformed one has no readings; a value that cannot be a subject, such as undefined or a
 * promise, is an `InvalidArgumentError`.
 */
export function readSubject(subject: Subject): Readings {
  if (typeof subject === 'string') return readWord(subject);
  const { resource, group, version, apiVersion, kind } = readFields(subject);
  if (apiVersion === undefined && (typeof resource === 'string' || typeof kind === 'string')) {
    const named = { group, version } as { readonly group?: string; readonly version?: string };
    return typeof resource === 'string' ? readResource({ resource, ...named }) : readKind(String(kind), named);
  }
  // An object may come from outside with anything in these fields: what is not a string names nothing.
  const question = { apiVersion: textOf(apiVersion), kind: textOf(kind) };
  const groupVersion = question.apiVersion === undefined ? undefined : parseGroupVersion(question.apiVersion);
  if (groupVersion === undefined || question.kind === undefined) return { question, names: [], kinds: [] };
  return { question, names: [], kinds: [{ word: foldCase(question.kind), ...groupVersion }] };
}

/** The fields that may name a type, with unchecked values. */
type SubjectFields = Partial<Record<'resource' | 'group' | 'version' | 'apiVersion' | 'kind', unknown>>;

/** Reads the fields of an object that may name a type. Throws `InvalidArgumentError` for any other value. */
export function readFields(subject: unknown): SubjectFields {
  if (typeof subject === 'object' && subject !== null && !Array.isArray(subject) && !(subject instanceof Promise)) {
    const { resource, group, version, apiVersion, kind }: SubjectFields = subject;
    return { resource, group, version, apiVersion, kind };
  }
  throw new InvalidArgumentError('subject', 'must be a string, or an object that names a type');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads a partial resource as client-go does: any letter case, and the version `__internal` counts as none. */
export function readPartial({ resource, group, version }: PartialGroupVersionResource): WordReading {
  return { word: foldCase(resource), group, version: readVersion(version) };
}

/** Returns the version of a question: empty and `__internal` mean any. */
export function readVersion(version: string | undefined): string | undefined {
  return version === '' || version === '__internal' ? undefined : version;
}

function readResource({ resource, group, version }: PartialGroupVersionResource): Readings {
  const question = { resource, ...(group !== undefined && { group }), ...(version !== undefined && { version }) };
  return { question, names: [readPartial(question)], kinds: [] };
}

function readKind(kind: string, { group, version }: Omit<PartialGroupVersionKind, 'kind'>): Readings {
  const named = readVersion(version);
  const question = { kind, ...(group !== undefined && { group }), ...(named && { versions: [named] }) };
  return { question, names: [], kinds: [{ word: foldCase(kind), group, version: named }] };
}

/**
 * Reads `TYPE[.VERSION][.GROUP][/NAME]`, and the dots both ways, as kubectl does: in `a.b.c`, b is a version, or the
 * beginning of a group. If neither matches, the forms that kubectl does not know follow: `a.b` with b as a version, and
 * an abbreviated group behind a version or a kind.
 */
function readWord(question: string): Readings {
  const slash = question.indexOf('/');
  const objectName = slash === -1 ? undefined : question.slice(slash + 1);
  const [first = '', second, ...rest] = (slash === -1 ? question : question.slice(0, slash)).split('.');
  if (first === '' || (objectName !== undefined && !isObjectName(objectName))) {
    return { question, names: [], kinds: [] };
  }
  const word = foldCase(first);
  const all: WordReading[] = [];
  if (second === undefined) all.push({ word, group: undefined, version: undefined });
  else if (rest.length === 0) {
    const inGroup = { word, group: second, version: undefined };
    all.push(inGroup);
    if (second !== '') all.push({ word, group: undefined, version: second, lenient: true }, abbreviated(inGroup));
  } else {
    const group = rest.join('.');
    const exact = { word, group, version: readVersion(second) };
    all.push(exact);
    // A trailing dot means the core group, and no group begins with a version.
    const inGroup = { word, group: `${second}.${group}`, version: undefined };
    if (group !== '') all.push(inGroup, abbreviated(exact), abbreviated(inGroup));
  }
  return { question, names: all, kinds: all, objectName };
}

function abbreviated(reading: WordReading): WordReading {
  return { ...reading, shortGroup: true, lenient: true };
}
