import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { isKubeError } from '../errors.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import type { AnswerShapes, Shapes } from '../representation/shapes.js';
import type { IncludeObject } from '../representation/table/table.js';
import { tableRepresentation } from '../representation/table/table-representation.js';
import { callOptionNames, requireCallOptions, requireFields, requireKnownOptions } from '../shared/arguments.js';
import type { Connection } from '../transport/connection.js';
import { isServedIn } from './capabilities.js';
import { countDown } from './call.js';
import { encodeBody, requireBody } from './encode-body.js';
import { exactEndpoint, withinLimits, type Endpoint } from './endpoint.js';
import type { WithInnerHandle } from './inner-handle.js';
import type { ChooseRepresentation, ResourceHandle } from './resource-handle.js';
import {
  optionTables,
  type OptionTable,
  type CallOptions,
  type CreateSubresourceOptions,
  type GetOptions,
  type SubresourceChoice,
  type WatchOptions,
  type WriteOptions,
} from './options.js';
import { objectPath, requireMapping, type Ready, type Target } from './target.js';
import { deleteObject, deleteObjects } from './verbs/delete.js';
import { getObject, itemsOf, listObjects, pagesOf, type Reader } from './verbs/read.js';
import { createScaleHandle } from './verbs/scale.js';
import { prepareWatch, watchList } from './verbs/watch.js';
import {
  applyObject,
  createObject,
  leaveOut,
  patchInstead,
  patchObject,
  replaceObject,
  type Writer,
} from './verbs/write.js';

/** What a handle uses of `Discovery`. */
export interface DiscoveryAccess {
  readonly current: Catalog | undefined;
  catalog(options: { readonly signal: AbortSignal | undefined }): Promise<Catalog>;
  refresh(options: { readonly notOlderThanMs: number; readonly signal: AbortSignal | undefined }): Promise<Catalog>;
}

/** The parts that a handle is made of. */
export interface ResourceHandleParts<S extends Shapes> {
  readonly connection: Connection;
  /** Shared with the handles that are derived from this one. */
  readonly endpoint: Endpoint;
  readonly representation: Representation<S>;
  /** The catalog at hand, for the capabilities of the resource, and the means to learn one and to ask again. */
  readonly discovery: DiscoveryAccess;
  /** Called when a watch of the resource answered 404, with the path: discovery may list what nobody serves. */
  readonly onNotFound?: ((resource: GroupVersionResource, path: string) => void) | undefined;
  /** @default { api: '/api', apis: '/apis' } */
  readonly prefixes?: ApiPrefixes | undefined;
  readonly namespace?: string | undefined;
}

const signalOnly = { signal: true } as const;

