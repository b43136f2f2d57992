import { requireClientOptions, type ClientOptions } from './client-options.js';
import { createDiscovery } from './discovery/create-discovery.js';
import type { Discovery } from './discovery/discovery.js';
import type { OpenStore } from './discovery/documents/discovery-store.js';
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
import { requireCallOptions, requireObject, type OptionNames } from './shared/arguments.js';
import { InvalidArgumentError } from './shared/invalid-argument-error.js';
import { quote } from './shared/quote.js';
import {
  guardConnection,
  requestNames,
  type ApiAnswer,
  type ApiRequest,
  type ApiStream,
  type Connection,
  type RequestGuard,
} from './transport/connection.js';
import { createConnection } from './transport/create-connection.js';

/** Options of name resolution through a client: those of the mapper and a signal. */
export interface ClientResolveOptions extends ResolveOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One Kubernetes API server, as one user sees it. Made by {@link createClient}. It sends nothing before the first call,
 * and shares nothing it learns with other clients.
 *
 * @throws InvalidArgumentError, from every method, for arguments that can never work; ClientClosedError after
 * {@link close}; the signal's reason after an abort, even if the call needs no request; the error that kept the client
 * from getting credentials
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/
 */
export interface Client {
  /** The base URL, as given in the options. */
  readonly server: string;
  /** The namespace of the context, if it has one. No call applies it by itself. */
  readonly defaultNamespace: string | undefined;
  /** What the server serves: the catalog, and the means to read it again. */
  readonly discovery: Discovery;
  /** Aborted by {@link close}. Ties the rest of a program to the lifetime of the client. */
  readonly signal: AbortSignal;

  /**
   * Returns a mapper over the current catalog: a synchronous snapshot, and the same object until the catalog changes.
   * The mapper does not follow the server; the client's `resolve`, `resolveAll` and `resource` do.
   *
   * @throws DiscoveryError if nothing could be learned about the server
   */
  mapper(options?: { readonly signal?: AbortSignal | undefined }): Promise<RESTMapper>;
  /**
   * Resolves a name as `mapper.resolve` does. Looks for an unknown name once more in a fresh catalog, at most once a
   * second. To use the resource right away, call {@link resource}.
   *
   * @throws NoMatchError, GroupUnavailableError, AmbiguousMatchError under `{ ambiguity: 'error' }`, DiscoveryError
   */
  resolve(subject: Subject, options?: ClientResolveOptions): Promise<Resolution>;
  /**
   * Resolves a list of names as `mapper.resolveAll` does, with the same second look.
   *
   * @throws as {@link resolve}
   */
  resolveAll(words: string | readonly string[], options?: ClientResolveOptions): Promise<Resolutions>;
  /**
   * Returns a handle for a resource given by any name: `pods`, `deploy`, `deployments.v1.apps`, a GroupVersionResource,
   * a GroupVersionKind or an object of that type. The name is resolved once; the handle is exact for life. For
   * `TYPE/NAME` use `resolve`.
   *
   * @throws InvalidArgumentError for the name of a single object, and as {@link resolve}
   * @typeParam T the type of its objects, if you have one; answers are not checked against it. Times are strings in it:
   *   for classes with `Date` fields, such as those of `@kubernetes/client-node`, use `WireForm<V1Deployment>`.
   */
  resource<T extends WireObject = KubeObject>(
    subject: Subject,
    options?: ClientResolveOptions,
  ): Promise<ResourceHandle<ObjectShapes<T>>>;
  /**
   * Returns an exact handle without a lookup or a request, for a mapping that you already have, for example from a
   * resolution. For a name use {@link resource}.
   *
   * @throws InvalidArgumentError if the argument is not a mapping
   * @typeParam T the type of its objects, if you have one; answers are not checked against it
   */
  handle<T extends WireObject = KubeObject>(mapping: RESTMapping): ResourceHandle<ObjectShapes<T>>;
  /**
   * Sends any request to the server, with the client's credentials, retries, limits and errors. For paths that no
   * handle covers: `/version`, `/healthz`, `/metrics`, `/openapi/v3`.
   *
   * @throws ApiError for a status that is neither 2xx nor expected, ConnectionError, TimeoutError, AnswerTooLargeError,
   * ClientClosedError, and the signal's reason after an abort; `json()` of the answer throws MalformedAnswerError
   */
  request(request: ApiRequest): Promise<ApiAnswer>;
  /**
   * Sends a request like {@link Client.request} and returns the answer as it arrives: a followed log, a watch. Leaving
   * the body ends the request.
   *
   * @throws TooManyStreamsError beyond `maxStreams`, and as {@link Client.request}; the body throws ConnectionError if
   *   the connection breaks
   */
  stream(request: ApiRequest): Promise<ApiStream>;
  /**
   * Returns the same client behind a guard, which every request has to pass: for a part of a program that may write
   * only while some condition holds, such as its leadership. Its `signal` is the guard's, if the guard has one. The two
   * clients share discovery, connections and limits; requests of discovery are not guarded, and closing one client
   * closes both.
   *
   * @throws InvalidArgumentError if the argument is not a guard, or guards nothing
   */
  with(guard: RequestGuard): Client;
  /**
   * Ends every request under way with `ClientClosedError`, releases all sockets, and refuses later calls. Waits until
   * everything learned is in the discovery store, if there is one, so that a program may call `process.exit()`
   * afterwards. Gives up on a store that takes longer than 2 seconds for one call.
   *
   * @throws what `onClose` of the options throws
   */
  close(): Promise<void>;
}

