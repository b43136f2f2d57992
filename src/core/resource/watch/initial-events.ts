import { resourceKey, type GroupVersionResource } from '../../model/group-version-resource.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { Connection } from '../../transport/connection.js';
import { hasNodeModules } from '../../transport/node-agents.js';

/** Whether an endpoint sends its state as events, as far as its watches know. */
export interface InitialEvents {
  /**
   * Reports whether the state has to be listed: initial events were refused or never came to their end mark, or this
   * runtime cannot read them. Compares the server's version every five minutes: an upgrade may bring initial events, so
   * a new version clears all notes.
   */
  areLacking(accept: string): Promise<boolean>;
  /** Notes that the endpoint lacks them: in one form, or in every form (`''`). */
  noteLack(accept: string): void;
}

/** How long a note is trusted before the server's version is requested again. */
const trustMs = 5 * 60_000;

/** Returns what is known of one endpoint. */
export function initialEventsOf(connection: Connection, resource: GroupVersionResource): InitialEvents {
  const notes = connection.server.initialEvents;
  const endpoint = resourceKey(resource);
  const isNoted = (accept: string): boolean => notes.lacking.has(`${endpoint} ${accept}`);

  return {
    async areLacking(accept) {
      if (!readsMembers()) return true;
      if (!isNoted('') && !isNoted(accept)) return false;
      if (Date.now() - notes.checkedAt < trustMs) return true;
      const before = await notes.version;
      notes.checkedAt = Date.now();
      const now = await serverVersion(connection);
      if (now === undefined || now === before) return true;
      Object.assign(notes, { version: undefined, checkedAt: 0 });
      notes.lacking.clear();
      return false;
    },

    noteLack(accept) {
      if (notes.version === undefined) {
        notes.version = serverVersion(connection);
        notes.checkedAt = Date.now();
      }
      notes.lacking.add(`${endpoint} ${accept}`);
    },
  };
}

/**
 * Reports whether this runtime reads an initial state as it comes. Kubernetes 1.37 compresses it, each piece as a gzip
 * member of its own: browsers decode the first and then stay silent, and Deno's `fetch` reports the end. Such a server
 * does not compress a watch from a version.
 */
function readsMembers(): boolean {
  return hasNodeModules() && !('Deno' in globalThis);
}

/** Returns undefined if the server does not report its version. */
async function serverVersion(connection: Connection): Promise<string | undefined> {
  try {
    const answer = await connection.request({ path: '/version', retry: false });
    const body = answer.json();
    const version = isJsonRecord(body) ? body['gitVersion'] : undefined;
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
