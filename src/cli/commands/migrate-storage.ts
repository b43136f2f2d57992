import { Option, type Command } from 'commander';
import { formatGroupVersionResource } from '../../index.js';
import { findStoredVersions, migrateStorage, type StorageMigration } from '../../upgrade/index.js';
import { UsageError } from '../errors.js';
import { furtherHelp } from '../help.js';
import type { Run, Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';

interface Flags {
  readonly dryRun?: boolean | undefined;
  readonly trim?: boolean | undefined;
  readonly by: 'auto' | 'server' | 'client';
  readonly rate: number;
}

const examples = `
Without a resource, lists the custom resources whose objects may be stored in
versions other than the storage version. With a resource, stores its objects
again in the storage version. The controller of the server does this if it
reports within a minute; if not, kubeatlas sends an empty patch for each object.
You can interrupt the command and run it again. With --dry-run, the server
checks each write and stores nothing. --trim removes the old versions from the
status of the definition when all objects are proved to be migrated.

Exit codes: 0; 1 if an object was refused, not written, or not proved.

Examples:
  $ kubeatlas migrate-storage
  $ kubeatlas migrate-storage widgets.example.com --dry-run
  $ kubeatlas migrate-storage widgets.example.com --trim`;

/** Defines `migrate-storage`: stores objects anew that are stored in old versions. */
export function defineMigrateStorage(command: Command, run: Run): void {
  command
    .argument('[resource]', 'the custom resource to migrate')
    .option('--dry-run', 'check every write, and store nothing')
    .option('--trim', 'afterwards, remove old versions from the definition')
    .addOption(new Option('--by <who>', 'who writes the objects').choices(['auto', 'server', 'client']).default('auto'))
    .addOption(new Option('--rate <number>', 'writes per second').argParser(parseRate).default(100))
    .addHelpText('after', furtherHelp(examples))
    .action((resource: string | undefined, flags: Flags, command: Command) =>
      run(command, (session) => (resource === undefined ? list(session) : migrate(session, resource, flags))),
    );
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (!(rate > 0) || !Number.isFinite(rate)) throw new UsageError('--rate must be a number greater than 0.');
  return rate;
}

async function list(session: Session): Promise<void> {
  const found = await findStoredVersions(session.client, session.calls);
  const rows = found.map(({ name, storageVersion, storedVersions }) =>
    [name, storageVersion, storedVersions.join(', ')].map(oneLine),
  );
  if (rows.length === 0) return session.print('All custom resources are stored in their storage versions.\n');
  await session.print(session.paint.header(ownTable(['Resource', 'Storage version', 'Stored versions'], rows)));
}

async function migrate(session: Session, type: string, { dryRun, trim, by, rate }: Flags): Promise<void> {
  const result = await migrateStorage(session.client, type, {
    ...session.calls,
    by,
    dryRun,
    trim,
    writesPerSecond: rate,
    onProgress: ({ objects, pass }) => {
      session.progress.show(`${pass === 1 ? 'stored' : 'checked'} ${objects} objects so far`);
    },
  });
  await session.print(`${oneLine(summaryOf(result, dryRun === true))}\n`);
  for (const { namespace, name, message } of result.refused) {
    await session.note(`error: ${oneLine(`${namespace === undefined ? '' : `${namespace}/`}${name}: ${message}`)}`);
  }
  if (result.problem !== undefined) await session.note(`error: ${oneLine(result.problem)}`);
  const isUnproved = trim === true && dryRun !== true && !result.proved;
  if (isUnproved)
    await session.note('error: nothing was trimmed, because it is not proved that all objects are migrated');
  if (isUnproved || result.refusedCount > 0 || result.problem !== undefined) session.fail();
}

function summaryOf(
  { resource, by, objects = 0, rewritten = 0, refusedCount, storedVersions }: StorageMigration,
  isDry: boolean,
): string {
  const name = formatGroupVersionResource(resource);
  const stored = storedVersions === undefined ? '' : ` Stored versions: ${storedVersions.join(', ')}.`;
  if (by === 'server') return `${name}: migrated by the server.${stored}`;
  const done = isDry ? `${objects} objects checked, nothing stored` : `${objects} objects, ${rewritten} stored anew`;
  return `${name}: ${done}, ${refusedCount} refused.${stored}`;
}
