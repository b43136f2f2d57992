import { formatGroupVersionKind, type GroupVersionKind } from '../model/group-version-kind.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** The part of a request path that a word was meant to name. */
export type NameRole = 'name' | 'namespace' | 'subresource';

/**
 * A name cannot be part of a request path: it is empty or missing, is `.` or `..`, or contains a slash, percent sign,
 * backslash, `?`, `#` or control character. Nothing was sent. Any other name is sent exactly as given, and the server
 * validates it.
 */
export class InvalidNameError extends KubeError {
  static override readonly brand = 'InvalidNameError';
  readonly code = 'invalid-name' as const;
  /** What the word was meant to name. */
  readonly role: NameRole;
  /** The word as given; empty if it was missing. */
  readonly word: string;

  constructor(role: NameRole, word: string) {
    super(
      word.trim() === ''
        ? `The ${role} is required, but it is empty or missing.`
        : `${quote(word)} is not a valid ${role}: it must be a single path segment without / \\ % ? # and control characters, and neither "." nor "..".`,
    );
    this.role = role;
    this.word = word;
  }
}

/** A call addressed one object of a namespaced resource without a namespace. Nothing was sent. */
export class NamespaceRequiredError extends KubeError {
  static override readonly brand = 'NamespaceRequiredError';
  readonly code = 'namespace-required' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;

  /** @param writes whether an object is written, which may name the namespace itself */
  constructor(resource: GroupVersionResource, writes = false) {
    super(
      `${quote(formatGroupVersionResource(resource))} is namespaced, but no namespace was specified: call namespace() on the handle first${writes ? ', or set metadata.namespace of the object' : ''}.`,
    );
    this.resource = resource;
  }
}

/**
 * A namespace contradicts the object's own, or was given for a cluster-scoped resource. Nothing was sent.
 */
export class NamespaceConflictError extends KubeError {
  static override readonly brand = 'NamespaceConflictError';
  readonly code = 'namespace-conflict' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;
  /**
   * The namespace given: the handle's, or the object's if the resource is cluster-scoped and only the object has one.
   */
  readonly namespace: string;
  /** The object's own namespace; undefined if the resource is cluster-scoped. */
  readonly objectNamespace: string | undefined;

  constructor(resource: GroupVersionResource, namespace: string, objectNamespace?: string) {
    super(
      objectNamespace === undefined
        ? `${quote(formatGroupVersionResource(resource))} is cluster-scoped, but the namespace ${quote(namespace)} was specified: omit it.`
        : `The namespace of the handle, ${quote(namespace)}, does not match metadata.namespace of the object, ${quote(objectNamespace)}: correct or omit one of them.`,
    );
    this.resource = resource;
    this.namespace = namespace;
    this.objectNamespace = objectNamespace;
  }
}

/** The handle is for another kind or group-version than the object. Nothing was sent. */
export class ObjectMismatchError extends KubeError {
  static override readonly brand = 'ObjectMismatchError';
  readonly code = 'object-mismatch' as const;
  /** The kind that the handle takes. */
  readonly expected: GroupVersionKind;
  /** The apiVersion of the object; undefined if it has none. */
  readonly apiVersion: string | undefined;
  /** The kind of the object; undefined if it has none. */
  readonly kind: string | undefined;

  constructor(expected: GroupVersionKind, { apiVersion, kind }: ObjectLike) {
    super(
      `The object is ${quote(apiVersion ?? '')}, Kind=${quote(kind ?? '')}, but this handle is for ${quote(formatGroupVersionKind(expected))}: create a handle for the object with client.resource(object).`,
    );
    this.expected = expected;
    this.apiVersion = apiVersion;
    this.kind = kind;
  }
}

/** The subresource or verb that a resource does not offer. */
export type UnsupportedFeature = { readonly subresource?: string | undefined; readonly verb?: string };

/** The resource does not offer the subresource or verb, according to the current discovery data. Nothing was sent. */
export class UnsupportedError extends KubeError {
  static override readonly brand = 'UnsupportedError';
  readonly code = 'unsupported' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;
  /** The subresource that is missing or lacks the verb; undefined if the resource itself lacks the verb. */
  readonly subresource: string | undefined;
  /** The verb that is missing; undefined if the whole subresource is missing. */
  readonly verb: string | undefined;

