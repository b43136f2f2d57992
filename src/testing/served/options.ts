import type { CapturedDocuments } from './captured-documents.js';
import type { FakeResource } from './fake-resource.js';

/** A form of discovery document. A root that does not speak `legacy` answers 406 to plain JSON. */
export type FakeFormat = 'v2' | 'v2beta1' | 'legacy';

/** What a server of that version speaks by default; `legacy` is one from before 1.26. */
export type FakePreset = '1.36' | '1.34' | '1.29' | 'legacy';

/** The formats of both roots, or of each root on its own. */
export type FakeFormats =
  FakePreset | readonly FakeFormat[] | { readonly api: readonly FakeFormat[]; readonly apis: readonly FakeFormat[] };

/** What a request to a resource wants, for deciding about rights. */
export interface FakeAccess {
  /** get, list, watch, create, update, patch, delete or deletecollection; empty for a method that means none of them. */
  readonly verb: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version of the group. */
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  /** The subresource, where it is about one. */
  readonly subresource?: string | undefined;
  /** The namespace; absent for all of them and for a cluster-scoped resource. */
  readonly namespace?: string | undefined;
  /** The name of the object, where it is about one. */
  readonly name?: string | undefined;
}

/** Who asks, for deciding about rights. */
export interface FakeIdentity {
  /** The name of the user; `system:anonymous` without a token. */
  readonly name: string;
  /** The uid of the user. @default none */
  readonly uid?: string | undefined;
  /** The groups of the user. */
  readonly groups: readonly string[];
}

/** Whom a bearer token stands for. */
export interface FakeUser {
  /** The name of the user. */
  readonly name: string;
  /** The uid of the user. @default none */
  readonly uid?: string | undefined;
  /** Besides `system:authenticated`. @default `system:masters` with all rights, else none */
  readonly groups?: readonly string[] | undefined;
  /**
   * `discovery` may read discovery, version and health, and ask what it may do (SelfSubjectAccessReview and its like); a
   * function decides about resources and leaves these free. A review may ask it about any resource, `*` too.
   * @default 'none'
   */
  readonly rights?: 'all' | 'discovery' | 'none' | ((access: FakeAccess) => boolean) | undefined;
}

/** How the server behaves. `server.configure()` changes them in the middle of a test; undefined is the default. */
export interface FakeSwitches {
  /** @default '1.36' (v2 and legacy) */
  readonly speaks?: FakeFormats | undefined;
  /**
   * `as-real` puts custom groups in the order of real servers' legacy documents, by their smallest `version.group`.
   * @default 'model'
   */
  readonly legacyOrder?: 'model' | 'as-real' | undefined;
  /** Puts internalID into aggregated documents, where no server has it yet. @default false */
  readonly internalIDInAggregated?: boolean | undefined;
  /** Under which of its names the design's field is published: it was called `resourceID` later. @default 'internalID' */
  readonly internalIDField?: 'internalID' | 'resourceID' | undefined;
  /** `metrics.k8s.io/v1beta1`: Stale and empty in aggregated discovery, 503 in legacy discovery and for objects. */
  readonly deadGroupVersions?: readonly string[] | undefined;
  /**
   * Answers legacy documents and plain whole objects, whatever Accept says; or only for the groups named. Discovery
   * follows `true` alone. @default false
   */
  readonly ignoresAccept?: boolean | readonly string[] | undefined;
  /** 406 to any Accept with a type other than plain JSON, like servers before 1.9. @default false */
  readonly rejectsUnknownAccept?: boolean | undefined;
  /** As through a proxy that drops the parameters of Content-Type. @default false */
  readonly stripsMediaTypeParameters?: boolean | undefined;
  /** As through a proxy that compresses and marks each ETag as weak (`W/`). @default false */
  readonly weakensETags?: boolean | undefined;
  /** Whether items of lists have kind and apiVersion. @default 'custom', those of custom resources */
  readonly itemKinds?: 'custom' | 'all' | 'none' | undefined;
  /**
   * Keeps `resource` of owner references, as KEP-2336 designs. Without it, as on all released servers, the field is
   * dropped with a warning (400 under `fieldValidation=Strict`), and an apply that has it fails with 500.
   * @default false
   */
  readonly ownerResource?: boolean | undefined;
  /**
   * Whether a watch may ask for the state with its end mark (`sendInitialEvents`). `false` is a server of 1.33 or before
   * 1.32, which answers 422; `unmarked` is an extension server that sends the state and never the mark.
   * @default true
   */
  readonly watchList?: boolean | 'unmarked' | undefined;
  /** Sent with answers below a path: path to warnings. */
  readonly warnings?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Bearer token to user. With users, a wrong token is 401 and no token is `system:anonymous`. @default everybody may */
  readonly users?: Readonly<Record<string, FakeUser>> | undefined;
  /**
   * What may be done to resources, by everybody whom `users` do not stop: a no is 403 to the request itself, and the answer
   * to SelfSubjectAccessReview and its like. A review may ask about anything, with `*` for a verb, a group or a resource.
   * @default everything
   */
  readonly may?: ((access: FakeAccess, who: FakeIdentity) => boolean) | undefined;
  /** Every answer takes this long, in milliseconds. @default 0 */
  readonly latencyMs?: number | undefined;
}

/** What `createFakeApiServer` takes. */
export interface FakeApiServerOptions extends FakeSwitches {
  /** Discovery documents of a real server. They can be served in every format, whatever theirs is. @default none */
  readonly documents?: CapturedDocuments | undefined;
  /** Further resources, after those of the documents; an endpoint that is there already is replaced. @default none */
  readonly resources?: readonly FakeResource[] | undefined;
  /** Each is stored under its apiVersion and kind, as `server.put()` does. @default none */
  readonly objects?: readonly object[] | undefined;
  /** How many changes the server remembers, for a watch that goes on where it ended. @default 1000 */
  readonly historyLimit?: number | undefined;
  /** Longest body of a request, in bytes; a longer one is 413. @default 3 MiB, as on real servers */
  readonly maxRequestBytes?: number | undefined;
  /** The clock, for timestamps and ages. @default the real one */
  readonly now?: (() => Date) | undefined;
  /** What waits: `timeoutSeconds` and bookmarks of watches, latency, delays. @default those of the runtime, or a test's */
  readonly timers?: FakeTimers | undefined;
  /** How often a watch that allows bookmarks gets one, in milliseconds. @default 60,000, as on real servers */
  readonly bookmarkIntervalMs?: number | undefined;
  /** How many events wait for one slow reader of a watch before it is ended, as real servers do. @default 10,000 */
  readonly watchBacklog?: number | undefined;
}

/** Timers that a test holds in its hand. */
export interface FakeTimers {
  /** Calls `act` once after so many milliseconds and gives what takes it back. */
  setTimeout(act: () => void, ms: number): unknown;
  /** Takes a call back that has not been made. */
  clearTimeout(timer: unknown): void;
}
