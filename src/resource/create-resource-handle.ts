import type { Catalog } from '../catalog/catalog.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import type { KubeList, PartialObjectMetadata } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Representation } from '../representation/representation.js';
import type { IncludeObject, RowObjects, Table, TableRow } from '../representation/table-shape.js';
import type { Connection } from '../transport/connection.js';
import { callForJson, readAs, withOffer } from './call.js';
import { chooseRepresentation, type RepresentationChoice } from './choose-representation.js';
import type { ListOptions } from './options.js';
import { itemsOf, pagesOf } from './pages.js';
import { getQuery, listQuery, writeQuery } from './query.js';
import type { ResourceHandle } from './resource-handle.js';
import { createScaleHandle } from './scale.js';
import { listPath, objectPath, type Target } from './target.js';
import { createObject, deleteObject, encodePatch, replaceObject } from './write-objects.js';

/** What a handle is made of. */
export interface ResourceHandleParts<One, Many, Item> {
  readonly connection: Connection;
  /** Its identity for life. */
  readonly mapping: RESTMapping;
  readonly representation: Representation<One, Many, Item>;
  /** The catalog at hand, for what the resource can do; undefined while there is none. */
  readonly currentCatalog: () => Catalog | undefined;
  /** @default { api: '/api', apis: '/apis' } */
  readonly prefixes?: ApiPrefixes | undefined;
  readonly namespace?: string | undefined;
}

/** Makes a {@link ResourceHandle}. What it is made of lies in closures, so that printing a handle shows no connection. */
export function createResourceHandle<One, Many, Item>(
  parts: ResourceHandleParts<One, Many, Item>,
): ResourceHandle<One, Many, Item> {
  const { connection, mapping, representation, currentCatalog, prefixes = defaultPrefixes, namespace } = parts;
  const target: Target = { mapping, namespace, prefixes };

  function as(representation: 'Table'): ResourceHandle<Table, Table, TableRow>;
  function as<Include extends IncludeObject>(
    representation: 'Table',
    options: { readonly includeObject: Include },
  ): ResourceHandle<Table<RowObjects[Include]>, Table<RowObjects[Include]>, TableRow<RowObjects[Include]>>;
  function as(
    representation: 'PartialObjectMetadata',
  ): ResourceHandle<PartialObjectMetadata, KubeList<PartialObjectMetadata>, PartialObjectMetadata>;
  function as<O, M, I>(representation: Representation<O, M, I>): ResourceHandle<O, M, I>;
  function as(
    choice: RepresentationChoice,
    options?: { readonly includeObject?: IncludeObject },
  ): ResourceHandle<unknown, unknown, unknown> {
    return createResourceHandle({ ...parts, representation: chooseRepresentation(choice, options?.includeObject) });
  }

  const list = async (options: ListOptions = {}): Promise<Many> => {
    const path = listPath(target);
    const call = { method: 'GET', path, query: listQuery(options), options } as const;
    return representation.decodeMany(await readAs(connection, call, representation.offerMany(target)), target);
  };
  const pages = (options: ListOptions = {}): AsyncIterable<Many> =>
    pagesOf({ list, representation, context: target }, options);

  return Object.freeze<ResourceHandle<One, Many, Item>>({
    mapping,
    boundNamespace: namespace,
    get verbs() {
      return currentCatalog()?.resource(mapping.resource)?.verbs ?? [];
    },
    get subresources() {
      return currentCatalog()?.resource(mapping.resource)?.subresources ?? [];
    },
    namespace: (namespace) => createResourceHandle({ ...parts, namespace }),
    as,
    get: async (name, options = {}) => {
      const path = objectPath(target, name);
      const call = { method: 'GET', path, query: getQuery(options), options } as const;
      return representation.decodeOne(await readAs(connection, call, representation.offerOne(target)), target);
    },
    list,
    pages,
    items: (options = {}) => itemsOf(pages(options), representation, options.signal),
    create: async (object, options = {}) => createObject(connection, target, object, options),
    replace: async (object, options = {}) => replaceObject(connection, target, object, options),
    patch: async (name, body, options) => {
      const path = objectPath(target, name, options.subresource);
      const call = {
        method: 'PATCH',
        path,
        query: writeQuery(options),
        ...encodePatch(body, options),
        options,
      } as const;
      const offer = representation.offerOne(target);
      return representation.decodeOne(await callForJson(connection, withOffer(call, offer), offer.accept), target);
    },
    delete: async (name, options = {}) => deleteObject(connection, target, name, options),
    scale: (name) => createScaleHandle({ connection, target, currentCatalog, name }),
  });
}
