import { resourceKey, type GroupVersionResource } from '../../model/group-version-resource.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { Connection } from '../../transport/connection.js';

/** How long a note is trusted before the server's version is requested again. */
const trustMs = 5 * 60_000;

/** The endpoints of one server that are known not to send initial events with an end mark. */
interface Notes {
  readonly endpoints: Set<string>;
  version: Promise<string | undefined>;
  askedAt: number;
}

const notesOf = new WeakMap<Connection, Notes>();

/**
 * Notes that an endpoint refused `sendInitialEvents` although it answers a list with the same selectors, or never sent
 * the end mark.
 *
 * @param accept the form, if only that form was refused
 */
export function noteNoInitialEvents(connection: Connection, resource: GroupVersionResource, accept = ''): void {
  let notes = notesOf.get(connection);
  if (notes === undefined) {
    notes = { endpoints: new Set(), version: serverVersion(connection), askedAt: Date.now() };
    notesOf.set(connection, notes);
  }
  notes.endpoints.add(noteKey(resource, accept));
}

/**
 * Reports whether an endpoint is known to lack initial events, at least in this form. Compares the server's version
 * every five minutes: an upgrade may bring initial events, so a new version clears all notes.
 */
export async function hasNoInitialEvents(
  connection: Connection,
  resource: GroupVersionResource,
  accept: string,
): Promise<boolean> {
  const notes = notesOf.get(connection);
  if (notes === undefined || !['', accept].some((form) => notes.endpoints.has(noteKey(resource, form)))) return false;
  if (Date.now() - notes.askedAt < trustMs) return true;
  const before = await notes.version;
  notes.askedAt = Date.now();
  const now = await serverVersion(connection);
  if (now === undefined || now === before) return true;
  notesOf.delete(connection);
  return false;
}

function noteKey(resource: GroupVersionResource, accept: string): string {
  return `${resourceKey(resource)} ${accept}`;
}

/** Returns undefined if the server does not tell its version. */
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
