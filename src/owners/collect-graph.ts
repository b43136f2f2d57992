import { describeFailedPart } from '../core/catalog/describe-failure.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import type { HonorsOption } from '../core/model/owner-reference.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import { mapLimit } from '../core/shared/map-limit.js';
import { createOwnerGraph, type GraphObject } from './create-owner-graph.js';
import type { MetadataReader } from '../core/metadata/metadata-answer.js';
import type { CallOptions } from '../core/resource/options.js';
import type { OwnerGraph, UnreadPart } from './owner-graph.js';
import { referencesOf } from './walked-object.js';

/** The sources of a graph. */
export interface GraphSources {
  /** One endpoint for each set of objects. */
  readonly endpoints: readonly ResourceEntry[];
  /** The parts that discovery could not read. */
  readonly failures: readonly CatalogFailure[];
  readonly pages: MetadataReader['pages'];
}

/** The part of the server to list, and how to list it. */
export interface CollectOptions extends CallOptions, HonorsOption {
  /** Only this namespace; cluster-scoped endpoints are then left out. */
  readonly namespace?: string | undefined;
  /** How many lists may be in flight at once. */
  readonly concurrency: number;
  /** How many objects to request per page. */
  readonly limit: number;
}

const noReferences: readonly never[] = Object.freeze([]);

/** Lists every set of objects once, as metadata, and keeps the identity and the references of each object. */
export async function collectGraph(
  { endpoints, failures, pages }: GraphSources,
  { namespace, concurrency, limit, honors, ...options }: CollectOptions,
): Promise<OwnerGraph> {
  const listed = namespace === undefined ? endpoints : endpoints.filter(({ scope }) => scope === 'Namespaced');
  const parts = await mapLimit(listed, concurrency, async (entry): Promise<ListedSet> => {
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
        // If a restarted list fails, the objects of the first attempt are kept.
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

/** Reduces the metadata of one resource's objects to what a graph needs, without copies: there are many objects. */
function keeperFor(resource: GroupVersionResource): (object: PartialObjectMetadata) => GraphObject {
  const groupVersion = formatGroupVersion(resource);
  // Lists are sorted by namespace: all objects of a namespace share one string.
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
