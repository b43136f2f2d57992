import type { AnswerBody } from '../media/answer-body.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer } from '../representation/representation.js';
import type { ApiRequest, Connection } from '../transport/connection.js';
import { isRefusable, noteRefused, offerInJson, offerTo, plainOffer, type RequestedForm } from './known-forms.js';
import type { CallOptions } from './options.js';

/** A request whose Accept is not chosen yet; the caller's signal and time limit are in `options`. */
export interface Call extends Omit<ApiRequest, 'accept' | 'expected' | 'signal' | 'timeoutMs'> {
  readonly options: CallOptions;
}

/** Sends one request, for plain JSON unless another offer is given. */
export function send(connection: Connection, call: Call, offer = plainOffer): Promise<AnswerBody> {
  return connection.request(toRequest(call, offer));
}

/** The offer of a read, and the decoder of its answer. */
export interface Reading<Result> {
  readonly verb: 'get' | 'list';
  readonly resource: GroupVersionResource;
  readonly offer: RepresentationOffer;
  readonly decode: (body: AnswerBody) => Result;
}

/**
 * Reads in a representation. After a 406 to the Accept header, the request is repeated for plain JSON: real servers
 * answer 406 for a resource without tables even if plain JSON is among the fallbacks. After protobuf that cannot be
 * read, it is repeated for JSON in the same representation. Both are remembered. Only for reads: the 406 to a write may
 * come after the write was done.
 */
export async function readAs<Result>(
  connection: Connection,
  call: Call,
  { verb, resource, offer, decode }: Reading<Result>,
): Promise<Result> {
  const remaining = countDown(call.options.timeoutMs);
  const form: RequestedForm = { server: connection.server, resource, verb };
  let chosen = offerTo(form, offer);
  let next = call;
  for (;;) {
    const expected = isRefusable(chosen) ? [406] : [];
    let answer = await connection.request({ ...toRequest(next, chosen), expected });
    next = { ...call, options: { ...call.options, timeoutMs: remaining() } };
    if (answer.status === 406) {
      answer = await connection.request(toRequest(next, plainOffer));
      noteRefused(form, chosen);
    }
    try {
      return decode(answer);
    } catch (error) {
      const inJson = offerInJson(error, form, chosen);
      if (inJson === undefined) throw error;
      chosen = inJson;
    }
  }
}

/**
 * Measures the time left for a call of several requests: at least one millisecond, so that the request itself times
 * out.
 */
export function countDown(timeoutMs: number | undefined): () => number | undefined {
  const start = performance.now();
  return () => (timeoutMs === undefined ? undefined : Math.max(1, timeoutMs - (performance.now() - start)));
}

function toRequest({ options, ...request }: Call, { accept, query }: RepresentationOffer): ApiRequest {
  const { signal, timeoutMs } = options;
  return { ...request, query: { ...request.query, ...query }, accept, signal, timeoutMs };
}
