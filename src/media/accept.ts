import { formatMediaType, type MediaType } from './media-type.js';

/** Writes an Accept header, the preferred type first. */
export function formatAccept(mediaTypes: readonly MediaType[]): string {
  return mediaTypes.map(formatMediaType).join(',');
}
