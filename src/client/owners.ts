import type { Catalog } from '../catalog/catalog.js';
import { DiscoveryError } from '../discovery/discovery-error.js';
import type { Discovery } from '../discovery/discovery.js';
import { distinctResources } from '../identity/distinct-resources.js';
import type { RESTMapper } from '../mapper/rest-mapper.js';
import { createRounds } from '../mapper/rounds.js';
import type { OwnerReference } from '../model/owner-reference.js';
import { createAbsentOwners } from '../owners/absent-owners.js';
import { collectGraph } from '../owners/collect-graph.js';
import type { HonorsOption } from '../owners/honored-field.js';
import type { PortOptions } from '../owners/metadata-ports.js';
import type { OwnerGraph } from '../owners/owner-graph.js';
import type { OwnerResolution } from '../owners/owner-resolution.js';
import { resolveOwner, type ResolveOwnerOptions, type ResolveOwnerPorts } from '../owners/resolve-owner.js';
import { walkDependents, type DependentsOf } from '../owners/walk-dependents.js';
import { walkOwners, type OwnersOf, type WalkLimits } from '../owners/walk-owners.js';
import { walkedObject, type WalkStart } from '../owners/walked-object.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { requireCount } from '../shared/arguments.js';
import type { EvidenceChoice, FindEvidence } from './evidence.js';
import type { MetadataPorts } from './owner-ports.js';

/** How a walk is done. `timeoutMs` is for each request. */
export interface WalkOptions extends PortOptions, HonorsOption {
  /** How many requests may be under way at once. @default 10 */
  readonly concurrency?: number | undefined;
}

/** How a graph is made: which endpoints are known to serve the same objects, and how they are listed. */
export interface DependentsOptions extends WalkOptions, Pick<EvidenceChoice, 'evidence'> {
  /** How many objects to a page. @default 500 */
  readonly limit?: number | undefined;
}

/** What of the server a graph is made of. */
export interface GraphOptions extends DependentsOptions {
  /** The objects of one namespace alone. @default all namespaces, and what is cluster-scoped */
  readonly namespace?: string | undefined;
}

/**
 * Owners and dependents on the server, by metadata alone. The pure functions beside it, `validateOwnerReference`,
 * `isMutation`, `blockOwnerDeletionChecks` and `completeOwnerReference`, take references and a mapper.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export interface ClientOwners {
  /**
   * Finds out whether the owner that a reference names is there. Give the namespace of the dependent; a cluster-scoped
   * dependent has none.
   *
   * `kind` is mapped: in the version of the reference, and where that is not served, in the other versions of the group.
   * With `honors: 'resource'`, for servers that keep the field, a `resource` is authoritative, and nothing is discovered. It
   * does not tell the scope: a catalog that is at hand does. Without one, a cluster-scoped dependent asks the cluster's URL
   * alone, a namespaced one the URL in its namespace and, if that is no URL of the server, the cluster's: two requests at
   * most.
   *
   * Rejects with the signal's reason after an abort, with `ClientClosedError`, and with `InvalidNameError` for a namespace
   * that cannot be one; everything else is an answer.
   */
  resolve(reference: OwnerReference, options?: ResolveOwnerOptions): Promise<OwnerResolution>;
  /** Follows the owner references of an object up to the roots, each owner once. The object is taken as it is given. */
  ownersOf(object: WalkStart, options?: WalkOptions & WalkLimits): Promise<OwnersOf>;
  /**
   * Finds everything that an object owns, and what that owns in turn. Nobody but the dependents know their owner, so
   * all sets of objects are listed once: in the namespace of the object, or, for a cluster-scoped one, in all of them.
   * What could not be listed is in `unread`. For many objects take {@link graph} once.
   *
   * Throws `DiscoveryError` when nothing could be learned of the server, and `InvalidArgumentError` for an object
   * without a uid.
   */
  dependentsOf(object: WalkStart, options?: DependentsOptions): Promise<DependentsOf>;
  /**
   * The owners and dependents among all objects of the server, as they are now: one metadata list for each set of objects,
   * page by page, some at a time. `walkDependents` takes it for the way down.
   *
   * Throws `DiscoveryError` when nothing could be learned of the server; what could not be listed is in `unread`.
   */
  graph(options?: GraphOptions): Promise<OwnerGraph>;
  /** Forgets the owners that were found absent: after a restore from a backup, which brings uids back. */
  invalidate(): void;
}

/** What `client.owners` is made of. */
export interface ClientOwnersParts {
  readonly ports: MetadataPorts;
  readonly discovery: Pick<Discovery, 'current' | 'refresh'>;
  readonly catalog: (signal: AbortSignal | undefined) => Promise<Catalog>;
  readonly findEvidence: FindEvidence;
  readonly mapper: (signal: AbortSignal | undefined) => Promise<RESTMapper>;
}

const defaultConcurrency = 10;
const defaultLimit = 500;

/** Wires the pure functions of owners to a server. */
export function createClientOwners(parts: ClientOwnersParts): ClientOwners {
  const { ports, discovery, mapper } = parts;
  const absent = createAbsentOwners();
  const now = (): number => performance.now();
  const rounds = createRounds(() => discovery.refresh(), now);
  const resolvePorts: ResolveOwnerPorts = {
    read: ports.read,
    catalogAtHand: () => discovery.current,
    async learn({ anew, signal }) {
      try {
        if (anew) await rounds.askAgain(now(), signal);
        return { mapper: await mapper(signal) };
      } catch (error) {
        if (error instanceof DiscoveryError) return { message: error.message };
        throw error;
      }
    },
  };

  const graph: ClientOwners['graph'] = async (options = {}) => {
    const { namespace, evidence, honors, signal, timeoutMs } = options;
    const scope = namespace === undefined ? undefined : 'Namespaced';
    const concurrency = requireCount('concurrency', options.concurrency ?? defaultConcurrency);
    const limit = requireCount('limit', options.limit ?? defaultLimit);
    const catalog = await parts.catalog(signal);
    const wanted = { verbs: ['list'], scope } as const;
    const found = await parts.findEvidence(catalog, { evidence, signal }, wanted);
    const endpoints = distinctResources(catalog, { ...wanted, evidence: found.evidence });
    return collectGraph(
      { endpoints, failures: catalog.failures, list: ports.list },
      { namespace, concurrency, limit, honors, signal, timeoutMs },
    );
  };

  return Object.freeze<ClientOwners>({
    resolve: async (reference, options = {}) => resolveOwner(reference, resolvePorts, options),
    async ownersOf(object, { concurrency = defaultConcurrency, maxOwners, maxDepth, ...options } = {}) {
      return walkOwners(object, {
        resolve: (reference, namespace) => resolveOwner(reference, resolvePorts, { ...options, namespace }),
        absent,
        concurrency: requireCount('concurrency', concurrency),
        maxOwners,
        maxDepth,
      });
    },
    async dependentsOf(object, options = {}) {
      const { uid, namespace } = walkedObject(object);
      if (uid === '') throw new InvalidArgumentError('object', 'has to have a metadata.uid');
      return walkDependents(object, await graph({ ...options, namespace }));
    },
    graph,
    invalidate() {
      absent.clear();
    },
  });
}
