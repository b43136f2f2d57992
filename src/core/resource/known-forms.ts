import { UnreadableProtobufError } from '../media/errors.js';
import { resourceKey, type GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer, RepresentationVerb } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import { hasNodeModules } from '../transport/node-agents.js';
import type { Server } from '../transport/server.js';

/** The offer that every server can answer. */
export const plainOffer: RepresentationOffer = { accept: plainJson };

/** What is remembered of refusals belongs to one verb of one endpoint of one server. */
export interface RequestedForm {
  readonly server: Server;
  readonly resource: GroupVersionResource;
  readonly verb: RepresentationVerb;
}

/** An hour: a server may support a form after an upgrade. */
const trustMs = 60 * 60_000;

/**
 * Returns the offer to make: plain JSON for a form known to be refused, JSON alone for protobuf known to be unreadable.
 */
export function offerTo(form: RequestedForm, offer: RepresentationOffer): RepresentationOffer {
  const { unreadable, refused } = form.server;
  const { jsonAccept, exact, query } = offer;
  const isUnreadable = jsonAccept !== undefined && unreadable.has(resourceKey(form.resource));
  const readable = isUnreadable ? { accept: jsonAccept, exact, query } : offer;
  const trustedUntil = isRefusable(readable) ? (refused.get(formKey(form, readable)) ?? 0) : 0;
  return Date.now() < trustedUntil ? plainOffer : readable;
}

/**
 * Returns the offer to make after an error: JSON alone if the protobuf could not be read, and from now on for this
 * endpoint. Undefined after any other error, and if JSON was already requested.
 */
export function offerInJson(
  error: unknown,
  { server, resource }: RequestedForm,
  { jsonAccept, exact, query }: RepresentationOffer,
): RepresentationOffer | undefined {
  if (jsonAccept === undefined || !(error instanceof UnreadableProtobufError)) return undefined;
  server.unreadable.add(resourceKey(resource));
  return { accept: jsonAccept, exact, query };
}

/** Reports whether a 406 is followed by a request for plain JSON. */
export function isRefusable({ accept, exact = false }: RepresentationOffer): boolean {
  return accept !== plainJson && !exact;
}

/** Remembers a form refused with 406: it costs an extra request only once. */
export function noteRefused(form: RequestedForm, offer: RepresentationOffer): void {
  form.server.refused.set(formKey(form, offer), Date.now() + trustMs);
}

/** Endpoint, verb and representation; the Accept header distinguishes representations of the same name. */
function formKey({ resource, verb }: RequestedForm, { accept }: RepresentationOffer): string {
  return `${resourceKey(resource)} ${verb} ${accept}`;
}

/** A day: an upgrade of the server may bring initial events, and to find out may take a minute. */
const lackTrustMs = 24 * 60 * 60_000;

/**
 * Reports whether the state of a watch has to be listed: initial events were refused or never came to their end mark, or
 * this runtime cannot read them.
 */
export function lacksInitialEvents(form: RequestedForm, accept: string): boolean {
  const isNoted = (each: string): boolean => Date.now() < (form.server.refused.get(lackKey(form, each)) ?? 0);
  // Kubernetes 1.37 compresses an initial state, each piece as a gzip member of its own: browsers decode the first and then
  // stay silent, and Deno's `fetch` reports the end. Such a server does not compress a watch from a version.
  const readsMembers = hasNodeModules() && !('Deno' in globalThis);
  return !readsMembers || isNoted('') || isNoted(accept);
}

/** Notes that an endpoint lacks initial events: in one form, or in every form (`''`). */
export function noteLackOfInitialEvents(form: RequestedForm, accept: string): void {
  form.server.refused.set(lackKey(form, accept), Date.now() + lackTrustMs);
}

function lackKey({ resource }: RequestedForm, accept: string): string {
  return `${resourceKey(resource)} initial events ${accept}`;
}
