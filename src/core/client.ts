import { clientOptionChecks, type ClientOptions } from './client-options.js';
import { createDiscovery } from './discovery/create-discovery.js';
import type { Discovery } from './discovery/discovery.js';
import { createMapper, type RESTMapper } from './mapper/create-mapper.js';
import { describeQuestion } from './mapper/errors.js';
import { resolveOptionChecks } from './mapper/resolve.js';
import { readFields, readSubject, type Subject } from './mapper/subject.js';
import type { Resolution, Resolutions, ResolveOptions } from './mapper/resolution.js';
import type { KubeObject } from './model/kube-object.js';
import type { RESTMapping } from './model/rest-mapping.js';
import type { WireObject } from './representation/shapes.js';
import { wholeObject, type ObjectShapes } from './representation/whole-object.js';
import { createNameResolver } from './resolve-names.js';
import { createResourceHandle } from './resource/create-resource-handle.js';
import { exactEndpoint, lazyEndpoint, withinLimits, type HandleParts } from './resource/call.js';
import type { ResourceName, ResourceType } from './resource/registry.js';
import type { ResourceHandle } from './resource/resource-handle.js';
import { requireCallOptions, requireKnownOptions, requireObject, type OptionNames } from './shared/arguments.js';
import { InvalidArgumentError } from './shared/invalid-argument-error.js';
import {
  connectChecks,
  guardConnection,
  requestChecks,
  type ApiAnswer,
  type ApiRequest,
  type ApiStream,
  type ConnectRequest,
  type Connection,
  type RequestGuard,
} from './transport/connection.js';
import { createConnection } from './transport/create-connection.js';
import type { ApiSocket } from './transport/web-socket.js';

/** Options of name resolution through a client: those of the mapper and a signal. */
export interface ClientResolveOptions extends ResolveOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One Kubernetes API server, as one user sees it. {@link createClient} creates it. It sends nothing before the first
 * call, and does not share with other clients what it learns.
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
  /** What the server serves: reads the catalog, and reads it again. */
  readonly discovery: Discovery;
  /** Aborted by {@link close}. Use it to end other parts of a program together with the client. */
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
   * a GroupVersionKind or an object of that type. Sends nothing: the first call of the handle looks the name up, as
   * {@link resolve} does, and throws its errors. Each call tries again until one succeeds. From then on, the handle and
   * all handles derived from it keep this endpoint. To know whether the server has the resource, use
   * `handle.isServed()` or `handle.mapping()`.
   *
   * A name in the registry (import `kubeatlas/types`) has the type of its objects: `client.resource('deployments.apps')`.
   *
   * @throws InvalidArgumentError, at once, for anything that names no type, and for the name of a single object such as
   *   `pods/front-0`
   *
   * @typeParam Name a key of `KubeatlasResources`
   */
  resource<Name extends ResourceName>(
    name: Name,
    options?: ResolveOptions,
  ): ResourceHandle<ObjectShapes<ResourceType<Name>>>;
  /**
   * Returns a handle for a resource whose type is not in the registry, or is given.
   *
   * @throws as above
   * @typeParam T the type of its objects, if you have one; answers are not checked against it. Times are strings in it:
   *   for classes with `Date` fields, such as those of `@kubernetes/client-node`, use `WireForm<V1Deployment>`.
   */
  resource<T extends WireObject = KubeObject>(
    subject: Subject,
    options?: ResolveOptions,
  ): ResourceHandle<ObjectShapes<T>>;
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
   * Opens a WebSocket to a subresource, such as the console of a virtual machine, with the client's credentials and
   * limits. Counts as a stream. For commands in a container use `exec` and `attach` of `kubeatlas/connect`.
   *
   * @throws ApiError if the server refuses, TooManyStreamsError beyond `maxStreams`, InvalidArgumentError if the
   *   `transport` of the client cannot connect, or if a browser cannot send what the request needs; and as
   *   {@link Client.request}
   */
  connect(request: ConnectRequest): Promise<ApiSocket>;
  /**
   * Returns a client whose requests must pass a guard: for a part of a program that may write only under a condition,
   * for example while it is the leader. If the guard has a `signal`, the client has it too. The two clients share
   * discovery, connections, limits and what they learn about the server. Requests of discovery are not guarded. Closing
   * one client closes both.
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

const signalOnly = { signal: true } as const;
const resolveNames: OptionNames<ClientResolveOptions> = { verbs: true, scope: true, ambiguity: true, signal: true };

/**
 * Creates a {@link Client}. Capabilities on top of a client (`createIdentity`, `createOwners`, `createCensus`,
 * `createRules`) are separate functions, so that a bundle holds only what it uses.
 *
 * @throws InvalidArgumentError for options that can never work, or are unknown (misspelt)
 * @example
 * const client = createClient({ server: 'http://127.0.0.1:8001' }); // behind kubectl proxy
 * const pods = client.resource('pods');
 * for await (const pod of pods.items()) console.log(pod.metadata.name);
 * await client.close();
 */
