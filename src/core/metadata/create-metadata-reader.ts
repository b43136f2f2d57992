import type { Client } from '../client.js';
import { isKubeError, isObjectNotFound, type AnyKubeError } from '../errors.js';
import type { KubeList, KubeObject, PartialObjectMetadata } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { createTokenCheck } from '../representation/continue-tokens.js';
import { continueOf } from '../representation/parsed-answer.js';
import {
  partialObjectMetadata,
  type MetadataBy,
  type MetadataOptions,
  type MetadataShapes,
} from '../representation/partial-object-metadata.js';
import type { Served } from '../representation/shapes.js';
import type { CallOptions } from '../resource/options.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { reasonOf as abortReason } from '../shared/abort.js';
import {
  callOptionNames,
  requireCallOptions,
  requireCount,
  requireKnownOptions,
  requireMethods,
  requireObject,
  type OptionChecks,
  type OptionNames,
} from '../shared/arguments.js';

/**
 * Why the answer is unknown, for `switch`:
 *
 * - `not-served`: a 404 that names no object. The group, version or resource is not served, or not in that scope.
 * - `unauthorized`: 401. `forbidden`: 403.
 * - `unavailable`: 5xx or 429; for example, the backend of an APIService does not answer.
 * - `expired`: 410 to a page of a list; the server no longer has the state of the first page.
 * - `no-answer`: the server could not be reached, or not in time.
 * - `unusable-answer`: the answer was not what was requested, or too large.
 * - `refused`: any other status, such as 405 for a resource that cannot be read.
 */
export type UnreadReason =
  'not-served' | 'unauthorized' | 'forbidden' | 'unavailable' | 'expired' | 'no-answer' | 'unusable-answer' | 'refused';

/** What could not be read, as data. Never treat it as absent. */
export interface Unread {
  readonly state: 'unknown';
  /** Why it could not be read, for programs. */
  readonly reason: UnreadReason;
  /** The message, for people. */
  readonly message: string;
  /** The HTTP status, if an answer came. */
  readonly statusCode?: number | undefined;
  /** The error that the request threw. */
  readonly error: AnyKubeError;
}

/** One object to read. A namespaced mapping needs a namespace. */
export interface MetadataQuestion {
  /** The endpoint to read at. */
  readonly mapping: RESTMapping;
  /** The namespace of the object; left out for a cluster-scoped one. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
}

/**
 * What is known about an object. `missing` means that the server itself says there is no object with that name;
 * anything weaker is `unknown`.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export type MetadataAnswer<Item = Served<PartialObjectMetadata>> =
  { readonly state: 'found'; readonly object: Item } | { readonly state: 'missing' } | Unread;

/** The objects of one resource, in one namespace or in all of them. */
export interface ListQuestion {
  /** The endpoint to read at. */
  readonly mapping: RESTMapping;
  /** One namespace instead of all. */
  readonly namespace?: string | undefined;
  /** Only objects with these labels: `app=front,tier!=db`. */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields: `metadata.name=front-0`. */
  readonly fieldSelector?: string | undefined;
}

/** How to page through a list. `timeoutMs` applies to each page. */
export type PagingOptions = CallOptions & {
  /** Objects per page. @default 500 */
  readonly limit?: number | undefined;
  /** Objects on the first page, if different. @default `limit` */
  readonly firstLimit?: number | undefined;
  /**
   * What to do when the server forgets the state of the first page (410):
   *
   * - `stop` ends with `unknown`.
   * - `continue` continues after the last page with the current state, if the server offers that: lists are sorted by
   *   namespace and name, so no object comes twice, but the pages are not from one moment.
   * - `restart` yields `again` and requests the whole list at once, as client-go does.
   *
   * @default 'stop'
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
   */
  readonly expired?: 'stop' | 'continue' | 'restart' | undefined;
};

/**
 * One page of metadata.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export interface MetadataPage<Item = Served<PartialObjectMetadata>> {
  readonly state: 'page';
  /** The objects of the page. */
  readonly items: readonly Item[];
  /** Whether more pages follow. */
  readonly more: boolean;
  /** How many objects follow, if the server says so; it need not be exact. */
  readonly remaining: number | undefined;
}

/**
 * One step through a list. After `again` the list starts over, and earlier pages are void; `unknown` is the last step.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export type MetadataStep<Item = Served<PartialObjectMetadata>> =
  MetadataPage<Item> | { readonly state: 'again' } | Unread;

/**
 * Reads metadata through a client and classifies each failure: a refusal of the server is an answer, not an error.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export interface MetadataReader<Item = Served<PartialObjectMetadata>> {
  /**
   * Reads one object. `missing` is certain; for `unknown`, try again later or tell the user why.
   *
   * @throws InvalidArgumentError, InvalidNameError, NamespaceRequiredError or NamespaceConflictError for a question
   * that can never work; ClientClosedError; the signal's reason after an abort; any error from getting credentials
   */
  read(question: MetadataQuestion, options?: CallOptions): Promise<MetadataAnswer<Item>>;
  /**
   * Reads a set page by page, requesting each page when it is needed. A server that repeats its continue tokens ends in
   * `unknown`.
   *
   * @throws as `read`, when the iteration begins or continues
   */
  pages(question: ListQuestion, options?: PagingOptions): AsyncGenerator<MetadataStep<Item>, void, undefined>;
}

type MetadataHandle<Item> = ResourceHandle<MetadataShapes<KubeObject, Item>>;

const defaultLimit = 500;

const readNames: OptionNames<MetadataQuestion> = { mapping: true, namespace: true, name: true };
const listNames: OptionNames<ListQuestion> = {
  mapping: true,
  namespace: true,
  labelSelector: true,
  fieldSelector: true,
};
const pagingChecks: OptionChecks<PagingOptions> = {
  limit: requireCount,
  firstLimit: requireCount,
  expired: true,
  signal: true,
  timeoutMs: true,
};

