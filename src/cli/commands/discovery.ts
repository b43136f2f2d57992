import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  type Catalog,
  createLiveCatalog,
  type DiscoveryFormat,
  type Exchange,
  formatGroupVersion,
  formatGroupVersionResource,
  type LiveCatalog,
} from '../../index.js';
import { describeFailedPart } from '../../representations/index.js';
import { inFlagWords } from '../flag-words.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import { parseWords } from '../flag-values.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';

interface Flags {
  readonly formats?: readonly DiscoveryFormat[] | undefined;
  readonly refresh?: boolean | undefined;
  readonly watch?: boolean | undefined;
  readonly output?: 'json' | undefined;
}

/** One round of discovery: its result and its requests. */
interface Round {
  readonly catalog: Catalog;
  readonly requests: readonly Exchange[];
}

const formatOf: ReadonlyMap<string, DiscoveryFormat> = new Map([
  ['v2', 'aggregated/v2'],
  ['aggregated/v2', 'aggregated/v2'],
  ['v2beta1', 'aggregated/v2beta1'],
  ['aggregated/v2beta1', 'aggregated/v2beta1'],
  ['legacy', 'legacy'],
]);

const examples = `
Examples:
  $ kubeatlas discovery --refresh           the second round, by ETag
  $ kubeatlas discovery --formats legacy    without aggregated documents
  $ kubeatlas discovery --watch             changes as they happen`;

/** Defines `discovery`: how the server is learned, in how many requests, and what could not be read. */
export function defineDiscovery(command: Command, run: Run): void {
  command
    .option('--formats <formats>', 'request only these: v2, v2beta1, legacy', parseFormats)
    .option('--refresh', 'run discovery again, and show its requests')
    .option('-w, --watch', 'then show changes, until Ctrl-C')
    .addOption(new Option('-o, --output <format>', 'instead of tables').choices(['json']))
    .addHelpText('after', furtherHelp(examples))
    .action((flags: Flags, command: Command) =>
      run(command, (session) => discovery(session, flags), { formats: flags.formats }),
    );
}

function parseFormats(value: string): readonly DiscoveryFormat[] {
  return parseWords(value).map((word) => {
    const format = formatOf.get(word);
    if (format === undefined) throw new InvalidArgumentError('It must be one or more of v2, v2beta1, legacy.');
    return format;
  });
}

async function discovery(session: Session, flags: Flags): Promise<void> {
  const { client, calls, exchanges } = session;
  const { signal } = calls;
  const first: Round = { catalog: await client.discovery.catalog({ signal }), requests: byPath(exchanges) };
  const second: Round | undefined = flags.refresh
    ? { catalog: await client.discovery.refresh({ signal }), requests: byPath(exchanges.slice(first.requests.length)) }
    : undefined;
  const report = flags.output === 'json' ? asDocument : asText;
  await session.print(report(session, first, second));
  if (flags.watch === true) await watchCatalog(session, flags.output === 'json');
}

/** Prints changes of the catalog: a line for each resource, or a document for each set of changes. */
async function watchCatalog(session: Session, asJson: boolean): Promise<void> {
  const live = createLiveCatalog(session.client, { signal: session.calls.signal });
  let mode: LiveCatalog['mode'] | undefined;
  for await (const { added, changed, removed, kept, recovered } of live) {
    if (mode !== live.mode) {
      mode = live.mode;
      if (mode === 'poll') await session.note('Definitions cannot be watched. The server is polled every 30 seconds.');
    }
    const lists = {
      added,
      changed: changed.map(({ after }) => after),
      removed,
      kept,
      recovered: recovered.map(({ after }) => after),
    };
    const lines = Object.entries(lists).flatMap(([what, entries]) =>
      entries.map((entry) => `${what.padEnd(10)} ${oneLine(formatGroupVersionResource(entry))}\n`),
    );
    await session.print(asJson ? formatDocument({ added, changed, removed, kept, recovered }, 'json') : lines.join(''));
  }
}

function asDocument({ client }: Session, { catalog, requests }: Round, second: Round | undefined): string {
  const document = {
    server: client.server,
    provenance: { api: catalog.provenance.api ?? null, apis: catalog.provenance.apis ?? null },
    ...countsOf(catalog),
    kept: keptIn(catalog),
    failures: catalog.failures,
    requests,
    confirmed: confirmedIn(requests),
    ...(second && { refresh: { changed: second.catalog !== catalog, requests: second.requests } }),
  };
  return formatDocument(document, 'json');
}

