import { ownerMismatch, type HonorsOption, type OwnerReference } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { findCycles } from './find-cycles.js';
import type { GraphLink, OwnerGraph, UnreadPart } from './owner-graph.js';
import { walkedObjectKey, type WalkedObject } from './walked-object.js';

/** An object of a graph, with its references. Both are frozen when they are handed out. */
export interface GraphObject {
  readonly object: WalkedObject;
  readonly references: readonly OwnerReference[];
}

/** An object with this many references gets an index of them by uid; below that they are scanned. */
const manyReferences = 16;

/**
 * Creates a graph, indexing objects by uid, and by the uids of their owners when dependents are first asked for. The
 * first object with a uid counts.
 */
export function createOwnerGraph(
  lists: Iterable<readonly GraphObject[]>,
  unread: readonly UnreadPart[],
  { honors }: HonorsOption = {},
): OwnerGraph {
  const nodes = new Map<string, GraphObject>();
  for (const list of lists) {
    for (const node of list) {
      const key = walkedObjectKey(node.object);
      if (!nodes.has(key)) nodes.set(key, node);
    }
  }
  let dependents: ReadonlyMap<string, readonly GraphObject[]> | undefined;

  const linkOf = ({ object }: GraphObject, reference: OwnerReference): GraphLink => {
    const dependent = Object.freeze(object);
    const owner = nodes.get(uidOf(reference) ?? '')?.object;
    const mismatch = owner === undefined ? undefined : ownerMismatch(reference, owner, dependent, honors);
    return Object.freeze({
      dependent,
      reference: Object.freeze(reference),
      ...(owner !== undefined && { owner: Object.freeze(owner) }),
      ...(mismatch !== undefined && { mismatch }),
    });
  };
  /** Returns the links of all references that pass the test. */
  const linksWhere = (isWanted: (reference: OwnerReference, node: GraphObject) => boolean): readonly GraphLink[] => {
    const links: GraphLink[] = [];
    for (const node of nodes.values()) {
      for (const reference of node.references) if (isWanted(reference, node)) links.push(linkOf(node, reference));
    }
    return Object.freeze(links);
  };
  const byOwner = new WeakMap<GraphObject, ReadonlyMap<string, readonly OwnerReference[]>>();
  const referencesTo = (uid: string, node: GraphObject): readonly OwnerReference[] => {
    if (node.references.length < manyReferences) return node.references.filter((each) => uidOf(each) === uid);
    const index = byOwner.get(node) ?? indexByOwner(node.references);
    byOwner.set(node, index);
    return index.get(uid) ?? [];
  };
  /** Returns the owner that a reference names; undefined if no object with its uid was seen or it does not match. */
  const ownerOf = ({ object }: GraphObject, reference: OwnerReference): WalkedObject | undefined => {
    const owner = nodes.get(uidOf(reference) ?? '')?.object;
    return owner !== undefined && ownerMismatch(reference, owner, object, honors) === undefined ? owner : undefined;
  };

  return Object.freeze<OwnerGraph>({
    size: nodes.size,
    unread: Object.freeze(unread),
    *objects() {
      for (const { object } of nodes.values()) yield Object.freeze(object);
    },
    object(uid) {
      const object = nodes.get(uid)?.object;
      return object && Object.freeze(object);
    },
    ownersOf(uid) {
      const node = nodes.get(uid);
      return Object.freeze(node === undefined ? [] : node.references.map((each) => linkOf(node, each)));
    },
    dependentsOf: (uid) =>
      Object.freeze(
        ((dependents ??= indexDependents(nodes.values())).get(uid) ?? []).flatMap((node) =>
          referencesTo(uid, node).map((each) => linkOf(node, each)),
        ),
      ),
    dangling: () => linksWhere((reference) => !nodes.has(uidOf(reference) ?? '')),
    mismatched: () =>
      linksWhere((reference, node) => nodes.has(uidOf(reference) ?? '') && ownerOf(node, reference) === undefined),
    cycles: () =>
      findCycles(
        new Map(
          [...nodes].map(([key, node]) => [key, node.references.flatMap((each) => ownerOf(node, each)?.uid ?? [])]),
        ),
      ),
  });
}

function indexByOwner(references: readonly OwnerReference[]): ReadonlyMap<string, readonly OwnerReference[]> {
  const index = new Map<string, OwnerReference[]>();
  for (const reference of references) {
    const uid = uidOf(reference);
    if (uid === undefined) continue;
    const known = index.get(uid);
    if (known === undefined) index.set(uid, [reference]);
    else known.push(reference);
  }
  return index;
}

function indexDependents(nodes: Iterable<GraphObject>): ReadonlyMap<string, readonly GraphObject[]> {
  const dependents = new Map<string, GraphObject[]>();
  for (const node of nodes) {
    for (const reference of node.references) {
      const uid = uidOf(reference);
      if (uid === undefined) continue;
      const known = dependents.get(uid);
      if (known === undefined) dependents.set(uid, [node]);
      // An object may name an owner twice.
      else if (known.at(-1) !== node) known.push(node);
    }
  }
  return dependents;
}

/** References come from the server as they are: one without a uid leads nowhere. */
function uidOf(reference: unknown): string | undefined {
  const uid = isJsonRecord(reference) ? reference['uid'] : undefined;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}
