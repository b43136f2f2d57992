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
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
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

/** The parts that a handle is made of. */
export interface ResourceHandleParts<S extends Shapes> {
  readonly connection: Connection;
  /** Shared with the handles that are derived from this one. */
  readonly endpoint: Endpoint;
  readonly representation: Representation<S>;
  /** Returns the current catalog, for the capabilities of the resource; undefined while there is none. */
  readonly currentCatalog: () => Catalog | undefined;
  /** Returns the current catalog; learns one if there is none. */
  readonly catalog: (signal: AbortSignal | undefined) => Promise<Catalog>;
  /** Fetches a fresh catalog. */
  readonly freshCatalog: (signal: AbortSignal | undefined) => Promise<Catalog>;
  /** @default { api: '/api', apis: '/apis' } */
  readonly prefixes?: ApiPrefixes | undefined;
  readonly namespace?: string | undefined;
}

const signalOnly = { signal: true } as const;

/** Creates a {@link ResourceHandle}. Its parts live in closures, so that printing a handle shows no connection. */
export function createResourceHandle<S extends Shapes>(parts: ResourceHandleParts<S>): ResourceHandle<S> {
  const {
    connection,
    endpoint,
    representation,
    currentCatalog,
    catalog,
    freshCatalog,
    prefixes = defaultPrefixes,
    namespace,
  } = parts;
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
    if (endpoint.mapping !== undefined) return options;
    requireCallOptions<object>(options, { ...table.query, ...table.further, ...callOptionNames }, connection);
    const remaining = countDown(options.timeoutMs);
    await endpoint.find(options);
    return options.timeoutMs === undefined ? options : { ...options, timeoutMs: remaining() };
  };
  const reader: Reader<S> = { connection, ready, representation, target, currentCatalog };
  const writer: Writer = { connection, target, currentCatalog };
  const entry = async (options: CallOptions): Promise<ResourceEntry | undefined> =>
    withinLimits(
      requireCallOptions(options, callOptionNames, connection),
      async (signal) => {
        const { resource } = await endpoint.find({ signal });
        return (await catalog(signal)).resource(resource);
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

const includes: readonly unknown[] = ['None', 'Metadata', 'Object', undefined] satisfies (IncludeObject | undefined)[];
const methods = ['offer', 'decodeOne', 'decodeMany', 'decodeEvents', 'itemsOf', 'continueOf'] as const;

/** Returns the built-in representation of a word, or the representation that was given. */
function chooseRepresentation(choice: RepresentationChoice, options: BuiltInChoice): Representation<Shapes> {
  if (choice === 'PartialObjectMetadata') return partialObjectMetadata(options);
  if (choice === 'Table') {
    const { includeObject } = requireKnownOptions<Pick<BuiltInChoice, 'includeObject'>>(options, {
      includeObject: true,
    });
    if (!includes.includes(includeObject)) {
      throw new InvalidArgumentError('includeObject', 'must be "None", "Metadata" or "Object"');
    }
    return includeObject === undefined ? tableRepresentation() : tableRepresentation({ includeObject });
  }
  if (typeof choice !== 'object' || (choice as unknown) === null) {
    throw new InvalidArgumentError(
      'representation',
      'must be "Table", "PartialObjectMetadata" or a custom representation',
    );
  }
  requireKnownOptions<object>(options, {});
  const missing = methods.find((method) => typeof choice[method] !== 'function');
  if (missing === undefined) return choice as Representation<Shapes>;
  throw new InvalidArgumentError('representation', `must have the method ${missing}`);
}
