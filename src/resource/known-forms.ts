import { UnreadableProtobufError } from '../media/errors.js';
import { resourceKey, type GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer, RepresentationVerb } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import type { Connection } from '../transport/connection.js';

/** Where a form is requested: one verb of one endpoint. */
export interface Asked {
  readonly connection: Connection;
  readonly resource: GroupVersionResource;
  readonly verb: RepresentationVerb;
}

/** Findings about the endpoints of one server. */
interface Notes {
  /** The endpoints whose protobuf cannot be read: they answered with whole objects instead of metadata. */
  readonly unreadable: Set<string>;
  /** The refused forms, each with the time until which the refusal is trusted. */
  readonly refused: Map<string, number>;
}

/** Limited, because a server may support a form after an upgrade. */
const trustMs = 60 * 60_000;

const notes = new WeakMap<Connection, Notes>();
const plainOffer: RepresentationOffer = { accept: plainJson };

/**
 * Returns the offer to make: plain JSON for a form known to be refused, JSON alone for protobuf known to be unreadable.
 */
export function offerTo(asked: Asked, offer: RepresentationOffer): RepresentationOffer {
  const known = notes.get(asked.connection);
  if (known === undefined) return offer;
  const { jsonAccept, exact, query } = offer;
  const isUnreadable = jsonAccept !== undefined && known.unreadable.has(resourceKey(asked.resource));
  const readable = isUnreadable ? { accept: jsonAccept, exact, query } : offer;
  const trusted = isRefusable(readable) ? (known.refused.get(formKey(asked, readable)) ?? 0) : 0;
  return Date.now() < trusted ? plainOffer : readable;
}

/**
 * Returns the offer to make after an error: JSON alone if the protobuf could not be read, and from now on for this
 * endpoint. Undefined after any other error, and if JSON was already requested.
 */
export function offerInJson(
  error: unknown,
  { connection, resource }: Asked,
  { jsonAccept, exact, query }: RepresentationOffer,
): RepresentationOffer | undefined {
  if (jsonAccept === undefined || !(error instanceof UnreadableProtobufError)) return undefined;
  notesOf(connection).unreadable.add(resourceKey(resource));
  return { accept: jsonAccept, exact, query };
}

/** Reports whether a 406 is followed by a request for plain JSON. */
export function isRefusable({ accept, exact = false }: RepresentationOffer): boolean {
  return accept !== plainJson && !exact;
}

/**
 * Notes a form that was refused with 406 although plain JSON is answered, so that it costs an extra request only once.
 */
export function noteRefused(asked: Asked, offer: RepresentationOffer): void {
  notesOf(asked.connection).refused.set(formKey(asked, offer), Date.now() + trustMs);
}

function notesOf(connection: Connection): Notes {
  const known = notes.get(connection) ?? { unreadable: new Set(), refused: new Map() };
  notes.set(connection, known);
  return known;
}

/** Endpoint, verb and representation; the Accept header distinguishes representations of the same name. */
function formKey({ resource, verb }: Asked, { accept }: RepresentationOffer): string {
  return `${resourceKey(resource)} ${verb} ${accept}`;
}
