import type { AnswerBody } from '../media/answer-body.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import type { ApiRequest, Connection } from '../transport/connection.js';
import type { CallOptions } from './options.js';
import { offerInJson, offerTo } from './unreadable-protobuf.js';

/** A request before its Accept is chosen; what the caller limits comes in `options`. */
export interface Call extends Omit<ApiRequest, 'accept' | 'expected' | 'signal' | 'timeoutMs'> {
  readonly options: CallOptions;
}

/** Sends one request, for plain JSON where nothing else is offered. */
export function send(
  connection: Connection,
  call: Call,
  offer: RepresentationOffer = { accept: plainJson },
): Promise<AnswerBody> {
  return connection.request(toRequest(call, offer));
}

/** How the answer to a read is asked for, of which endpoint, and what is made of it. */
export interface Reading<Result> {
  readonly resource: GroupVersionResource;
  readonly offer: RepresentationOffer;
  readonly decode: (body: AnswerBody) => Result;
}

/**
 * Reads in a representation. A server that answers 406 to its Accept, as real ones do for a resource that makes no
 * tables even where plain JSON is among the fallbacks, is asked once more for plain JSON; one whose protobuf cannot be read, for
 * JSON in the same representation. Only for reads: the 406 to a write may come after it was done.
 */
export async function readAs<Result>(
  connection: Connection,
  call: Call,
  { resource, offer, decode }: Reading<Result>,
): Promise<Result> {
  const remaining = countDown(call.options.timeoutMs);
  const chosen = offerTo(connection, resource, offer);
  const body = await readOnce(connection, call, chosen);
  try {
    return decode(body);
  } catch (error) {
    const inJson = offerInJson(error, connection, resource, chosen);
    if (inJson === undefined) throw error;
    return decode(await readOnce(connection, withTimeout(call, remaining()), inJson));
  }
}

async function readOnce(connection: Connection, call: Call, offer: RepresentationOffer): Promise<AnswerBody> {
  if (offer.accept === plainJson) return send(connection, call, offer);
  const remaining = countDown(call.options.timeoutMs);
  const response = await connection.request({ ...toRequest(call, offer), expected: [406] });
  if (response.status !== 406) return response;
  return send(connection, withTimeout(call, remaining()));
}

function withTimeout(call: Call, timeoutMs: number | undefined): Call {
  return { ...call, options: { ...call.options, timeoutMs } };
}

/** What is left of the time for a call that takes several requests; at least one millisecond, so that it runs out by itself. */
export function countDown(timeoutMs: number | undefined): () => number | undefined {
  const start = performance.now();
  return () => (timeoutMs === undefined ? undefined : Math.max(1, timeoutMs - (performance.now() - start)));
}

function toRequest({ options, ...request }: Call, { accept, query }: RepresentationOffer): ApiRequest {
  const { signal, timeoutMs } = options;
  return { ...request, query: { ...request.query, ...query }, accept, signal, timeoutMs };
}