/**
 * Creates a {@link Client}. Capabilities on top of a client (`createIdentity`, `createOwners`, `createCensus`,
 * `createRules`) are separate functions, so that a bundle holds only what it uses.
 *
 * @throws InvalidOptionError for options that can never work
 * @throws InvalidArgumentError if the options are not an object, or contain an unknown (for example misspelt) option
 * @example
 * const client = createClient({ server: 'http://127.0.0.1:8001' }); // behind kubectl proxy
 * const pods = await client.resource('pods');
 * for await (const pod of pods.items()) console.log(pod.metadata.name);
 * await client.close();
 */
export function createClient(options: ClientOptions): Client {
  requireClientOptions(options);
  const connection = createConnection(options);
  let store: OpenStore | undefined;
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

const signalOnly = { signal: true } as const;
const resolveNames: OptionNames<ClientResolveOptions> = { verbs: true, scope: true, ambiguity: true, signal: true };

function clientOf(
  connection: Connection,
  shared: { readonly discovery: Discovery; readonly close: Client['close'] },
  options: ClientOptions,
): Client {
  const { discovery, close } = shared;
  let known: RenewableMapper | undefined;

  const mapperNow: Client['mapper'] = async (options = {}) => {
    const { signal } = requireCallOptions(options, signalOnly, connection);
    const catalog = await discovery.catalog({ signal });
    if (known === undefined) known = createRenewableMapper(catalog);
    else if (known.mapper.catalog !== catalog) known = known.renew(catalog);
    return known.mapper;
  };
  const resolver = createNameResolver({ discovery, mapper: (signal) => mapperNow({ signal }) });
  const resolve: Client['resolve'] = async (subject, options = {}) =>
    resolver.resolve(subject, requireCallOptions(options, resolveNames, connection));
  const checked = (request: ApiRequest): ApiRequest =>
    requireCallOptions(requireObject('request', request), requestNames, connection);
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
    resolveAll: async (words, options = {}) =>
      resolver.resolveAll(words, requireCallOptions(options, resolveNames, connection)),
    async resource<T extends WireObject = KubeObject>(subject: Subject, resolveOptions: ClientResolveOptions = {}) {
      const { mapping, name } = await resolve(subject, resolveOptions);
      if (name !== undefined && typeof subject === 'string') {
        throw new InvalidArgumentError('subject', `${quote(subject)} names one object; specify only its type`);
      }
      return handle<T>(mapping);
    },
    handle,
    request: async (request) => connection.request(checked(request)),
    stream: async (request) => connection.stream(checked(request)),
    with: (guard) => clientOf(guardConnection(connection, requireGuard(guard)), shared, options),
    close,
  });
}

/** Requires a guard: one that has a misspelt `check` would let everything pass. */
function requireGuard(guard: RequestGuard): RequestGuard {
  const { signal, check, prepare } = requireObject('guard', guard);
  if (signal === undefined && check === undefined && prepare === undefined) {
    throw new InvalidArgumentError('guard', 'must have a signal, check or prepare');
  }
  return guard;
}
