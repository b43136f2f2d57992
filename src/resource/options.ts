import { requireMilliseconds, requireObject, requireSignal, unknownOption } from '../shared/arguments.js';
import type { QueryParameters } from '../transport/connection.js';
import {
  text,
  nonEmptyText,
  wholeNumber,
  count,
  flag,
  oneOf,
  clock,
  anything,
  preconditions,
  type Check,
} from './option-checks.js';

type Checks = Readonly<Record<string, Check<unknown>>>;
type OptionsOf<C extends Checks> = { readonly [Option in keyof C]?: ReturnType<C[Option]> | undefined };

/**
 * What a call takes besides `signal` and `timeoutMs`. What stands in `query` is sent as the parameter of its name; what
 * stands in `further` goes elsewhere, where the verb says.
 */
export interface OptionTable {
  readonly query: Checks;
  readonly further?: Checks;
}

// The one place for options: each is a line with its name, which is that of its parameter, and what it may be, which is its
// type. Whatever a table does not hold is refused.

const getParameters = {
  /** A state at least as new as this; `'0'` for any that the server has at hand. @default the newest */
  resourceVersion: text,
};

const getChoices = {
  /** A subresource to read instead of the object: `status`. */
  subresource: anything<string>,
};

const listParameters = {
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  labelSelector: text,
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  fieldSelector: text,
  /** How many objects a page has at most; 0 for all in one. @default 0 */
  limit: count,
  /** Where to go on: `metadata.continue` of the page before. @default the first page */
  continue: text,
  /** Which state to list; `resourceVersionMatch` says how. @default the newest */
  resourceVersion: text,
  /** `Exact` for that state alone, `NotOlderThan` for a newer one too. @default `NotOlderThan`; `Exact` with `limit` */
  resourceVersionMatch: oneOf('Exact', 'NotOlderThan'),
  /** The server's own limit for the request. @default what the server likes, mostly 60 */
  timeoutSeconds: count,
};

const watchParameters = {
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  labelSelector: text,
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  fieldSelector: text,
};

const watchChoices = {
  /** Every change since then; left out or `''`: from the present state on; `0`: from any state at hand. @default '' */
  resourceVersion: text,
  /**
   * True for the state first, in `ADDED` events that an `INITIAL_EVENTS_END` follows: of `resourceVersion` or later, where one
   * is given. False for none of it. Left out, a watch from a version has none, and one without yields it unmarked.
   * @default unmarked, as said
   */
  initialEvents: flag,
  /** Yields bookmarks as well; the server is asked for them in any case. @default false */
  bookmarks: flag,
  /** Yields `INTERRUPTED` when the server is lost, and `RESUMED` when it is back; it tries on. @default false */
  interruptions: flag,
  /** After so many seconds the server ends a stream, and the watch goes on with the next. @default 300 to 600, at random */
  timeoutSeconds: count,
  /**
   * How long the server may say nothing before the connection is given up and made anew, in milliseconds. Bookmarks come
   * about once a minute. @default 75_000
   */
  idleTimeoutMs: requireMilliseconds,
  /** Lists every so many milliseconds instead, for resources without the verb; yields what differs. @default none */
  poll: requireMilliseconds,
  /** How many objects a page of the initial state has, where it is listed; 0: all. @default 500; 0 with `poll` */
  limit: count,
  /** @default the runtime's */
  clock,
};

const writeParameters = {
  /** Validates and answers, stores nothing. @default none: it is stored */
  dryRun: oneOf('All'),
  /** Who owns the fields that are written, for server-side apply. @default the beginning of the User-Agent */
  fieldManager: text,
  /** What becomes of fields that the server does not know or that come twice. @default what the server likes: `Warn` */
  fieldValidation: oneOf('Ignore', 'Warn', 'Strict'),
};

const createChoices = {
  /** A subresource to post to instead of the collection: `eviction`, `token`, `binding`. */
  subresource: anything<string>,
  /** Of which object the subresource is. @default the `metadata.name` of what is posted */
  name: anything<string>,
};

const replaceChoices = {
  /** A subresource to replace instead of the object: `status`. */
  subresource: anything<string>,
};

const applyParameters = {
  /** Validates and answers, stores nothing. @default none: it is stored */
  dryRun: oneOf('All'),
  /** Who owns the fields from now on: a name for your program, the same each time. */
  fieldManager: nonEmptyText,
  /** What becomes of fields that the server does not know or that come twice. @default what the server likes: `Warn` */
  fieldValidation: oneOf('Ignore', 'Warn', 'Strict'),
  /** Takes fields that others own, instead of a conflict. @default false */
  force: flag,
};

const applyChoices = {
  /** A subresource to apply to instead of the object: `status`. @default none: the object */
  subresource: anything<string>,
};

const patchChoices = {
  /** A subresource to patch instead of the object: `status`. @default none: the object */
  subresource: anything<string>,
};

const deleteFields = {
  /** Validates and answers, deletes nothing. @default none: it is deleted */
  dryRun: oneOf('All'),
  /** How long the object has to end, in seconds; 0 for none. @default that of the object: 30 for most pods */
  gracePeriodSeconds: wholeNumber,
  /** What becomes of dependents. @default what the resource has: `Background` mostly */
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
  /** Delete only if the object is still this one; another one is a 409. @default none */
  preconditions,
};

