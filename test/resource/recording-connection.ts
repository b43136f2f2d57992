import type { JsonRecord } from '../../src/core/shared/json-record.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { answerOf } from '../transport/answer-of.js';
import { createServer } from '../../src/core/transport/server.js';
import type { ApiRequest, Connection } from '../../src/core/transport/connection.js';

/** What a fake server answers; 200 when no status is given. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body: JsonRecord | string;
}

/** A connection without a network that keeps every request it was given. */
export interface RecordingConnection extends Connection {
  readonly requests: readonly ApiRequest[];
}

/** Answers each request in turn, or by a function of the request; keeps the contract of `Connection`. */
export function recordingConnection(
  answers: readonly FakeAnswer[] | ((request: ApiRequest) => FakeAnswer),
): RecordingConnection {
  const requests: ApiRequest[] = [];
  return {
    requests,
    request(request) {
      request.signal?.throwIfAborted();
      const answer = typeof answers === 'function' ? answers(request) : answers[requests.length];
      requests.push(request);
      if (answer === undefined) throw new Error(`nothing is prepared for ${request.method} ${request.path}`);
      const { status = 200, body } = answer;
      if (status >= 300 && request.expected?.includes(status) !== true) {
        const { method = 'GET', path } = request;
        throw new ApiError({ method, path, statusCode: status, status: { code: status }, fromServer: true });
      }
      return Promise.resolve(answerOf({ status, body, path: request.path }));
    },
    signal: new AbortController().signal,
    connect: () => Promise.reject(new Error('nothing here connects')),
    stream: () => Promise.reject(new Error('nothing here streams')),
    server: createServer(),
    takeStreamSlot: () => () => undefined,
    limits: { timeoutMs: Infinity, maxDelayMs: 30_000, maxAnswerBytes: 500_000_000 },
    close: () => Promise.resolve(),
  };
}

/** For a test in which no request may be sent. */
export function silentConnection(): RecordingConnection {
  return recordingConnection([]);
}
