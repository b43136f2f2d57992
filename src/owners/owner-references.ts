import type { HonoredField, HonorsOption, OwnerReference } from '../core/model/owner-reference.js';
import { honoredResource, readApiVersion, resourceOf } from '../core/model/owner-reference.js';
import { oneOf, requireKnownOptions, type OptionChecks } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isObjectName, isPathSegment } from '../core/model/api-path.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import type { Catalog } from '../core/catalog/catalog.js';
import { equivalenceClasses } from '../identity/classify.js';
import type { RESTMapper } from '../core/mapper/create-mapper.js';
import { GroupUnavailableError, NoMatchError, AmbiguousMatchError } from '../core/mapper/errors.js';
import type { GroupKind } from '../core/model/group-version-kind.js';
import type { GroupVersion } from '../core/model/group-version.js';
import { sameResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import { groupBy } from '../core/shared/group-by.js';
import { mappingOf, type RESTMapping } from '../core/model/rest-mapping.js';

/** The check of an {@link HonorsOption}, for the options of a call. */
export const honorsCheck: OptionChecks<HonorsOption> = {
  honors: oneOf('kind', 'resource'),
};

/** Checks options that are an {@link HonorsOption} alone, and reports whether the server uses `resource`. */
export function honorsResource(options: HonorsOption): boolean {
  return requireKnownOptions(options, honorsCheck).honors === 'resource';
}

/** Returns the references of an object, none for null and undefined; throws for anything but a list of objects. */
export function requireReferences(
  argument: string,
  references: readonly OwnerReference[] | null | undefined,
): readonly OwnerReference[] {
  const list: unknown = references ?? [];
  const isList = Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null);
  if (!isList) throw new InvalidArgumentError(argument, 'must be a list of owner references');
  return references ?? [];
}

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
  const isObject = isJsonRecord(reference);
  const whole: OwnerReferenceProblem = { code: 'type', message: 'an owner reference must be an object' };
  const problems = isObject ? problemsOf(reference) : [Object.freeze(whole)];
  const refusals = problems.filter(({ code }) => code !== 'unusable');
  const refusedByOld = refusals.some(({ field }) => field !== 'resource');
  const namesResource = isObject && !isMissing(reference['resource']);
  return Object.freeze({
    valid: problems.every(({ field }) => field === 'resource' && !isResourceHonored),
    problems: Object.freeze(problems),
    honored: Object.freeze({
      old: refusedByOld ? 'refused' : 'kind',
      new: refusals.length > 0 ? 'refused' : namesResource ? 'resource' : 'kind',
    }),
  });
}

/** Returns the problems of each field, and then those of the reference as a whole. */
function problemsOf(reference: JsonRecord): readonly OwnerReferenceProblem[] {
  const problems: OwnerReferenceProblem[] = [];
  const complain = (code: OwnerReferenceProblemCode, field: OwnerReferenceField, words: string): void => {
    problems.push(Object.freeze({ code, field, message: `${field}: ${words}` }));
  };
  const requireSegment = (field: OwnerReferenceField, value: string, isUsable: boolean): void => {
    if (!isUsable) complain('unusable', field, `${quote(value)} is not a valid path segment`);
  };
  const { apiVersion, kind, resource } = reference;
  for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
    const value = reference[field];
    if (isMissing(value)) complain('required', field, 'must not be empty');
    else if (typeof value !== 'string') complain('type', field, 'must be a string');
    else if (field === 'name') requireSegment(field, value, isObjectName(value));
  }
  const groupVersion = readApiVersion(apiVersion);
  if (groupVersion !== undefined) {
    const { group, version } = groupVersion;
    requireSegment('apiVersion', String(apiVersion), isPathSegment(version) && (group === '' || isPathSegment(group)));
  } else if (typeof apiVersion === 'string' && apiVersion !== '') {
    const words = `${quote(apiVersion)} is neither GROUP/VERSION nor a version of the core group`;
    complain('format', 'apiVersion', words);
  }
  if (typeof resource === 'string' && resource !== '') requireSegment('resource', resource, isPathSegment(resource));
  else if (!isMissing(resource)) complain('type', 'resource', 'must be a string');
  for (const field of ['controller', 'blockOwnerDeletion'] as const) {
    const value = reference[field] ?? false;
    if (typeof value !== 'boolean') complain('type', field, 'must be true or false');
  }
  if (kind === 'Event' && groupVersion?.group === '' && groupVersion.version === 'v1') {
    problems.push(Object.freeze({ code: 'banned', message: 'an event of the core group must not be an owner' }));
  }
  return problems;
}

