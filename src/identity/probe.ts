import type { ResourceEntry } from '../catalog/entries.js';
import type { EndpointPair } from './evidence.js';

/**
 * The result of looking for an object of one endpoint at another endpoint:
 *
 * - `one UID`: the object is there, and it is the same. A UID is unique in a server's storage;
 * - `another UID`: another object has its name there, or it was deleted and created again meanwhile;
 * - `not there`: no such object, or it was deleted meanwhile;
 * - `no objects`: there was nothing to look for;
 * - `not readable`: one of the two could not be read; `why` gives the reason.
 *
 * Only the first is evidence. The others prove nothing: the two requests happen at different moments, and two endpoints
 * without objects may still be one set.
 */
export type ProbeFinding = 'one UID' | 'another UID' | 'not there' | 'no objects' | 'not readable';

/** The probe of two endpoints. */
export interface Probe {
  /** The two endpoints whose objects were compared. */
  readonly endpoints: EndpointPair;
  /** The result of the comparison. */
  readonly finding: ProbeFinding;
  /** The reason for a `not readable`, for people. */
  readonly why?: string | undefined;
}

/** The probes of one round. */
export interface Probing {
  /** By rank. A pair that was already joined through other pairs is not listed. */
  readonly probes: readonly Probe[];
  /** False if there were more pairs than the limit of one round; the rest are as unknown as before. */
  readonly complete: boolean;
}

/** The state of an object at an endpoint. */
export type Sighting =
  | { readonly state: 'found'; readonly name: string; readonly namespace?: string | undefined; readonly uid: string }
  | { readonly state: 'missing' }
  | { readonly state: 'unknown'; readonly why: string };

/**
 * Reads the metadata of objects, and never writes. Its methods reject only after an abort: a refusal of the server is
 * `unknown`.
 */
export interface ObjectReader {
  /** Reads any one object of the endpoint, in any namespace; `missing` if it has none. */
  anyOne(entry: ResourceEntry): Promise<Sighting>;
  /** Reads the object of that name. */
  named(
    entry: ResourceEntry,
    object: { readonly name: string; readonly namespace?: string | undefined },
  ): Promise<Sighting>;
}
