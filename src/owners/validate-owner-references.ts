import { isObjectName, isPathSegment } from '../core/model/api-path.js';
import { type HonorsOption, readApiVersion } from '../core/model/owner-reference.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { honorsResource } from './check-arguments.js';

/** The fields of an owner reference. */
export type OwnerReferenceField =
  'apiVersion' | 'kind' | 'name' | 'uid' | 'resource' | 'controller' | 'blockOwnerDeletion';

/**
 * The kind of problem of an owner reference. API servers reject these:
 *
 * - `required`: the field is missing or empty.
 * - `type`: the field has another JSON type.
 * - `format`: the apiVersion names no version.
 * - `banned`: core events may not own anything.
 *
 * They accept this one, but the reference can never be followed:
 *
 * - `unusable`: the text cannot be part of a path (`..`, a slash, a control character).
 */
export type OwnerReferenceProblemCode = 'required' | 'type' | 'format' | 'banned' | 'unusable';

/** One problem of one field. */
export interface OwnerReferenceProblem {
  /** The kind of problem, for programs. */
  readonly code: OwnerReferenceProblemCode;
  /** The field; absent if the problem is the reference as a whole. */
  readonly field?: OwnerReferenceField | undefined;
  /** The human-readable message. */
  readonly message: string;
}

/**
 * The field of a reference that a server uses, as in the matrix of KEP-2336, by whether `resource` and `kind` are set.
 *
 * | resource | kind | released servers | servers with KEP-2336 |
 * |---|---|---|---|
 * | set | set | `kind` | `resource`, without any mapping |
 * | set | not | `refused` | `refused` |
 * | not | set | `kind` | `kind` |
 * | not | not | `refused` | `refused` |
 *
 * `refused` also covers a reference that servers reject because of another field.
 * @see https://github.com/kubernetes/enhancements/issues/2336
 */
export interface HonoredFields {
  /** The field that all released servers use; they drop `resource`. */
  readonly old: 'kind' | 'refused';
  /** The field that servers with `resource` use. */
  readonly new: 'resource' | 'kind' | 'refused';
}

/** The result of {@link validateOwnerReference}. */
export interface OwnerReferenceVerdict {
  /**
   * Whether the server accepts the reference and its owner can be looked for. Under `honors: 'kind'`, problems of
   * `resource` do not count.
   */
  readonly valid: boolean;
  /** All problems, in the order of the fields. */
  readonly problems: readonly OwnerReferenceProblem[];
  /** The field that identifies the owner, on either kind of server. */
  readonly honored: HonoredFields;
}

const requiredTexts = ['apiVersion', 'kind', 'name', 'uid'] as const;
const flagFields = ['controller', 'blockOwnerDeletion'] as const;

/**
 * Checks one owner reference, of any shape, against all rules of API servers for its fields, and returns the field that
 * released servers and servers with the `resource` field use. It does not check whether the owner exists: use
 * `createOwners(client).resolve` for that. For the rules among the references of one object, use {@link
 * validateOwnerReferences}.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const { valid, problems } = validateOwnerReference({ apiVersion: 'v1', kind: 'Pod', name: '', uid: '1' });
 * console.log(valid, problems.map(({ message }) => message)); // false ['name ...']
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/#ObjectMeta
 * @see https://github.com/kubernetes/enhancements/issues/2336
 */
export function validateOwnerReference(reference: unknown, options: HonorsOption = {}): OwnerReferenceVerdict {
  const isResourceHonored = honorsResource(options);
  if (!isJsonRecord(reference)) {
    return verdictOf(
      [Object.freeze({ code: 'type', message: 'an owner reference must be an object' })],
      {},
      isResourceHonored,
    );
  }
  return verdictOf(
    [
      ...requiredTexts.flatMap((field) => problemsOfText(reference, field)),
      ...problemsOfApiVersion(reference['apiVersion']),
      ...problemsOfResource(reference['resource']),
      ...flagFields.flatMap((field) => problemsOfFlag(reference, field)),
      ...problemsOfType(reference),
    ],
    reference,
    isResourceHonored,
  );
}

function verdictOf(
  problems: readonly OwnerReferenceProblem[],
  { resource }: JsonRecord,
  isResourceHonored: boolean,
): OwnerReferenceVerdict {
  const refusals = problems.filter(({ code }) => code !== 'unusable');
  const refusedByOld = refusals.some(({ field }) => field !== 'resource');
  const namesResource = !isUnset(resource) && resource !== '';
  return Object.freeze({
    valid: problems.every(({ field }) => field === 'resource' && !isResourceHonored),
    problems: Object.freeze(problems),
    honored: Object.freeze({
      old: refusedByOld ? 'refused' : 'kind',
      new: refusals.length > 0 ? 'refused' : namesResource ? 'resource' : 'kind',
    }),
  });
}