/** Servers read an empty text as they read null. */
function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
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

const comparedFields = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'] as const;

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

/** The endpoints at which an owner may be, in the order in which to look. */
export interface OwnerEndpoints {
  /** Endpoints in the version that the reference names: all have to be looked at. */
  readonly exact: readonly RESTMapping[];
  /** Endpoints in other served versions, one for each set of objects, for when the exact version is not served. */
  readonly others: readonly RESTMapping[];
  /** Whether an entry of the exact version could not be read, and may be a further endpoint of the kind. */
  readonly isExactIncomplete: boolean;
  /** Whether a part of the group could not be read: an owner that is missing in `others` may then exist there. */
  readonly isIncomplete: boolean;
  /** The mapper's error if there is no endpoint at all. */
  readonly unmatched?: NoMatchError | GroupUnavailableError | undefined;
}

/** Returns the endpoints of a kind: those in the exact version, and those in the other versions of its group. */
export function endpointsOfKind(mapper: RESTMapper, type: GroupVersion & { readonly kind: string }): OwnerEndpoints {
  const { group, version, kind } = type;
  const { mappings: exact } = mappingsOfKind(mapper, { group, kind }, version);
  const { mappings: all, unmatched } = mappingsOfKind(mapper, { group, kind });
  const others = all.filter(({ resource }) => resource.version !== version);
  return {
    exact,
    others: onePerSet(others, mapper.catalog),
    // The kind of an entry that was left out is unknown: it may be this one.
    isExactIncomplete: mapper.catalog
      .failuresOf({ group, version })
      .some((failure) => failure.group === group && failure.version === version),
    isIncomplete: mapper.catalog.failuresOf({ group }).length > 0,
    unmatched,
  };
}

/** Returns the endpoints of a resource that the catalog has, by its plural. */
export function endpointsOfResource(catalog: Catalog, named: GroupVersionResource): OwnerEndpoints {
  const { group, version, resource } = named;
  const entry = catalog.resource(named);
  const others = catalog.resources({ group }).filter((each) => each.resource === resource && each.version !== version);
  return {
    exact: entry === undefined ? [] : [mappingOf(entry)],
    others: onePerSet(others.map(mappingOf), catalog),
    isExactIncomplete: false,
    // A failed entry of another resource does not make this one unknown.
    isIncomplete: catalog
      .failuresOf({ group })
      .some((failure) => failure.resource === undefined || failure.resource === resource),
  };
}

/** Keeps only the first of the endpoints that are known to serve the same objects. */
function onePerSet(mappings: readonly RESTMapping[], catalog: Catalog): readonly RESTMapping[] {
  if (mappings.length < 2) return mappings;
  const classes = equivalenceClasses(catalog);
  const setOf = ({ resource }: RESTMapping) =>
    classes.find(({ endpoints }) => endpoints.some((each) => sameResource(each, resource)));
  return [...groupBy(mappings, setOf).values()].map(([first]) => first);
}

/** Returns all endpoints of a kind, in one version of its group or in all versions, or the mapper's error if there is none. */
function mappingsOfKind(mapper: RESTMapper, groupKind: GroupKind, version?: string) {
  try {
    const mappings = mapper.mappingsFor(groupKind, ...(version === undefined ? [] : [version]));
    // The mapper takes `__internal` for any version, as client-go does.
    return { mappings: mappings.filter(({ resource }) => version === undefined || resource.version === version) };
  } catch (error) {
    if (error instanceof NoMatchError || error instanceof GroupUnavailableError) {
      return { mappings: [], unmatched: error };
    }
    throw error;
  }
}

