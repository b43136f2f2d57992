import { formatGroupVersionKind, type GroupVersionKind } from '../model/group-version-kind.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** What a word was meant to name. */
export type NameRole = 'name' | 'namespace' | 'subresource';

/**
 * A word that cannot stand in a path was given as a name: empty or missing, `.` or `..`, or with a slash, percent
 * sign, backslash, `?`, `#` or control character in it. Nothing was sent. Any other name is sent exactly as given,
 * and the server judges it.
 */
export class InvalidNameError extends KubeError {
  static override readonly brand = 'InvalidNameError';
  readonly code = 'invalid-name' as const;
  /** What the word was to be. */
  readonly role: NameRole;
  /** The word as it was given; empty when it was missing. */
  readonly word: string;

  constructor(role: NameRole, word: string) {
    super(
      word === ''
        ? `A ${role} is needed, and it was empty or missing: give it.`
        : `${quote(word)} cannot be the ${role} in a request: a ${role} is one segment of a path, without / \\ % ? # and control characters, and neither "." nor "..".`,
    );
    this.role = role;
    this.word = word;
  }
}

/** One object of a namespaced resource was addressed without saying in which namespace. Nothing was sent. */
export class NamespaceRequiredError extends KubeError {
  static override readonly brand = 'NamespaceRequiredError';
  readonly code = 'namespace-required' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;

  constructor(resource: GroupVersionResource) {
    super(
      `${quote(formatGroupVersionResource(resource))} lives in namespaces, and none was given: call namespace() on the handle first, or set metadata.namespace of what you create or replace.`,
    );
    this.resource = resource;
  }
}

/**
 * A namespace was given that contradicts the object's own, or one for a cluster-scoped resource. Nothing was sent.
 */
export class NamespaceConflictError extends KubeError {
  static override readonly brand = 'NamespaceConflictError';
  readonly code = 'namespace-conflict' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;
  /** The namespace given: the handle's, or the object's where the resource has none. */
  readonly namespace: string;
  /** The object's own one; undefined when the resource is cluster-scoped. */
  readonly objectNamespace: string | undefined;

  constructor(resource: GroupVersionResource, namespace: string, objectNamespace?: string) {
    super(
      objectNamespace === undefined
        ? `${quote(formatGroupVersionResource(resource))} is cluster-scoped, and the namespace ${quote(namespace)} was given: leave it out.`
        : `The handle is bound to the namespace ${quote(namespace)}, and metadata.namespace of the object is ${quote(objectNamespace)}: make them agree or leave one out.`,
    );
    this.resource = resource;
    this.namespace = namespace;
    this.objectNamespace = objectNamespace;
  }
}

/** An object was given to the handle of another kind or group-version. Nothing was sent. */
export class ObjectMismatchError extends KubeError {
  static override readonly brand = 'ObjectMismatchError';
  readonly code = 'object-mismatch' as const;
  /** What the handle takes. */
  readonly expected: GroupVersionKind;
  /** What the object says of itself; undefined where it says nothing. */
  readonly apiVersion: string | undefined;
  /** The kind of the object; undefined where it says none. */
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

/** What was asked of a resource that it does not offer. */
export type UnsupportedFeature =
  | { readonly subresource: string; readonly verb?: undefined }
  | { readonly verb: string; readonly subresource?: undefined }
  | { readonly subresource: string; readonly verb: string };

/** Something was asked of a resource that it does not offer, by what discovery says at present. Nothing was sent. */
export class UnsupportedError extends KubeError {
  static override readonly brand = 'UnsupportedError';
  readonly code = 'unsupported' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;
  /** The subresource that is missing, or that has no such verb; undefined where it is a verb of the resource. */
  readonly subresource: string | undefined;
  /** The verb that is missing; undefined where it is a subresource. */
  readonly verb: string | undefined;

  /** `why` tells more where there is more to tell: that the catalog has lost the whole resource, say. */
  constructor(resource: GroupVersionResource, feature: UnsupportedFeature, why: string) {
    const { subresource, verb } = feature;
    const name =
      formatGroupVersionResource(resource) + (subresource === undefined || verb === undefined ? '' : `/${subresource}`);
    const what = verb === undefined ? `has no ${subresource} subresource` : `does not support the verb ${verb}`;
    super(`${quote(name)} ${what}: ${why}; client.discovery.refresh() asks the server again.`);
    this.resource = resource;
    this.subresource = subresource;
    this.verb = verb;
  }
}

/** What has to hold before something is written, and what holds instead. */
export interface Precondition {
  /** Which precondition it is. */
  readonly precondition: 'resourceVersion' | 'currentReplicas';
  /** What it has to be. */
  readonly expected: string | number;
  /** What it is. */
  readonly actual: string | number;
}

/**
 * What a call was told to expect of an object does not hold. Nothing was written: read again, and decide anew. A change
 * between the look and the write is an `ApiError` with 409 instead.
 */
export class PreconditionError extends KubeError {
  static override readonly brand = 'PreconditionError';
  readonly code = 'precondition' as const;
  /** The resource of the handle. */
  readonly resource: GroupVersionResource;
  /** Which precondition does not hold. */
  readonly precondition: Precondition['precondition'];
  /** What it has to be. */
  readonly expected: string | number;
  /** What it is. */
  readonly actual: string | number;

  constructor(resource: GroupVersionResource, name: string, { precondition, expected, actual }: Precondition) {
    super(
      `${quote(name)} of ${quote(formatGroupVersionResource(resource))} was not scaled: ${precondition} has to be ${quote(String(expected))}, and it is ${quote(String(actual))}.`,
    );
    this.resource = resource;
    this.precondition = precondition;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Why a watch cannot go on. */
export type WatchEnd = 'expired' | 'incomplete' | 'closed' | 'behind';

const watchEnds: Readonly<Record<WatchEnd, string>> = {
  expired: 'the server no longer has the changes since then: list again, or take follow(), which does',
  incomplete: 'the initial state was cut off before its end: begin again, or take follow(), which does',
  closed: 'the server closed three connections in a row at once, and gave no reason',
  behind:
    'the server is at an earlier version, as after its data was restored: list again, or take follow(), which does',
};

/**
 * A watch ended because something could be lost if it went on, or was lost already; `end` says why. What it had yielded
 * until then stands. What the server said is the `cause`, where it said anything. Any other end of a watch is an error of
 * its own kind: `ApiError` for a 403, say.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#410-gone-responses
 */
export class WatchEndedError extends KubeError {
  static override readonly brand = 'WatchEndedError';
  readonly code = 'watch-ended' as const;
  /**
   * `expired`: the server no longer has the changes since `resourceVersion` (410). `incomplete`: the initial state was cut
   * off, and it cannot be resumed. `closed`: three connections in a row were closed within a second each, without an event and
   * without a word. `behind`: the server is at a version before `resourceVersion`.
   */
  readonly end: WatchEnd;
  /** What was watched. */
  readonly resource: GroupVersionResource;
  /** How far the watch had come: the version of its last event or bookmark. Undefined where it had none yet. */
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
