import { protobuf } from '../../core/media/media-type.js';

/** An answer before it becomes a Response. */
export interface Reply {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body, or a function that writes it over time. */
  readonly body: string | Uint8Array<ArrayBuffer> | BodyWriter;
  /** With status 101: what to speak on the WebSocket that the connection becomes. */
  readonly upgrade?: Upgrade | undefined;
}

/** What becomes of a connection that is upgraded. */
export interface Upgrade {
  /** The subprotocol; empty for none. */
  readonly protocol: string;
  /** Speaks on the WebSocket, and closes it. */
  readonly serve: (socket: FakeSocket) => Promise<void>;
}

/** A WebSocket as the server sees it. */
export interface FakeSocket {
  /** The subprotocol. */
  readonly protocol: string;
  /** The messages of the client; nothing is read ahead of the loop. Ends when the client has closed. */
  readonly messages: AsyncIterable<Uint8Array>;
  /** Sends a message, text or binary; resolves when there is room for the next. Does nothing once the connection is gone. */
  readonly send: (message: string | Uint8Array) => Promise<void>;
  readonly close: () => void;
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
}

/**
 * Begins a body that arrives over time. It is called when the answer begins, so that reading and subscribing in it
 * leave no gap. The returned function is called exactly once, when the body ends: by `end`, by a client that
 * disconnects, or by an abort.
 */
export type BodyWriter = (body: BodySink) => () => void;

/** The destination of a {@link BodyWriter}. Writes after the end are dropped. */
export interface BodySink {
  readonly write: (part: string | Uint8Array) => void;
  readonly end: () => void;
  /** Ends the body like a broken connection. */
  readonly fail: (error: Error) => void;
  /** Reports whether the reader keeps up. Anything written while it does not waits in memory. */
  readonly hasCapacity: () => boolean;
  /** Calls `act` each time the reader has caught up. */
  readonly onDrain: (act: () => void) => void;
}

const uncached = 'no-cache, private';

/** Returns a JSON answer, terminated by a newline as on real servers. */
export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return reply(status, { 'content-type': 'application/json', ...headers }, `${JSON.stringify(body)}\n`);
}

/** Returns an answer in protobuf. */
export function protobufReply(status: number, body: Uint8Array<ArrayBuffer>): Reply {
  return reply(status, { 'content-type': protobuf.type }, body);
}

/** Returns a plain text answer. */
export function textReply(status: number, body: string): Reply {
  return reply(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }, body);
}

/** Returns an answer without a body: 304. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>>): Reply {
  return reply(status, headers, '');
}

/** Returns an answer whose body arrives over time. */
export function streamReply(contentType: string, body: BodyWriter): Reply {
  return reply(200, { 'content-type': contentType }, body);
}

function reply(status: number, headers: Readonly<Record<string, string>>, body: Reply['body']): Reply {
  return { status, headers: new Map(Object.entries({ 'cache-control': uncached, ...headers })), body };
}

/** Formats a `Warning` header as servers do: code 299, no agent, the text in quotes. */
export function formatWarning(text: string): string {
  return `299 - "${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}

export function withWarnings(answer: Reply, warnings: readonly string[]): Reply {
  if (warnings.length === 0) return answer;
  return { ...answer, headers: new Map([...answer.headers, ['warning', warnings.map(formatWarning).join(', ')]]) };
}
