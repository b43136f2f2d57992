import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { requireObject, requireOneOf } from '../shared/arguments.js';
import type { Clock } from '../shared/clock.js';
import type { QueryParameters } from '../transport/connection.js';

/** Answers a value that an option may have, and throws `InvalidArgumentError` for any other. */
type Check<T> = (option: string, value: unknown) => T;
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

const getParameters = { resourceVersion: text };

const listParameters = {
  labelSelector: text,
  fieldSelector: text,
  limit: count,
  continue: text,
  resourceVersion: text,
  resourceVersionMatch: oneOf('Exact', 'NotOlderThan'),
  /** The server's own limit for the request. */
  timeoutSeconds: count,
};

const watchParameters = {
  labelSelector: text,
  fieldSelector: text,
};

const watchChoices = {
  /** Every change since then; left out or `''`, from the present state on, and with `0`, from any state that the server has. */
  resourceVersion: text,
  /**
   * True for the state first, in `ADDED` events that an `INITIAL_EVENTS_END` follows: of `resourceVersion` or later, where one
   * is given. False for none of it. Left out, a watch from a version has none, and one without yields it unmarked.
   */
  initialEvents: flag,
  /** Yields bookmarks as well; the server is asked for them in any case. */
  bookmarks: flag,
  /** Yields `INTERRUPTED` when the server is lost, while the watch tries on, and `RESUMED` when it is back. */
  interruptions: flag,
  /** After so many seconds the server ends a stream, and the watch goes on with the next. @default 300 to 600, at random */
  timeoutSeconds: count,
  /**
   * How long the server may say nothing before the connection is given up and made anew, in milliseconds. Bookmarks come
   * about once a minute. @default 75_000
   */
  idleTimeoutMs: milliseconds,
  /** Lists every so many milliseconds instead of watching, and yields what differs; for resources without the verb. */
  poll: milliseconds,
  /** How many objects a page of the initial state has where it has to be listed; 0 for all in one. @default 500 */
  limit: count,
  /** @default the runtime's */
  clock,
};

const writeParameters = {
  /** Validates and answers, stores nothing. */
  dryRun: oneOf('All'),
  fieldManager: text,
  fieldValidation: oneOf('Ignore', 'Warn', 'Strict'),
};

const patchChoices = {
  /** A subresource to patch instead of the object: `status`. */
  subresource: anything<string>,
};

const deleteFields = {
  dryRun: oneOf('All'),
  gracePeriodSeconds: wholeNumber,
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
  /** Delete only if the object is still this one; another one is a 409. */
  preconditions,
};

const scalePreconditions = {
  /** Scale only if this is still the version of the object, or of its Scale: they are one. */
  resourceVersion: nonEmptyText,
  /** Scale only if this is the number of replicas that is asked for at present (`spec.replicas`). */
  currentReplicas: count,
};

/** The options of each call. */
export const optionTables = {
  get: { query: getParameters },
  list: { query: listParameters },
  watch: { query: watchParameters, further: watchChoices },
  write: { query: writeParameters },
  patch: { query: writeParameters, further: { ...patchChoices, type: oneOf('merge', 'json', 'strategic') } },
  delete: { query: {}, further: deleteFields },
  getScale: { query: {} },
  setScale: { query: writeParameters, further: scalePreconditions },
} satisfies Readonly<Record<string, OptionTable>>;

/** What every call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * The limit for the call, retries included, in milliseconds; for `pages()` and `items()` that of each page. The
   * server's is `timeoutSeconds`.
   */
  readonly timeoutMs?: number | undefined;
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-parameters/common-parameters/ */
export interface GetOptions extends CallOptions, OptionsOf<typeof getParameters> {}

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks */
export interface ListOptions extends CallOptions, OptionsOf<typeof listParameters> {}

/**
 * What a watch takes. It has no `timeoutMs`: end one by `break` or by its signal, `AbortSignal.timeout(60_000)` say.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export interface WatchOptions extends OptionsOf<typeof watchParameters>, OptionsOf<typeof watchChoices> {
  readonly signal?: AbortSignal | undefined;
}

/** What create, replace, patch and scale take. */
export interface WriteOptions extends CallOptions, OptionsOf<typeof writeParameters> {}

/**
 * How the body of a patch is to be read: a JSON merge patch (RFC 7386), a JSON patch (RFC 6902, an array), or a
 * strategic merge patch, which built-in resources alone know.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type PatchType = 'merge' | 'json' | 'strategic';

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
export interface PatchOptions extends WriteOptions, OptionsOf<typeof patchChoices> {
  readonly type: PatchType;
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/ */
export interface DeleteOptions extends CallOptions, OptionsOf<typeof deleteFields> {}

/** What `scale().set()` takes. With a precondition the Scale is read first, and `PreconditionError` says what differs. */
export interface ScaleOptions extends WriteOptions, OptionsOf<typeof scalePreconditions> {}

/** Which object to delete, and no other. */
export interface DeletePreconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

const known: ReadonlySet<string> = new Set(['signal', 'timeoutMs']);

/**
 * The query parameters of a call. Throws `InvalidArgumentError` for options that are no object, that the call does not know,
 * or whose value cannot be one; an option that is undefined is as left out.
 */
export function queryOf({ query, further = {} }: OptionTable, options: CallOptions): QueryParameters {
  const parameters: Record<string, string | number> = {};
  for (const [option, value] of Object.entries(requireObject('options', options))) {
    if (value === undefined || known.has(option)) continue;
    if (Object.hasOwn(query, option)) parameters[option] = query[option]?.(option, value) as string | number;
    else if (Object.hasOwn(further, option)) further[option]?.(option, value);
    else {
      const names = [...Object.keys(query), ...Object.keys(further), ...known].join(', ');
      throw new InvalidArgumentError(option, `is not an option of this call, which takes ${names}`);
    }
  }
  return parameters;
}

function text(option: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InvalidArgumentError(option, 'has to be a string');
}

function nonEmptyText(option: string, value: unknown): string {
  if (value !== '') return text(option, value);
  throw new InvalidArgumentError(option, 'has to say something: leave it out otherwise');
}

function wholeNumber(option: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError(option, 'has to be a whole number');
}

function count(option: string, value: unknown): number {
  if (wholeNumber(option, value) >= 0) return value as number;
  throw new InvalidArgumentError(option, 'has to be a whole number that is not negative');
}

function flag(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidArgumentError(option, 'has to be true or false');
}

function milliseconds(option: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new InvalidArgumentError(option, 'has to be a number above 0, of milliseconds');
}

function oneOf<Word extends string>(...words: readonly Word[]): Check<Word> {
  return (option, value) => {
    requireOneOf(option, text(option, value), words);
    return value as Word;
  };
}

function clock(option: string, value: unknown): Clock {
  const { now, sleep } = requireObject(option, value as Clock);
  if (typeof now === 'function' && typeof sleep === 'function') return value as Clock;
  throw new InvalidArgumentError(option, 'has to have the methods now and sleep');
}

/** Judged where it is used. */
function anything<T>(_option: string, value: unknown): T {
  return value as T;
}

function preconditions(option: string, value: unknown): DeletePreconditions {
  for (const [field, wanted] of Object.entries(requireObject(option, value as DeletePreconditions))) {
    const name = `${option}.${field}`;
    if (field !== 'uid' && field !== 'resourceVersion') {
      throw new InvalidArgumentError(name, 'is no precondition: there are uid and resourceVersion');
    }
    if (wanted !== undefined) text(name, wanted);
  }
  return value as DeletePreconditions;
}
