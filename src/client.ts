import { createReadRemote } from './client/api-services.js';
import { createClientCensus, type ClientCensus } from './client/census.js';
import { createFindEvidence } from './client/evidence.js';
import { createClientIdentity, type ClientIdentity } from './client/identity.js';
import { createClientOwners, type ClientOwners } from './client/owners.js';
import { createListMetadata } from './client/metadata-lists.js';
import type { ClientOptions } from './client-options.js';
import { createClientRules, type ClientRules } from './client/rules.js';
import { createDiscovery } from './discovery/create-discovery.js';
import type { Discovery } from './discovery/discovery.js';
import { createEvidenceReader } from './discovery/read-evidence.js';
import { createMapper } from './mapper/create-mapper.js';
import { createRefreshingResolver } from './mapper/refreshing-resolver.js';
import type { Resolution, ResolveOptions } from './mapper/resolution.js';
import type { RESTMapper } from './mapper/rest-mapper.js';
import type { Subject } from './mapper/subject.js';
import type { KubeObject } from './model/kube-object.js';
import { createMetadataPorts } from './client/owner-ports.js';
import { quote } from './shared/quote.js';
import { partialObjectMetadata } from './representation/partial-object-metadata.js';
import type { WireObject } from './representation/shapes.js';
import { wholeObject, type ObjectShapes } from './representation/whole-object.js';
import { createResourceHandle } from './resource/create-resource-handle.js';
import { InvalidArgumentError } from './shared/invalid-argument-error.js';
import type { ResourceHandle } from './resource/resource-handle.js';
import { createConnection } from './transport/create-connection.js';

/** What a question to the client takes besides what the mapper's own takes. */
export interface ClientResolveOptions extends ResolveOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * One Kubernetes API server, as one user sees it. Made by {@link createClient}; nothing is asked before the first
 * call, and everything that is learned belongs to this client alone.
 */
export interface Client {
  /** The base URL, as it was given. */
  readonly server: string;
  /** The namespace of the context, if there is one; no call applies it by itself. */
  readonly defaultNamespace: string | undefined;
  readonly discovery: Discovery;
  /** Which endpoints serve the same objects. */
  readonly identity: ClientIdentity;
  /** Owners and dependents: whether they are there, and the way up and down. */
  readonly owners: ClientOwners;
  /** Every object once: counted, or visited. */
  readonly census: ClientCensus;
  /** Which endpoints the rules of webhooks and policies miss. */
  readonly rules: ClientRules;

  /**
   * The names of the catalog at hand: a snapshot, synchronous from here on, and the same object while nothing
   * changes. It does not follow the server; `resolve`, `resolveAll` and `resource` of the client do.
   */
  mapper(options?: { readonly signal?: AbortSignal | undefined }): Promise<RESTMapper>;
  /** As `mapper.resolve`; a name that is not there is looked for in a fresh catalog once, at most once a second. */
  resolve(subject: Subject, options?: ClientResolveOptions): Promise<Resolution>;
  /** As `mapper.resolveAll`, with the same second look. */
  resolveAll(words: string | readonly string[], options?: ClientResolveOptions): Promise<readonly Resolution[]>;
  /**
   * A resource by any name: `pods`, `deploy`, `deployments.v1.apps`, a GroupVersionResource, a GroupVersionKind or an
   * object of that type. The name is resolved once; the handle is exact for life. For `TYPE/NAME` take `resolve`.
   *
   * Throws `NoMatchError`, `GroupUnavailableError`, and `AmbiguousMatchError` under `{ ambiguity: 'error' }`.
   *
   * @typeParam T the type of its objects, for those who have one: the answers are not checked against it. Times are text in
   *   it; of classes with `Date` fields, those of `@kubernetes/client-node` say, take `WireForm<V1Deployment>`.
   */
  resource<T extends WireObject = KubeObject>(
    subject: Subject,
    options?: ClientResolveOptions,
  ): Promise<ResourceHandle<ObjectShapes<T>>>;
  /** Ends every request under way with `ClientClosedError`, gives all sockets back, and refuses what comes later. */
  close(): Promise<void>;
}

/** Makes a {@link Client}. Throws `InvalidOptionError` for options that can never work. */
export function createClient(options: ClientOptions): Client {
  const connection = createConnection(options);
  const discovery = createDiscovery(connection, options.discovery);
  let mapper: RESTMapper | undefined;

  const mapperNow = async ({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<RESTMapper> => {
    const catalog = await discovery.catalog({ signal });
    if (mapper?.catalog !== catalog) mapper = createMapper(catalog);
    return mapper;
  };
  const resolver = createRefreshingResolver({
    current: (signal) => mapperNow({ signal }),
    refresh: () => discovery.refresh(),
  });

  const reader = createEvidenceReader(connection, options.discovery);
  const shared = {
    catalog: (signal: AbortSignal | undefined) => discovery.catalog({ signal }),
    findEvidence: createFindEvidence(reader),
  };
  const handleParts = {
    connection,
    currentCatalog: () => discovery.current,
    prefixes: options.discovery?.prefixes,
  };

  return Object.freeze<Client>({
    server: options.server,
    defaultNamespace: options.namespace,
    discovery,
    identity: createClientIdentity({
      ...shared,
      resolve: resolver.resolve,
      reader,
      metadataOf: (mapping) =>
        createResourceHandle({ ...handleParts, mapping, representation: partialObjectMetadata() }),
    }),
    owners: createClientOwners({
      ...shared,
      ports: createMetadataPorts(connection, options.discovery?.prefixes),
      discovery,
      mapper: (signal) => mapperNow({ signal }),
    }),
    census: createClientCensus({
      ...shared,
      resolveAll: resolver.resolveAll,
      listMetadata: createListMetadata(handleParts),
    }),
    rules: createClientRules({ ...shared, readRemote: createReadRemote(handleParts) }),
    mapper: mapperNow,
    resolve: resolver.resolve,
    resolveAll: resolver.resolveAll,
    async resource<T extends WireObject = KubeObject>(subject: Subject, resolveOptions: ClientResolveOptions = {}) {
      const { mapping, name } = await resolver.resolve(subject, resolveOptions);
      if (name !== undefined && typeof subject === 'string') {
        throw new InvalidArgumentError('subject', `${quote(subject)} names one object; give its type alone`);
      }
      return createResourceHandle({ ...handleParts, mapping, representation: wholeObject<T>() });
    },
    close: () => connection.close(),
  });
}
