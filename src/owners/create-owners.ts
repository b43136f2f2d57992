import type { Client } from '../core/client.js';
import { isKubeError } from '../core/errors.js';
import { distinctResources } from '../identity/identity-report.js';
import { findEvidence, type EvidenceChoice } from '../identity/find-evidence.js';
import { createMetadataReader, type MetadataReader } from '../core/metadata/create-metadata-reader.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { isDeprecatedResource } from '../core/model/deprecated-resources.js';
import { groupVersionResourceOf } from '../core/model/group-version-resource.js';
import type { HonorsOption, OwnerReference } from '../core/model/owner-reference.js';
import type { MetadataBy, MetadataOptions } from '../core/representation/partial-object-metadata.js';
import type { CallOptions } from '../core/resource/options.js';
import { callOptionNames, requireBoolean, requireCallOptions, requireCount } from '../core/shared/arguments.js';
import type { OptionChecks } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { OwnersOf, WalkLimits, WalkOwnersParts } from './walk-owners.js';
import { createAbsentOwners, walkOwners } from './walk-owners.js';
import type { DependentsOf, OwnerGraph, WalkStart } from './owner-graph.js';
import { collectGraph, walkDependents, walkedObject } from './owner-graph.js';
import type { OwnerResolution, ResolveOwnerOptions, ResolveOwnerPorts } from './resolve-owner.js';
import { resolveOwner } from './resolve-owner.js';

/** Options of a walk. `timeoutMs` applies to each request. */
export interface WalkOptions extends CallOptions, HonorsOption {
  /** How many requests may be in flight at once. @default 10 */
  readonly concurrency?: number | undefined;
}

/** How to build a graph: the evidence for endpoints that serve the same objects, and how to list them. */
export interface DependentsOptions extends WalkOptions, EvidenceChoice {
  /** How many objects to request per page. @default 500 */
  readonly limit?: number | undefined;
  /**
   * False leaves out what is deprecated and only served there: each request of it raises the server's metric
   * `apiserver_requested_deprecated_apis`. See `leftOut` of the graph.
   * @default true
   */
  readonly deprecated?: boolean | undefined;
}

/** Which part of the server a graph covers. */
export interface GraphOptions extends DependentsOptions {
  /** Only the objects of this namespace. @default all namespaces and all cluster-scoped objects */
  readonly namespace?: string | undefined;
}

/**
 * Owners and dependents on the server, read as metadata. The related pure functions, `validateOwnerReference`,
 * `isMutation`, `blockOwnerDeletionChecks` and `completeOwnerReference`, take references and a mapper.
 *
 * @throws InvalidArgumentError, by every method, for arguments that can never work; ClientClosedError; the signal's
 * reason after an abort; any error while getting credentials
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export interface Owners {
  /**
   * Finds out whether the owner that a reference names exists. Pass the namespace of the dependent; a cluster-scoped
   * dependent has none.
   *
   * `kind` is mapped: in the version of the reference or, if that is not served, in the other versions of the group.
   * With `honors: 'resource'`, a `resource` is authoritative instead, and nothing is discovered. It does not say the
   * scope, which comes from a catalog if there is one. Otherwise the owner of a cluster-scoped dependent is requested at
   * cluster scope, and that of a namespaced one in its namespace and, if the server does not serve that URL, at cluster
   * scope: two requests at most.
   *
   * An object that cannot be a reference gets an answer that lists its problems. For all owners up to the roots, use
   * {@link ownersOf}.
   *
   * @throws InvalidNameError for an invalid namespace
   */
  resolve<ManagedFields extends boolean = false>(
    reference: OwnerReference,
    options?: ResolveOwnerOptions & MetadataOptions<ManagedFields>,
  ): Promise<OwnerResolution<MetadataBy<ManagedFields>>>;
  /**
   * Follows the owner references of an object up to the roots, each owner once. The object itself is not read again.
   *
   * @throws InvalidArgumentError for anything but an object. An owner that cannot be read has the state `unknown`
   */
  ownersOf(object: WalkStart, options?: WalkOptions & WalkLimits): Promise<OwnersOf>;
  /**
   * Finds everything that an object owns, directly or indirectly. Only dependents know their owner, so every set of
   * objects is listed once: in the namespace of the object, or in all namespaces if it is cluster-scoped. What could not
   * be listed is in `unread`. For many objects, call {@link graph} once.
   *
   * @throws InvalidArgumentError for an object without a uid; DiscoveryError if discovery learned nothing at all
   */
  dependentsOf(object: WalkStart, options?: DependentsOptions): Promise<DependentsOf>;
  /**
   * Builds the graph of owners and dependents among all present objects of the server, with one paged metadata list for
   * each set of objects, `concurrency` lists at a time. Pass it to `walkDependents` to walk down.
   *
   * What could not be listed is in `unread`. For the dependents of one object, use {@link dependentsOf}.
   *
   * @throws DiscoveryError if discovery learned nothing at all
   */
  graph(options?: GraphOptions): Promise<OwnerGraph>;
  /** Forgets which owners were absent. Call it after a restore from a backup, which brings uids back. */
  invalidate(): void;
}

