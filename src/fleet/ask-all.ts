import { type Count, type CountOptions, createCensus } from '../census/create-census.js';
import type { Client } from '../core/client.js';
import { isForbidden, isNotFound } from '../core/errors.js';
import { NoMatchError } from '../core/mapper/errors.js';
import type { Resolution, ResolveOptions } from '../core/mapper/resolution.js';
import type { Subject } from '../core/mapper/subject.js';
import { resourceKey } from '../core/model/group-version-resource.js';
import type { KubeObject } from '../core/model/kube-object.js';
import type { Table } from '../core/representation/table/table.js';
import {
  requireKnownOptions,
  requireMethods,
  requireName,
  requireTextOrNone,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import { joinTables } from '../representations/join-tables.js';
import { compareServers, type ServerComparison } from '../upgrade/compare-servers.js';
import { compareDefinitions, type DefinitionChange } from '../upgrade/definitions.js';
import { eachChecks, type EachOptions, type Fleet } from './create-fleet.js';
import { ClusterError } from './errors.js';

/** What clusters answered, and which did not. */
interface FleetAnswers<Value> {
  /** The answers, in the order of the fleet. */
  readonly answers: readonly (readonly [cluster: string, value: Value])[];
  /** The clusters without an answer, and sources that could not be read: what is missing in the answers. */
  readonly failures: readonly ClusterError[];
}

/** Asks all clusters, and waits for all of them. */
async function askAll<Options extends EachOptions, Value>(
  fleet: Fleet,
  options: Options,
  checks: OptionChecks<Omit<Options, keyof EachOptions>>,
  ask: (client: Client, signal: AbortSignal) => Promise<Value>,
): Promise<FleetAnswers<Value>> {
  requireMethods('fleet', fleet, ['each']);
  const { timeoutMs, concurrency, signal } = requireKnownOptions<object>(options, {
    ...eachChecks,
    ...checks,
  }) as EachOptions;
  const found = new Map<string, Value>();
  const failures: ClusterError[] = [];
  try {
    const each = fleet.each((client, { signal }) => ask(client, signal), { timeoutMs, concurrency, signal });
    for await (const answer of each) {
      if (answer.error === undefined) found.set(answer.cluster, answer.value);
      else failures.push(answer.error);
    }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    failures.push(error);
  }
  const order = new Map(fleet.clusters.map(({ name }, index) => [name, index]));
  const place = (name: string | undefined): number => order.get(name ?? '') ?? order.size;
  return {
    answers: [...found].sort(([one], [other]) => place(one) - place(other)),
    failures: failures.sort((one, other) => place(one.cluster) - place(other.cluster)),
  };
}

/** Options of {@link fleetCount}. */
export interface FleetCountOptions extends EachOptions {
  /** What to count in each cluster, as by `census.count`. @default everything */
  readonly count?: Omit<CountOptions, 'signal' | 'timeoutMs' | 'onProgress'> | undefined;
}

/** The objects of a fleet. */
export interface FleetCount {
  /** The objects of all clusters that answered. */
  readonly total: number;
  /** What was counted in each. */
  readonly counts: readonly { readonly cluster: string; readonly count: Count }[];
  /** Whether every cluster answered, and nothing could not be counted in any. */
  readonly complete: boolean;
  /** The clusters that did not answer. What one that did could not count is in its `count.failures`. */
  readonly failures: readonly ClusterError[];
}

/**
 * Counts the objects of all clusters, each once, as a census does for one.
 *
 * @throws InvalidArgumentError for options that can never work; NoClustersError for a fleet of none; the signal's reason
 *   after an abort
 * @example
 * const { counts } = await fleetCount(fleet, { count: { resources: ['pods', 'nodes'] } });
 * for (const { cluster, count } of counts) console.log(cluster, count.total);
 */
export async function fleetCount(fleet: Fleet, options: FleetCountOptions = {}): Promise<FleetCount> {
  const { answers, failures } = await askAll(fleet, options, { count: true }, (client, signal) =>
    createCensus(client).count({ ...options.count, signal }),
  );
  return {
    total: answers.reduce((sum, [, { total }]) => sum + total, 0),
    counts: answers.map(([cluster, found]) => ({ cluster, count: found })),
    complete: failures.length === 0 && answers.every(([, { complete }]) => complete),
    failures,
  };
}

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
  const { answers, failures } = await askAll(fleet, options, { reference: requireName }, async (client, signal) => ({
    catalog: await client.discovery.catalog({ signal }),
    definitions: await definitionsOf(client, signal),
  }));
  const { reference: wanted } = options;
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
  const choices = { verbs: true, scope: true, ambiguity: true } as const;
  const { answers, failures } = await askAll(fleet, options, choices, (client, signal) => {
    const { verbs, scope, ambiguity } = options;
    return client.resolve(subject, { verbs, scope, ambiguity, signal });
  });
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

/** Options of {@link fleetTable}. */
export interface FleetTableOptions extends EachOptions {
  /** The namespace to list, in every cluster. @default all namespaces, in a column of their own */
  readonly namespace?: string | undefined;
  /** Chooses objects by their labels. @default all */
  readonly labelSelector?: string | undefined;
  /** Chooses objects by their fields. @default all */
  readonly fieldSelector?: string | undefined;
}

/** A table over a fleet, and what is missing in it. */
export interface FleetTable {
  /** The rows of all clusters that answered, in the order of the fleet, behind a column Cluster. */
  readonly table: Table;
  /** The clusters without rows because they failed. */
  readonly failures: readonly ClusterError[];
}

/**
 * Lists a resource in all clusters as one Table with a first column Cluster. Columns that differ between versions are
 * joined by their names.
 *
 * @throws InvalidArgumentError for options that can never work; NoClustersError for a fleet of none; the signal's reason
 *   after an abort
 * @example
 * const { table, failures } = await fleetTable(fleet, 'deployments', { labelSelector: 'app=front' });
 * console.log(formatTable(table));
 * for (const { message } of failures) console.error(message);
 */
export async function fleetTable(fleet: Fleet, subject: Subject, options: FleetTableOptions = {}): Promise<FleetTable> {
  const checks = { namespace: requireName, labelSelector: requireTextOrNone, fieldSelector: requireTextOrNone };
  const { answers, failures } = await askAll(fleet, options, checks, async (client, signal) => {
    const { namespace, labelSelector, fieldSelector } = options;
    const all = client.resource(subject);
    const bound = namespace === undefined ? all : all.namespace(namespace);
    const handle = bound.as('Table', { includeObject: 'Metadata' });
    let whole: Table | undefined;
    for await (const page of handle.pages({ labelSelector, fieldSelector, signal })) {
      if (whole === undefined) whole = page;
      else whole.rows.push(...page.rows);
    }
    const { scope } = await handle.mapping({ signal });
    return { table: whole as Table, isSpread: scope === 'Namespaced' && namespace === undefined };
  });
  const isSpread = answers.some(([, answer]) => answer.isSpread);
  const tables = answers.map(([cluster, { table }]) => [cluster, table] as const);
  return { table: joinTables(tables, { column: 'Cluster', namespace: isSpread }), failures };
}
