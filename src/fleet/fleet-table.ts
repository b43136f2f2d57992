import type { Subject } from '../core/mapper/subject.js';
import type { Table } from '../core/representation/table/table.js';
import { requireKnownOptions, requireMethods, requireName, requireTextOrNone } from '../core/shared/arguments.js';
import { joinTables } from '../representations/join-tables.js';
import { askAll } from './ask-all.js';
import { eachChecks, type EachOptions, type Fleet } from './create-fleet.js';
import type { ClusterError } from './errors.js';

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
  requireMethods('fleet', fleet, ['each']);
  const { namespace, labelSelector, fieldSelector, ...each } = requireKnownOptions(options, {
    ...eachChecks,
    namespace: requireName,
    labelSelector: requireTextOrNone,
    fieldSelector: requireTextOrNone,
  });
  const { answers, failures } = await askAll(
    fleet,
    async (client, signal) => {
      const all = client.resource(subject);
      const handle = (namespace === undefined ? all : all.namespace(namespace)).as('Table', {
        includeObject: 'Metadata',
      });
      let whole: Table | undefined;
      for await (const page of handle.pages({ labelSelector, fieldSelector, signal })) {
        if (whole === undefined) whole = page;
        else whole.rows.push(...page.rows);
      }
      const { scope } = await handle.mapping({ signal });
      return { table: whole as Table, isSpread: scope === 'Namespaced' && namespace === undefined };
    },
    each,
  );
  const isSpread = answers.some(([, answer]) => answer.isSpread);
  const tables = answers.map(([cluster, { table }]) => [cluster, table] as const);
  return { table: joinTables(tables, { column: 'Cluster', namespace: isSpread }), failures };
}