/**
 * Returns a copy of the reference with `resource` filled in. The kind decides, as on every released server: a
 * `resource` that the kind does not map to is replaced. With `honors: 'resource'`, an existing one is kept and nothing
 * is looked up.
 *
 * Released servers drop the field: create, replace and merge patch answer with a warning (400 under
 * `fieldValidation=Strict`), and apply fails with 500. Before an apply, use {@link withoutOwnerResource} unless you know
 * that the server has the field.
 *
 * @throws NoMatchError when the kind is not served in that version.
 * @throws GroupUnavailableError when discovery could not read it.
 * @throws AmbiguousMatchError when the kind has several resources there, and only the writer knows which one is meant.
 * @example
 * const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front', uid: '5d4e' };
 * completeOwnerReference(reference, mapper).resource; // 'deployments'
 * @see https://github.com/kubernetes/enhancements/issues/2336
 */
export function completeOwnerReference<Reference extends OwnerReference>(
  reference: Reference,
  mapper: RESTMapper,
  options: HonorsOption = {},
): Reference & { resource: string } {
  const named = resourceOf(reference);
  const isHonored = honorsResource(options);
  if (isHonored && named !== undefined) return { ...reference, resource: named };
  const { apiVersion, kind } = reference;
  const groupVersion = readApiVersion(apiVersion);
  if (groupVersion === undefined) {
    const nothing = { question: { apiVersion, kind }, suggestions: [], failures: [] };
    throw new NoMatchError('the apiVersion of the owner reference has no version', nothing);
  }
  const { group, version } = groupVersion;
  const { mappings, unmatched } = mappingsOfKind(mapper, { group, kind }, version);
  if (unmatched !== undefined) throw unmatched;
  if (named !== undefined && mappings.some(({ resource }) => resource.resource === named)) {
    return { ...reference, resource: named };
  }
  const [first, ...others] = mappings;
  if (first === undefined || others.length > 0) {
    throw new AmbiguousMatchError({ question: { apiVersion, kind }, candidates: mappings });
  }
  return { ...reference, resource: first.resource.resource };
}

/** The part of an object, possibly readonly, that names its owners. */
export interface OwnedObject {
  /** The metadata of the object; only its owner references are read. */
  readonly metadata?: { readonly ownerReferences?: readonly Readonly<OwnerReference>[] | undefined } | undefined;
}

/**
 * Returns the object to send with apply, without `resource` in its owner references, which makes released servers fail
 * with 500. It is the same object if there is nothing to remove, otherwise a copy. Keep the field only for a server
 * that is known to have it.
 *
 * @example
 * await handle.apply(withoutOwnerResource(object), { fieldManager: 'my-controller' });
 */
export function withoutOwnerResource<T extends OwnedObject>(object: T): T {
  const { metadata } = object;
  const references = metadata?.ownerReferences;
  if (!references?.some((reference) => 'resource' in reference)) return object;
  const ownerReferences = references.map(({ resource: _resource, ...rest }) => rest);
  return { ...object, metadata: { ...metadata, ownerReferences } };
}

/**
 * What a server did with `resource` of an owner reference: it answered an apply with 500 (`apply`), rejected a write
 * under `fieldValidation=Strict` with 400 (`strict`), or dropped the field with a warning (`dropped`).
 */
export interface OwnerResourceNotice {
  /** What the server did. */
  readonly outcome: 'apply' | 'strict' | 'dropped';
  /** A message: what happened and what to do. */
  readonly message: string;
}

const undeclared = /\.metadata\.ownerReferences\[.*\]\.resource: field not declared in schema/s;
const unknownResourceField = /unknown field "metadata\.ownerReferences\[\d+\]\.resource"/;

/**
 * Recognizes the answers of a server that does not have `resource` in owner references. Pass the error of a write (an
 * `ApiError`, or its `Status`) or the text of a warning; returns undefined for anything else.
 *
 * @example
 * const notice = explainOwnerResource(error);
 * if (notice !== undefined) console.warn(`${notice.outcome}: ${notice.message}`);
 */
