/** The fields of an owner reference. */
export type OwnerReferenceField =
  'apiVersion' | 'kind' | 'name' | 'uid' | 'resource' | 'controller' | 'blockOwnerDeletion';

/**
 * What is wrong with an owner reference. API servers refuse these:
 *
 * - `required`: the field is missing or empty.
 * - `type`: it is of another JSON type.
 * - `format`: the apiVersion names no version.
 * - `banned`: core events may not own anything.
 *
 * They accept this one, but the reference can never be followed:
 *
 * - `unusable`: the text cannot stand in a path (`..`, a slash, a control character).
 */
export type OwnerReferenceProblemCode = 'required' | 'type' | 'format' | 'banned' | 'unusable';

/** One problem of one field. */
export interface OwnerReferenceProblem {
  /** What kind of problem it is, for programs. */
  readonly code: OwnerReferenceProblemCode;
  /** Absent when it is the reference as a whole. */
  readonly field?: OwnerReferenceField | undefined;
  /** For people. */
  readonly message: string;
}

/**
 * Which field of the reference a server uses: the matrix of KEP-2336, with `resource` and `kind` set or not.
 *
 * | resource | kind | servers of today | servers of the design |
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
  /** By all released servers, which drop `resource`. */
  readonly old: 'kind' | 'refused';
  /** By servers that have `resource`. */
  readonly new: 'resource' | 'kind' | 'refused';
}
