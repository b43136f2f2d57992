import { createAnswerBody } from '../../src/core/media/answer-body.js';
import type { ApiAnswer } from '../../src/core/transport/connection.js';

/** What {@link answerOf} makes an answer of. */
export interface AnswerOf {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, and anything else as JSON. */
  readonly body: unknown;
  readonly path?: string;
}

/** An answer as a connection gives it. */
export function answerOf({
  status = 200,
  headers = { 'content-type': 'application/json' },
  body,
  path = '/',
}: AnswerOf): ApiAnswer {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, ...createAnswerBody({ content, mediaType: headers['content-type'], path }) };
}