export function explainOwnerResource(answer: unknown): OwnerResourceNotice | undefined {
  const outcome = outcomeOf(answer);
  return outcome && Object.freeze({ outcome, message: `resource in an owner reference: ${notices[outcome]}.` });
}

const notices: Readonly<Record<OwnerResourceNotice['outcome'], string>> = {
  apply: 'the server does not have the field and applied nothing: omit it from the applied configuration',
  strict: 'the server does not have the field and rejects it under strict validation: omit it',
  dropped: 'the server does not have the field and dropped it; the owner is identified by its kind, so nothing is lost',
};

function outcomeOf(answer: unknown): OwnerResourceNotice['outcome'] | undefined {
  if (typeof answer === 'string') return unknownResourceField.test(answer) ? 'dropped' : undefined;
  if (typeof answer !== 'object' || answer === null) return undefined;
  const inner: unknown = Reflect.get(answer, 'status');
  const status: object = isJsonRecord(inner) ? inner : answer;
  const code: unknown = Reflect.get(answer, 'statusCode') ?? Reflect.get(status, 'code');
  const message: unknown = Reflect.get(status, 'message');
  if (typeof message !== 'string') return undefined;
  if (code === 500 && undeclared.test(message)) return 'apply';
  return code === 400 && unknownResourceField.test(message) ? 'strict' : undefined;
}

/**
 * Reports whether admission sees an update as a change of the owner references of an object, which requires permission
 * to delete the object. References are compared in order and field by field; null is the same as absent, but `false`
 * is not.
 *
 * Released servers do not have `resource`, so a change of it is never a mutation. With `honors: 'resource'`, an old
 * client may strip the field because it does not know it. That alone is not a mutation if resource and kind map to each
 * other; it is one if they do not, or if this is unknown. Any other change of `resource` is a mutation.
 *
 * @throws InvalidArgumentError if references are not a list, and for options that can never work
 * @example
 * const before = object.metadata.ownerReferences;
 * isMutation(before, before, mapper); // false
 * isMutation(before, [], mapper); // true if there were any
 * @see https://github.com/kubernetes/enhancements/issues/2336
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
export function isMutation(
  oldReferences: readonly OwnerReference[] | null | undefined,
  newReferences: readonly OwnerReference[] | null | undefined,
  mapper: RESTMapper,
  options: HonorsOption = {},
): boolean {
  const isResourceHonored = honorsResource(options);
  const before = requireReferences('oldReferences', oldReferences);
  const after = requireReferences('newReferences', newReferences);
  if (before.length !== after.length) return true;
  return before.some((old, index) => {
    const next = after[index];
    return next === undefined || isChanged(old, next, isResourceHonored ? mapper : undefined);
  });
}

/** Reports whether a reference changed. Without a mapper, `resource` does not count. */
function isChanged(old: OwnerReference, next: OwnerReference, mapper: RESTMapper | undefined): boolean {
  if (comparedFields.some((field) => (old[field] ?? undefined) !== (next[field] ?? undefined))) return true;
  if (mapper === undefined) return false;
  const resource = resourceOf(old);
  if (resource === resourceOf(next)) return false;
  return resource === undefined || resourceOf(next) !== undefined || !mapToEachOther(mapper, old, resource);
}

/** Reports whether the kind maps to the resource and the resource to the kind, in the version of the reference. */
function mapToEachOther(mapper: RESTMapper, { apiVersion, kind }: OwnerReference, resource: string): boolean {
  const groupVersion = readApiVersion(apiVersion);
  if (groupVersion === undefined) return false;
  const { mappings } = mappingsOfKind(mapper, { group: groupVersion.group, kind }, groupVersion.version);
  return mappings.some((mapping) => mapping.resource.resource === resource && mapping.kind.kind === kind);
}

/** A permission that the writer of a reference must have. */
export interface FinalizersAccess extends GroupVersionResource {
  readonly verb: 'update';
  readonly subresource: 'finalizers';
  /** Absent if the owner is cluster-scoped. */
  readonly namespace?: string | undefined;
  /** The name of the owner. */
  readonly name: string;
}

