import type { ResourceEntry } from '../catalog/entries.js';
import { isKubeError } from '../errors.js';
import type { ObjectLike } from '../model/kube-object.js';
import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import type { AnswerShapes, Shapes } from '../representation/shapes.js';
import type { IncludeObject } from '../representation/table/table.js';
import { tableRepresentation } from '../representation/table/table-representation.js';
import { requireCallOptions, requireKnownOptions } from '../shared/arguments.js';
import { begin, exactEndpoint, freshCatalog, locate, objectPath, withinLimits, type HandleParts } from './call.js';
import { isServedIn } from './capabilities.js';
import type { WithInnerHandle } from './inner-handle.js';
import type {
  CallLimits,
  CallOptions,
  CreateSubresourceOptions,
  GetOptions,
  SubresourceChoice,
  WatchOptions,
} from './options.js';
import type { ChooseRepresentation, ResourceHandle } from './resource-handle.js';
import { deleteObject, deleteObjects } from './verbs/delete.js';
import { getObject, itemsOf, listObjects, pagesOf } from './verbs/read.js';
import { createScaleHandle } from './verbs/scale.js';
import { runWatch, watchList } from './verbs/watch.js';
import { applyObject, patchObject, writeObject } from './verbs/write.js';

const signalOnly = { signal: true } as const;
const noOptions = { query: {} } as const;

/**
 * Creates a {@link ResourceHandle}. Its parts live in closures, so that printing a handle shows no connection. Each verb
 * is written once: it encodes what is sent when the call begins, finds the endpoint, and sends.
 */
export function createResourceHandle<S extends Shapes>(parts: HandleParts<S>): ResourceHandle<S> {
  const { connection, findEndpoint, discovery, namespace } = parts;
  const limitsOf = (options: CallOptions): CallLimits => begin(connection, noOptions, options).request;
  const entry = async (options: CallOptions): Promise<ResourceEntry | undefined> =>
    withinLimits(limitsOf(options), async (signal) => {
      const { resource } = await findEndpoint({ signal, timeoutMs: Infinity });
      return (await discovery.catalog({ signal })).resource(resource);
    });
  const pathOf = async (name: string, subresource: string, signal: AbortSignal | undefined): Promise<string> =>
    objectPath(await locate(parts, { signal }), name, subresource);

  return Object.freeze<ResourceHandle<S> & WithInnerHandle<S>>({
    '~inner': {
      writes: connection.writes,
      connect: async (name, subresource, request) =>
        connection.connect({ ...request, path: await pathOf(name, subresource, request.signal) }),
      stream: async (name, subresource, request, slot) =>
        connection.stream({ ...request, path: await pathOf(name, subresource, request.signal) }, slot),
      follow: (options, follower, signal) => runWatch(parts, options, signal, follower),
    },
    boundNamespace: namespace,
    signal: connection.signal,
    mapping: async (options = {}) => findEndpoint(limitsOf(options)),
    verbs: async (options = {}) => (await entry(options))?.verbs ?? [],
    subresources: async (options = {}) => (await entry(options))?.subresources ?? [],
    isServed: async (options = {}) => {
      const { signal } = requireCallOptions(options, signalOnly, connection);
      try {
        const { resource } = await findEndpoint({ signal });
        return isServedIn(await freshCatalog(parts, signal), resource);
      } catch (error) {
        requireCallOptions(options, signalOnly, connection);
        return isServedAfter(error);
      }
    },
    at: (mapping) => createResourceHandle({ ...parts, findEndpoint: exactEndpoint(mapping) }),
    namespace: (namespace) => createResourceHandle({ ...parts, namespace }),
    as: ((choice: RepresentationChoice, options: BuiltInChoice = {}) =>
      createResourceHandle({
        ...parts,
        representation: chooseRepresentation(choice, options),
      })) as ChooseRepresentation<S['input']>,
    get: async (name: string, options: GetOptions & Partial<SubresourceChoice> = {}) => getObject(parts, name, options),
    list: async (options = {}) => listObjects(parts, options),
    pages: (options = {}) => pagesOf(parts, options),
    items: (options = {}) => itemsOf(parts, options),
    watch: (options: WatchOptions = {}) => watchList(parts, options),
    create: (async (object: ObjectLike, options: Partial<CreateSubresourceOptions> = {}) =>
      writeObject(parts, 'create', object, options)) as ResourceHandle<S>['create'],
    replace: (async (object: ObjectLike, options: Partial<CreateSubresourceOptions> = {}) =>
      writeObject(parts, 'replace', object, options)) as ResourceHandle<S>['replace'],
    apply: async (object, options) => applyObject(parts, object as ObjectLike, options),
    patch: async (name, patch, options) => patchObject(parts, { name, patch, options }),
    delete: async (name, options = {}) => deleteObject(parts, name, options),
    deleteCollection: async (options = {}) => deleteObjects(parts, options),
    scale: (name) => createScaleHandle(parts, name),
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
