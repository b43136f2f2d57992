import type { PatchType } from '../representation/partial-shapes.js';
import type { ReadableShard, ShardSelector } from '../representation/sharded.js';
import {
  numberCheck,
  oneOf,
  requireBoolean,
  requireClock,
  requireKnownOptions,
  requireMilliseconds,
  requireName,
  requirePositive,
  requireSignal,
  requireText,
  requireWhole,
} from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { QueryParameters } from '../transport/connection.js';

/** Returns the value if the option may have it, and throws `InvalidArgumentError` otherwise. */
type Check<T> = (option: string, value: unknown) => T;
/** What must hold of the object for a delete to proceed. */
export type DeletePreconditions = {
  /** The uid that the object must have. */
  readonly uid?: string;
  /** The version that the object must have. */
  readonly resourceVersion?: string;
};

/**
 * A selector that selects: servers take a blank one, and one of empty terms (`,`, `=`), for all objects, and `app!=` for
 * nearly all, as they come of a variable that is not set.
 */
function selection(option: string, value: unknown): string {
  const given = requireText(option, value);
  // A server may take a control character for the end of the selector.
  if (/[^\P{Cc}\s]/u.test(given)) throw new InvalidArgumentError(option, 'must not contain control characters');
  if (/!=\s*(?:,|$)|\snotin\s*\(\s*\)/.test(given)) {
    throw new InvalidArgumentError(option, 'excludes only an empty value and would select nearly everything');
  }
  if (!/^[\s,=!]*$/.test(given)) return given;
  throw new InvalidArgumentError(
    option,
    'must not be empty, because that would select everything; omit it for all objects',
  );
}

/** A shard selector. Ranges alone would need the code that reads shards in every bundle. */
function requireShard(option: string, value: unknown): ShardSelector {
  const shard = Object(value) as ReadableShard;
  if (typeof shard['~restrict'] === 'function') return shard;
  throw new InvalidArgumentError(option, 'must be made by divideIntoShards() or createShardSelector()');
}

const flag = requireBoolean as Check<boolean>;

/** The preconditions of a delete: at least one, since a server takes none for a delete without conditions. */
function preconditions(option: string, value: unknown): DeletePreconditions {
  const names = { uid: true, resourceVersion: true } as const;
  const conditions = Object.entries(requireKnownOptions(value as DeletePreconditions, names, option));
  if (conditions.length === 0)
    throw new InvalidArgumentError(option, 'must have uid or resourceVersion; omit it instead');
  for (const [field, condition] of conditions) requireName(`${option}.${field}`, condition);
  return value as DeletePreconditions;
}

type Checks = Readonly<Record<string, Check<unknown>>>;
type OptionsOf<C extends Checks> = { readonly [Option in keyof C]?: ReturnType<C[Option]> | undefined };
/** Options that narrow what a call changes: one that is present has a value. */
type NarrowingOptionsOf<C extends Checks> = { readonly [Option in keyof C]?: ReturnType<C[Option]> };

/**
 * The options that a call takes besides `signal` and `timeoutMs`. Those in `query` are sent as the query parameter of
 * the same name, `shard` as `shardSelector`; the verb decides what to do with those in `further`.
 */
export interface OptionTable {
  readonly query: Checks;
  readonly further?: Checks;
  /**
   * The options that narrow what a call changes. Without one of them it changes more, so that undefined, as from a
   * variable that is not set, is refused.
   */
  readonly narrowing?: Checks;
}

// The one place for options: each is one line with its name, which is also that of its parameter, and its check, which
// also gives its type. Options that a table does not list are refused.

const getParameters = {
  /** A state at least as new as this; `'0'` for any that the server has cached. @default the newest */
  resourceVersion: requireText,
};

const subresourceChoice = {
  /** A subresource to address instead of the object: `status`. @default none: the object */
  subresource: requireText,
};

/**
 * What chooses the objects of lists and watches. Followers take these too (`watch/follow.ts`), and who shares an informer or a view
 * compares them: the keys in `informer-pool.ts`, `views.ts` and `view-fleet-objects.ts`.
 */
const watchParameters = {
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  labelSelector: requireText,
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  fieldSelector: requireText,
  /**
   * Only objects of this shard. Servers since 1.38 send no others; what another server sends is left out here.
   * @default all
   */
  shard: requireShard,
};

