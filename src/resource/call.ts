import type { AnswerBody } from '../media/answer-body.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import type { ApiRequest, Connection } from '../transport/connection.js';
import type { CallOptions } from './options.js';
import { isRefusable, noteRefused, offerInJson, offerTo, type Asked } from './known-forms.js';

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

/** How a read is asked for, and what is made of its answer. */
export interface Reading<Result> {
  readonly verb: 'get' | 'list';
  readonly resource: GroupVersionResource;
  readonly offer: RepresentationOffer;
  readonly decode: (body: AnswerBody) => Result;
}

/**
 * Reads in a representation. A server that answers 406 to its Accept, as real ones do for a resource that makes no
 * tables even where plain JSON is among the fallbacks, is asked once more for plain JSON; one whose protobuf cannot be read, for
 * JSON in the same representation. Either is remembered. Only for reads: the 406 to a write may come after it was done.
 */
export async function readAs<Result>(
  connection: Connection,
  call: Call,
  { verb, resource, offer, decode }: Reading<Result>,
): Promise<Result> {
  const remaining = countDown(call.options.timeoutMs);
  const asked: Asked = { connection, resource, verb };
  const inTime = (): Call => ({ ...call, options: { ...call.options, timeoutMs: remaining() } });
  const read = async (chosen: RepresentationOffer, within: Call): Promise<AnswerBody> => {
    if (!isRefusable(chosen)) return send(connection, within, chosen);
    const response = await connection.request({ ...toRequest(within, chosen), expected: [406] });
    if (response.status !== 406) return response;
    const plain = await send(connection, inTime());
    noteRefused(asked, chosen);
    return plain;
  };
  const chosen = offerTo(asked, offer);
  const body = await read(chosen, call);
  try {
    return decode(body);
  } catch (error) {
    const inJson = offerInJson(error, asked, chosen);
    if (inJson === undefined) throw error;
    return decode(await read(inJson, inTime()));
  }
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
