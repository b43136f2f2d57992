import { type GroupVersionResource, formatGroupVersionResource } from '../core/model/group-version-resource.js';
import type { ObjectLike, PartialObjectMetadata } from '../core/model/kube-object.js';
import type { HonorsOption, OwnerMismatch, OwnerReference } from '../core/model/owner-reference.js';
import { ownerMismatch } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { groupBy } from '../core/shared/group-by.js';
import type { MetadataReader, UnreadReason } from '../core/metadata/create-metadata-reader.js';
import { describeFailedPart } from '../core/catalog/describe-failure.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import { requireMethods } from '../core/shared/arguments.js';
import { mapLimit } from '../core/shared/concurrency.js';
import type { CallOptions } from '../core/resource/options.js';

/** The identity of an object in a walk. */
export interface WalkedObject {
  /** The group and version of the kind, as manifests write it. */
  readonly apiVersion: string;
  /** The kind of the object. */
  readonly kind: string;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
  /** The uid of the object; empty if it has none. */
  readonly uid: string;
  /** The endpoint at which the object was read; absent for the start of a walk. */
  readonly resource?: GroupVersionResource | undefined;
}

/** The minimal start of a walk: an object of any type, whole or as metadata. */
export interface WalkStart extends ObjectLike {
  /** Name, namespace, uid and owner references of the object. */
  metadata?:
    | (NonNullable<ObjectLike['metadata']> & {
        ownerReferences?: readonly (Omit<OwnerReference, 'resource'> & { resource?: string | undefined })[] | undefined;
      })
    | undefined;
}

/** Returns the identity of an object; missing strings become empty. */
export function walkedObject(object: WalkStart, resource?: GroupVersionResource): WalkedObject {
  const { apiVersion, kind, metadata } = object;
  const { namespace, name, uid } = metadata ?? {};
  return Object.freeze({
    apiVersion: apiVersion ?? '',
    kind: kind ?? '',
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    name: name ?? '',
    uid: uid ?? '',
    ...(resource !== undefined && { resource }),
  });
}

/** Returns the owner references of an object unchecked, of any shape; none if there is no list. */
export function referencesOf({ metadata }: WalkStart): readonly OwnerReference[] {
  const references: unknown = isJsonRecord(metadata) ? metadata['ownerReferences'] : undefined;
  return Array.isArray(references) ? (references as readonly OwnerReference[]) : [];
}

/** Returns a unique key of an object: its uid, or its location. Objects without a uid own nothing. */
export function walkedObjectKey(object: WalkedObject): string {
  if (object.uid !== '') return object.uid;
  const { apiVersion, kind, namespace, name } = object;
  return JSON.stringify([apiVersion, kind, namespace ?? null, name]);
}

/**
 * Returns the cycles of a graph: each set of nodes that all lead to one another, and each node that leads to itself.
 * Nodes are in the order of the graph. Walks without recursion, so that long chains do not overflow the stack.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map([...edges.keys()].map((node, index) => [node, index]));
  const low = new Map<string, number>();
  const visit = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  // Tarjan's strongly connected components, with an explicit call stack.
  for (const start of edges.keys()) {
    if (visit.has(start)) continue;
    const path = [enter(start)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node, rest } = step;
      const next = rest.next();
      if (next.done === true) {
        path.pop();
        leave(node);
        const parent = path.at(-1)?.node;
        if (parent !== undefined) lower(parent, low.get(node) ?? 0);
      } else if (!visit.has(next.value)) {
        if (edges.has(next.value)) path.push(enter(next.value));
      } else if (isOpen.has(next.value)) lower(node, visit.get(next.value) ?? 0);
    }
  }
  const position = (cycle: readonly string[]): number => order.get(cycle[0] ?? '') ?? 0;
  return Object.freeze(cycles.sort((a, b) => position(a) - position(b)).map((cycle) => Object.freeze(cycle)));

  function enter(node: string): { readonly node: string; readonly rest: Iterator<string, undefined> } {
    low.set(node, visit.size);
    visit.set(node, visit.size);
    open.push(node);
    isOpen.add(node);
    return { node, rest: (edges.get(node) ?? []).values() };
  }

  function lower(node: string, value: number): void {
    if (value < (low.get(node) ?? 0)) low.set(node, value);
  }

  function leave(node: string): void {
    if (low.get(node) !== visit.get(node)) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen.delete(member);
    const isLoop = members.length > 1 || edges.get(node)?.includes(node) === true;
    if (isLoop) cycles.push(members.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)));
  }
}

/** A part of the server that could not be read. It may contain owners and dependents. */
export interface UnreadPart {
  /** The API group; `''` is the core group. Absent if a whole root of discovery failed. */
  readonly group?: string | undefined;
  /** The version of the group. Absent if a whole group or root failed. */
  readonly version?: string | undefined;
  /** The resource that could not be listed. Absent if discovery failed for more than one. */
  readonly resource?: string | undefined;
  /** The namespace, if only one was listed. */
  readonly namespace?: string | undefined;
  /** `undiscovered`: discovery could not read it, so it was not listed. */
  readonly reason: UnreadReason | 'undiscovered';
  /** A message with the name of the part: `metrics.k8s.io/v1beta1 (stale): the server marks it stale`. */
  readonly message: string;
  /** The HTTP status of the response, if there was one. */
  readonly statusCode?: number | undefined;
}

