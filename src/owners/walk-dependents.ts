import { requireMethods } from '../core/shared/arguments.js';
import { findCycles } from './find-cycles.js';
import type { GraphLink, OwnerGraph, UnreadPart } from './owner-graph.js';
import { walkedObjectKey, walkedObject, type WalkedObject, type WalkStart } from './walked-object.js';

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
}

/**
 * Follows owner references down, visiting each object once. The starting object need not be in the graph.
 *
 * @throws InvalidArgumentError for anything but an object
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
  });
}
