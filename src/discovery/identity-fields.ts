import type { JsonRecord } from '../shared/json-record.js';
import { readText } from './fields.js';

/**
 * The fields by which endpoints can be told to serve the same objects. Real servers write them into legacy documents
 * alone, but one that writes them elsewhere is believed as well.
 */
export function identityFields(
  record: JsonRecord,
  place: string,
): { readonly storageVersionHash?: string; readonly internalID?: string } {
  const storageVersionHash = readText(record, 'storageVersionHash', place);
  // `resourceID` is the name that the design was given later.
  const internalID = readText(record, 'internalID', place) || readText(record, 'resourceID', place);
  return { ...(storageVersionHash !== '' && { storageVersionHash }), ...(internalID !== '' && { internalID }) };
}
