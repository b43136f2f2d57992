import { createAnswerBody } from '../media/answer-body.js';
import { KubeError } from '../shared/kube-error.js';
import { apiErrorOf } from './api-failure.js';
import { abandonBody, collectBody, guardBody, type BodySource } from './body.js';
import type { ApiAnswer, ApiStream } from './connection.js';
import { connectionErrorOf, pathOf } from './connection-failure.js';
import { AnswerTooLargeError, type ApiError } from './errors.js';
import type { RequestScope } from './request-scope.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';

/** The surroundings of one attempt: its scope, and how its answer is judged. */
export interface AttemptContext {
  readonly scope: RequestScope;
  /** Reports whether a status is an answer and not an error. */
  readonly isWanted: (status: number) => boolean;
  /** The largest answer accepted, and the option that sets this limit. */
  readonly size: { readonly maxBytes: number; readonly option: string };
  /** How long the server may stay silent: before and during the answer, and during the body of a refusal. */
  readonly silence: { readonly answerMs: number; readonly refusalMs: number };
  /** Redacts the credentials of the request in a text. */
  readonly conceal: (text: string) => string;
  /** Updated as the attempt proceeds, for observers. */
  readonly seen: Seen;
}

/** What one attempt has received so far. */
export interface Seen {
  head: Pick<TransportAnswer, 'status' | 'headers'> | undefined;
  /** How many bytes of the body have been read. */
  bytes: number;
}

/**
 * One attempt: sends the request and fetches the answer, or the server's refusal. Rejects with the reason of the
 * scope's signal, or with a `KubeError`: anything else that a transport throws counts as a lost connection.
 */
export type Attempt<Result> = (
  transport: Transport,
  request: TransportRequest,
  context: AttemptContext,
) => Promise<Result | ApiError>;

/** No Status is longer than this; of anything else the beginning is enough. */
const longestRefusalBytes = 1024 * 1024;

/** Fetches the whole answer. */
export const attemptWhole: Attempt<ApiAnswer> = async (transport, request, context) => {
  const answer = await open(transport, request, context);
  if (!context.isWanted(answer.status)) return refusalOf(answer, request, context);
  const { status, headers } = answer;
  const { size, conceal, seen, silence } = context;
  const source = sourceOf(answer, request, context, silence.answerMs);
  const read = await collectBody(source, { maxBytes: size.maxBytes, expectedBytes: lengthSaidBy(headers) });
  seen.bytes = read.length;
  const { method } = request;
  const path = pathOf(request.url);
  if (!read.complete) throw new AnswerTooLargeError({ method, path }, size);
  const body = createAnswerBody({ content: read.bytes(), mediaType: headers['content-type'], path, conceal });
  return { status, headers, ...body };
};

/** Fetches the head of the answer, with a body that ends the scope once it has been read. */
export const attemptStream: Attempt<ApiStream> = async (transport, request, context) => {
  const answer = await open(transport, request, context);
  if (!context.isWanted(answer.status)) return refusalOf(answer, request, context);
  const { status, headers } = answer;
  const { method, url } = request;
  const { conceal, silence } = context;
  const body = guardBody(sourceOf(answer, request, context, silence.answerMs));
  return { status, headers, mediaType: headers['content-type'], method, path: pathOf(url), body, conceal };
};

async function open(
  transport: Transport,
  request: TransportRequest,
  context: AttemptContext,
): Promise<TransportAnswer> {
  const { scope, silence, seen } = context;
  const opening = (async () => transport.send(request))();
  try {
    const answer = await scope.hear(silence.answerMs, () => opening);
    requireAnswer(answer);
    seen.head = answer;
    return answer;
  } catch (error) {
    // A transport that ignores the signal may still answer after everyone has stopped waiting.
    opening.then(({ body }) => abandonBody(body)).catch(() => undefined);
    throw translate(error, request, context, false);
  }
}

/** Rejects what is not an answer: users can supply their own transport. */
function requireAnswer(given: unknown): void {
  const { status, headers, body }: Partial<Record<keyof TransportAnswer, unknown>> = isObject(given) ? given : {};
  const isBody = body === null || (isObject(body) && ('getReader' in body || Symbol.asyncIterator in body));
  if (typeof status === 'number' && isObject(headers) && isBody) return;
  throw new Error('the transport returned an invalid answer: it must have status, headers, and a body or null');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

async function refusalOf(
  answer: TransportAnswer,
  request: TransportRequest,
  context: AttemptContext,
): Promise<ApiError> {
  const { status, headers } = answer;
  const { conceal, seen, silence } = context;
  const source = sourceOf(answer, request, context, silence.refusalMs);
  const read = await collectBody(source, { maxBytes: longestRefusalBytes });
  seen.bytes = read.length;
  const { method, url } = request;
  return apiErrorOf({ method, path: pathOf(url), status, headers, content: read.bytes(), conceal });
}

function sourceOf(
  { body }: TransportAnswer,
  request: TransportRequest,
  context: AttemptContext,
  silenceMs: number,
): BodySource {
  const { scope } = context;
  return { body, scope, silenceMs, translate: (error) => translate(error, request, context, true) };
}

/** The length of the body according to the server: the compressed length, or wrong. */
function lengthSaidBy(headers: TransportAnswer['headers']): number {
  const said = headers['content-length'];
  return said !== undefined && /^\d+$/.test(said) ? Number(said) : 0;
}

function translate(
  error: unknown,
  request: TransportRequest,
  { scope, conceal }: AttemptContext,
  answered: boolean,
): unknown {
  if (scope.signal.aborted) return scope.signal.reason;
  return error instanceof KubeError ? error : connectionErrorOf(error, request, { conceal, answered });
}
