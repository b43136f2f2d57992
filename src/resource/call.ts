import type { AnswerBody } from '../media/answer-body.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { RepresentationOffer } from '../representation/representation.js';
import { plainJson } from '../representation/whole-object.js';
import type { ApiRequest, Connection } from '../transport/connection.js';
import type { CallOptions } from './options.js';
import { isRefusable, noteRefused, offerInJson, offerTo, type Asked } from './known-forms.js';

/** A request whose Accept is not chosen yet; the caller's signal and time limit are in `options`. */
export interface Call extends Omit<ApiRequest, 'accept' | 'expected' | 'signal' | 'timeoutMs'> {
  readonly options: CallOptions;
}

/** Sends one request, for plain JSON unless another offer is given. */
export function send(
  connection: Connection,
  call: Call,
  offer: RepresentationOffer = { accept: plainJson },
): Promise<AnswerBody> {
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
