import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { MalformedAnswerError, UnreadableProtobufError } from './errors.js';
import { parseMediaType, protobuf } from './media-type.js';
import type { ProtobufBody } from './protobuf.js';

/**
 * The body of a whole answer, or of one frame of a stream, with its media type. Each call decodes text or JSON again:
 * call it once.
 */
export interface AnswerBody {
  /** The Content-Type as sent: `application/json`. Undefined if there was none. */
  readonly mediaType: string | undefined;
  /** The requested path, for messages. */
  readonly path: string;
  /** Returns the body as it arrived, decompressed. */
  bytes(): Uint8Array;
  /** Returns the body decoded as UTF-8. */
  text(): string;
  /**
   * Returns the parsed body. For Kubernetes' protobuf, returns what its JSON would be: metadata without managedFields,
   * a Status, or an event of either. No other kind can be read.
   *
   * @throws MalformedAnswerError for a body that is empty, HTML, or broken
   */
  json(): unknown;
  /** Returns a text without the credentials of the request, for messages that quote the body. */
  readonly conceal: (text: string) => string;
}

/** Parameters of {@link createAnswerBody}. */
export interface AnswerBodyParts {
  /** The body, as bytes or a string. */
  readonly content: Uint8Array | string;
  /** Its Content-Type. @default none, which is read as JSON */
  readonly mediaType?: string | undefined;
  /** The requested path, for messages. @default '' */
  readonly path?: string | undefined;
  /** Removes credentials from messages. @default the text as is */
  readonly conceal?: ((text: string) => string) | undefined;
}

const excerptLength = 60;
/** Enough for the excerpt, whatever is removed before it is cut. */
const longestScanned = 65_536;

const utf8 = /* @__PURE__ */ new TextDecoder();

/**
 * Creates an {@link AnswerBody}: of an answer, of a frame, or of a text that a test passes to a representation. Protobuf is
 * read only after the first answer to a client that came in it: its reader is loaded then.
 *
 * @example
 * const body = createAnswerBody({ content: '{"kind":"Pod"}', mediaType: 'application/json' });
 * console.log(body.json());
 */
export function createAnswerBody({ content, mediaType, path = '', conceal = String }: AnswerBodyParts): AnswerBody {
  return {
    mediaType,
    path,
    bytes() {
      return bytesOf(content);
    },
    text() {
      return textOf(content);
    },
    json() {
      const form = mediaType !== undefined && namesProtobuf.test(mediaType) ? protobufForm(mediaType) : undefined;
      if (form !== undefined) {
        const fault: ProtobufBody['fault'] = (problem, kind) =>
          kind === 'broken'
            ? new MalformedAnswerError(path, problem)
            : new UnreadableProtobufError(path, `it is protobuf that cannot be decoded: ${conceal(problem)}`);
        if (readProtobuf === undefined) throw fault('its reader is not loaded', 'unreadable');
        return readProtobuf({ bytes: bytesOf(content), isEvent: form === 'event', fault, quote });
      }
      const json = textOf(content);
      try {
        return JSON.parse(json) as unknown;
      } catch {
        throw new MalformedAnswerError(path, describeSyntaxError(json, conceal));
      }
    },
    conceal,
  };
}

/** Tells which media types need {@link loadProtobuf}, and perhaps some that do not. */
export const namesProtobuf = /protobuf/i;

let readProtobuf: ((body: ProtobufBody) => unknown) | undefined;

/** Loads the reader of protobuf, without which a body of it is unreadable: whoever reads it asks for JSON instead. */
export async function loadProtobuf(): Promise<void> {
  readProtobuf ??= (await import('./protobuf.js').catch(() => undefined))?.readProtobuf;
}

function textOf(content: AnswerBodyParts['content']): string {
  return typeof content === 'string' ? content : utf8.decode(content);
}

function bytesOf(content: AnswerBodyParts['content']): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Returns the JSON object in a body. Throws `MalformedAnswerError` for any other JSON, and if `json()` does. */
export function readJsonObject(body: AnswerBody): JsonRecord {
  const value = body.json();
  if (isJsonRecord(value)) return value;
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw new MalformedAnswerError(body.path, `the body is ${found}, not a JSON object`);
}

/** Reports whether a media type is an object or an event in protobuf; undefined for any other type. */
function protobufForm(text: string): 'object' | 'event' | undefined {
  const mediaType = parseMediaType(text);
  if (mediaType?.type !== protobuf.type) return undefined;
  return mediaType.parameters.get('stream') === 'watch' ? 'event' : 'object';
}

function describeSyntaxError(text: string, conceal: (text: string) => string): string {
  const start = text.trimStart();
  if (start === '') return 'the body is empty';
  if (start.startsWith('<')) return `the body is HTML or XML, not JSON: ${excerpt(start, conceal)}`;
  // Shows nothing of an object, which may be a Secret.
  if (/^[{["]/.test(start)) return `the JSON is broken, or was cut off after ${text.length} characters`;
  return `it is not JSON: ${excerpt(start, conceal)}`;
}

/** Conceals before cutting, so that no beginning of a credential remains. */
function excerpt(whole: string, conceal: (text: string) => string): string {
  const text = conceal(whole.slice(0, longestScanned));
  return quote(text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text);
}