const resolveNames: OptionChecks<ResolveOwnerOptions & MetadataOptions> = {
  ...callOptionNames,
  namespace: true,
  honors: true,
  managedFields: requireBoolean,
};
const ownersNames: OptionChecks<WalkOptions & WalkLimits> = {
  ...callOptionNames,
  honors: true,
  concurrency: requireCount,
  maxOwners: true,
  maxDepth: true,
};
const dependentsNames: OptionChecks<DependentsOptions> = {
  ...callOptionNames,
  honors: true,
  concurrency: requireCount,
  evidence: true,
  limit: requireCount,
  deprecated: requireBoolean,
};

/** How old a catalog may be when an owner may be newer than it; the first such question always refreshes it. */
const freshMs = 1000;

/**
 * Creates the {@link Owners} of a client. It remembers which owners are absent, so create it once and keep it. For
 * references and a mapper of your own, use the pure functions listed at {@link Owners}.
 *
 * @throws InvalidArgumentError for anything but a client
 * @example
 * const owners = createOwners(client);
 * const pod = await client.resource('pods').namespace('shop').get('front-0');
 * const { owners: above } = await owners.ownersOf(pod);
 * const { dependents } = await owners.dependentsOf(pod);
 * console.log(above.length, dependents.length);
 */
export function createOwners(client: Client): Owners {
  const metadata = createMetadataReader(client);
  const { discovery } = client;
  const absent = createAbsentOwners();
  let hasLearned = false;
  const resolvePorts: ResolveOwnerPorts = {
    read: (question, options) => metadata.read(question, options),
    catalogAtHand: () => discovery.current,
    async learn({ anew, signal }) {
      try {
        if (anew) {
          const notOlderThanMs = hasLearned ? freshMs : 0;
          hasLearned = true;
          await discovery.refresh({ notOlderThanMs, signal });
        }
        return { mapper: await client.mapper({ signal }) };
      } catch (error) {
        if (isKubeError(error) && error.code === 'discovery') return { message: error.message };
        throw error;
      }
    },
  };

  const graph: Owners['graph'] = async (options = {}) => {
    const checks = { ...dependentsNames, namespace: true } as const;
    const { evidence, deprecated = true, ...listing } = requireCallOptions(options, checks, client);
    const { namespace, signal } = listing;
    const choice = { verbs: ['list'], scope: namespace === undefined ? undefined : 'Namespaced' } as const;
    const catalog = await discovery.catalog({ signal });
    const found = await findEvidence(client, catalog, { evidence, signal }, choice);
    const all = distinctResources(catalog, { ...choice, evidence: found.evidence });
    const isLeftOut = (entry: ResourceEntry): boolean => !deprecated && isDeprecatedResource(entry);
    const endpoints = all.filter((entry) => !isLeftOut(entry));
    const leftOut = all.filter(isLeftOut).map(groupVersionResourceOf);
    return collectGraph({ endpoints, leftOut, failures: catalog.failures, metadata }, listing);
  };

  return Object.freeze<Owners>({
    async resolve(reference, given: ResolveOwnerOptions & MetadataOptions = {}) {
      const { managedFields, ...options } = requireCallOptions(given, resolveNames, client);
      if (managedFields !== true) return resolveOwner(reference, resolvePorts, options);
      const whole: MetadataReader = createMetadataReader(client, { managedFields });
      return resolveOwner(reference, { ...resolvePorts, read: (...question) => whole.read(...question) }, options);
    },
    async ownersOf(object, options = {}) {
      const { concurrency, maxOwners, maxDepth, ...within } = requireCallOptions(options, ownersNames, client);
      const resolve: WalkOwnersParts['resolve'] = (reference, namespace) =>
        resolveOwner(reference, resolvePorts, { ...within, namespace });
      return walkOwners(object, { resolve, absent, concurrency, maxOwners, maxDepth });
    },
    async dependentsOf(object, options = {}) {
      requireCallOptions(options, dependentsNames, client);
      const { uid, namespace } = walkedObject(object);
      if (uid === '') throw new InvalidArgumentError('object', 'must have a metadata.uid');
      return walkDependents(object, await graph({ ...options, namespace }));
    },
    graph,
    invalidate() {
      absent.clear();
    },
  });
}
