import { createAnswerBody } from '../media/answer-body.js';
import { abandonOnAbort } from '../shared/abort.js';
import { KubeError } from '../shared/kube-error.js';
import { apiErrorOf } from './api-failure.js';
import { collectBody, guardBody, iteratorOf, type BodySource } from './body.js';
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
  /** Blots the credentials of the request out of a text. */
  readonly conceal: (text: string) => string;
}

/** What one try brought: an answer that was wanted, or the server's refusal. */
export interface Outcome<Result> {
  readonly head: Pick<TransportAnswer, 'status' | 'headers'>;
  /** How many bytes of the body were read here. */
  readonly bytes: number;
  readonly result: Result | ApiError;
}

/**
 * One try: sends the request and fetches the answer. Rejects with the reason of the scope's signal, or with a `KubeError`:
 * a transport that throws anything else is taken to have lost the connection.
 */
export type Attempt<Result> = (
  transport: Transport,
  request: TransportRequest,
  context: AttemptContext,
) => Promise<Outcome<Result>>;

/** A failure's body is read to its end; a Status is never longer than this, and of anything else the beginning is enough. */
const longestFailureBytes = 1024 * 1024;

/** Fetches the whole answer. */
export const attemptWhole: Attempt<ApiAnswer> = async (transport, request, context) => {
  const answer = await open(transport, request, context);
  if (!context.isWanted(answer.status)) return refusalOf(answer, request, context);
  const { status, headers } = answer;
  const { size, conceal } = context;
  const { bytes, complete } = await collectBody(sourceOf(answer, request, context), size.maxBytes);
  const { method } = request;
  const path = pathOf(request.url);
  if (!complete) throw new AnswerTooLargeError({ method, path }, size);
  const body = createAnswerBody({ content: bytes, mediaType: headers['content-type'], path, conceal });
  return { head: answer, bytes: bytes.byteLength, result: { status, headers, ...body } };
};

/** Fetches the head of the answer, with a body that ends the scope when it has been read. */
export const attemptStream: Attempt<ApiStream> = async (transport, request, context) => {
  const answer = await open(transport, request, context);
  if (!context.isWanted(answer.status)) return refusalOf(answer, request, context);
  const { status, headers } = answer;
  const body = guardBody(sourceOf(answer, request, context));
  return { head: answer, bytes: 0, result: { status, headers, mediaType: headers['content-type'], body } };
};

async function open(
  transport: Transport,
  request: TransportRequest,
  { scope, conceal }: AttemptContext,
): Promise<TransportAnswer> {
  const opening = (async () => transport.send(request))();
  scope.listen();
  try {
    return await abandonOnAbort(opening, scope.signal);
  } catch (error) {
    leaveWhenOpen(opening);
    throw translate(error, request, { scope, conceal, answered: false });
  } finally {
    scope.heard();
  }
}

async function refusalOf(
  answer: TransportAnswer,
  request: TransportRequest,
  context: AttemptContext,
): Promise<Outcome<never>> {
  const { status, headers } = answer;
  const { bytes } = await collectBody(sourceOf(answer, request, context), longestFailureBytes);
  const text = new TextDecoder().decode(bytes);
  const { method, url } = request;
  const result = apiErrorOf({ method, path: pathOf(url), status, headers, text, conceal: context.conceal });
  return { head: answer, bytes: bytes.byteLength, result };
}

function sourceOf(
  { body }: TransportAnswer,
  request: TransportRequest,
  { scope, conceal }: AttemptContext,
): BodySource {
  return { body, scope, translate: (error) => translate(error, request, { scope, conceal, answered: true }) };
}

/** For a transport that does not mind the signal: the answer that nobody waits for any more may still come. */
function leaveWhenOpen(opening: Promise<TransportAnswer>): void {
  const leaving = async (): Promise<void> => {
    const { body } = await opening;
    await iteratorOf(body).return?.();
  };
  leaving().catch(() => undefined);
}

function translate(
  error: unknown,
  request: TransportRequest,
  { scope, conceal, answered }: Pick<AttemptContext, 'scope' | 'conceal'> & { readonly answered: boolean },
): unknown {
  if (scope.signal.aborted) return scope.signal.reason;
  return error instanceof KubeError ? error : connectionErrorOf(error, request, { conceal, answered });
}