/** Creates a {@link ResourceHandle}. Its parts live in closures, so that printing a handle shows no connection. */
export function createResourceHandle<S extends Shapes>(parts: ResourceHandleParts<S>): ResourceHandle<S> {
  const { connection, endpoint, representation, discovery, prefixes = defaultPrefixes, namespace } = parts;
  const currentCatalog = (): Catalog | undefined => discovery.current;
  /** Called once the endpoint is known. */
  const target = (): Target => {
    const mapping = endpoint.mapping as RESTMapping;
    return { mapping, namespace, prefixes, objectKind: currentCatalog()?.resource(mapping.resource)?.responseKind };
  };
  /**
   * Finds the endpoint for a call, after a check of the options, so that nothing is sent for a call that cannot work.
   * Returns a copy of the options, with the time that is left for the call itself.
   */
  const ready: Ready = async (table, options) => {
    const given = copyOf(requireFields('options', options));
    if (endpoint.mapping !== undefined) return given;
    requireCallOptions<object>(given, { ...table.query, ...table.further, ...callOptionNames }, connection);
    const remaining = countDown(given.timeoutMs);
    await endpoint.find(given);
    return given.timeoutMs === undefined ? given : { ...given, timeoutMs: remaining() };
  };
  /**
   * Makes a call with its arguments as they are now, which the caller may change meanwhile: at once if the endpoint is
   * known, so that the verb reads them before it waits, and otherwise with copies.
   */
  const call = async <Options extends CallOptions, Result>(
    table: OptionTable,
    options: Options,
    run: (options: Options) => Promise<Result>,
  ): Promise<Result> => (endpoint.mapping === undefined ? run(await ready(table, options)) : run(options));
  /** Returns a body as it is now. */
  const bodyOf = <Body extends object>(argument: string, body: Body, advice = patchInstead): Body => {
    const given = Array.isArray(body) ? body : requireBody(argument, body);
    return endpoint.mapping === undefined ? (JSON.parse(encodeBody(argument, given, advice)) as Body) : body;
  };
  const freshCatalog = (signal: AbortSignal | undefined): Promise<Catalog> =>
    discovery.refresh({ notOlderThanMs: 1000, signal });
  const watchDiscovery = { freshCatalog, onNotFound: parts.onNotFound };
  const reader: Reader<S> = { connection, ready, representation, target, currentCatalog };
  const writer: Writer = { connection, target, currentCatalog };
  const entry = async (options: CallOptions): Promise<ResourceEntry | undefined> =>
    withinLimits(
      requireCallOptions(options, callOptionNames, connection),
      async (signal) => {
        const { resource } = await endpoint.find({ signal });
        return (await discovery.catalog({ signal })).resource(resource);
      },
      prefixes,
    );

  return Object.freeze<ResourceHandle<S> & WithInnerHandle<S>>({
    '~inner': {
      writes: connection.writes,
      async connect(name, subresource, request) {
        await endpoint.find({ signal: request.signal });
        return connection.connect({ ...request, path: objectPath(target(), name, subresource) });
      },
      async stream(name, subresource, request) {
        await endpoint.find({ signal: request.signal });
        return connection.stream({ ...request, path: objectPath(target(), name, subresource) });
      },
      follow: (options, follower) => prepareWatch(reader, options, watchDiscovery, follower),
    },
    boundNamespace: namespace,
    signal: connection.signal,
    mapping: async (options = {}) => endpoint.find(requireCallOptions(options, callOptionNames, connection)),
    verbs: async (options = {}) => (await entry(options))?.verbs ?? [],
    subresources: async (options = {}) => (await entry(options))?.subresources ?? [],
    isServed: async (options = {}) => {
      const { signal } = requireCallOptions(options, signalOnly, connection);
      try {
        const { resource } = await endpoint.find({ signal });
        return isServedIn(await freshCatalog(signal), resource);
      } catch (error) {
        requireCallOptions(options, signalOnly, connection);
        return isServedAfter(error);
      }
    },
    at: (mapping) => createResourceHandle({ ...parts, endpoint: exactEndpoint(requireMapping(mapping)) }),
    namespace: (namespace) => createResourceHandle({ ...parts, namespace }),
    as: ((choice: RepresentationChoice, options: BuiltInChoice = {}) =>
      createResourceHandle({
        ...parts,
        representation: chooseRepresentation(choice, options),
      })) as ChooseRepresentation<S['input']>,
    get: async (name: string, options: GetOptions & Partial<SubresourceChoice> = {}) =>
      call(optionTables.get, options, (given) => getObject(reader, name, given)),
    list: async (options = {}) => call(optionTables.list, options, (given) => listObjects(reader, given)),
    pages: (options = {}) => pagesOf(reader, options),
    items: (options = {}) => itemsOf(reader, options),
    watch: (options: WatchOptions = {}) => watchList(reader, options, watchDiscovery),
    create: (async (object: ObjectLike, options: Partial<CreateSubresourceOptions> = {}) => {
      const body = bodyOf('object', object);
      return call(optionTables.create, options, (given) => createObject(writer, body, given));
    }) as ResourceHandle<S>['create'],
    replace: (async (object: ObjectLike, options: WriteOptions & Partial<SubresourceChoice> = {}) => {
      const body = bodyOf('object', object);
      return call(optionTables.replace, options, (given) => replaceObject(writer, body, given));
    }) as ResourceHandle<S>['replace'],
    apply: async (object, options) => {
      const body = bodyOf('object', object as ObjectLike, leaveOut);
      return call(optionTables.apply, options, (given) =>
        applyObject(writer, representation, { object: body, options: given }),
      );
    },
    patch: async (name, patch, options) => {
      const body = bodyOf('body', patch, leaveOut);
      return call(optionTables.patch, options, (given) =>
        patchObject(writer, representation, { name, patch: body, options: given }),
      );
    },
    delete: async (name, options = {}) =>
      call(optionTables.delete, options, (given) => deleteObject(writer, name, given)),
    deleteCollection: async (options = {}) =>
      call(optionTables.deleteCollection, options, (given) => deleteObjects(writer, given)),
    scale: (name) => createScaleHandle({ connection, ready, target, currentCatalog, name }),
  });
}

/** Returns a copy of options; the preconditions of a delete are fields of one of them. */
function copyOf<Options extends object>(options: Options): Options {
  const copy: Options & { preconditions?: unknown } = { ...options };
  if (typeof copy.preconditions === 'object') copy.preconditions = { ...copy.preconditions };
  return copy;
}

/**
 * Reports what a failed look-up shows: false if everything was read and nothing has the name, undefined if something
 * could not be read. Throws an ambiguity, which only a better name resolves.
 */
function isServedAfter(error: unknown): false | undefined {
  if (!isKubeError(error)) return undefined;
  if (error.code === 'ambiguous-match') throw error;
  return error.code === 'no-match' && error.failures.length === 0 ? false : undefined;
}

/** The arguments of `as()` at runtime, whatever the overloads promise. */
type RepresentationChoice = 'Table' | 'PartialObjectMetadata' | Representation<AnswerShapes>;
interface BuiltInChoice {
  readonly includeObject?: IncludeObject;
  readonly managedFields?: boolean;
}

/** Returns the built-in representation of a word, or the representation that was given. */
function chooseRepresentation(choice: RepresentationChoice, options: BuiltInChoice): Representation<Shapes> {
  if (choice === 'PartialObjectMetadata') return partialObjectMetadata(options);
  if (choice === 'Table') return (tableRepresentation as (options: BuiltInChoice) => Representation<Shapes>)(options);
  requireKnownOptions<object>(options, {});
  return choice as Representation<Shapes>;
}
