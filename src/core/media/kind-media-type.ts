import { json, type MediaType } from './media-type.js';

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
