import { formatGroupVersion } from '../model/group-version.js';
import { formatGroupVersionKind, type GroupVersionKind } from '../model/group-version-kind.js';
import type { ObjectLike } from '../model/kube-object.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** An object was given to the handle of another kind or group-version. Nothing was sent. */
export class ObjectMismatchError extends KubeError {
  static override readonly brand = 'ObjectMismatchError';
  readonly code = 'object-mismatch' as const;
  /** What the handle takes. */
  readonly expected: GroupVersionKind;
  /** What the object says of itself; undefined where it says nothing. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;

  constructor(expected: GroupVersionKind, { apiVersion, kind }: ObjectLike) {
    super(
      `The object is ${quote(apiVersion ?? '')}, Kind=${quote(kind ?? '')}, and this handle takes ${quote(formatGroupVersionKind(expected))}: get a handle for the object with client.resource(object).`,
    );
    this.expected = expected;
    this.apiVersion = apiVersion;
    this.kind = kind;
  }
}

/**
 * The object with the mapping's kind and apiVersion: itself where it has them, a copy with them filled in where they
 * are missing. Throws {@link ObjectMismatchError} when it says otherwise.
 */
export function withTypeOf<T extends ObjectLike>(mapped: GroupVersionKind, object: T): T {
  const type = { apiVersion: formatGroupVersion(mapped), kind: mapped.kind };
  const { apiVersion, kind } = object;
  if ((apiVersion ?? type.apiVersion) !== type.apiVersion || (kind ?? type.kind) !== type.kind) {
    throw new ObjectMismatchError(mapped, object);
  }
  return apiVersion === undefined || kind === undefined ? { ...type, ...object, ...type } : object;
}
