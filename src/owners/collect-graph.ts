import { describeFailedPart } from '../catalog/describe-failure.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { formatGroupVersion } from '../model/group-version.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import { mappingOf } from '../model/rest-mapping.js';
import { mapLimit } from '../shared/map-limit.js';
import { createOwnerGraph, type GraphObject } from './create-owner-graph.js';
import type { MetadataReader } from '../metadata/metadata-answer.js';
import type { CallOptions } from '../resource/options.js';
import { honorsResource, type HonorsOption } from './honored-field.js';
import type { OwnerGraph, UnreadPart } from './owner-graph.js';
import { referencesOf } from './walked-object.js';

/** What a graph is made from. */
export interface GraphSources {
  /** One endpoint for each set of objects. */
  readonly endpoints: readonly ResourceEntry[];
  /** What discovery could not read. */
  readonly failures: readonly CatalogFailure[];
  readonly pages: MetadataReader['pages'];
}

/** How much of the server, and how. */
export interface CollectOptions extends CallOptions, HonorsOption {
  /** One namespace alone; then cluster-scoped endpoints are left out. */
  readonly namespace?: string | undefined;
  /** How many lists may be under way at once. */
  readonly concurrency: number;
  /** How many objects to a page. */
  readonly limit: number;
}

const noReferences: readonly never[] = Object.freeze([]);

/** Lists every set of objects once, as metadata, and keeps of each object what names it and its references. */
export async function collectGraph(
  { endpoints, failures, pages }: GraphSources,
  { namespace, concurrency, limit, honors, ...options }: CollectOptions,
): Promise<OwnerGraph> {
  honorsResource(honors);
  const wanted = namespace === undefined ? endpoints : endpoints.filter(({ scope }) => scope === 'Namespaced');
  const parts = await mapLimit(wanted, concurrency, async (entry): Promise<ListedSet> => {
    const mapping = mappingOf(entry);
    const keep = keeperFor(mapping.resource);
    let before: GraphObject[] = [];
    let objects: GraphObject[] = [];
    for await (const page of pages({ mapping, namespace }, { ...options, limit, expired: 'restart' })) {
      if (page.state === 'page') for (const object of page.items) objects.push(keep(object));
      else if (page.state === 'again') [before, objects] = [objects, []];
      else {
        const { reason, message, statusCode } = page;
        const unread = {
          ...mapping.resource,
          ...(namespace !== undefined && { namespace }),
          reason,
          message: `${formatGroupVersionResource(mapping.resource)} (${reason}): ${message}`,
          ...(statusCode !== undefined && { statusCode }),
        };
        // A second try that fails does not lose what the first one had.
        return { objects: [...objects, ...before], unread: Object.freeze(unread) };
      }
    }
    return { objects };
  });
  const unread = [...failures.map(undiscovered), ...parts.flatMap((part) => part.unread ?? [])];
  return createOwnerGraph(
    parts.map(({ objects }) => objects),
    unread,
    { honors },
  );
}

interface ListedSet {
  readonly objects: readonly GraphObject[];
  readonly unread?: UnreadPart | undefined;
}

function undiscovered(failure: CatalogFailure): UnreadPart {
  const { group, version, resource, statusCode } = failure;
  return Object.freeze({
    ...(group !== undefined && { group }),
    ...(version !== undefined && { version }),
    ...(resource !== undefined && { resource }),
    reason: 'undiscovered',
    message: `${describeFailedPart(failure)} (${failure.class}): ${failure.message}`,
    ...(statusCode !== undefined && { statusCode }),
  });
}

/** Cuts the metadata of one resource's objects down to what a graph needs. There are many: no copies, no second look. */
function keeperFor(resource: GroupVersionResource): (object: PartialObjectMetadata) => GraphObject {
  const groupVersion = formatGroupVersion(resource);
  // Lists are in the order of namespaces: one text for all objects of one.
  let last = '';
  return (object) => {
    const { namespace = '', name = '', uid = '' } = object.metadata;
    const { kind } = object;
    const apiVersion = object.apiVersion === groupVersion ? groupVersion : object.apiVersion;
    const references = referencesOf(object);
    if (namespace !== last) last = namespace;
    return {
      object:
        last === ''
          ? { apiVersion, kind, name, uid, resource }
          : { apiVersion, kind, namespace: last, name, uid, resource },
      references: references.length === 0 ? noReferences : references,
    };
  };
}
