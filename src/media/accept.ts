import { formatMediaType, parseMediaType, splitOutsideQuotes, type MediaType } from './media-type.js';

/** Writes an Accept header, the preferred type first. */
export function formatAccept(mediaTypes: readonly MediaType[]): string {
  return mediaTypes.map(formatMediaType).join(',');
}

/**
 * Reads an Accept header into its clauses, the preferred first: by `q`, then in their order. A clause that is no
 * media type is left out, as servers do. An empty header reads as none at all.
 */
export function parseAccept(header: string): MediaType[] {
  const clauses: { mediaType: MediaType; q: number }[] = [];
  for (const part of splitOutsideQuotes(header, ',')) {
    const mediaType = parseMediaType(part);
    if (mediaType === undefined) continue;
    const { q: weight, ...rest } = Object.fromEntries(mediaType.parameters);
    const q = weight === undefined ? 1 : Number(weight);
    if (Number.isNaN(q) || q <= 0) continue;
    clauses.push({ mediaType: { type: mediaType.type, parameters: new Map(Object.entries(rest)) }, q });
  }
  return clauses.sort((a, b) => b.q - a.q).map((clause) => clause.mediaType);
}
