import { isForbidden, isKubeError, isNotFound } from 'kubeatlas';
import type { FollowedCluster } from 'kubeatlas/fleet';
import { EditRefusedError, type ManagedByOthers, type ObjectsState } from 'kubeatlas/views';

/** Says in words why something failed, and what helps. */
export function wordsFor(error: unknown): string {
  if (error instanceof EditRefusedError && ['changed', 'replaced'].includes(error.refusal)) {
    return `${error.message} Copy what you need of your text, cancel, and edit it again.`;
  }
  if (!isKubeError(error)) return error instanceof Error ? error.message : String(error);
  // A login that is not accepted fails at the first request, which asks what the server serves.
  if (error.code === 'discovery') {
    const { apis } = error.causes;
    return isKubeError(apis) && apis.code === 'api' ? wordsFor(apis) : error.message;
  }
  if (error.code === 'api' && error.statusCode === 401) {
    return `Your login is not accepted (401): ${error.message}. Renew it, then run "kubeatlas dashboard" again.`;
  }
  if (isForbidden(error)) return `You may not do this (403): ${error.message}`;
  // A 404 that names nothing is not about the object, nor about its namespace.
  const isNotServed = error.code === 'api' && error.statusCode === 404 && error.status.details?.name === undefined;
  if (isNotServed || error.code === 'resource-gone') return wordsForDeletion(error);
  if (error.code === 'no-match') return `The server serves no such resource: ${error.message}`;
  return error.message;
}

/** A server that starts does not find what it serves for a while. */
export function wordsForDeletion(error: unknown): string {
  return isNotFound(error)
    ? 'The definition was deleted, it seems: the server does not find it (404).'
    : 'The definition was deleted, or this version of it.';
}

/** Says in words how up to date the rows of several clusters are. */
export function wordsForFleet(
  { items: { length: count } }: { readonly items: readonly unknown[] },
  clusters: readonly FollowedCluster[],
  of: number,
): string {
  const live = clusters.filter(({ health }) => health === 'live').length;
  const asked = clusters.filter(({ health }) => health === 'loading').length + of - clusters.length;
  const rows = `${numbers.format(count)} ${count === 1 ? 'row' : 'rows'}`;
  return `${rows}; ${live} of ${of} clusters are live${asked > 0 ? `, ${asked} being asked` : ''}.`;
}

const numbers = new Intl.NumberFormat('en');

/** Says in words whether what is shown is up to date. */
export function wordsForHealth(
  { health, error, items: { length: count }, isComplete }: ObjectsState<unknown>,
  isLate: boolean,
): string {
  const rows = `${numbers.format(count)} ${count === 1 ? 'row' : 'rows'}`;
  if (health === 'interrupted') return `The server is lost. ${rows} of before; asking again.`;
  if (health === 'deleted') return `${wordsForDeletion(error)} ${rows} of before; asking again.`;
  if (health === 'failed' && isComplete) return `Not up to date: ${rows} of before.`;
  if (health === 'failed' && count === 0) return 'Not available.';
  if (isLate && health !== 'failed')
    return `${rows}. The server has not answered the watch yet: changes may be missing.`;
  if (health === 'loading') return count === 0 ? 'Loading.' : `Loading: the first ${rows}.`;
  if (!isComplete) return `Not complete: ${rows} of what can be read.`;
  return count === 0 ? 'There are none.' : `${rows}, live.`;
}

/** What others manage of an edit that was refused; empty for any other error. */
export function conflictsOf(error: unknown): readonly ManagedByOthers[] {
  return error instanceof EditRefusedError ? error.conflicts : [];
}

// eslint-disable-next-line no-control-regex -- that is what it removes
const escapeSequence = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

/** Returns a text without what sets the colours of a terminal, and its title. */
export function withoutColours(text: string): string {
  return text.replace(escapeSequence, '');
}