const scalePreconditions = {
  /** Scale only if this is still the version of the object, or of its Scale: they are one. @default any */
  resourceVersion: nonEmptyText,
  /** Scale only if this is the number of replicas that is asked for at present (`spec.replicas`). @default any */
  currentReplicas: count,
};

const deleteCollectionParameters = {
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  labelSelector: text,
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  fieldSelector: text,
  /** At most so many, in the order of a list. @default none */
  limit: count,
  /** The server's own limit for the request. @default what the server likes, mostly 60 */
  timeoutSeconds: count,
};

const deleteCollectionFields = {
  /** Validates and answers, deletes nothing. @default none: it is deleted */
  dryRun: oneOf('All'),
  /** How long the object has to end, in seconds; 0 for none. @default that of the object: 30 for most pods */
  gracePeriodSeconds: wholeNumber,
  /** What becomes of dependents. @default what the resource has: `Background` mostly */
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
};

/** The options of each call. */
export const optionTables = {
  get: { query: getParameters, further: getChoices },
  list: { query: listParameters },
  watch: { query: watchParameters, further: watchChoices },
  create: { query: writeParameters, further: createChoices },
  replace: { query: writeParameters, further: replaceChoices },
  apply: { query: applyParameters, further: applyChoices },
  patch: { query: writeParameters, further: { ...patchChoices, type: oneOf('merge', 'json', 'strategic') } },
  delete: { query: {}, further: deleteFields },
  deleteCollection: { query: deleteCollectionParameters, further: deleteCollectionFields },
  getScale: { query: {} },
  setScale: { query: writeParameters, further: scalePreconditions },
} satisfies Readonly<Record<string, OptionTable>>;

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The limit for the call, retries included, in milliseconds; for `pages()` and `items()` that of each page. The
   * server's is `timeoutSeconds`. @default the client's `timeoutMs`
   */
  readonly timeoutMs?: number | undefined;
}

/**
 * What a get takes.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-parameters/common-parameters/
 */
export interface GetOptions extends CallOptions, OptionsOf<typeof getParameters> {}

/**
 * What a list takes.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export interface ListOptions extends CallOptions, OptionsOf<typeof listParameters> {}

/**
 * What a watch takes. It has no `timeoutMs`: end one by `break` or by its signal, `AbortSignal.timeout(60_000)` say.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export interface WatchOptions extends OptionsOf<typeof watchParameters>, OptionsOf<typeof watchChoices> {
  /** Ends it; the iteration rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** What create, replace, patch and scale take. */
export interface WriteOptions extends CallOptions, OptionsOf<typeof writeParameters> {}

/** What a get, a create and a replace take to speak of a subresource. */
export interface SubresourceChoice {
  /** As discovery names it: `status`, `eviction`, `token`, `binding`, `resize`, ... */
  readonly subresource: string;
}

/** What a create of a subresource takes. */
export interface CreateSubresourceOptions extends WriteOptions, SubresourceChoice {
  /** Of which object it is. @default the `metadata.name` of what is posted */
  readonly name?: string | undefined;
}

/**
 * What apply takes. Without `fieldManager` the server would not know whose the fields are.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export interface ApplyOptions extends CallOptions, OptionsOf<typeof applyParameters>, OptionsOf<typeof applyChoices> {
  readonly fieldManager: string;
}

/**
 * How the body of a patch is to be read: a JSON merge patch (RFC 7386), a JSON patch (RFC 6902, an array), or a
 * strategic merge patch, which built-in resources alone know.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type PatchType = 'merge' | 'json' | 'strategic';

/**
 * What a patch takes.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export interface PatchOptions extends WriteOptions, OptionsOf<typeof patchChoices> {
  /** How the body is to be read. */
  readonly type: PatchType;
}

/**
 * What a delete of many takes. Selectors decide which; without any, everything goes.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/
 */
export interface DeleteCollectionOptions
  extends CallOptions, OptionsOf<typeof deleteCollectionParameters>, OptionsOf<typeof deleteCollectionFields> {}

/**
 * What a delete of one object takes.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/
 */
export interface DeleteOptions extends CallOptions, OptionsOf<typeof deleteFields> {}

/** What `scale().set()` takes. With a precondition the Scale is read first, and `PreconditionError` says what differs. */
export interface ScaleOptions extends WriteOptions, OptionsOf<typeof scalePreconditions> {}

const known: ReadonlySet<string> = new Set(['signal', 'timeoutMs']);

/**
 * The query parameters of a call. Throws `InvalidArgumentError` for options that are no object, that the call does not know,
 * or whose value cannot be one; an option that is undefined is as left out.
 */
export function queryOf({ query, further = {} }: OptionTable, options: CallOptions): QueryParameters {
  const parameters: Record<string, string | number | boolean> = {};
  for (const [option, value] of Object.entries(requireObject('options', options))) {
    if (value === undefined) continue;
    if (option === 'signal') requireSignal(option, value);
    if (known.has(option)) continue;
    if (Object.hasOwn(query, option)) parameters[option] = query[option]?.(option, value) as string | number | boolean;
    else if (Object.hasOwn(further, option)) further[option]?.(option, value);
    else throw unknownOption(option, [...Object.keys(query), ...Object.keys(further), ...known]);
  }
  return parameters;
}