const listParameters = {
  ...watchParameters,
  /** The maximum number of objects on a page; 0 for all in one. @default 0 */
  limit: requireWhole,
  /** Where to continue: `metadata.continue` of the previous page. @default the first page */
  continue: requireText,
  /** Which state to list; `resourceVersionMatch` says how. @default the newest */
  resourceVersion: requireText,
  /** `Exact` for that state alone, `NotOlderThan` for a newer one too. @default `NotOlderThan`; `Exact` with `limit` */
  resourceVersionMatch: oneOf('Exact', 'NotOlderThan'),
  /** The server's own limit for the request. @default the server's, usually 60 */
  timeoutSeconds: requireWhole,
};

const watchChoices = {
  /** Changes since this version; omitted or `''`: from the current state; `0`: from any cached state. @default '' */
  resourceVersion: requireText,
  /**
   * True to get the initial state first, as `ADDED` events followed by an `INITIAL_EVENTS_END`; with `resourceVersion`,
   * the state at that version or later. False to leave it out. If omitted, a watch from a version yields no initial
   * state, and a watch without a version yields it without the mark.
   * @default unmarked, as described
   */
  initialEvents: flag,
  /** Yields bookmarks too; they are requested from the server in any case. @default false */
  bookmarks: flag,
  /**
   * Yields `INTERRUPTED` when the server is lost and `RESUMED` when it is back, retrying meanwhile; not for a mere silence.
   * @default false
   */
  interruptions: flag,
  /** Seconds after which the server ends a stream and the watch opens the next one. @default 300 to 600, at random */
  timeoutSeconds: requireWhole,
  /**
   * How long a stream may stay silent before it is dropped and reopened, in milliseconds; for lists it is the client's
   * `silenceTimeoutMs`. Bookmarks
   * arrive about once a minute.
   * @default 75_000
   */
  idleTimeoutMs: requireMilliseconds,
  /** Lists at this interval in milliseconds, for resources without the verb; yields differences. @default none */
  poll: requireMilliseconds,
  /** How many objects a page of the initial state has, if it is listed; 0: all. @default 500; 0 with `poll` */
  limit: requireWhole,
  /** @default the runtime's */
  clock: requireClock,
};

const writeParameters = {
  /** Validates and answers without storing anything. @default none: the write is stored */
  dryRun: oneOf('All'),
  /** The owner of the written fields, for server-side apply. @default the beginning of the User-Agent */
  fieldManager: requireText,
  /** How the server handles unknown and duplicate fields. @default the server's: `Warn` */
  fieldValidation: oneOf('Ignore', 'Warn', 'Strict'),
};

const createChoices = {
  /** A subresource to post to instead of the collection: `eviction`, `token`, `binding`. */
  subresource: requireText,
  /** The object that has the subresource. @default `metadata.name` of the posted object */
  name: requireText,
};

const applyParameters = {
  ...writeParameters,
  /** The owner of the fields from now on: a name for your program, the same each time. */
  fieldManager: requireName,
  /** Takes over fields that other managers own, instead of reporting a conflict. @default false */
  force: flag,
};

const deleteFields = {
  /** Validates and answers without deleting anything. @default none: what is chosen is deleted */
  dryRun: oneOf('All'),
  /** The grace period for termination, in seconds; 0 for none. @default that of the object: 30 for most pods */
  gracePeriodSeconds: numberCheck('an integer', Number.isSafeInteger),
  /** How dependents are handled. @default that of the resource: usually `Background` */
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
};

const deletePreconditions = {
  /** Delete only if the object still has this uid or version; a mismatch is a 409. @default none */
  preconditions,
};

const scalePreconditions = {
  /** Scale only if the object, or its Scale, still has this version: the two are the same. @default any */
  resourceVersion: requireName,
  /** Scale only if this is the current number of desired replicas (`spec.replicas`). @default any */
  currentReplicas: requireWhole,
};

const deleteCollectionParameters = {
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  labelSelector: selection,
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  fieldSelector: selection,
  /** The maximum number of objects to delete, in list order. @default none */
  limit: requireWhole,
  /** The server's own limit for the request. @default the server's, usually 60 */
  timeoutSeconds: requireWhole,
};

