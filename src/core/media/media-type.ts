import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** A media type with its parameters: `application/json;as=Table;v=v1;g=meta.k8s.io`. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly type: string;
  /** The parameters in the order written; names in lower case, values as is. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** `application/json` without parameters. */
export const json: MediaType = { type: 'application/json', parameters: new Map() };

/** Kubernetes' protobuf without parameters. Never offer it like this, since only some of its kinds can be read here. */
export const protobuf: MediaType = { type: 'application/vnd.kubernetes.protobuf', parameters: new Map() };

/** Characters that no header may contain. */
const unfit = /[^\t -~\x80-\xff]/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Parses a Content-Type or one clause of an Accept header. Returns undefined if the text is not a media type.
 *
 * @example
 * parseMediaType('application/json;as=Table')?.parameters.get('as'); // 'Table'
 */
export function parseMediaType(text: string): MediaType | undefined {
  const [first = '', ...rest] = splitOutsideQuotes(text, ';');
  const type = first.trim().toLowerCase();
  const halves = type.split('/');
  if (halves.length !== 2 || !halves.every((half) => token.test(half))) return undefined;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim().toLowerCase();
    if (equals < 0 || !token.test(name)) return undefined;
    parameters.set(name, unquote(part.slice(equals + 1).trim()));
  }
  return { type, parameters };
}

/**
 * Formats a media type, with its parameters in their own order.
 *
 * @throws InvalidArgumentError for a type, a name or a value that is not a valid header value, such as a line break
 * @example
 * formatMediaType({ type: 'application/json', parameters: new Map([['charset', 'utf-8']]) });
 * // 'application/json;charset=utf-8'
 */
export function formatMediaType(mediaType: MediaType): string {
  const { type, parameters } = mediaType;
  const text = [
    type,
    ...[...parameters].map(([name, value]) => `${name}=${token.test(value) ? value : quoted(value)}`),
  ];
  if (unfit.test(text.join()) || ![...type.split('/'), ...parameters.keys()].every((word) => token.test(word))) {
    throw new InvalidArgumentError('mediaType', 'is not a valid header value');
  }
  return text.join(';');
}

/** Splits at a separator, except inside a quoted string. */
export function splitOutsideQuotes(text: string, separator: ';' | ','): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\' && quoted) index += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Formats an HTTP quoted string, in which only these two characters are escaped. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/g, '$1');
}