/**
 * Creates a {@link MetadataReader}: for programs that read many objects and must distinguish a missing object from an
 * object that they could not read. If the first failure should end the work, use `client.handle(mapping)
 * .as('PartialObjectMetadata')`.
 *
 * @param options whether to include `managedFields`
 * @throws InvalidArgumentError for anything but a client, and for an unknown option
 * @example
 * const reader = createMetadataReader(client);
 * const answer = await reader.read({ mapping: await handle.mapping(), namespace: 'shop', name: 'front-0' });
 * if (answer.state === 'unknown') console.warn(answer.message);
 * else console.log(answer.state); // 'found' or 'missing'
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function createMetadataReader<ManagedFields extends boolean = false>(
  client: Pick<Client, 'handle'>,
  options: MetadataOptions<ManagedFields> = {},
): MetadataReader<MetadataBy<ManagedFields>> {
  type Item = MetadataBy<ManagedFields>;
  requireMethods('client', client, ['handle']);
  partialObjectMetadata(options); // checks them
  const { managedFields } = options;
  const handleFor = (mapping: RESTMapping, namespace: string | undefined): MetadataHandle<Item> => {
    const handle = client.handle(mapping).as('PartialObjectMetadata', { managedFields });
    return namespace === undefined ? handle : handle.namespace(namespace);
  };

  return Object.freeze<MetadataReader<Item>>({
    async read(question, options = {}) {
      const { mapping, namespace, name } = requireKnownOptions(requireObject('question', question), readNames);
      const { signal, timeoutMs } = requireCallOptions(options, callOptionNames);
      try {
        return { state: 'found', object: await handleFor(mapping, namespace).get(name, { signal, timeoutMs }) };
      } catch (error) {
        return isObjectNotFound(error) ? { state: 'missing' } : unreadOf(error, { signal, isPage: false });
      }
    },
    async *pages(question, options = {}) {
      const { mapping, namespace, ...selectors } = requireKnownOptions(requireObject('question', question), listNames);
      const { limit: furtherLimit = defaultLimit, ...given } = requireCallOptions(options, pagingChecks);
      const { firstLimit = furtherLimit, expired = 'stop', signal, timeoutMs } = given;
      const handle = handleFor(mapping, namespace);
      const check = createTokenCheck(mapping.resource);
      let whenExpired = expired;
      let limit: number | undefined = firstLimit;
      let next: string | undefined;
      let wasPage = false;
      for (;;) {
        const list = await handle
          .list({ ...selectors, limit, continue: next, signal, timeoutMs })
          .catch((error: unknown) => unreadOf(error, { signal, isPage: true }));
        if (!('state' in list)) {
          yield pageOf(list);
          wasPage = true;
          limit &&= furtherLimit;
          next = continueOf(list);
          if (next === undefined) return;
        } else if (wasPage && list.reason === 'expired' && whenExpired === 'restart') {
          yield { state: 'again' };
          [whenExpired, limit, next] = ['stop', undefined, undefined];
          continue;
        } else {
          // The answer must not be a second 410 in a row: a server that forgets its own token would be asked forever.
          next = wasPage && whenExpired === 'continue' ? tokenIn(list) : undefined;
          if (next === undefined) return yield list;
          wasPage = false;
        }
        const repeated = check(next);
        if (repeated !== undefined) return yield unreadOf(repeated, { signal, isPage: true });
      }
    },
  });
}

function pageOf<Item>(list: KubeList<Item>): MetadataPage<Item> {
  const { remainingItemCount: remaining } = list.metadata;
  const isCount = Number.isSafeInteger(remaining) && (remaining ?? -1) >= 0;
  return {
    state: 'page',
    items: list.items,
    more: continueOf(list) !== undefined,
    remaining: isCount ? remaining : undefined,
  };
}

/** Returns the token with which the server offers to continue after a 410. */
function tokenIn({ reason, error }: Unread): string | undefined {
  if (reason !== 'expired' || error.code !== 'api') return undefined;
  const token: unknown = error.status.metadata?.continue;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/**
 * Converts a failure to an answer. `isPage` marks a page of a list, which alone can expire.
 *
 * @throws a failure that is not an answer of the server: the signal's reason, a closed client, an error from getting
 * credentials, an argument that can never work
 */
export function unreadOf(
  error: unknown,
  { signal, isPage }: { readonly signal: AbortSignal | undefined; readonly isPage: boolean },
): Unread {
  // The caller has left, whatever else failed at the same moment.
  if (signal?.aborted === true) throw abortReason(signal);
  const known = isKubeError(error) ? error : undefined;
  const reason = known && reasonOf(known, isPage);
  if (known === undefined || reason === undefined) throw error;
  const statusCode = known.code === 'api' ? known.statusCode : undefined;
  const { message } = known;
  return { state: 'unknown', reason, message, ...(statusCode !== undefined && { statusCode }), error: known };
}

function reasonOf(error: AnyKubeError, isPage: boolean): UnreadReason | undefined {
  switch (error.code) {
    case 'api':
      if (error.statusCode === 410 && isPage) return 'expired';
      return reasons[error.statusCode] ?? (error.statusCode >= 500 ? 'unavailable' : 'refused');
    case 'connection':
    case 'connection-refused':
    case 'host-not-found':
    case 'untrusted-server':
    case 'timeout':
      return 'no-answer';
    case 'malformed-answer':
    case 'unexpected-shape':
    case 'answer-too-large':
      return 'unusable-answer';
    default:
      return undefined;
  }
}

const reasons: Readonly<Record<number, UnreadReason>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-served',
  429: 'unavailable',
};
