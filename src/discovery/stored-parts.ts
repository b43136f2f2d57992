import { createCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { createAnswerBody, readJsonObject } from '../media/answer-body.js';
import { isJsonRecord } from '../shared/json-record.js';

/** What the documents of the roots do not say, as stored beside them. */
export interface StoredParts {
  /** When the server confirmed all of it, in milliseconds since 1970; undefined if it did not. */
  readonly confirmed: number | undefined;
  readonly provenance: Readonly<Record<'api' | 'apis', DiscoveryFormat | undefined>>;
  /** Whether the stored document of each root provides its groups. */
  readonly documents: Readonly<Record<'api' | 'apis', boolean>>;
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
}

/** Reads {@link StoredParts}, frozen. Throws if they are not what this version writes: others may write to a store. */
export function readParts(content: Uint8Array): StoredParts {
  const said = readJsonObject(createAnswerBody({ content }));
  const { confirmed, provenance, documents, groups, failures } = said;
  const isWhole =
    (confirmed === undefined || typeof confirmed === 'number') &&
    isJsonRecord(provenance) &&
    isJsonRecord(documents) &&
    areAll(groups, isGroup) &&
    areAll(failures, isFailure);
  if (!isWhole) throw new Error('the stored parts are malformed');
  const parts = said as unknown as StoredParts;
  createCatalog(parts);
  return parts;
}

function isGroup(group: unknown): boolean {
  if (!isJsonRecord(group)) return false;
  const { name, versions, preferredVersion } = group;
  const isVersion = (version: unknown): boolean =>
    isJsonRecord(version) &&
    version['group'] === name &&
    typeof version['version'] === 'string' &&
    isFreshness(version['freshness']) &&
    areAll(version['resources'], isEntry) &&
    (version['kept'] === undefined || isNote(version['kept']));
  const isPreference = preferredVersion === undefined || typeof preferredVersion === 'string';
  return typeof name === 'string' && isPreference && areAll(versions, isVersion);
}

function isEntry(entry: unknown): boolean {
  if (!isJsonRecord(entry)) return false;
  const texts = ['group', 'version', 'resource', 'kind', 'singular'];
  const lists = ['shortNames', 'categories', 'verbs'];
  const isSubresource = (each: unknown): boolean =>
    isJsonRecord(each) &&
    typeof each['subresource'] === 'string' &&
    areAll(each['verbs'], isText) &&
    areAll(each['acceptedTypes'], isJsonRecord);
  return (
    texts.every((field) => isText(entry[field])) &&
    lists.every((field) => areAll(entry[field], isText)) &&
    (entry['scope'] === 'Namespaced' || entry['scope'] === 'Cluster') &&
    isFreshness(entry['freshness']) &&
    areAll(entry['subresources'], isSubresource)
  );
}

function isNote(note: unknown): boolean {
  return isJsonRecord(note) && isText(note['since']) && isFailure(note['why']);
}

function isFailure(failure: unknown): boolean {
  return isJsonRecord(failure) && isText(failure['class']) && isText(failure['document']) && isText(failure['message']);
}

function isFreshness(value: unknown): boolean {
  return value === 'Current' || value === 'Stale' || value === 'Kept';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function areAll(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
