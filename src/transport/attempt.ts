import { createAnswerBody } from '../media/answer-body.js';
import { KubeError } from '../shared/kube-error.js';
import { apiErrorOf } from './api-failure.js';
import { abandonBody, collectBody, guardBody, type BodySource } from './body.js';
import type { ApiAnswer, ApiStream } from './connection.js';
import { connectionErrorOf, pathOf } from './connection-failure.js';
import { AnswerTooLargeError, type ApiError } from './errors.js';
import type { RequestScope } from './request-scope.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';

/** Around one try: its life, and how its answer is judged. */
export interface AttemptContext {
  readonly scope: RequestScope;
  /** Tells the statuses that are no failure. */
  readonly isWanted: (status: number) => boolean;
  /** The most that an answer may hold, and the option that says so. */
  readonly size: { readonly maxBytes: number; readonly option: string };
  /** How long the server may say nothing: while the answer is waited for and arrives, and in the body of a refusal. */
  readonly silence: { readonly answerMs: number; readonly refusalMs: number };
  /** Blots the credentials of the request out of a text. */
  readonly conceal: (text: string) => string;
  /** Written as the try goes on, for those who observe it. */
  readonly seen: Seen;
}

/** What came of one try so far. */
export interface Seen {
  head: Pick<TransportAnswer, 'status' | 'headers'> | undefined;
  /** How many bytes of the body were read here. */
  bytes: number;
}

/**
 * One try: sends the request and fetches the answer, or the server's refusal. Rejects with the reason of the scope's
 * signal, or with a `KubeError`: a transport that throws anything else is taken to have lost the connection.
 */
export type Attempt<Result> = (
  transport: Transport,
  request: TransportRequest,
  context: AttemptContext,
) => Promise<Result | ApiError>;

/** A Status is never longer than this, and of anything else the beginning is enough. */
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

/** Fetches the head of the answer, with a body that ends the scope when it has been read. */
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
    // A transport that does not mind the signal may still answer, when nobody waits for it any more.
    opening.then(({ body }) => abandonBody(body)).catch(() => undefined);
    throw translate(error, request, context, false);
  }
}

/** A transport may be anybody's. */
function requireAnswer(given: unknown): void {
  const { status, headers, body }: Partial<Record<keyof TransportAnswer, unknown>> = isObject(given) ? given : {};
  const isBody = body === null || (isObject(body) && ('getReader' in body || Symbol.asyncIterator in body));
  if (typeof status === 'number' && isObject(headers) && isBody) return;
  throw new Error('the transport gave something that is no answer: it needs status, headers, and a body or null');
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

/** How long the server says that its body is: before decompression, or a lie. */
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
