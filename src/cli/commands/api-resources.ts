import { Option, type Command } from 'commander';
import {
  type Catalog,
  type CatalogFailure,
  describeFailure,
  formatGroupResource,
  formatGroupVersion,
  type ResourceEntry,
} from '../../index.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import { parseTruth, parseWords } from '../flag-values.js';
import { referenceTo } from './names.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';

interface Flags {
  readonly apiGroup?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly verbs?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly sortBy?: 'name' | 'kind' | undefined;
  readonly headers: boolean;
  readonly output?: 'wide' | 'name' | 'json' | undefined;
}

const examples = `
Examples:
  $ kubeatlas api-resources --namespaced --verbs list,watch
  $ kubeatlas api-resources --api-group apps -o wide
  $ kubeatlas api-resources --namespaced=false -o name`;

/** Defines `api-resources`, with kubectl's flags and columns. */
export function defineApiResources(command: Command, run: Run): void {
  command
    .option('--api-group <group>', "only this group; '' is the core group")
    .addOption(
      new Option('--namespaced [truth]', 'only namespaced resources; =false: only others').argParser(parseTruth),
    )
    .option('--verbs <verbs>', 'only resources with all of these verbs', parseWords)
    .option('--categories <categories>', 'only resources in all of these categories', parseWords)
    .addOption(new Option('--sort-by <column>', 'sort by this instead of group and name').choices(['name', 'kind']))
    .option('--no-headers', 'omit the line of column names')
    .addOption(new Option('-o, --output <format>', 'instead of a table').choices(['wide', 'name', 'json']))
    .addHelpText('after', furtherHelp(examples))
    .action((flags: Flags, command: Command) => run(command, (session) => apiResources(session, flags)));
}

async function apiResources(session: Session, flags: Flags): Promise<void> {
  const { signal } = session.calls;
  const catalog = await session.client.discovery.catalog({ signal });
  const entries = sorted(catalog.resources({ preferred: true }).filter(filterOf(flags)), flags.sortBy);
  const failures = failuresBehind(catalog, flags.apiGroup);

  if (flags.output === 'json') {
    await session.print(formatDocument({ resources: entries.map(describeEntry), failures }, 'json'));
  } else if (flags.output === 'name') {
    await session.print(entries.map((entry) => `${oneLine(formatGroupResource(entry))}\n`).join(''));
  } else if (entries.length > 0) {
    const text = tableOf(session, entries, flags);
    await session.print(flags.headers ? session.paint.header(text) : text);
  } else {
    await session.note('No resources match.');
  }
  for (const failure of failures) await session.note(oneLine(`error: ${describeFailure(failure)}`));
  if (failures.length > 0) session.fail();
}

function filterOf({ apiGroup, namespaced, verbs = [], categories = [] }: Flags): (entry: ResourceEntry) => boolean {
  return (entry) =>
    entry.kind !== '' &&
    entry.verbs.length > 0 &&
    (apiGroup === undefined || entry.group === apiGroup) &&
    (namespaced === undefined || namespaced === (entry.scope === 'Namespaced')) &&
    verbs.every((verb) => entry.verbs.includes(verb)) &&
    categories.every((category) => entry.categories.includes(category));
}

function sorted(entries: readonly ResourceEntry[], by: Flags['sortBy']): readonly ResourceEntry[] {
  const keys = (entry: ResourceEntry): readonly string[] => {
    const { group, resource, kind } = entry;
    if (by === 'name') return [resource, group];
    return by === 'kind' ? [kind, resource, group] : [group, resource];
  };
  return [...entries].sort((a, b) => compare(keys(a), keys(b)));
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((word, index) => word !== b[index]);
  return at < 0 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

/** Returns the failures that may hide requested resources. */
function failuresBehind(catalog: Catalog, apiGroup: string | undefined): readonly CatalogFailure[] {
  return apiGroup === undefined ? catalog.failures : catalog.failuresOf({ group: apiGroup });
}

function tableOf({ pages }: Session, entries: readonly ResourceEntry[], { output, headers }: Flags): string {
  const columns = ['Name', 'Shortnames', 'APIVersion', 'Namespaced', 'Kind', { wide: 'Verbs' }, { wide: 'Categories' }];
  const rows = entries.map((entry) => [
    entry.resource,
    entry.shortNames.join(','),
    formatGroupVersion(entry),
    entry.scope === 'Namespaced',
    entry.kind,
    entry.verbs.join(','),
    entry.categories.join(','),
  ]);
  return ownTable(columns, rows, { wide: output === 'wide', header: headers, pages });
}

function describeEntry(entry: ResourceEntry): object {
  const { singular, shortNames, categories, verbs, subresources } = entry;
  return {
    ...referenceTo(entry),
    singular,
    shortNames,
    categories,
    verbs,
    subresources: subresources.map(({ subresource }) => subresource),
  };
}
