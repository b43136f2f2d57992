import { UnreadableProtobufError } from '../media/errors.js';
import { resourceKey, type GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer } from '../representation/representation.js';
import type { Connection } from '../transport/connection.js';

/** The endpoints of each server that answered in protobuf with what cannot be read: whole objects instead of metadata. */
const noted = new WeakMap<Connection, Set<string>>();

/** What to offer to an endpoint: JSON alone, where its protobuf is known not to be readable. */
export function offerTo(
  connection: Connection,
  resource: GroupVersionResource,
  offer: RepresentationOffer,
): RepresentationOffer {
  const { jsonAccept, query } = offer;
  if (jsonAccept === undefined || noted.get(connection)?.has(resourceKey(resource)) !== true) return offer;
  return { accept: jsonAccept, query };
}

/**
 * What to offer after an error: JSON alone, where it was the protobuf that could not be read, and so from now on for this
 * endpoint. Undefined after any other error, and where JSON was asked for already.
 */
export function offerInJson(
  error: unknown,
  connection: Connection,
  resource: GroupVersionResource,
  { jsonAccept, query }: RepresentationOffer,
): RepresentationOffer | undefined {
  if (jsonAccept === undefined || !(error instanceof UnreadableProtobufError)) return undefined;
  const endpoints = noted.get(connection) ?? new Set();
  noted.set(connection, endpoints.add(resourceKey(resource)));
  return { accept: jsonAccept, query };
}
