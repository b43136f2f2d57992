import { InvalidArgumentError, Option, type Command } from 'commander';
import { ApiError, isKubeError } from '../../index.js';
import { OfferingOption } from '../offering-option.js';
import { furtherHelp } from '../help.js';
import { UsageError } from '../errors.js';
import { parseDryRun, parseTimeout, parseWord } from '../flag-values.js';
import { requireNamespaces } from '../manifests/manifest-target.js';
import { addManifestFlags, hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import { readManifests, type ManifestEntry } from '../manifests/read-manifests.js';
import type { Run, Session } from '../session.js';
import {
  cutManagedFields,
  documentFormats,
  formatObjects,
  withSortedKeys,
  type DocumentFormat,
} from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import { applyManifests, type AppliedObject } from './apply-manifests.js';
import { objectName } from './names.js';

interface Flags extends ManifestFlags {
  readonly fieldManager: string;
  readonly forceConflicts?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly validate: 'Strict' | 'Warn' | 'Ignore';
  readonly timeout: number;
  readonly output?: 'name' | DocumentFormat | undefined;
  readonly showManagedFields?: boolean | undefined;
  readonly headers: boolean;
}

const examples = `
Always uses server-side apply: --field-manager owns the fields in the files, and
the server reports conflicts with other managers. Namespaces and
CustomResourceDefinitions are applied first. When the server serves the new
resources, the other objects are applied, 8 at a time. If an object fails, the
others are still applied, and the exit code is 1. -f may be repeated. --validate
says what to do with unknown and duplicate fields.

Examples:
  $ kubeatlas apply -f app.yaml
  $ kubeatlas apply -R -f manifests/ -n web --dry-run server
  $ helm template ./chart | kubeatlas apply -f - --force-conflicts`;

/** Defines `apply`: applies the state that files describe. */
export function defineApply(command: Command, run: Run): void {
  addManifestFlags(command)
    .option('--server-side', 'always on; accepted for compatibility with kubectl')
    .option('--field-manager <name>', 'use the same name each time', parseWord, 'kubeatlas')
    .option('--force-conflicts', 'take over fields that others manage')
    .option('--dry-run <how>', 'server: report the result, but store nothing', parseDryRun)
    .addOption(
      new OfferingOption('--validate [how]', 'of fields: strict, warn, ignore', ['strict', 'warn', 'ignore'])
        .argParser(parseValidation)
        .default('Strict', 'strict')
        .preset('strict'),
    )
    .addOption(
      new Option('--timeout <time>', 'how long to wait for new resources')
        .argParser(parseTimeout)
        .default(30_000, '30s'),
    )
    .addOption(new Option('-o, --output <format>', 'instead of a table').choices(['name', ...documentFormats]))
    .option('--show-managed-fields', 'with -o json or yaml, show metadata.managedFields')
    .option('--no-headers', 'omit the line of column names')
    .addHelpText('after', furtherHelp(examples))
    .action((flags: Flags, command: Command) => run(command, (session) => apply(session, flags)));
}

async function apply(session: Session, flags: Flags): Promise<void> {
  if (!hasManifests(flags)) throw new UsageError('Specify what to apply: -f FILE, -f FOLDER, -f - , or -k FOLDER.');
  const manifests = await readManifests(session, flags);
  requireNamespaces(manifests, session.givenNamespace);
  const results: (AppliedObject | undefined)[] = manifests.map(() => undefined);
  const { fieldManager, forceConflicts: force, dryRun = false, validate: fieldValidation, timeout } = flags;
  try {
    await applyManifests(session, manifests, results, {
      call: { fieldManager, force, fieldValidation, ...(dryRun && { dryRun: 'All' }) },
      timeoutMs: timeout,
    });
  } finally {
    // Report in any case what was done so far.
    await printResults(session, manifests, results, flags);
  }
  for (const [index, result] of results.entries()) {
    if (result?.error !== undefined) await noteApplyFailure(session, manifests[index], result.error);
  }
}

async function printResults(
  session: Session,
  manifests: Awaited<ReturnType<typeof readManifests>>,
  results: readonly (AppliedObject | undefined)[],
  { output, headers, dryRun, showManagedFields }: Flags,
): Promise<void> {
  const done = results.filter((result) => result?.object !== undefined);
  if (output !== undefined && output !== 'name') {
    const objects = done.flatMap((result) => {
      if (result?.object === undefined) return [];
      return [withSortedKeys(showManagedFields === true ? result.object : cutManagedFields(result.object))];
    });
    if (objects.length === 0) return;
    await session.print(formatObjects(objects, { isSingle: manifests.length === 1, format: output }));
    return;
  }
  const nameOf = (index: number): string => {
    const { kind, metadata } = manifests[index]?.object ?? { kind: '', metadata: { name: '' } };
    const mapping = results[index]?.mapping;
    return mapping === undefined ? `${kind.toLowerCase()}/${metadata.name}` : objectName(mapping, metadata.name);
  };
  if (output === 'name') {
    const names = results.flatMap((result, index) => (result?.object === undefined ? [] : [nameOf(index)]));
    await session.print(names.map((name) => `${oneLine(name)}\n`).join(''));
    return;
  }
  const rows = results.map((result, index) => {
    const words = result === undefined ? 'not done' : result.error === undefined ? result.result : undefined;
    const shown = words ?? `failed: ${shortReason(result?.error)}`;
    const isShow = dryRun === true && result?.object !== undefined;
    return [nameOf(index), result?.namespace ?? '', isShow ? `${shown} (server dry run)` : shown];
  });
  const text = ownTable(['Kind/Name', 'Namespace', 'Result'], rows, { header: headers });
  await session.print(headers ? session.paint.header(text) : text);
}

function parseValidation(value: string): Flags['validate'] {
  switch (value) {
    case 'strict':
    case 'true':
      return 'Strict';
    case 'warn':
      return 'Warn';
    case 'ignore':
    case 'false':
      return 'Ignore';
    default:
      throw new InvalidArgumentError('It must be strict, warn or ignore.');
  }
}

/** Says in a few words, for a table cell, why an object was not applied. */
function shortReason(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.conflicts.length === 0) return `${error.statusCode} ${error.reason}`;
    const managers = [...new Set(error.conflicts.map(({ manager }) => manager))].map((name) => JSON.stringify(name));
    const fields = error.conflicts.length === 1 ? '1 field' : `${error.conflicts.length} fields`;
    return `conflict with ${managers.join(', ')} over ${fields}`;
  }
  return isKubeError(error) ? error.code.replaceAll('-', ' ') : 'see the error';
}

/**
 * Reports on standard error why an object was not applied; for a conflict, each field and its manager, and the remedy.
 */
async function noteApplyFailure(session: Session, manifest: ManifestEntry | undefined, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || error.conflicts.length === 0) {
    await session.attempt(() => Promise.reject(error as Error));
    return;
  }
  session.fail();
  const { kind = '', metadata } = manifest?.object ?? {};
  const name = JSON.stringify(metadata?.name ?? '');
  await session.note(
    oneLine(`error: ${kind} ${name} (${manifest?.location ?? ''}) has fields that other managers own:`),
  );
  for (const { manager, field, message } of error.conflicts) {
    await session.note(`  ${oneLine(manager === '' ? message : `${JSON.stringify(manager)} owns ${field}`)}`);
  }
  await session.note('  Use --force-conflicts to take ownership of them, or omit them.');
}