/** A reference from an object to its possible owner. */
export interface GraphLink {
  /** The object that has the reference. */
  readonly dependent: WalkedObject;
  /** The owner reference. */
  readonly reference: OwnerReference;
  /**
   * Absent if no object with that uid was seen. This does not prove that it does not exist: use
   * `createOwners(client).resolve` to ask the server.
   */
  readonly owner?: WalkedObject | undefined;
  /** Present if the object with that uid is not the owner that the reference names. */
  readonly mismatch?: OwnerMismatch | undefined;
}

/**
 * The owners and dependents among all objects of a server, or of one namespace, as they were when they were listed: one
 * metadata list for each set of objects. Each question is answered from memory.
 */
export interface OwnerGraph {
  /** The number of objects. */
  readonly size: number;
  /** What could not be read, in the order of the catalog. */
  readonly unread: readonly UnreadPart[];
  /** The deprecated endpoints that were not asked, by `deprecated: false`. */
  readonly leftOut: readonly GroupVersionResource[];
  /** All objects, each once, in the order of the resources and of their lists. */
  objects(): IterableIterator<WalkedObject>;
  /** The object with this uid; undefined if none was seen. */
  object(uid: string): WalkedObject | undefined;
  /** The direct owners of an object, in the order of its references. */
  ownersOf(uid: string): readonly GraphLink[];
  /** The direct dependents of an object, in the order of the objects. */
  dependentsOf(uid: string): readonly GraphLink[];
  /** All references to a uid that was not seen: the owner was deleted, was created later, or could not be read. */
  dangling(): readonly GraphLink[];
  /** All references that have the uid of an object but do not name it; each has a `mismatch`. */
  mismatched(): readonly GraphLink[];
  /** Sets of uids that own each other in a cycle; an object that owns itself is a cycle of one. */
  cycles(): readonly (readonly string[])[];
}

/** An object of a graph, with its references. Both are frozen when they are handed out. */
export interface GraphObject {
  readonly object: WalkedObject;
  readonly references: readonly OwnerReference[];
}

/** One reference of an object. */
interface Referrer {
  readonly node: GraphObject;
  readonly reference: OwnerReference;
}

/**
 * Creates a graph, indexing objects by uid, and by the uids of their owners when dependents are first asked for. The
 * first object with a uid counts.
 */
