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
