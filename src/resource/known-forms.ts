import { UnreadableProtobufError } from '../media/errors.js';
import { resourceKey, type GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer, RepresentationVerb } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import type { Connection } from '../transport/connection.js';

/** What a form is asked for of: one verb of one endpoint. */
export interface Asked {
  readonly connection: Connection;
  readonly resource: GroupVersionResource;
  readonly verb: RepresentationVerb;
}

/** What was learned of the endpoints of one server. */
interface Notes {
  /** Those that answered in protobuf with what cannot be read: whole objects instead of metadata. */
  readonly unreadable: Set<string>;
  /** The forms that were refused, each with the time until which that is taken on trust. */
  readonly refused: Map<string, number>;
}

/** A server may know a form after an upgrade. */
const trustMs = 60 * 60_000;

const notes = new WeakMap<Connection, Notes>();
const plainOffer: RepresentationOffer = { accept: plainJson };

/** What to offer: plain JSON where the form is known to be refused, JSON alone where the protobuf is known not to be readable. */
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
 * What to offer after an error: JSON alone, where it was the protobuf that could not be read, and so from now on for this
 * endpoint. Undefined after any other error, and where JSON was asked for already.
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

/** Whether plain JSON is asked for after a 406. */
export function isRefusable({ accept, exact = false }: RepresentationOffer): boolean {
  return accept !== plainJson && !exact;
}

/** Notes that a form was refused by 406 where plain JSON is answered, so that it costs a request once. */
export function noteRefused(asked: Asked, offer: RepresentationOffer): void {
  notesOf(asked.connection).refused.set(formKey(asked, offer), Date.now() + trustMs);
}

function notesOf(connection: Connection): Notes {
  const known = notes.get(connection) ?? { unreadable: new Set(), refused: new Map() };
  notes.set(connection, known);
  return known;
}

/** Endpoint, verb and representation, which its Accept header tells apart from others of the same name. */
function formKey({ resource, verb }: Asked, { accept }: RepresentationOffer): string {
  return `${resourceKey(resource)} ${verb} ${accept}`;
}
