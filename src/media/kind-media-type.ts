import { json, type MediaType } from './media-type.js';

/** The type that an alternate representation is asked for by: group, version and kind of the answer. */
export interface RequestedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Further parameters, after g, v and as; servers ignore those that they do not know. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * `application/json;g=<group>;v=<version>;as=<kind>`, or the same in another form than JSON. The order g, v, as is the one
 * that servers answer with; old servers cared for it.
 */
export function kindMediaType({ group, version, kind, parameters = {} }: RequestedKind, { type } = json): MediaType {
  return {
    type,
    parameters: new Map([['g', group], ['v', version], ['as', kind], ...Object.entries(parameters)]),
  };
}

/** Whether an answer's media type names this kind. Order, charset and further parameters do not matter. */
export function isKindMediaType(mediaType: MediaType, { group, version, kind }: RequestedKind): boolean {
  const { type, parameters } = mediaType;
  return (
    type === json.type &&
    parameters.get('g') === group &&
    parameters.get('v') === version &&
    parameters.get('as') === kind
  );
}
