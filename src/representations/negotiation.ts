import { requireKnownOptions } from '../core/shared/arguments.js';
import { json, type MediaType } from '../core/media/media-type.js';

/**
 * A media type as Kubernetes' API servers understand it, in each clause of an Accept header: the parameters that they
 * know, as data. Omitted fields are not requested.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
 */
export interface Negotiation {
  /** The encoding. @default application/json */
  readonly type?: string | undefined;
  /** `g`: the group of the kind; empty for the core group. A real server skips a clause with `g` or `v` and no kind. */
  readonly group?: string | undefined;
  /** `v`: the version of the kind. */
  readonly version?: string | undefined;
  /** `as`: the kind of the answer; for a list, the kind of the list, such as `PartialObjectMetadataList`. */
  readonly kind?: string | undefined;
  /** `sv`: the version of `meta.k8s.io` for the generic kinds of the answer, such as a Status. */
  readonly serverVersion?: string | undefined;
  /** `stream`: `watch` for events. */
  readonly stream?: string | undefined;
  /** `export`: without the fields set by the server. Current servers parse it and ignore it. */
  readonly export?: boolean | undefined;
  /** `pretty`: formatted for reading. */
  readonly pretty?: boolean | undefined;
  /** `profile`: of discovery, such as `nopeer`. */
  readonly profile?: string | undefined;
  /** Parameters without a meaning here, in their order; servers skip those they do not know. */
  readonly further?: ReadonlyMap<string, string> | undefined;
}

/** The parameters of the fields, in the one order that servers of all ages accept. */
const parameterOf = {
  ...{ group: 'g', version: 'v', kind: 'as', serverVersion: 'sv', stream: 'stream' },
  ...{ export: 'export', pretty: 'pretty', profile: 'profile' },
} as const;
const fields = Object.entries(parameterOf) as [keyof typeof parameterOf, string][];

/**
 * Reads the parameters of a media type. As on servers, only `1` means true.
 *
 * @example
 * const type = parseMediaType('application/json;as=Table;v=v1;g=meta.k8s.io');
 * if (type !== undefined) console.log(readNegotiation(type).kind); // 'Table'
 */
export function readNegotiation(mediaType: MediaType): Negotiation {
  const { type, parameters } = mediaType;
  const further = new Map(parameters);
  const read = fields.flatMap(([field, name]): (readonly [string, unknown])[] => {
    const value = further.get(name);
    further.delete(name);
    return value === undefined ? [] : [[field, field === 'export' || field === 'pretty' ? value === '1' : value]];
  });
  return { type, ...(Object.fromEntries(read) as Negotiation), ...(further.size > 0 && { further }) };
}

/**
 * Returns the media type of a negotiation, with its parameters in the one order that servers of all ages accept: g, v,
 * as, then sv, stream, export, pretty, profile and any others. `formatMediaType` writes it, quoted where necessary.
 *
 * @example
 * const table = { type: 'application/json', group: 'meta.k8s.io', version: 'v1', kind: 'Table' };
 * formatMediaType(negotiatedMediaType(table)); // 'application/json;g=meta.k8s.io;v=v1;as=Table'
 */
export function negotiatedMediaType(negotiation: Negotiation): MediaType {
  const known = { type: true, further: true, ...parameterOf };
  const given: Negotiation = requireKnownOptions<object>(negotiation, known);
  const { type = json.type, further = new Map<string, string>() } = given;
  const named = fields.flatMap(([field, name]): [string, string][] => {
    const value = given[field];
    return value === undefined ? [] : [[name, typeof value === 'boolean' ? String(Number(value)) : value]];
  });
  const taken = new Set(named.map(([name]) => name));
  const others = [...further].filter(([name]) => !taken.has(name));
  return { type: type.toLowerCase(), parameters: new Map([...named, ...others]) };
}
