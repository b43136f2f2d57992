import { isPathSegment } from '../core/model/api-path.js';
import { readApiVersion, type HonorsOption } from '../core/model/owner-reference.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { honorsResource } from './check-arguments.js';
import type {
  HonoredFields,
  OwnerReferenceField,
  OwnerReferenceProblem,
  OwnerReferenceProblemCode,
} from './owner-reference-problem.js';

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
  if (field === 'name' && !isPathSegment(value)) return [unusable(field, value)];
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
