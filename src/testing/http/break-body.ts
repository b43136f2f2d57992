import type { BodySink, BodyWriter, Reply } from '../wire/reply.js';

/** How a body breaks, and at which position. */
export interface BodyBreak {
  readonly how: 'cut' | 'hang' | 'reset';
  readonly afterBytes?: number | undefined;
  /** The number of lines. */
  readonly afterEvents?: number | undefined;
}

const newline = 10;

/** Returns the answer with a body that breaks. Calls `use` when it does. */
export function breakBody(reply: Reply, bodyBreak: BodyBreak, use: () => void): Reply {
  const { body } = reply;
  return {
    ...reply,
    body: (sink) => writeUntil(typeof body === 'function' ? body : writerOf(body), sink, bodyBreak, use),
  };
}

/** Returns the error of a network stack for a connection that was reset. */
export function connectionReset(): Error {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError('The connection was reset, by a fault that the test set.', { cause });
}

function writerOf(body: string | Uint8Array): BodyWriter {
  return ({ write, end }) => {
    write(body);
    end();
    return () => undefined;
  };
}

function writeUntil(
  begin: BodyWriter,
  sink: BodySink,
  { how, afterBytes = Infinity, afterEvents = Infinity }: BodyBreak,
  use: () => void,
): () => void {
  const encoder = new TextEncoder();
  let bytesLeft = afterBytes;
  let linesLeft = afterEvents;
  let isBroken = false;
  const breakNow = (): void => {
    if (isBroken) return;
    isBroken = true;
    use();
    if (how === 'cut') sink.end();
    else if (how === 'reset') sink.fail(connectionReset());
    // A writer into a hanging connection is not notified.
  };
  const write: BodySink['write'] = (part) => {
    if (isBroken) return;
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    const length = Math.min(bytesLeft, lengthOfLines(bytes, linesLeft));
    sink.write(bytes.subarray(0, length));
    bytesLeft -= length;
    linesLeft -= countLines(bytes.subarray(0, length));
    if (bytesLeft === 0 || linesLeft === 0) breakNow();
  };
  if (bytesLeft === 0 || linesLeft === 0) {
    breakNow();
    return () => undefined;
  }
  return begin({
    ...sink,
    write,
    end: () => {
      if (!isBroken) sink.end();
    },
    hasCapacity: () => !isBroken && sink.hasCapacity(),
  });
}

/** Returns the length of the first `lines` lines; all bytes if there are fewer. */
function lengthOfLines(bytes: Uint8Array, lines: number): number {
  let index = -1;
  for (let count = 0; count < lines; count += 1) {
    index = bytes.indexOf(newline, index + 1);
    if (index < 0) return bytes.length;
  }
  return index + 1;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let index = bytes.indexOf(newline); index >= 0; index = bytes.indexOf(newline, index + 1)) count += 1;
  return count;
}
