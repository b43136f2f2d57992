import type { JsonRecord } from '../shared/json-record.js';
import { readText, type Place } from './fields.js';

/** What an entry may say of the objects behind it. */
export interface IdentityFields {
  readonly storageVersionHash?: string;
  readonly internalID?: string;
}

/**
 * The fields by which endpoints can be told to serve the same objects; undefined where there are none. Real servers
 * write them into legacy documents alone, but one that writes them elsewhere is believed as well.
 */
export function identityFields(record: JsonRecord, place: Place): IdentityFields | undefined {
  const storageVersionHash = readText(record['storageVersionHash'], place, 'storageVersionHash');
  // `resourceID` is the name that the design was given later.
  const internalID =
    readText(record['internalID'], place, 'internalID') || readText(record['resourceID'], place, 'resourceID');
  if (storageVersionHash === '' && internalID === '') return undefined;
  return { ...(storageVersionHash !== '' && { storageVersionHash }), ...(internalID !== '' && { internalID }) };
}
