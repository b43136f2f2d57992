import type { AnswerBody } from '../media/answer-body.js';
import type { RepresentationOffer } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import type { ApiRequest, Connection } from '../transport/connection.js';
import type { CallOptions } from './options.js';

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

/**
 * Reads in a representation. A server that answers 406 to its Accept, as real ones do for a resource that makes no
 * tables even where plain JSON is among the fallbacks, is asked once more for plain JSON. Only for reads: the 406 to
 * a write may come after it was done.
 */
export async function readAs(connection: Connection, call: Call, offer: RepresentationOffer): Promise<AnswerBody> {
  if (offer.accept === plainJson) return send(connection, call, offer);
  const remaining = countDown(call.options.timeoutMs);
  const response = await connection.request({ ...toRequest(call, offer), expected: [406] });
  if (response.status !== 406) return response;
  return send(connection, { ...call, options: { ...call.options, timeoutMs: remaining() } });
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