export function createOwnerGraph(
  lists: Iterable<readonly GraphObject[]>,
  unread: readonly UnreadPart[],
  { honors, leftOut = [] }: HonorsOption & { readonly leftOut?: OwnerGraph['leftOut'] | undefined } = {},
): OwnerGraph {
  const nodes = new Map<string, GraphObject>();
  for (const list of lists) {
    for (const node of list) {
      const key = walkedObjectKey(node.object);
      if (!nodes.has(key)) nodes.set(key, node);
    }
  }
  let links: ReadonlyMap<string | undefined, readonly Referrer[]> | undefined;

  const linkOf = ({ node: { object: dependent }, reference }: Referrer): GraphLink => {
    const owner = nodes.get(uidOf(reference) ?? '')?.object;
    const mismatch = owner && ownerMismatch(reference, owner, dependent, honors);
    return Object.freeze({
      dependent: Object.freeze(dependent),
      reference: Object.freeze(reference),
      ...(owner !== undefined && { owner: Object.freeze(owner) }),
      ...(mismatch !== undefined && { mismatch }),
    });
  };
  const referrersIn = (node: GraphObject): readonly Referrer[] =>
    node.references.map((reference) => ({ node, reference }));
  /** All references of all objects, in order. */
  function* referrers(): Generator<Referrer> {
    for (const node of nodes.values()) yield* referrersIn(node);
  }
  const allLinks = (): readonly GraphLink[] => [...referrers()].map(linkOf);

  return Object.freeze<OwnerGraph>({
    size: nodes.size,
    unread: Object.freeze(unread),
    leftOut: Object.freeze(leftOut),
    *objects() {
      for (const { object } of nodes.values()) yield Object.freeze(object);
    },
    object(uid) {
      const object = nodes.get(uid)?.object;
      return object && Object.freeze(object);
    },
    ownersOf(uid) {
      const node = nodes.get(uid);
      return Object.freeze(node === undefined ? [] : referrersIn(node).map(linkOf));
    },
    dependentsOf(uid) {
      links ??= groupBy(referrers(), ({ reference }) => uidOf(reference));
      return Object.freeze((links.get(uid) ?? []).map(linkOf));
    },
    dangling: () => Object.freeze(allLinks().filter(({ owner }) => owner === undefined)),
    mismatched: () => Object.freeze(allLinks().filter(({ mismatch }) => mismatch !== undefined)),
    cycles: () => {
      const edges = new Map([...nodes.keys()].map((key): [string, string[]] => [key, []]));
      for (const { dependent, owner, mismatch } of allLinks()) {
        if (owner !== undefined && mismatch === undefined) edges.get(walkedObjectKey(dependent))?.push(owner.uid);
      }
      return findCycles(edges);
    },
  });
}

/** References come from the server as they are: one without a uid leads nowhere. */
function uidOf(reference: unknown): string | undefined {
  const uid = isJsonRecord(reference) ? reference['uid'] : undefined;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

/** The sources of a graph. */
export interface GraphSources {
  /** One endpoint for each set of objects. */
  readonly endpoints: readonly ResourceEntry[];
  readonly leftOut?: OwnerGraph['leftOut'] | undefined;
  /** The parts that discovery could not read. */
  readonly failures: readonly CatalogFailure[];
  readonly metadata: Pick<MetadataReader, 'pages'>;
}

/** The part of the server to list, and how to list it. */
export interface CollectOptions extends CallOptions, HonorsOption {
  /** Only this namespace; cluster-scoped endpoints are then left out. */
  readonly namespace?: string | undefined;
  /** How many lists may be in flight at once. */
  readonly concurrency?: number | undefined;
  /** How many objects to request per page. */
  readonly limit?: number | undefined;
}

const noReferences: readonly never[] = Object.freeze([]);

/** Lists every set of objects once, as metadata, and keeps the identity and the references of each object. */
export async function collectGraph(
  { endpoints, leftOut, failures, metadata }: GraphSources,
  { namespace, concurrency = 10, limit, honors, ...options }: CollectOptions,
): Promise<OwnerGraph> {
  const listed = namespace === undefined ? endpoints : endpoints.filter(({ scope }) => scope === 'Namespaced');
  const unreadOf = new Map<ResourceEntry, UnreadPart>();
  const lists = await mapLimit(listed, concurrency, async (entry): Promise<readonly GraphObject[]> => {
    const mapping = mappingOf(entry);
    const keep = keeperFor(mapping.resource);
    let before: GraphObject[] = [];
    let objects: GraphObject[] = [];
    for await (const page of metadata.pages({ mapping, namespace }, { ...options, limit, expired: 'restart' })) {
      if (page.state === 'page') for (const object of page.items) objects.push(keep(object));
      else if (page.state === 'again') [before, objects] = [objects, []];
      else {
        const { reason, statusCode } = page;
        const message = `${formatGroupVersionResource(mapping.resource)} (${reason}): ${page.message}`;
        unreadOf.set(entry, unreadPart({ ...mapping.resource, namespace, reason, message, statusCode }));
        // If a restarted list fails, the objects of the first attempt are kept.
        return [...objects, ...before];
      }
    }
    return objects;
  });
  const unread = [...failures.map(undiscovered), ...listed.flatMap((entry) => unreadOf.get(entry) ?? [])];
  return createOwnerGraph(lists, unread, { honors, leftOut });
}

function undiscovered(failure: CatalogFailure): UnreadPart {
  const { group, version, resource, statusCode } = failure;
  const message = `${describeFailedPart(failure)} (${failure.class}): ${failure.message}`;
  return unreadPart({ group, version, resource, reason: 'undiscovered', message, statusCode });
}

/** Leaves out the fields that are undefined. */
function unreadPart(part: UnreadPart): UnreadPart {
  const fields = Object.entries(part).filter(([, value]) => value !== undefined);
  return Object.freeze(Object.fromEntries(fields) as unknown as UnreadPart);
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
    const found = referencesOf(object);
    const references = found.length === 0 ? noReferences : found;
    if (namespace !== last) last = namespace;
    if (last === '') return { object: { apiVersion, kind, name, uid, resource }, references };
    return { object: { apiVersion, kind, namespace: last, name, uid, resource }, references };
  };
}

