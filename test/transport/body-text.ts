import type { TransportAnswer } from '../../src/core/transport/transport.js';

/** The whole body of an answer as text. */
export async function textOf(body: TransportAnswer['body']): Promise<string> {
  const pieces: Uint8Array[] = [];
  // The streams of Node's own fetch are iterable.
  if (body !== null) for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