function asText({ client, paint }: Session, { catalog, requests }: Round, second: Round | undefined): string {
  const section = (title: string, table: string): string => `${paint.bold(title)}\n${paint.header(table)}`;
  const sections = [section(`Server ${oneLine(client.server)}`, rootTable(catalog))];
  if (catalog.failures.length > 0) {
    const rows = catalog.failures.map((failure) => [
      failure.class,
      describeFailedPart(failure),
      oneLine(inFlagWords(failure.message)),
    ]);
    sections.push(section('Not read', ownTable(['Class', 'What', 'Why'], rows)));
  }
  const kept = keptIn(catalog);
  if (kept.length > 0) {
    const rows = kept.map(({ what, since, why }) => [what, since, oneLine(why)]);
    sections.push(section('Kept from an earlier discovery', ownTable(['What', 'Since', 'Why'], rows)));
  }
  const confirmed = confirmedIn(requests);
  const hits = confirmed === 0 ? '' : `: ${confirmed} confirmed the cached document`;
  sections.push(section(`${sumOf('Requests', requests)}${hits}`, requestTable(requests)));
  if (second !== undefined) {
    const outcome = second.catalog === catalog ? 'nothing changed' : 'something changed';
    sections.push(section(`${sumOf('Second round', second.requests)}: ${outcome}`, requestTable(second.requests)));
  }
  return sections.join('\n');
}

/**
 * Returns a row for each root; versions that aggregated documents mark as stale are included in the number of versions.
 */
function rootTable(catalog: Catalog): string {
  const rows = (['api', 'apis'] as const).map((root) => {
    const groups = catalog.groups.filter(({ name }) => (name === '') === (root === 'api'));
    const counts = countsOf({ ...catalog, groups });
    const { stale, ...numbers } = counts;
    const kept = keptIn({ groups }).length;
    return [`/${root}`, catalog.provenance[root] ?? null, ...Object.values(numbers), stale.length, kept];
  });
  return ownTable(['Root', 'Format', 'Groups', 'Versions', 'Resources', 'Subresources', 'Stale', 'Kept'], rows);
}

/** A part of the server that is kept from before. */
interface KeptPart {
  readonly what: string;
  readonly since: string;
  readonly why: string;
}

function keptIn({ groups }: Pick<Catalog, 'groups'>): readonly KeptPart[] {
  return groups.flatMap(({ versions }) =>
    versions.flatMap((version) => {
      if (version.kept === undefined) return [];
      const { since, why } = version.kept;
      return [{ what: formatGroupVersion(version), since, why: inFlagWords(why.message) }];
    }),
  );
}

/** Counts the documents from the cache that the server confirmed. */
/** Sorts requests that were made at once, and answered in any order; attempts at one path stay as they came. */
function byPath(requests: readonly Exchange[]): readonly Exchange[] {
  return [...requests].sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
}

function confirmedIn(requests: readonly Exchange[]): number {
  return requests.filter(({ status }) => status === 304).length;
}

function countsOf({ groups }: Pick<Catalog, 'groups'>): {
  readonly groups: number;
  readonly versions: number;
  readonly resources: number;
  readonly subresources: number;
  readonly stale: readonly string[];
} {
  const versions = groups.flatMap((group) => group.versions);
  const resources = versions.flatMap((version) => version.resources);
  return {
    groups: groups.length,
    versions: versions.length,
    resources: resources.length,
    subresources: resources.reduce((sum, { subresources }) => sum + subresources.length, 0),
    stale: versions.flatMap((version) => (version.freshness === 'Stale' ? [formatGroupVersion(version)] : [])),
  };
}

function requestTable(requests: readonly Exchange[]): string {
  const columns = ['Method', 'Path', 'Status', 'Answer', 'Bytes', 'ms'];
  const rows = requests.map(({ method, path, status, mediaType, bytes, ms }) => [
    method,
    path,
    status ?? 'no answer',
    mediaType ?? null,
    bytes,
    ms,
  ]);
  return ownTable(columns, rows);
}

function sumOf(title: string, requests: readonly Exchange[]): string {
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  return `${title} (${requests.length}, ${bytes} bytes)`;
}
