import type { Catalog } from '../catalog/catalog.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import type { AnswerShapes, Shapes } from '../representation/shapes.js';
import type { IncludeObject } from '../representation/table/table.js';
import { tableRepresentation } from '../representation/table/table-representation.js';
import { requireCallOptions, requireKnownOptions, requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { Connection } from '../transport/connection.js';
import { isServedIn } from './capabilities.js';
import type { ChooseRepresentation, ResourceHandle } from './resource-handle.js';
import type { CreateSubresourceOptions, GetOptions, SubresourceChoice, WatchOptions, WriteOptions } from './options.js';
import { requireMapping, type Target } from './target.js';
import { deleteObject, deleteObjects } from './verbs/delete.js';
import { getObject, itemsOf, listObjects, pagesOf, type Reader } from './verbs/read.js';
import { createScaleHandle } from './verbs/scale.js';
import { watchList } from './verbs/watch.js';
import { applyObject, createObject, patchObject, replaceObject, type Writer } from './verbs/write.js';

/** The parts that a handle is made of. */
export interface ResourceHandleParts<S extends Shapes> {
  readonly connection: Connection;
  /** The identity of the handle, for life. */
  readonly mapping: RESTMapping;
  readonly representation: Representation<S>;
  /** Returns the current catalog, for the capabilities of the resource; undefined while there is none. */
  readonly currentCatalog: () => Catalog | undefined;
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
    mapping,
    representation,
    currentCatalog,
    freshCatalog,
    prefixes = defaultPrefixes,
    namespace,
  } = parts;
  const entry = () => currentCatalog()?.resource(mapping.resource);
  const target = (): Target => ({ mapping, namespace, prefixes, objectKind: entry()?.responseKind });
  const reader: Reader<S> = { connection, representation, target, currentCatalog };
  const writer: Writer = { connection, target, currentCatalog };

  return Object.freeze<ResourceHandle<S>>({
    mapping,
    boundNamespace: namespace,
    get verbs() {
      return entry()?.verbs ?? [];
    },
    get subresources() {
      return entry()?.subresources ?? [];
    },
    signal: connection.signal,
    isServed: async (options = {}) => {
      const { signal } = requireCallOptions(options, signalOnly, connection);
      try {
        return isServedIn(await freshCatalog(signal), mapping.resource);
      } catch {
        requireCallOptions(options, signalOnly, connection);
        return undefined;
      }
    },
    at: (mapping) => createResourceHandle({ ...parts, mapping: requireMapping(mapping) }),
    namespace: (namespace) => createResourceHandle({ ...parts, namespace }),
    as: ((choice: RepresentationChoice, options: BuiltInChoice = {}) =>
      createResourceHandle({
        ...parts,
        representation: chooseRepresentation(choice, options),
      })) as ChooseRepresentation<S['input']>,
    get: async (name: string, options: GetOptions & Partial<SubresourceChoice> = {}) =>
      getObject(reader, name, options),
    list: async (options = {}) => listObjects(reader, options),
    pages: (options = {}) => pagesOf(reader, options),
    items: (options = {}) => itemsOf(reader, options),
    watch: (options: WatchOptions = {}) => watchList(reader, options, freshCatalog),
    create: async (object: ObjectLike, options: Partial<CreateSubresourceOptions> = {}) =>
      createObject(writer, requireObject('object', object), options),
    replace: async (object: ObjectLike, options: WriteOptions & Partial<SubresourceChoice> = {}) =>
      replaceObject(writer, requireObject('object', object), options),
    apply: async (object, options) =>
      applyObject(writer, representation, { object: requireObject('object', object), options }),
    patch: async (name, patch, options) => patchObject(writer, representation, { name, patch, options }),
    delete: async (name, options = {}) => deleteObject(writer, name, options),
    deleteCollection: async (options = {}) => deleteObjects(writer, options),
    scale: (name) => createScaleHandle({ connection, target: target(), currentCatalog, name }),
  });
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
