import { requireClientOptions, type ClientOptions } from './client-options.js';
import { createDiscovery } from './discovery/create-discovery.js';
import type { Discovery } from './discovery/discovery.js';
import type { StoreAccess } from './discovery/documents/store-access.js';
import { createRenewableMapper, type RenewableMapper } from './mapper/create-mapper.js';
import type { Resolution, Resolutions, ResolveOptions } from './mapper/resolution.js';
import type { RESTMapper } from './mapper/rest-mapper.js';
import type { Subject } from './mapper/subject.js';
import type { KubeObject } from './model/kube-object.js';
import type { RESTMapping } from './model/rest-mapping.js';
import type { WireObject } from './representation/shapes.js';
import { wholeObject, type ObjectShapes } from './representation/whole-object.js';
import { createNameResolver } from './resolve-names.js';
import { createResourceHandle } from './resource/create-resource-handle.js';
import { requireMapping } from './resource/target.js';
import type { ResourceHandle } from './resource/resource-handle.js';
import { requireCallOptions, requireObject } from './shared/arguments.js';
import { InvalidArgumentError } from './shared/invalid-argument-error.js';
import { quote } from './shared/quote.js';
import {
  guardConnection,
  type ApiAnswer,
  type ApiRequest,
  type ApiStream,
  type Connection,
  type RequestGuard,
} from './transport/connection.js';
import { createConnection } from './transport/create-connection.js';

/** What a question to the client takes besides what the mapper takes. */
export interface ClientResolveOptions extends ResolveOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One Kubernetes API server, as one user sees it. Made by {@link createClient}; nothing is asked before the first
 * call, and everything that is learned belongs to this client alone.
 *
 * @throws InvalidArgumentError, by every method, for arguments that can never work; ClientClosedError after {@link close};
 * the signal's reason after an abort, also where no request would be needed; what keeps credentials from being had
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/
 */
export interface Client {
  /** The base URL, as it was given. */
  readonly server: string;
  /** The namespace of the context, if there is one; no call applies it by itself. */
  readonly defaultNamespace: string | undefined;
  /** What the server serves: the catalog, and how to have it read again. */
  readonly discovery: Discovery;
  /** Aborted by {@link close}: for what a program does beside the client, and as long as it. */
  readonly signal: AbortSignal;

  /**
   * The names of the catalog at hand: a snapshot, synchronous from here on, and the same object while nothing
   * changes. It does not follow the server; `resolve`, `resolveAll` and `resource` of the client do.
   *
   * @throws DiscoveryError where nothing could be learned of the server
   */
  mapper(options?: { readonly signal?: AbortSignal | undefined }): Promise<RESTMapper>;
  /**
   * As `mapper.resolve`; a name that is not there is looked for in a fresh catalog once, at most once a second. To speak to
   * the resource at once, take {@link resource}.
   *
   * @throws NoMatchError, GroupUnavailableError, AmbiguousMatchError under `{ ambiguity: 'error' }`, DiscoveryError
   */
  resolve(subject: Subject, options?: ClientResolveOptions): Promise<Resolution>;
  /**
   * As `mapper.resolveAll`, with the same second look.
   *
   * @throws as {@link resolve}
   */
  resolveAll(words: string | readonly string[], options?: ClientResolveOptions): Promise<Resolutions>;
  /**
   * A resource by any name: `pods`, `deploy`, `deployments.v1.apps`, a GroupVersionResource, a GroupVersionKind or an
   * object of that type. The name is resolved once; the handle is exact for life. For `TYPE/NAME` take `resolve`.
   *
   * @throws InvalidArgumentError for the name of one object, and as {@link resolve}
   * @typeParam T the type of its objects, for those who have one: the answers are not checked against it. Times are text in
   *   it; of classes with `Date` fields, those of `@kubernetes/client-node` say, take `WireForm<V1Deployment>`.
   */
  resource<T extends WireObject = KubeObject>(
    subject: Subject,
    options?: ClientResolveOptions,
  ): Promise<ResourceHandle<ObjectShapes<T>>>;
  /**
   * An exact handle at once, without a lookup and without a request: for a mapping that is known already, from a resolution
   * say. For a name take {@link resource}.
   *
   * @throws InvalidArgumentError for what is no mapping
   * @typeParam T the type of its objects, for those who have one: the answers are not checked against it
   */
  handle<T extends WireObject = KubeObject>(mapping: RESTMapping): ResourceHandle<ObjectShapes<T>>;
  /**
   * Any request to the server, with the client's credentials, retries, limits and errors, for what no handle is for:
   * `/version`, `/healthz`, `/metrics`, `/openapi/v3`.
   *
   * @throws ApiError for a status that is neither 2xx nor expected, ConnectionError, TimeoutError, AnswerTooLargeError,
   * ClientClosedError, and the signal's reason after an abort; `json()` of the answer throws MalformedAnswerError
   */
  request(request: ApiRequest): Promise<ApiAnswer>;
  /**
   * The same for an answer that is read as it arrives: a log that is followed, a watch. Leaving the body ends the
   * request.
   *
   * @throws TooManyStreamsError beyond `maxStreams`, and as {@link Client.request}; the body throws ConnectionError where it
   *   breaks off
   */
  stream(request: ApiRequest): Promise<ApiStream>;
  /**
   * The same client, whose requests stand behind a guard: for a part of a program that may write only while something holds,
   * its leadership say. What it answers has the guard's `signal` where that has one. Discovery, connections and limits are
   * shared, what discovery asks is not guarded, and closing one closes both.
   *
   * @throws InvalidArgumentError for what is no guard
   */
  with(guard: RequestGuard): Client;
  /**
   * Ends every request under way with `ClientClosedError`, gives all sockets back, and refuses what comes later. It waits until
   * what was learned is in the store of discovery, where there is one, so that a program may call `process.exit()` after it. A
   * store that takes longer than 2 seconds for one call is left.
   *
   * @throws what `onClose` of the options throws
   */
  close(): Promise<void>;
}

