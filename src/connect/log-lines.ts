import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { ByteCollector } from '../core/transport/body.js';

/** A line as the server sent it. */
export interface TimedLine {
  /** The time of the line, as the server wrote it; empty for what the kubelet says of itself. */
  readonly time: string;
  /** The line with its end, without the time. */
  readonly bytes: Uint8Array;
}

/** Cuts a log that has timestamps into lines. */
export interface LineCutter {
  /** Returns the lines that end in this piece. */
  push(piece: Uint8Array): readonly TimedLine[];
  /** Returns the line that has not ended; undefined if there is none. */
  rest(): TimedLine | undefined;
}

const newline = 10;

/**
 * @param maxLineBytes the longest line that is kept
 * @param log whose log it is, for the error
 */
export function createLineCutter(maxLineBytes: number, log = 'the log'): LineCutter {
  const begun = new ByteCollector();
  const begin = (piece: Uint8Array): void => {
    if (begun.length + piece.byteLength > maxLineBytes) {
      throw new InvalidArgumentError('maxLineBytes', `is ${maxLineBytes}, and ${log} has a line of more bytes`);
    }
    begun.add(piece);
  };
  return {
    push(piece) {
      const lines: TimedLine[] = [];
      let start = 0;
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
        const part = piece.subarray(start, end + 1);
        // Most lines begin in the piece in which they end.
        const isWhole = begun.length === 0 && part.byteLength <= maxLineBytes;
        if (!isWhole) begin(part);
        lines.push(timedLine(isWhole ? part : begun.take()));
        start = end + 1;
      }
      begin(piece.subarray(start));
      return lines;
    },
    rest: () => (begun.length === 0 ? undefined : timedLine(begun.take())),
  };
}

const [dash, letterT, space, zero, nine] = [45, 84, 32, 48, 57] as const;
/** `2026-01-01T00:00:00Z` and `2026-01-01T00:00:00.000000000+00:00`. */
const [shortestTime, longestTime] = [20, 35] as const;

function timedLine(bytes: Uint8Array): TimedLine {
  const end = bytes[4] === dash && bytes[10] === letterT ? bytes.indexOf(space, shortestTime) : -1;
  const isTime = end >= shortestTime && end <= longestTime && isDigit(bytes[0]) && isDigit(bytes[18]);
  if (!isTime) return { time: '', bytes };
  const time = String.fromCharCode.apply(null, bytes.subarray(0, end) as unknown as number[]);
  return { time, bytes: bytes.subarray(end + 1) };
}

function isDigit(byte = 0): boolean {
  return byte >= zero && byte <= nine;
}