/** The permissions that admission requires for one reference that newly blocks the deletion of its owner. */
export interface BlockOwnerDeletionCheck {
  /** The reference that newly blocks. */
  readonly reference: OwnerReference;
  /** The writer must have all of these. */
  readonly accesses: readonly FinalizersAccess[];
  /**
   * Present if there is no mapping, so that admission rejects the write: the server has no such kind in that version, or
   * discovery could not read it.
   */
  readonly reason?: 'no-mapping' | 'group-unavailable' | undefined;
}

/** Options of {@link blockOwnerDeletionChecks}. */
export interface BlockOwnerDeletionOptions extends HonorsOption {
  /** The namespace of the dependent. @default none: the dependent is cluster-scoped */
  readonly namespace?: string | undefined;
}

/**
 * Returns the permissions that admission requires before a write may set `blockOwnerDeletion`: to update the finalizers
 * of the owner, at every endpoint that its kind maps to. Only references that did not block before are checked; for a
 * new object, these are all of them. With `honors: 'resource'`, only the endpoint that the reference names is checked.
 *
 * Admission skips the check for a user who may update all finalizers.
 *
 * @throws InvalidArgumentError if references are not a list, and for options that can never work
 * @example
 * const checks = blockOwnerDeletionChecks([], object.metadata.ownerReferences, mapper, { namespace: 'shop' });
 * for (const { accesses } of checks) console.log(accesses); // update deployments/finalizers
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
export function blockOwnerDeletionChecks(
  oldReferences: readonly OwnerReference[] | null | undefined,
  newReferences: readonly OwnerReference[] | null | undefined,
  mapper: RESTMapper,
  options: BlockOwnerDeletionOptions = {},
): readonly BlockOwnerDeletionCheck[] {
  const { namespace, honors } = requireKnownOptions(options, { ...honorsCheck, namespace: true });
  const blocking = new Set<string>();
  // As on the server, the last of several references with the same uid counts.
  for (const { uid, blockOwnerDeletion } of requireReferences('oldReferences', oldReferences)) {
    if (blockOwnerDeletion === true) blocking.add(uid);
    else blocking.delete(uid);
  }
  const added = requireReferences('newReferences', newReferences).filter(
    ({ uid, blockOwnerDeletion }) => blockOwnerDeletion === true && !blocking.has(uid),
  );
  return Object.freeze(
    added.map((reference) => {
      const { mappings, reason } = mappingsToCheck(reference, mapper, honors);
      const { name } = reference;
      const accesses = mappings.map(({ resource, scope }): FinalizersAccess => {
        const place = scope === 'Namespaced' && namespace !== '' && namespace !== undefined && { namespace };
        return Object.freeze({ verb: 'update', ...resource, subresource: 'finalizers', ...place, name });
      });
      return Object.freeze({ reference, accesses: Object.freeze(accesses), ...(reason !== undefined && { reason }) });
    }),
  );
}

function mappingsToCheck(
  reference: OwnerReference,
  mapper: RESTMapper,
  honors: HonoredField | undefined,
): { readonly mappings: readonly RESTMapping[]; readonly reason?: BlockOwnerDeletionCheck['reason'] } {
  const groupVersion = readApiVersion(reference.apiVersion);
  if (groupVersion === undefined) return { mappings: [], reason: 'no-mapping' };
  const { group, version } = groupVersion;
  const resource = honoredResource(reference, honors);
  if (resource !== undefined) {
    const entry = mapper.catalog.resource({ group, version, resource });
    if (entry !== undefined) return { mappings: [mappingOf(entry)] };
    const isUnread = mapper.catalog.failuresOf({ group, version }).length > 0;
    return { mappings: [], reason: isUnread ? 'group-unavailable' : 'no-mapping' };
  }
  const { mappings, unmatched } = mappingsOfKind(mapper, { group, kind: reference.kind }, version);
  if (mappings.length > 0) return { mappings };
  return { mappings, reason: unmatched instanceof GroupUnavailableError ? 'group-unavailable' : 'no-mapping' };
}
