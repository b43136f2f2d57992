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

/** The kind that an alternate representation is requested by: group, version and kind of the answer. */
export interface RequestedKind {
  /** The API group of the kind: `meta.k8s.io`. */
  readonly group: string;
  /** The version of the kind: `v1`. */
  readonly version: string;
  /** The kind of the answer: `Table`. */
  readonly kind: string;
  /** Further parameters, after g, v and as; servers ignore those they do not know. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns `application/json;g=<group>;v=<version>;as=<kind>`, or the same for an encoding other than JSON. The order g,
 * v, as is the one that servers answer with; old servers depended on it.
 *
 * @example
 * const type = kindMediaType({ group: 'meta.k8s.io', version: 'v1', kind: 'Table' });
 * formatMediaType(type); // 'application/json;g=meta.k8s.io;v=v1;as=Table'
 */
export function kindMediaType(requested: RequestedKind, encoding = json): MediaType {
  const { group, version, kind, parameters = {} } = requested;
  return {
    type: encoding.type,
    parameters: new Map([['g', group], ['v', version], ['as', kind], ...Object.entries(parameters)]),
  };
}

/** Reports whether an answer's media type names this kind. Order, charset and further parameters do not matter. */
export function isKindMediaType(mediaType: MediaType, { group, version, kind }: RequestedKind): boolean {
  const { type, parameters } = mediaType;
  return (
    type === json.type &&
    parameters.get('g') === group &&
    parameters.get('v') === version &&
    parameters.get('as') === kind
  );
}

/**
 * Formats an Accept header, preferred type first.
 *
 * @throws InvalidArgumentError for a type or a parameter that is not a valid header value
 * @example
 * const types = [kindMediaType({ group: 'meta.k8s.io', version: 'v1', kind: 'Table' })];
 * formatAccept(types); // 'application/json;g=meta.k8s.io;v=v1;as=Table'
 */
export function formatAccept(mediaTypes: readonly MediaType[]): string {
  return mediaTypes.map(formatMediaType).join(',');
}

/**
 * Parses an Accept header, preferred type first: by weight, and types of equal weight in the order written, as API
 * servers do. Types of weight 0 are rejected, so they are left out, as is anything that is not a media type. The weight
 * is not a parameter of a type, and is dropped.
 *
 * @example
 * parseAccept('text/csv;q=0.5, application/json').map(({ type }) => type); // ['application/json', 'text/csv']
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept
 */
export function parseAccept(header: string): MediaType[] {
  return splitOutsideQuotes(header, ',')
    .flatMap((clause) => {
      const mediaType = parseMediaType(clause);
      if (mediaType === undefined) return [];
      const parameters = new Map(mediaType.parameters);
      const q = parameters.get('q') ?? '1';
      parameters.delete('q');
      const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0;
      return weight === 0 ? [] : [{ weight, type: mediaType.type, parameters }];
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ type, parameters }) => ({ type, parameters }));
}
