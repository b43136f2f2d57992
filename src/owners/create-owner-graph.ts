import type { OwnerReference } from '../model/owner-reference.js';
import { isJsonRecord } from '../shared/json-record.js';
import { findCycles } from './find-cycles.js';
import type { GraphLink, OwnerGraph, UnreadPart } from './owner-graph.js';
import { objectKey, type WalkedObject } from './walked-object.js';

/** An object with its references, as it goes into a graph. Both are frozen when they are handed out. */
export interface GraphObject {
  readonly object: WalkedObject;
  readonly references: readonly OwnerReference[];
}

const none: readonly never[] = Object.freeze([]);

/** Indexes objects by their uid and by those of their owners, once. The first object of a uid counts. */
export function createOwnerGraph(lists: Iterable<readonly GraphObject[]>, unread: readonly UnreadPart[]): OwnerGraph {
  const nodes = new Map<string, GraphObject>();
  const dependents = new Map<string, GraphObject[]>();
  for (const list of lists) {
    for (const node of list) {
      const key = objectKey(node.object);
      if (nodes.has(key)) continue;
      nodes.set(key, node);
      if (node.references.length > 0) addDependent(dependents, node);
    }
  }

  const linkOf = ({ object }: GraphObject, reference: OwnerReference): GraphLink => {
    const dependent = Object.freeze(object);
    const owner = nodes.get(uidOf(reference) ?? '')?.object;
    const mismatch = owner === undefined ? undefined : mismatchOf(reference, owner, dependent);
    return Object.freeze({
      dependent,
      reference: Object.freeze(reference),
      ...(owner !== undefined && { owner: Object.freeze(owner) }),
      ...(mismatch !== undefined && { mismatch }),
    });
  };
  /** The links of those references of the objects that are wanted. */
  const linksOf = (
    found: Iterable<GraphObject>,
    isWanted: (uid: string | undefined) => boolean,
  ): readonly GraphLink[] => {
    const links: GraphLink[] = [];
    for (const node of found) {
      for (const reference of node.references) if (isWanted(uidOf(reference))) links.push(linkOf(node, reference));
    }
    return Object.freeze(links);
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
      return linksOf(node === undefined ? none : [node], () => true);
    },
    dependentsOf: (uid) => linksOf(dependents.get(uid) ?? none, (named) => named === uid),
    dangling: () => linksOf(nodes.values(), (named) => named === undefined || !nodes.has(named)),
    cycles: () =>
      findCycles(
        new Map([...nodes].map(([key, { references }]) => [key, references.flatMap((each) => uidOf(each) ?? [])])),
      ),
  });
}

function addDependent(dependents: Map<string, GraphObject[]>, node: GraphObject): void {
  for (const reference of node.references) {
    const uid = uidOf(reference);
    if (uid === undefined) continue;
    const known = dependents.get(uid);
    if (known === undefined) dependents.set(uid, [node]);
    // An object may name an owner twice.
    else if (known.at(-1) !== node) known.push(node);
  }
}

/** References come from the server as they are: one without a uid leads nowhere. */
function uidOf(reference: unknown): string | undefined {
  const uid = isJsonRecord(reference) ? reference['uid'] : undefined;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

function mismatchOf({ name }: OwnerReference, owner: WalkedObject, dependent: WalkedObject): GraphLink['mismatch'] {
  if (name !== owner.name) return 'name';
  return owner.namespace !== undefined && owner.namespace !== dependent.namespace ? 'namespace' : undefined;
}
