import { createAnswerBody, loadProtobuf, namesProtobuf, type AnswerBody } from '../media/answer-body.js';
import { MalformedAnswerError } from '../media/errors.js';
import { parseMediaType, protobuf } from '../media/media-type.js';
import { quote } from '../shared/quote.js';
import { ByteCollector } from './body.js';
import { connectionErrorFor } from './connection-failure.js';
import type { ApiStream } from './connection.js';
import { AnswerTooLargeError, truncatedBody } from './errors.js';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts the stream of a watch into frames according to its media type: lines for JSON, length-prefixed frames for
 * Kubernetes' protobuf. Yields together those that arrive together, because a step of a generator for each would take half
 * as long again.
 *
 * Empty lines are skipped. A last line without a line break is a frame if it is complete. If it is truncated, or the
 * stream ends before a promised length, the reader gets a `ConnectionError` with `ERR_TRUNCATED_BODY`, as after any other
 * broken connection: the frames before it were complete, so a watch resumes after the last one. Throws
 * `AnswerTooLargeError` for a frame beyond the limit, and `MalformedAnswerError` for a media type without frames.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export async function* readFrames(
  { mediaType, method, path, conceal, body }: ApiStream,
  limit: Pick<AnswerTooLargeError, 'maxBytes' | 'option'>,
): AsyncGenerator<readonly AnswerBody[], void, undefined> {
  const cutter = cutterFor(mediaType, limit.maxBytes);
  if (cutter === undefined) {
    await body[Symbol.asyncIterator]().return?.();
    const named = mediaType === undefined ? 'none' : conceal(quote(mediaType));
    throw new MalformedAnswerError(path, `the media type ${named} cannot be streamed`);
  }
  if (namesProtobuf.test(mediaType ?? '')) await loadProtobuf();
  const bodyOf = (content: Frame): AnswerBody => createAnswerBody({ content, mediaType, path, conceal });
  for await (const piece of body) {
    const frames: Frame[] = [];
    const fits = cutter.push(piece, frames);
    if (frames.length > 0) yield frames.map(bodyOf);
    if (!fits) throw new AnswerTooLargeError({ method, path }, limit, 'a frame of the answer');
  }
  const rest = cutter.rest();
  if (rest?.isCut === false) yield [bodyOf(rest.frame)];
  const cut = { reasonCode: truncatedBody, host: undefined, detail: 'its last frame is incomplete' };
  if (rest?.isCut === true) throw connectionErrorFor({ method, path, ...cut });
}

/** Bytes, or already decoded text. */
type Frame = Uint8Array | string;

/** Cuts the pieces of one stream into frames. */
interface Cutter {
  /** Adds the frames that the piece completes; returns false if one is too long. */
  push(piece: Uint8Array, frames: Frame[]): boolean;
  /** Returns what is left at the end of the stream. */
  rest(): { readonly frame: Uint8Array; readonly isCut: boolean } | undefined;
}

/** Makes the cutter for a media type; undefined for one without frames. */
function cutterFor(text: string | undefined, maxBytes: number): Cutter | undefined {
  const { type = '', parameters } = parseMediaType(text ?? '') ?? {};
  // A Go server that sets no media type says text/plain.
  if (type === 'application/json' || type.startsWith('text/')) return createLineCutter(maxBytes);
  const isWatch = type === protobuf.type && parameters?.get('stream') === 'watch';
  return isWatch ? createLengthCutter(maxBytes) : undefined;
}

/** Makes a cutter of lines that searches every byte for a line break only once. */
function createLineCutter(maxBytes: number): Cutter {
  const begun = new ByteCollector();

  return {
    push(piece, frames) {
      let start = 0;
      for (;;) {
        if (begun.length === 0) start = takeLinesOfText(piece, { start, maxBytes, frames });
        if (start === piece.byteLength) return true;
        const found = piece.indexOf(lineFeed, start);
        const end = found === -1 ? piece.byteLength : found;
        if (begun.length + end - start > maxBytes) return false;
        const part = piece.subarray(start, end);
        if (found === -1 || begun.length > 0) begun.add(part);
        if (found === -1) return true;
        const line = withoutReturn(begun.length > 0 ? begun.take() : part);
        if (line.byteLength > 0) frames.push(line);
        start = found + 1;
      }
    },
    rest() {
      const frame = withoutReturn(begun.take());
      if (frame.byteLength === 0) return undefined;
      return { frame, isCut: endsTooEarly(new TextDecoder().decode(frame)) };
    },
  };
}

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/**
 * Adds the complete lines of a piece as text, decoded all at once, which takes half the time of decoding each. Returns
 * where it stopped: at `start` if the lines must be examined one by one.
 */
function takeLinesOfText(
  piece: Uint8Array,
  { start, maxBytes, frames }: { readonly start: number; readonly maxBytes: number; readonly frames: Frame[] },
): number {
  const end = piece.lastIndexOf(lineFeed);
  if (end <= start || end - start > maxBytes) return start;
  let text: string;
  try {
    text = strictUtf8.decode(piece.subarray(start, end));
  } catch {
    return start;
  }
  if (text.includes(byteOrderMark)) return start;
  for (const line of text.split('\n')) {
    const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (whole !== '') frames.push(whole);
  }
  return end + 1;
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line[line.byteLength - 1] === carriageReturn ? line.subarray(0, -1) : line;
}

/** Reports whether a text is truncated JSON: an object that does not parse. Any other text is for the reader to see. */
function endsTooEarly(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** Makes a cutter of frames that begin with their length, in four bytes, big-endian. */
function createLengthCutter(maxBytes: number): Cutter {
  const headLength = 4;
  const begun = new ByteCollector();
  let headRead = 0;
  let length = 0;

  return {
    push(piece, frames) {
      let at = 0;
      while (at < piece.byteLength || headRead === headLength) {
        if (headRead < headLength) {
          length = length * 256 + (piece[at] ?? 0);
          headRead += 1;
          at += 1;
          if (headRead === headLength && length > maxBytes) return false;
          continue;
        }
        const part = piece.subarray(at, at + length - begun.length);
        at += part.byteLength;
        const isWhole = begun.length + part.byteLength === length;
        if (!isWhole || begun.length > 0) begun.add(part);
        if (!isWhole) return true;
        frames.push(begun.length > 0 ? begun.take() : part);
        headRead = 0;
        length = 0;
      }
      return true;
    },
    rest: () => (headRead === 0 ? undefined : { frame: begun.take(), isCut: true }),
  };
}
