import type { ResourceEntry } from '../catalog/entries.js';
import type { Evidence } from './evidence.js';
import type { Numbering } from './numbering.js';

/** An endpoint with what tells its objects from others, as numbers that serve for equality with their like alone. */
export interface Endpoint {
  /** Its position by rank, and its number in the partition. */
  readonly index: number;
  readonly entry: ResourceEntry;
  /** Plural, scope and group: what the versions of one resource have in common. */
  readonly family: number;
  /** The id itself, whatever the scope. */
  readonly id: number | undefined;
  /** The id with the scope. */
  readonly idAtScope: number | undefined;
  /** The hash with plural and scope, without which it tells nothing. */
  readonly hash: number | undefined;
}

/** Asks the source of evidence about one endpoint; empty texts are nothing. */
export function examine(entry: ResourceEntry, index: number, evidence: Evidence, numbering: Numbering): Endpoint {
  const { word, pair } = numbering;
  const { internalID, storageVersionHash } = evidence(entry) ?? {};
  const scope = word(entry.scope);
  const plural = pair(word(entry.resource), scope);
  const id = internalID ? word(internalID) : undefined;
  return {
    index,
    entry,
    family: pair(plural, word(entry.group)),
    id,
    idAtScope: id === undefined ? undefined : pair(id, scope),
    hash: storageVersionHash ? pair(plural, word(storageVersionHash)) : undefined,
  };
}
