import type { Resolution, ResolveOptions } from '../core/mapper/resolution.js';
import type { Subject } from '../core/mapper/subject.js';
import { resourceKey } from '../core/model/group-version-resource.js';
import { requireKnownOptions, requireMethods } from '../core/shared/arguments.js';
import { askAll } from './ask-all.js';
import { eachChecks, type EachOptions, type Fleet } from './create-fleet.js';
import type { ClusterError } from './errors.js';

/** Options of {@link fleetResolve}. */
export interface FleetResolveOptions extends ResolveOptions, EachOptions {}

/** What a name means in a fleet. */
export interface FleetResolution {
  /** Each meaning with the clusters where it is so: the most frequent one first. */
  readonly meanings: readonly { readonly resolution: Resolution; readonly clusters: readonly string[] }[];
  /** The clusters where the name means nothing, with a `NoMatchError` as the cause, and those that did not answer. */
  readonly failures: readonly ClusterError[];
}

/**
 * Resolves a name in all clusters, and tells where its meaning differs: another group, version, resource or scope.
 *
 * @throws InvalidArgumentError for options that can never work; NoClustersError for a fleet of none; the signal's reason
 *   after an abort
 * @example
 * const { meanings } = await fleetResolve(fleet, 'so');
 * for (const { resolution, clusters } of meanings) console.log(describeResolution(resolution), clusters);
 */
export async function fleetResolve(
  fleet: Fleet,
  subject: Subject,
  options: FleetResolveOptions = {},
): Promise<FleetResolution> {
  requireMethods('fleet', fleet, ['each']);
  const { timeoutMs, concurrency, signal, ...choice } = requireKnownOptions(options, {
    ...eachChecks,
    verbs: true,
    scope: true,
    ambiguity: true,
  });
  const { answers, failures } = await askAll(
    fleet,
    (client, signal) => client.resolve(subject, { ...choice, signal }),
    { timeoutMs, concurrency, signal },
  );
  const meanings = new Map<string, { readonly resolution: Resolution; readonly clusters: string[] }>();
  for (const [cluster, resolution] of answers) {
    const { resource, kind, scope } = resolution.mapping;
    const key = JSON.stringify([resourceKey(resource), kind.kind, scope]);
    const same = meanings.get(key);
    if (same === undefined) meanings.set(key, { resolution, clusters: [cluster] });
    else same.clusters.push(cluster);
  }
  return { meanings: [...meanings.values()].sort((a, b) => b.clusters.length - a.clusters.length), failures };
}
