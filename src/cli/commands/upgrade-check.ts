import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { createCatalog, formatGroupVersionResource } from '../../index.js';
import { checkUpgrade, type CheckedManifest, type FindingObject, type UpgradeReport } from '../../upgrade/index.js';
import { UsageError } from '../errors.js';
import type { GlobalFlags } from '../global-flags.js';
import { furtherHelp } from '../help.js';
import { findManifests } from '../manifests/find-manifest-files.js';
import { addManifestFlags, hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import { readMembers } from '../manifests/read-exact-yaml.js';
import { inputOf, type CliInput, type Run, type Session } from '../session.js';
import { formatDocument } from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import { isRecord } from '../is-record.js';
import { catalogOfSource, connectToContext, readApiSource, type ApiSource } from './api-source.js';
import { sarifOf } from './upgrade-sarif.js';

interface Flags extends ManifestFlags {
  readonly to: string;
  readonly auditLog?: string | undefined;
  readonly manifestsOnly?: boolean | undefined;
  readonly output?: 'json' | 'sarif' | undefined;
}

const examples = `
Looks for users of what goes away, and says how reliable each finding is. It
reads managers of fields, owner references, rules of webhooks, policies and
roles, scale targets, stored versions, metrics, the audit log (the only evidence
of readers) and manifests. It writes nothing, and requests no deprecated
resource, except for objects that have no other endpoint.

--to is a release (1.29 to 1.38), a file or folder with the
CustomResourceDefinitions of an upgrade, or a context of the kubeconfig.

Exit codes: 0 without findings (notes do not count); 1 with findings; 2 for a
usage error, or if something cannot be read, because it may hide findings.

Examples:
  $ kubeatlas upgrade-check --to 1.37
  $ kubeatlas upgrade-check --to 1.37 --audit-log audit.log
  $ kubeatlas upgrade-check --to charts/new/crds/
  $ helm template . | kubeatlas upgrade-check --to 1.37 --manifests-only -f -`;

/** Defines `upgrade-check`: who uses what goes away with an upgrade. */
export function defineUpgradeCheck(command: Command, run: Run, input: CliInput): void {
  command
    .requiredOption('--to <target>', 'a release, a folder of definitions, or a context')
    .option('--audit-log <file>', 'audit log of the API servers');
  addManifestFlags(command, 'also check manifests; - is standard input')
    .option('--manifests-only', 'check only manifests, no objects of the server')
    .addOption(new Option('-o, --output <format>', 'instead of a table').choices(['json', 'sarif']))
    .addHelpText('after', furtherHelp(examples))
    .action(async (flags: Flags, command: Command) => {
      const source = await readApiSource(flags.to, inputOf(input));
      if (flags.manifestsOnly === true && !hasManifests(flags)) {
        throw new UsageError('--manifests-only needs manifests: specify them with -f or -k.');
      }
      if (flags.auditLog !== undefined) await requireReadable(flags.auditLog);
      return run(command, (session) => check(session, flags, source, command.optsWithGlobals<GlobalFlags>(), input));
    });
}

async function requireReadable(file: string): Promise<void> {
  try {
    await access(file);
  } catch (cause) {
    const why = cause instanceof Error ? oneLine(cause.message) : 'unknown';
    throw new UsageError(`${JSON.stringify(file)} cannot be read: ${why}`, { cause });
  }
}

async function check(
  session: Session,
  flags: Flags,
  source: ApiSource,
  globalFlags: GlobalFlags,
  input: CliInput,
): Promise<void> {
  const { client, calls } = session;
  const { auditLog, manifestsOnly, output } = flags;
  const manifests = hasManifests(flags) ? await readManifests(session, flags) : [];
  const now = await client.discovery.catalog({ signal: calls.signal });
  if (source.by === 'release') await requireNewer(session, source.release.version);
  const other = source.by === 'context' ? await connectToContext(source.context, globalFlags, input) : undefined;
  try {
    const target =
      source.by === 'context'
        ? ((await other?.discovery.catalog({ signal: calls.signal })) ?? createCatalog({ ...now, groups: [] }))
        : catalogOfSource(source, now);
    const report = await checkUpgrade(client, target, {
      ...calls,
      definitions: source.by === 'definitions' ? source.definitions : undefined,
      auditLog: auditLog === undefined ? undefined : createReadStream(auditLog),
      manifests,
      objects: manifestsOnly !== true,
      onProgress: ({ done, of, objects }) => {
        session.progress.show(`read ${done} of ${of} resources, ${objects} objects so far`);
      },
    });
    if (output === 'json') await session.print(formatDocument(report, 'json'));
    else if (output === 'sarif') await session.print(formatDocument(sarifOf(report), 'json'));
    else await printReport(session, report);
    for (const { what, why } of report.unread) await session.note(oneLine(`error: not read: ${what}: ${why}`));
    if (report.findings.some(({ severity }) => severity !== 'note')) session.fail();
    if (report.unread.length > 0) session.fail(2);
  } finally {
    await other?.close();
  }
}

/** Refuses a release that is older than the server: Kubernetes supports no downgrade. */
async function requireNewer({ client, calls }: Session, release: string): Promise<void> {
  const answer = await client.request({ ...calls, path: '/version' });
  const version: unknown = answer.json();
  const gitVersion = isRecord(version) ? version['gitVersion'] : undefined;
  const [, major, minor] = typeof gitVersion === 'string' ? (/^v?(\d+)\.(\d+)/.exec(gitVersion) ?? []) : [];
  if (major !== '1' || Number(minor) <= Number(release.split('.')[1])) return;
  throw new UsageError(`The server is 1.${minor ?? ''}, and --to is older.`);
}

async function readManifests(session: Session, flags: ManifestFlags): Promise<readonly CheckedManifest[]> {
  const found: CheckedManifest[] = [];
  for (const source of await findManifests(flags, session)) {
    for (const { object, line, location } of await readMembers(source)) {
      const { apiVersion, kind } = object;
      if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
        throw new UsageError(`${location}: an object has no apiVersion or no kind.`);
      }
      found.push({ object, location: `${source.name}:${line}` });
    }
  }
  if (found.length === 0) throw new UsageError('No objects found in the files.');
  return found;
}

