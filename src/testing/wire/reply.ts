/** What goes back to the client, before it becomes a Response. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Text that is at hand, or what writes the body as time goes by. */
  readonly body: string | BodyWriter;
}

/**
 * Begins a body that arrives over time. It is called when the answer begins, so what it reads and what it subscribes to
 * at once leave no gap between them. The function that it gives is called exactly once, when the body ends: by `end`,
 * by a client that leaves, or by an abort.
 */
export type BodyWriter = (body: BodySink) => () => void;

/** Where a {@link BodyWriter} writes. What comes after the end is dropped. */
export interface BodySink {
  readonly write: (part: string | Uint8Array) => void;
  readonly end: () => void;
  /** Ends it as a connection that breaks. */
  readonly fail: (error: Error) => void;
  /** Whether the reader keeps up. What is written although it does not waits in memory. */
  readonly hasRoom: () => boolean;
  /** Calls `act` each time that the reader has caught up. */
  readonly onRoom: (act: () => void) => void;
}

const uncached = 'no-cache, private';

/** A JSON answer, ended by a newline as real servers end theirs. */
export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return reply(status, { 'content-type': 'application/json', ...headers }, `${JSON.stringify(body)}\n`);
}

/** A plain text answer. */
export function textReply(status: number, body: string): Reply {
  return reply(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }, body);
}

/** An answer without a body: 304. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>>): Reply {
  return reply(status, headers, '');
}

/** An answer whose body arrives over time. */
export function streamReply(contentType: string, body: BodyWriter): Reply {
  return reply(200, { 'content-type': contentType }, body);
}

function reply(status: number, headers: Readonly<Record<string, string>>, body: Reply['body']): Reply {
  return { status, headers: new Map(Object.entries({ 'cache-control': uncached, ...headers })), body };
}

/** A `Warning` header as servers write it: code 299, no agent, the text in quotes. */
export function formatWarning(text: string): string {
  return `299 - "${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}

/** The answer with warnings. */
export function withWarnings(answer: Reply, warnings: readonly string[]): Reply {
  if (warnings.length === 0) return answer;
  return { ...answer, headers: new Map([...answer.headers, ['warning', warnings.map(formatWarning).join(', ')]]) };
}