function problemsOfText(reference: JsonRecord, field: (typeof requiredTexts)[number]): OwnerReferenceProblem[] {
  const value = reference[field];
  if (isUnset(value) || value === '') return [problem('required', field, 'must not be empty')];
  if (typeof value !== 'string') return [problem('type', field, 'must be a string')];
  if (field === 'name' && !isObjectName(value)) return [unusable(field, value)];
  return [];
}

function problemsOfApiVersion(value: unknown): OwnerReferenceProblem[] {
  if (typeof value !== 'string' || value === '') return [];
  const groupVersion = readApiVersion(value);
  if (groupVersion === undefined) {
    return [
      problem('format', 'apiVersion', `${quote(value)} is neither GROUP/VERSION nor a version of the core group`),
    ];
  }
  const { group, version } = groupVersion;
  const isUsable = isPathSegment(version) && (group === '' || isPathSegment(group));
  return isUsable ? [] : [unusable('apiVersion', value)];
}

function problemsOfResource(value: unknown): OwnerReferenceProblem[] {
  if (isUnset(value) || value === '') return [];
  if (typeof value !== 'string') return [problem('type', 'resource', 'must be a string')];
  return isPathSegment(value) ? [] : [unusable('resource', value)];
}

function problemsOfFlag(reference: JsonRecord, field: (typeof flagFields)[number]): OwnerReferenceProblem[] {
  const value = reference[field];
  return isUnset(value) || typeof value === 'boolean' ? [] : [problem('type', field, 'must be true or false')];
}

function problemsOfType({ apiVersion, kind }: JsonRecord): OwnerReferenceProblem[] {
  if (kind !== 'Event' || typeof apiVersion !== 'string') return [];
  const groupVersion = readApiVersion(apiVersion);
  if (groupVersion?.group !== '' || groupVersion.version !== 'v1') return [];
  return [Object.freeze({ code: 'banned', message: 'an event of the core group must not be an owner' })];
}

function isUnset(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function unusable(field: OwnerReferenceField, value: string): OwnerReferenceProblem {
  return problem('unusable', field, `${quote(value)} is not a valid path segment`);
}

function problem(code: OwnerReferenceProblemCode, field: OwnerReferenceField, words: string): OwnerReferenceProblem {
  return Object.freeze({ code, field, message: `${field}: ${words}` });
}

/**
 * A problem in the list of an object's owner references. Besides the problems of each reference:
 *
 * - `controllers`: a second reference has `controller: true`. Servers reject it.
 * - `duplicate`: it equals an earlier reference in every field that the server has. Servers drop it with a warning.
 */
export interface OwnerReferencesProblem extends Omit<OwnerReferenceProblem, 'code'> {
  /** The kind of problem, for programs. */
  readonly code: OwnerReferenceProblemCode | 'controllers' | 'duplicate';
  /** The index of the reference; absent if the value is not a list. */
  readonly index?: number | undefined;
}

const comparedFields: readonly string[] = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'];

/**
 * Checks `metadata.ownerReferences` of one object against all rules that API servers have, for each reference and for
 * the list. Returns all problems at once, none if the list is absent.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * for (const { index, message } of validateOwnerReferences(object.metadata.ownerReferences)) {
 *   console.warn(`ownerReferences[${index}]: ${message}`);
 * }
 */
export function validateOwnerReferences(
  references: unknown,
  options: HonorsOption = {},
): readonly OwnerReferencesProblem[] {
  const isResourceHonored = honorsResource(options);
  const compared = isResourceHonored ? [...comparedFields, 'resource'] : comparedFields;
  if (references === undefined || references === null) return Object.freeze([]);
  if (!Array.isArray(references)) {
    return Object.freeze([Object.freeze({ code: 'type', message: 'ownerReferences must be an array' } as const)]);
  }
  const list: readonly unknown[] = references;
  const seen = new Set<string>();
  let controllers = 0;
  return Object.freeze(
    list.flatMap((reference, index): OwnerReferencesProblem[] => {
      const found: Omit<OwnerReferencesProblem, 'index'>[] = [...validateOwnerReference(reference).problems];
      if (isJsonRecord(reference)) {
        const key = JSON.stringify(compared.map((field) => reference[field] ?? null));
        if (seen.has(key)) found.push({ code: 'duplicate', message: 'duplicate of an earlier reference' });
        seen.add(key);
        if (reference['controller'] === true) controllers += 1;
        if (reference['controller'] === true && controllers > 1) {
          const message = 'controller: only one reference of an object may have controller set to true';
          found.push({ code: 'controllers', field: 'controller', message });
        }
      }
      return found.map((problem) => Object.freeze({ ...problem, index }));
    }),
  );
}
