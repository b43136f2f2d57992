import { formatMediaType, parseMediaType, splitOutsideQuotes, type MediaType } from './media-type.js';

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
