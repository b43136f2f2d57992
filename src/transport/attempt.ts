import { abandonOnAbort } from '../shared/abort.js';
import { KubeError } from '../shared/kube-error.js';
import { connectionErrorOf } from './connection-failure.js';
import type { RequestScope } from './request-scope.js';
import { guardBody, readText } from './stream-body.js';
import type { Transport, TransportRequest, TransportResponse, TransportStream } from './transport.js';

/** What one try brought. */
export interface Outcome<Result> {
  /** The answer, its body empty where that is still to be read. */
  readonly answer: TransportResponse;
  /** Undefined when the answer is a failure. */
  readonly result: Result | undefined;
}

/** One try: sends the request and fetches the answer. */
export type Attempt<Result> = (
  transport: Transport,
  request: TransportRequest,
  context: {
    readonly scope: RequestScope;
    /** Tells the statuses that are no failure. */
    readonly isWanted: (status: number) => boolean;
  },
) => Promise<Outcome<Result>>;

/** A failure's body is read to its end; a Status is never longer than this. */
const longestFailureBytes = 1024 * 1024;

/**
 * Fetches the whole answer. Rejects with the reason of the scope's signal, or with a `KubeError`: a transport that
 * throws anything else is taken to have lost the connection.
 */
export const attemptWhole: Attempt<TransportResponse> = async (transport, request, { scope, isWanted }) => {
  try {
    const answer = await abandonOnAbort(transport.send(request), scope.signal);
    return { answer, result: isWanted(answer.status) ? answer : undefined };
  } catch (error) {
    throw translate(error, request, scope.signal);
  }
};

/**
 * Fetches the head of the answer, with a body that ends the scope when it has been read. The body of a failure is
 * read here. Rejects as {@link attemptWhole} does, and so does the body.
 */
export const attemptStream: Attempt<TransportStream> = async (transport, request, { scope, isWanted }) => {
  const opening = transport.stream(request);
  try {
    const { status, headers, body } = await abandonOnAbort(opening, scope.signal);
    if (!isWanted(status)) {
      const text = await abandonOnAbort(readText(body, longestFailureBytes), scope.signal);
      return { answer: { status, headers, body: text }, result: undefined };
    }
    const guarded = guardBody(body, scope, (error) => translate(error, request, scope.signal, { answered: true }));
    return { answer: { status, headers, body: '' }, result: { status, headers, body: guarded } };
  } catch (error) {
    leaveWhenOpen(opening);
    throw translate(error, request, scope.signal);
  }
};

/** For a transport that does not mind the signal: the stream that nobody waits for any more may still open. */
function leaveWhenOpen(opening: Promise<TransportStream>): void {
  const leaving = async (): Promise<void> => {
    const { body } = await opening;
    await body[Symbol.asyncIterator]().return?.();
  };
  leaving().catch(() => undefined);
}

function translate(
  error: unknown,
  request: TransportRequest,
  signal: AbortSignal,
  options?: { answered: boolean },
): unknown {
  if (signal.aborted) return signal.reason;
  return error instanceof KubeError ? error : connectionErrorOf(error, request, options);
}
