import type { Client } from '../core/client.js';
import { isForbidden, isNotFound } from '../core/errors.js';
import { NoMatchError } from '../core/mapper/errors.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { requireKnownOptions, requireMethods, requireName } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import { compareServers, type ServerComparison } from '../upgrade/compare-servers.js';
import { compareDefinitions, type DefinitionChange } from '../upgrade/definitions.js';
import { askAll } from './ask-all.js';
import { eachChecks, type EachOptions, type Fleet } from './create-fleet.js';
import type { ClusterError } from './errors.js';

/** Options of {@link fleetDiff}. */
export interface FleetDiffOptions extends EachOptions {
  /** The name of the cluster that the others are compared with. @default the first that answers */
  readonly reference?: string | undefined;
}

/** How one cluster differs from the reference. */
export interface ClusterDifference {
  /** The name of the cluster. */
  readonly cluster: string;
  /** What it serves differently: `added` is what it has and the reference does not, `gone` what it lacks. */
  readonly servers: ServerComparison;
  /** What its definitions of custom resources drop or change of those of the reference; undefined if one of the two may not be read. */
  readonly definitions: readonly DefinitionChange[] | undefined;
}

/** How the clusters of a fleet differ. */
export interface FleetDiff {
  /** The cluster that the others are compared with. */
  readonly reference: string | undefined;
  /** The other clusters that answered. */
  readonly differences: readonly ClusterDifference[];
  /** The clusters that did not answer. */
  readonly failures: readonly ClusterError[];
}

/**
 * Compares what the clusters of a fleet serve with one of them: groups, versions, resources, the meaning of words, and
 * definitions of custom resources.
 *
 * @throws InvalidArgumentError for options that can never work, and a reference that is not in the fleet, or did not
 *   answer; NoClustersError for a fleet of none; the signal's reason after an abort
 * @example
 * const { reference, differences } = await fleetDiff(fleet, { reference: 'test' });
 * for (const { cluster, servers } of differences) console.log(reference, cluster, servers.gone.length);
 */
export async function fleetDiff(fleet: Fleet, options: FleetDiffOptions = {}): Promise<FleetDiff> {
  requireMethods('fleet', fleet, ['each']);
  const { reference: wanted, ...each } = requireKnownOptions(options, { ...eachChecks, reference: requireName });
  const { answers, failures } = await askAll(
    fleet,
    async (client, signal) => ({
      catalog: await client.discovery.catalog({ signal }),
      definitions: await definitionsOf(client, signal),
    }),
    each,
  );
  const first = wanted === undefined ? answers[0] : answers.find(([name]) => name === wanted);
  if (first === undefined) {
    if (wanted === undefined) return { reference: undefined, differences: [], failures };
    const cause = failures.find(({ cluster }) => cluster === wanted);
    throw new InvalidArgumentError('reference', `${quote(wanted)} is not in the fleet, or did not answer`, { cause });
  }
  const [reference, base] = first;
  const differences = answers
    .filter(([cluster]) => cluster !== reference)
    .map(([cluster, { catalog, definitions }]) => ({
      cluster,
      servers: compareServers(base.catalog, catalog),
      definitions: changesOf(base.definitions, definitions),
    }));
  return { reference, differences, failures };
}

type Definitions = ReadonlyMap<string, KubeObject>;

/** The definitions of a cluster by their names; undefined if they may not be read. */
async function definitionsOf(client: Client, signal: AbortSignal): Promise<Definitions | undefined> {
  const handle = client.resource('customresourcedefinitions.v1.apiextensions.k8s.io');
  const found = new Map<string, KubeObject>();
  try {
    for await (const object of handle.items({ signal })) found.set(object.metadata.name, object);
  } catch (error) {
    if (isForbidden(error)) return undefined;
    if (!isNotFound(error) && !(error instanceof NoMatchError)) throw error;
  }
  return found;
}

function changesOf(before?: Definitions, after?: Definitions): readonly DefinitionChange[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  return [...before].flatMap(([name, definition]) => {
    const other = after.get(name);
    return other === undefined ? [] : compareDefinitions(definition, other);
  });
}