async function printReport(session: Session, { comparison, findings, unread, read, auditLog }: UpgradeReport) {
  const count = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  const parts = [
    `${plural(comparison.gone.length, 'endpoint')} will be gone`,
    `${plural(comparison.lost.length, 'set')} of objects will be unreachable`,
    `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}, ${plural(count('note'), 'note')}`,
  ];
  const rest = unread.length === 0 ? '' : `; ${plural(unread.length, 'part')} could not be read, and may hide more`;
  await session.print(`${session.paint.bold(`${parts.join('; ')}${rest}.`)}\n`);
  const without = read.leftOut.map((each) => ` ${formatGroupVersionResource(each)}`).join();
  const leftOut = without === '' ? '' : ` Not read, since deprecated:${without}.`;
  await session.print(`Read ${plural(read.objects, 'object')} in ${plural(read.sets, 'resource')}.${leftOut}\n`);
  if (auditLog !== undefined) {
    const { events, from = 'unknown', to = 'unknown' } = auditLog;
    await session.print(oneLine(`Audit log: ${plural(events, 'event')} from ${from} to ${to}.`) + '\n');
  }
  const rows = findings.map(({ severity, source, uses, who = '', count, last = '', message, objects }) =>
    [severity, source, uses, who, count, last, `${message}${namesOf(objects, count)}`].map((cell) =>
      typeof cell === 'string' ? oneLine(cell) : cell,
    ),
  );
  if (rows.length === 0) return;
  const columns = ['Severity', 'Evidence', 'Uses', 'Who', 'Count', 'Last', 'What'];
  await session.print(session.paint.header(ownTable(columns, rows, { pages: session.pages })));
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const shownNames = 3;

function namesOf(objects: readonly FindingObject[], count: number): string {
  if (objects.length === 0) return '';
  const names = objects.slice(0, shownNames).map(({ type, name, namespace, location }) => {
    if (location !== undefined) return `${location} ${type}/${name}`;
    return namespace === undefined ? `${type}/${name}` : `${type}/${name} in ${namespace}`;
  });
  const more = Math.max(count, objects.length) - names.length;
  return `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