export function createClient(options: ClientOptions): Client {
  requireKnownOptions(options, clientOptionChecks);
  const connection = createConnection(options);
  const discovery = createDiscovery(connection, options.discovery, { server: options.server });
  const close = (): Promise<void> => connection.close().finally(discovery['~inner'].flush);
  const { timeoutMs } = connection.limits;
  let known: RESTMapper | undefined;

  const currentMapper = async (signal: AbortSignal | undefined): Promise<RESTMapper> => {
    const catalog = await discovery.catalog({ signal });
    if (known?.catalog !== catalog) known = createMapper(catalog);
    return known;
  };
  const answer = createNameResolver(discovery, currentMapper);
  /** The parts of every handle; the type of the objects is the caller's claim. */
  const shared: Omit<HandleParts<ObjectShapes<never>>, 'findEndpoint' | 'connection'> = {
    representation: wholeObject<never>(),
    discovery,
    onNotFound: discovery['~inner'].doubt,
    prefixes: options.discovery?.prefixes,
  };
  return clientOf(connection);

  /** Makes the client of a connection: of the first one, or of one behind a guard. */
  function clientOf(connection: Connection): Client {
    const parts = { ...shared, connection };
    const checked = (request: ApiRequest): ApiRequest => requireCallOptions(request, requestChecks, connection);
    return Object.freeze<Client>({
      server: options.server,
      defaultNamespace: options.namespace,
      discovery,
      signal: connection.signal,
      mapper: async (options = {}) => {
        const { signal } = requireCallOptions(options, signalOnly, connection);
        return withinLimits({ signal, timeoutMs }, currentMapper);
      },
      resolve: async (subject, options = {}) => {
        const { signal, ...choice } = requireCallOptions(options, resolveNames, connection);
        return withinLimits({ signal, timeoutMs }, (signal) =>
          answer(signal, (mapper) => mapper.resolve(subject, choice)),
        );
      },
      resolveAll: async (words, options = {}) => {
        const { signal, ...choice } = requireCallOptions(options, resolveNames, connection);
        return withinLimits({ signal, timeoutMs }, (signal) =>
          answer(signal, (mapper) => mapper.resolveAll(words, choice)),
        );
      },
      resource<T extends WireObject = KubeObject>(subject: Subject, resolveOptions: ResolveOptions = {}) {
        const type = requireType(subject);
        const { verbs, ...choice } = requireKnownOptions(resolveOptions, resolveOptionChecks, 'options');
        const kept = { ...choice, verbs: verbs === undefined ? undefined : [...verbs] };
        const lookUp = async (signal: AbortSignal | undefined): Promise<RESTMapping> =>
          (await answer(signal, (mapper) => mapper.resolve(type, kept))).mapping;
        return createResourceHandle<ObjectShapes<T>>({ ...parts, findEndpoint: lazyEndpoint(lookUp) });
      },
      handle: (mapping) => createResourceHandle({ ...parts, findEndpoint: exactEndpoint(mapping) }),
      request: async (request) => connection.request(checked(request)),
      stream: async (request) => connection.stream(checked(request)),
      connect: async (request) =>
        connection.connect(requireCallOptions(requireObject('request', request), connectChecks, connection)),
      with: (guard) => clientOf(guardConnection(connection, requireGuard(guard))),
      close,
    });
  }
}

/** Requires a subject that names a type, and returns it as it is now: the caller may change an object later. */
function requireType(subject: Subject): Subject {
  const type = typeof subject === 'string' ? subject : (readFields(subject) as Subject);
  const { question, names, kinds, objectName } = readSubject(type);
  const isType = names.length + kinds.length > 0;
  if (isType && objectName === undefined) return type;
  const problem = isType ? 'names one object; specify only its type' : 'does not name a type';
  throw new InvalidArgumentError('subject', `${describeQuestion(question)} ${problem}`);
}

/** Requires a guard: one that has a misspelt `check` would let everything pass. */
function requireGuard(guard: RequestGuard): RequestGuard {
  const { signal, check, prepare } = requireObject('guard', guard);
  if (signal === undefined && check === undefined && prepare === undefined) {
    throw new InvalidArgumentError('guard', 'must have a signal, check or prepare');
  }
  return guard;
}