  /** `why` adds the reason, for example that the whole resource is gone from the catalog. */
  constructor(resource: GroupVersionResource, feature: UnsupportedFeature, why: string) {
    const { subresource, verb } = feature;
    const name =
      formatGroupVersionResource(resource) + (subresource === undefined || verb === undefined ? '' : `/${subresource}`);
    const what = verb === undefined ? `has no ${subresource ?? ''} subresource` : `does not support the verb ${verb}`;
    super(`${quote(name)} ${what}: ${why}; client.discovery.refresh() runs discovery again.`);
    this.resource = resource;
    this.subresource = subresource;
    this.verb = verb;
  }
}

/** A condition on a write that does not hold. */
type Precondition = Pick<PreconditionError, 'precondition' | 'expected' | 'actual'>;

/**
 * A precondition of the call does not hold. Nothing was written: read the object again and decide again. A change
 * between that read and the write is an `ApiError` with 409 instead.
 */
export class PreconditionError extends KubeError {
  static override readonly brand = 'PreconditionError';
  readonly code = 'precondition' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;
  /** The precondition that does not hold. */
  readonly precondition: 'resourceVersion' | 'currentReplicas';
  /** The expected value. */
  readonly expected: string | number;
  /** The actual value. */
  readonly actual: string | number;

  constructor(resource: GroupVersionResource, name: string, { precondition, expected, actual }: Precondition) {
    super(
      `${quote(name)} of ${quote(formatGroupVersionResource(resource))} was not scaled: expected ${precondition} ${quote(String(expected))}, but it is ${quote(String(actual))}.`,
    );
    this.resource = resource;
    this.precondition = precondition;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Why a watch cannot continue. */
export type WatchEnd = 'expired' | 'incomplete' | 'closed' | 'behind';

const watchEnds: Readonly<Record<WatchEnd, string>> = {
  expired: 'the server no longer has the changes since then: list again, or use follow()',
  incomplete: 'the initial state was cut off before its end: start again, or use follow()',
  closed: 'the server closed three connections in a row immediately, without a reason',
  behind: 'the server is at an earlier version, perhaps because its data was restored: list again, or use follow()',
};

/**
 * A watch ended because changes were lost, or might be if it continued; `end` gives the reason. Events yielded before
 * the end remain valid. The server's answer, if there was one, is the `cause`. A watch that ends for any other reason
 * throws the error of that kind: `ApiError` for a 403, for example.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#410-gone-responses
 */
export class WatchEndedError extends KubeError {
  static override readonly brand = 'WatchEndedError';
  readonly code = 'watch-ended' as const;
  /**
   * `expired`: the server no longer has the changes since `resourceVersion` (410). `incomplete`: the initial state was
   * cut off and cannot be resumed. `closed`: the server closed three connections in a row, each within a second,
   * without an event and without a reason. `behind`: the server is at a version before `resourceVersion`.
   */
  readonly end: WatchEnd;
  /** The watched resource. */
  readonly resource: GroupVersionResource;
  /** How far the watch got: the version of its last event or bookmark. Undefined if there was none yet. */
  readonly resourceVersion: string | undefined;

  constructor(
    end: WatchEnd,
    resource: GroupVersionResource,
    { resourceVersion, cause }: { readonly resourceVersion?: string | undefined; readonly cause?: unknown } = {},
  ) {
    const from = resourceVersion === undefined ? '' : ` from the resourceVersion ${quote(resourceVersion)}`;
    super(`The watch of ${quote(formatGroupVersionResource(resource))}${from} ended: ${watchEnds[end]}.`, { cause });
    this.end = end;
    this.resource = resource;
    this.resourceVersion = resourceVersion;
  }
}

/**
 * The followed resource is no longer served: its path answers 404 and a fresh discovery no longer lists it. Perhaps
 * only this version was withdrawn and the objects live on in another: `client.resource()` finds it.
 */
export class ResourceGoneError extends KubeError {
  static override readonly brand = 'ResourceGoneError';
  readonly code = 'resource-gone' as const;
  /** The followed resource. */
  readonly resource: GroupVersionResource;

  constructor(resource: GroupVersionResource, cause: unknown) {
    const name = quote(formatGroupVersionResource(resource));
    super(`${name} is no longer served: it was deleted, or only its version was withdrawn.`, { cause });
    this.resource = resource;
  }
}