/** One reference from a dependent to its owner, both in the walk. */
export interface DependentLink extends Pick<GraphLink, 'reference' | 'mismatch'> {
  /** The uid of the owner. */
  readonly owner: string;
  /** The dependent that has the reference. */
  readonly dependent: WalkedObject;
}

/** Everything that an object owns, directly or indirectly. */
export interface DependentsOf {
  /** Where the walk began. */
  readonly object: WalkedObject;
  /** Every dependent, once, nearest first. */
  readonly dependents: readonly WalkedObject[];
  /**
   * Every reference to one of them, or to the object, in the order of the walk. Includes those with a `mismatch`, which
   * the garbage collector does not follow and which do not make a dependent.
   */
  readonly links: readonly DependentLink[];
  /** Sets of uids that own each other in a cycle; an object that owns itself is a cycle of one. */
  readonly cycles: readonly (readonly string[])[];
  /** The parts that could not be listed or discovered; they may contain further dependents. */
  readonly unread: readonly UnreadPart[];
  /** The deprecated endpoints that were not asked, by `deprecated: false`; they may have further dependents, too. */
  readonly leftOut: readonly GroupVersionResource[];
}

/**
 * Follows owner references down, visiting each object once. The starting object need not be in the graph.
 *
 * @throws InvalidArgumentError for a graph without await
 * @example
 * const graph = await createOwners(client).graph({ namespace: 'shop' });
 * for (const { kind, name } of walkDependents(object, graph).dependents) console.log(kind, name);
 */
export function walkDependents(start: WalkStart, graph: OwnerGraph): DependentsOf {
  const object = walkedObject(start);
  requireMethods('graph', graph, ['dependentsOf']);
  const seen = new Map<string, WalkedObject>([[walkedObjectKey(object), object]]);
  const links: DependentLink[] = [];
  const edges = new Map<string, string[]>();
  // The map grows while it is walked, as a queue.
  for (const [key, owner] of seen) {
    const below: string[] = [];
    edges.set(key, below);
    if (owner.uid === '') continue;
    for (const { dependent, reference, mismatch } of graph.dependentsOf(owner.uid)) {
      const found = walkedObjectKey(dependent);
      links.push(
        Object.freeze({ owner: owner.uid, dependent, reference, ...(mismatch !== undefined && { mismatch }) }),
      );
      if (mismatch !== undefined) continue;
      below.push(found);
      if (!seen.has(found)) seen.set(found, dependent);
    }
  }
  const [, ...dependents] = seen.values();
  return Object.freeze({
    object,
    dependents: Object.freeze(dependents),
    links: Object.freeze(links),
    cycles: findCycles(edges),
    unread: graph.unread,
    leftOut: graph.leftOut,
  });
}
