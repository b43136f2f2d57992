import type { JsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import type { FakeDefaults } from '../defaults/fill-in.js';
import type { FakeProtobuf } from '../protobuf/create-protobuf.js';
import type { Cause } from '../wire/refusals.js';
import type { CapturedDocuments } from './captured-documents.js';
import type { FakeResource } from './fake-resource.js';
import type { FakePodFunctions } from './pod-functions.js';

/** A format of discovery documents. A root without `legacy` answers 406 to plain JSON. */
export type FakeFormat = 'v2' | 'v2beta1' | 'legacy';

/** The default formats of a server of that version; `legacy` stands for servers before 1.26. */
export type FakePreset = '1.38' | '1.37' | '1.36' | '1.34' | '1.29' | 'legacy';

/** The formats of both roots, or of each root separately. */
export type FakeFormats =
  FakePreset | readonly FakeFormat[] | { readonly api: readonly FakeFormat[]; readonly apis: readonly FakeFormat[] };

/** The attributes of a request to a resource, for authorization. */
export interface FakeAccess {
  /**
   * get, list, watch, create, update, patch, delete or deletecollection, or impersonate (of `users`, `groups` and
   * `serviceaccounts`); empty for a method that maps to none of them.
   */
  readonly verb: string;
  /** The API group; `''` for the core group. */
  readonly group: string;
  /** The version of the group. */
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  /** The subresource, if the request is for one. */
  readonly subresource?: string | undefined;
  /** The namespace; absent for all namespaces and for cluster-scoped resources. */
  readonly namespace?: string | undefined;
  /** The name of the object, if the request is for a single object. */
  readonly name?: string | undefined;
}

/** The user of a request, for authorization. */
export interface FakeIdentity {
  /** The name of the user; `system:anonymous` without a token. */
  readonly name: string;
  /** The uid of the user. @default none */
  readonly uid?: string | undefined;
  /** The groups of the user. */
  readonly groups: readonly string[];
  /** What else is known of the user, such as the hash of a client certificate. @default none */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The user that a bearer token authenticates. */
export interface FakeUser {
  /** The name of the user. */
  readonly name: string;
  /** The uid of the user. @default none */
  readonly uid?: string | undefined;
  /**
   * Groups in addition to `system:authenticated`. @default `system:masters` for a user with all rights, otherwise none
   */
  readonly groups?: readonly string[] | undefined;
  /**
   * `discovery` allows reading discovery, version and health, and asking for the user's own rights
   * (SelfSubjectAccessReview and the like). A function decides about resources, and allows all of `discovery` as well.
   * A review may pass any resource to it, including `*`.
   * @default 'none'
   */
  readonly rights?: 'all' | 'discovery' | 'none' | ((access: FakeAccess) => boolean) | undefined;
}

/** The behaviour of the server. `server.configure()` changes it during a test; undefined means the default. */
export interface FakeSwitches extends FakePodFunctions {
  /**
   * The formats of discovery, and with a version what else is told apart: since 1.38 shards, the version in the Status of a
   * delete, an eviction and a binding, a Status for a page that is not there, and the reasons of causes.
   * @default '1.37' (v2 and legacy, as 1.36)
   */
  readonly speaks?: FakeFormats | undefined;
  /**
   * `as-real` orders custom groups as legacy documents of real servers do, by their smallest `version.group`.
   * @default 'model'
   */
  readonly legacyOrder?: 'model' | 'as-real' | undefined;
  /** Publishes internalID in aggregated documents; no released server does so yet. @default false */
  readonly internalIDInAggregated?: boolean | undefined;
  /** The name under which the field is published: the design later renamed it to `resourceID`. @default 'internalID' */
  readonly internalIDField?: 'internalID' | 'resourceID' | undefined;
  /**
   * Group-versions such as `metrics.k8s.io/v1beta1`: Stale and empty in aggregated discovery, 503 in legacy discovery
   * and for objects.
   */
  readonly deadGroupVersions?: readonly string[] | undefined;
  /**
   * Answers with legacy documents and plain whole objects, whatever the Accept header; a list limits this to the named
   * groups. Discovery follows only `true`. @default false
   */
  readonly ignoresAccept?: boolean | readonly string[] | undefined;
  /** Answers 406 to any Accept header with a type other than plain JSON, like servers before 1.9. @default false */
  readonly rejectsUnknownAccept?: boolean | undefined;
  /** Simulates a proxy that drops the parameters of Content-Type. @default false */
  readonly stripsMediaTypeParameters?: boolean | undefined;
  /** Simulates a proxy that compresses and marks each ETag as weak (`W/`). @default false */
  readonly weakensETags?: boolean | undefined;
  /** Which list items have kind and apiVersion. @default 'custom', those of custom resources */
  readonly itemKinds?: 'custom' | 'all' | 'none' | undefined;
  /**
   * Keeps `resource` in owner references, as proposed by KEP-2336. Without it, as on all released servers, the field is
   * dropped with a warning (400 under `fieldValidation=Strict`), and an apply that contains it fails with 500.
   * @default false
   */
  readonly ownerResource?: boolean | undefined;
  /**
   * Whether a watch may request the initial state followed by its end mark (`sendInitialEvents`). `false` simulates a
   * server of version 1.33 or before 1.32, which answers 422; `unmarked` simulates an extension server that sends the
   * state but never the mark.
   * @default true
   */
  readonly watchList?: boolean | 'unmarked' | undefined;
  /**
   * Whether lists and watches know shards. Without it `shardSelector` is ignored, as by older servers.
   * @default true if the server speaks 1.38, otherwise false
   */
  readonly shards?: boolean | undefined;
  /**
   * What becomes of rules in CEL in CustomResourceDefinitions: `await celRules(library)` runs them. Without it, `unchecked` stores
   * the definitions with a warning; `refuse` answers 422, so that no test passes that a rule would fail.
   * `server.uncheckedRules` names the rules that are not run.
   * @default 'unchecked'
   */
  readonly cel?: 'unchecked' | 'refuse' | FakeCel | undefined;
  /**
   * Whether namespaces are as in a cluster: objects are created only in those that exist (404) and are not being deleted
   * (403), and a deleted namespace is `Terminating` until it is empty. `default`, `kube-system`, `kube-public` and
   * `kube-node-lease` exist from the beginning, and the namespaces of `objects`.
   * https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
   * @default false: objects can be created anywhere, and a deleted namespace leaves its objects
   */
  readonly namespaceLifecycle?: boolean | undefined;
  /**
   * Whether objects are deleted when the last of their owners is, as the propagation policy of the deletion says:
   * `Background`, `Foreground` or `Orphan`. An owner that does not exist counts as deleted, also for `objects` and `put`.
   * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
   * @default false: owner references have no effect
   */
  readonly garbageCollection?: boolean | undefined;
  /**
   * Whether a deleted pod that is bound to a node stays, with its deletionTimestamp, until its grace period is over or
   * somebody deletes it with a grace period of 0, as the agent of its node does.
   * https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
   * @default false: a deleted pod is gone at once
   */
  readonly gracefulDeletion?: boolean | undefined;
  /** `Warning` headers for requests below a path, keyed by path. */
  readonly warnings?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * Users by bearer token. If set, an unknown token is answered with 401, and no token means `system:anonymous`.
   * @default everything is allowed
   */
  readonly users?: Readonly<Record<string, FakeUser>> | undefined;
  /**
   * Decides what may be done to resources, for requests that `users` does not already deny: `false` answers the request
   * with 403, and denies it in SelfSubjectAccessReview and the like. A review may ask about anything, with `*` as verb,
   * group or resource.
   * @default everything is allowed
   */
  readonly may?: ((access: FakeAccess, caller: FakeIdentity) => boolean) | undefined;
  /** Delay of every answer, in milliseconds. @default 0 */
  readonly latencyMs?: number | undefined;
}

/**
 * Schemas by name, as in `components.schemas` of an OpenAPI document: `io.k8s.api.apps.v1.Deployment`. They find their
 * resources by `x-kubernetes-group-version-kind`.
 */
export type FakeSchemas = Readonly<Record<string, Schema>>;

/** Options of `createFakeApiServer`. */
export interface FakeApiServerOptions extends FakeSwitches {
  /**
   * Discovery documents of a real server. The server can serve them in every format, whatever format they have.
   * @default none
   */
  readonly documents?: CapturedDocuments | undefined;
  /**
   * Schemas of built-in kinds, as `kubernetesSchemas()` of `kubeatlas/testing/kubernetes` has them: `/openapi/v3` publishes
   * them, and writes drop fields that they do not name. @default none
   */
  readonly schemas?: FakeSchemas | undefined;
  /**
   * Protobuf of built-in kinds, as `kubernetesProtobuf()` of `kubeatlas/testing/kubernetes` has it: bodies are read, and
   * answers written, in protobuf as well as in JSON. @default none: 406 and 415
   */
  readonly protobuf?: FakeProtobuf | undefined;
  /**
   * Defaults of built-in kinds, as `kubernetesDefaults()` of `kubeatlas/testing/kubernetes` has them: requests that write fill
   * them in; `objects` and `put` store what they are given. @default none
   */
  readonly defaults?: FakeDefaults | undefined;
  /** Further resources, after those of the documents; they replace existing endpoints. @default none */
  readonly resources?: readonly FakeResource[] | undefined;
  /** The initial objects, each stored under its apiVersion and kind, as by `server.put()`. @default none */
  readonly objects?: readonly object[] | undefined;
  /** The number of changes that the server remembers, for watches that resume. @default 1000 */
  readonly historyLimit?: number | undefined;
  /**
   * The maximum length of a request body, in bytes; a longer one is answered with 413. @default 3 MiB, as on real
   * servers
   */
  readonly maxRequestBytes?: number | undefined;
  /** The clock, for timestamps and ages. @default the system clock */
  readonly now?: (() => Date) | undefined;
  /**
   * Timers for `timeoutSeconds` and bookmarks of watches, latency and delays. @default the global timers, including
   * those of a test runner
   */
  readonly timers?: FakeTimers | undefined;
  /** The interval of bookmarks in milliseconds, for watches that allow them. @default 60,000, as on real servers */
  readonly bookmarkIntervalMs?: number | undefined;
  /**
   * The number of events that may wait for a slow reader before its watch is ended, as real servers do. @default 10,000
   */
  readonly watchBacklog?: number | undefined;
}

/** Timers under the control of a test. */
export interface FakeTimers {
  /** Calls `act` once after `ms` milliseconds and returns a handle for `clearTimeout`. */
  setTimeout(act: () => void, ms: number): unknown;
  /** Cancels a call that has not been made yet. */
  clearTimeout(timer: unknown): void;
}

/**
 * Runs the rules of custom resources: the value of the option `cel`, which `celRules` returns.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export interface FakeCel {
  /** Whether it can run a rule, or a message expression. */
  readonly runs: (rule: JsonRecord) => boolean;
  /** Begins the check of a definition, which as a whole may take as many steps as that of an object. */
  readonly begin: () => void;
  /** What no server compiles of the rules of a schema; of an object with metadata, they see the names alone. */
  readonly problemsOf: (schema: Schema, isResource: boolean) => Cause[];
  /** What the rules of a schema refuse in an object. */
  readonly causesOf: (object: unknown, context: CelContext) => Cause[];
}

/** What rules in CEL are run on, beside the object. */
export interface CelContext {
  /** The schema of the object, with its rules. */
  readonly schema: Schema;
  /** The object before an update. */
  readonly old: unknown;
  /** Whether it is a value in a definition whose check has begun. */
  readonly isDefault?: boolean;
  /** Servers do not run rules on an object that is refused without them, and say so. */
  readonly isValid: boolean;
}