/** The options of each call. */
export const optionTables = {
  get: { query: getParameters, further: subresourceChoice },
  list: { query: listParameters },
  watch: { query: watchParameters, further: watchChoices },
  create: { query: writeParameters, further: createChoices },
  replace: { query: writeParameters, further: subresourceChoice },
  apply: { query: applyParameters, further: subresourceChoice },
  patch: { query: writeParameters, further: { ...subresourceChoice, type: oneOf('merge', 'json', 'strategic') } },
  delete: { query: {}, further: { ...deleteFields, ...deletePreconditions }, narrowing: deletePreconditions },
  deleteCollection: {
    query: deleteCollectionParameters,
    further: deleteFields,
    narrowing: { ...deleteCollectionParameters, ...deleteFields },
  },
  getScale: { query: {} },
  setScale: { query: writeParameters, further: scalePreconditions, narrowing: scalePreconditions },
} satisfies Readonly<Record<string, OptionTable>>;

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time limit of the call, retries included, in milliseconds; for `pages()` and `items()`, of each page. The
   * server's own limit is `timeoutSeconds`. @default the client's `timeoutMs`
   */
  readonly timeoutMs?: number | undefined;
}

/** What bounds a call: its look-up and its requests together. */
export interface CallLimits extends CallOptions {
  /** When its time began, by `performance.now()`. @default with each request */
  readonly startedAt?: number | undefined;
}

/**
 * Options of a get.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-parameters/common-parameters/
 */
export interface GetOptions extends CallOptions, OptionsOf<typeof getParameters> {}

/**
 * Options of a list.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export interface ListOptions extends CallOptions, OptionsOf<typeof listParameters> {}

/**
 * Options of a watch. There is no `timeoutMs`: end a watch with `break` or a signal such as
 * `AbortSignal.timeout(60_000)`.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export interface WatchOptions extends OptionsOf<typeof watchParameters>, OptionsOf<typeof watchChoices> {
  /** Ends the watch; the iteration rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of create, replace, patch and scale. */
export interface WriteOptions extends CallOptions, OptionsOf<typeof writeParameters> {}

/** The option that makes a get, create or replace address a subresource. */
export type SubresourceChoice<Name extends string = string> = {
  /** The subresource by its name in discovery: `status`, `eviction`, `token`, `binding`, `resize`, ... */
  readonly subresource: Name;
};

/** Options of a create that posts to a subresource. */
export interface CreateSubresourceOptions<Name extends string = string> extends WriteOptions, SubresourceChoice<Name> {
  /** The object that has the subresource. @default `metadata.name` of the posted object */
  readonly name?: string | undefined;
}

/**
 * Options of an apply. The server needs `fieldManager` to record who owns the fields.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export interface ApplyOptions
  extends CallOptions, OptionsOf<typeof applyParameters>, OptionsOf<typeof subresourceChoice> {
  readonly fieldManager: string;
}

/**
 * Options of a patch.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export interface PatchOptions extends WriteOptions, OptionsOf<typeof subresourceChoice> {
  /** The format of the body. */
  readonly type: PatchType;
}

/**
 * Options of a delete of many objects. Selectors choose the objects; without a selector, all of them are deleted. An
 * option that is present must have a value, and a selector must not be blank, so that a variable that is not set deletes
 * nothing.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/
 */
export interface DeleteCollectionOptions
  extends CallOptions, NarrowingOptionsOf<typeof deleteCollectionParameters>, NarrowingOptionsOf<typeof deleteFields> {}

/**
 * Options of a delete of one object.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/
 */
export interface DeleteOptions
  extends CallOptions, OptionsOf<typeof deleteFields>, NarrowingOptionsOf<typeof deletePreconditions> {}

/**
 * Options of `scale().set()`. With a precondition, the Scale is read first; `PreconditionError` says what differs. A
 * precondition that is present must have a value.
 */
export interface ScaleOptions extends WriteOptions, NarrowingOptionsOf<typeof scalePreconditions> {}

const callChecks = { signal: requireSignal, timeoutMs: requirePositive };

/**
 * Returns the query parameters of a call. Throws `InvalidArgumentError` if the options are not an object, and for an
 * option that is unknown to the call or has an invalid value; an undefined option counts as omitted, unless it narrows
 * what the call changes.
 */
export function queryOf({ query, further = {}, narrowing = {} }: OptionTable, options: CallOptions): QueryParameters {
  requireKnownOptions<object>(options, { ...query, ...further, ...callChecks });
  const parameters: Record<string, string | number | boolean> = {};
  for (const [option, value] of Object.entries(options) as [string, string | number | boolean | undefined][]) {
    if (value === undefined && Object.hasOwn(narrowing, option)) {
      throw new InvalidArgumentError(option, 'is undefined, which could change more than intended: omit it instead');
    }
    if (value === undefined || !Object.hasOwn(query, option)) continue;
    if (option === 'shard') parameters['shardSelector'] = (value as unknown as ShardSelector).text;
    else parameters[option] = value;
  }
  return parameters;
}