/**
 * Makes a {@link Client}. What is made of one, `createIdentity`, `createOwners`, `createCensus` and `createRules`, are
 * functions of their own, so that a bundle holds what is used.
 *
 * @throws InvalidOptionError for options that can never work
 * @throws InvalidArgumentError for options that are no object, and for one that there is not, a misspelt one say
 * @example
 * const client = createClient({ server: 'http://127.0.0.1:8001' }); // behind kubectl proxy
 * const pods = await client.resource('pods');
 * for await (const pod of pods.items()) console.log(pod.metadata.name);
 * await client.close();
 */
export function createClient(options: ClientOptions): Client {
  requireClientOptions(options);
  const connection = createConnection(options);
  let store: StoreAccess | undefined;
  const discovery = createDiscovery(connection, options.discovery, {
    server: options.server,
    onStore: (access) => {
      store = access;
    },
  });
  const close = async (): Promise<void> => {
    try {
      await connection.close();
    } finally {
      await store?.flush();
    }
  };
  return clientOf(connection, { discovery, close }, options);
}

function clientOf(
  connection: Connection,
  shared: { readonly discovery: Discovery; readonly close: Client['close'] },
  options: ClientOptions,
): Client {
  const { discovery, close } = shared;
  let known: RenewableMapper | undefined;

  const mapperNow: Client['mapper'] = async (options = {}) => {
    const { signal } = requireCallOptions(options, connection);
    const catalog = await discovery.catalog({ signal });
    if (known === undefined) known = createRenewableMapper(catalog);
    else if (known.mapper.catalog !== catalog) known = known.renew(catalog);
    return known.mapper;
  };
  const resolver = createNameResolver({ discovery, mapper: (signal) => mapperNow({ signal }) });
  const resolve: Client['resolve'] = async (subject, options = {}) =>
    resolver.resolve(subject, requireCallOptions(options, connection));
  const handle = <T extends WireObject = KubeObject>(mapping: RESTMapping): ResourceHandle<ObjectShapes<T>> =>
    createResourceHandle({
      connection,
      mapping: requireMapping(mapping),
      representation: wholeObject<T>(),
      currentCatalog: () => discovery.current,
      freshCatalog: (signal) => discovery.refresh({ notOlderThanMs: 1000, signal }),
      prefixes: options.discovery?.prefixes,
    });

  return Object.freeze<Client>({
    server: options.server,
    defaultNamespace: options.namespace,
    discovery,
    signal: connection.signal,
    mapper: mapperNow,
    resolve,
    resolveAll: async (words, options = {}) => resolver.resolveAll(words, requireCallOptions(options, connection)),
    async resource<T extends WireObject = KubeObject>(subject: Subject, resolveOptions: ClientResolveOptions = {}) {
      const { mapping, name } = await resolve(subject, resolveOptions);
      if (name !== undefined && typeof subject === 'string') {
        throw new InvalidArgumentError('subject', `${quote(subject)} names one object; give its type alone`);
      }
      return handle<T>(mapping);
    },
    handle,
    request: async (request) => connection.request(requireCallOptions(requireObject('request', request), connection)),
    stream: async (request) => connection.stream(requireCallOptions(requireObject('request', request), connection)),
    with: (guard) => clientOf(guardConnection(connection, requireObject('guard', guard)), shared, options),
    close,
  });
}
