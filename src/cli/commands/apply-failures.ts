import { ApiError, isKubeError } from '../../index.js';
import type { ManifestEntry } from '../manifests/read-manifests.js';
import type { Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';

/** Says in a few words, for a table cell, why an object was not applied. */
export function shortReason(error: unknown): string {
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
export async function noteApplyFailure(
  session: Session,
  manifest: ManifestEntry | undefined,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError) || error.conflicts.length === 0) {
    await session.attempt(() => Promise.reject(error as Error));
    return;
  }
  session.fail();
  const { kind = '', metadata } = manifest?.object ?? {};
  const name = JSON.stringify(metadata?.name ?? '');
  await session.note(oneLine(`error: ${kind} ${name} (${manifest?.place ?? ''}) has fields that other managers own:`));
  for (const { manager, field, message } of error.conflicts) {
    await session.note(`  ${oneLine(manager === '' ? message : `${JSON.stringify(manager)} owns ${field}`)}`);
  }
  await session.note('  Use --force-conflicts to take ownership of them, or omit them.');
}
