import { resourceKey, type GroupVersionResource } from '../../model/group-version-resource.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { Connection } from '../../transport/connection.js';

/** How long a note is taken on trust before the server's version is asked for again. */
const trustMs = 5 * 60_000;

/** Which endpoints of one server are known not to send initial events with their end mark. */
interface Notes {
  readonly endpoints: Set<string>;
  version: Promise<string | undefined>;
  askedAt: number;
}

const notesOf = new WeakMap<Connection, Notes>();

/**
 * Notes that an endpoint refused `sendInitialEvents` where it answers a list with the same selectors, or never sent the end mark.
 *
 * @param accept for a refusal of that form alone
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
 * True where an endpoint is known to have none, in this form at least. Once in five minutes it is looked whether the server is still of the same
 * version: an upgrade may bring them, and everything noted is forgotten then.
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

/** Undefined where the server does not tell. */
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
