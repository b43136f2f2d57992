import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { isKubeError } from '../errors.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import type { AnswerShapes, Shapes } from '../representation/shapes.js';
import type { IncludeObject } from '../representation/table/table.js';
import { tableRepresentation } from '../representation/table/table-representation.js';
import { callOptionNames, requireCallOptions, requireKnownOptions, requireObject } from '../shared/arguments.js';
import type { Connection } from '../transport/connection.js';
import { isServedIn } from './capabilities.js';
import { countDown } from './call.js';
import { exactEndpoint, withinLimits, type Endpoint } from './endpoint.js';
import type { ChooseRepresentation, ResourceHandle } from './resource-handle.js';
import {
  optionTables,
  type CallOptions,
  type CreateSubresourceOptions,
  type GetOptions,
  type SubresourceChoice,
  type WatchOptions,
  type WriteOptions,
} from './options.js';
import { requireMapping, type Ready, type Target } from './target.js';
import { deleteObject, deleteObjects } from './verbs/delete.js';
import { getObject, itemsOf, listObjects, pagesOf, type Reader } from './verbs/read.js';
import { createScaleHandle } from './verbs/scale.js';
import { watchList } from './verbs/watch.js';
import { applyObject, createObject, patchObject, replaceObject, type Writer } from './verbs/write.js';

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
   * Returns the options with the time that is left for the call itself.
   */
  const ready: Ready = async (table, options) => {
    if (endpoint.mapping !== undefined) return requireObject('options', options);
    requireCallOptions<object>(options, { ...table.query, ...table.further, ...callOptionNames }, connection);
    const remaining = countDown(options.timeoutMs);
    await endpoint.find(options);
    return options.timeoutMs === undefined ? options : { ...options, timeoutMs: remaining() };
  };
  const freshCatalog = (signal: AbortSignal | undefined): Promise<Catalog> =>
    discovery.refresh({ notOlderThanMs: 1000, signal });
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

  return Object.freeze<ResourceHandle<S>>({
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
      getObject(reader, name, await ready(optionTables.get, options)),
    list: async (options = {}) => listObjects(reader, await ready(optionTables.list, options)),
    pages: (options = {}) => pagesOf(reader, options),
    items: (options = {}) => itemsOf(reader, options),
    watch: (options: WatchOptions = {}) => watchList(reader, options, freshCatalog),
    create: async (object: ObjectLike, options: Partial<CreateSubresourceOptions> = {}) =>
      createObject(writer, requireObject('object', object), await ready(optionTables.create, options)),
    replace: async (object: ObjectLike, options: WriteOptions & Partial<SubresourceChoice> = {}) =>
      replaceObject(writer, requireObject('object', object), await ready(optionTables.replace, options)),
    apply: async (object, options) =>
      applyObject(writer, representation, {
        object: requireObject('object', object),
        options: await ready(optionTables.apply, options),
      }),
    patch: async (name, patch, options) =>
      patchObject(writer, representation, { name, patch, options: await ready(optionTables.patch, options) }),
    delete: async (name, options = {}) => deleteObject(writer, name, await ready(optionTables.delete, options)),
    deleteCollection: async (options = {}) =>
      deleteObjects(writer, await ready(optionTables.deleteCollection, options)),
    scale: (name) => createScaleHandle({ connection, ready, target, currentCatalog, name }),
  });
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
