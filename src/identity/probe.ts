import type { ResourceEntry } from '../catalog/entries.js';
import type { EndpointPair } from './evidence.js';

/**
 * The result of looking for an object of one endpoint at another one:
 *
 * - `one UID`: it is there, and it is the same object. A UID is unique in a server's storage.
 * - `another UID`: something else has its name there, or it was deleted and made anew meanwhile;
 * - `not there`: no such object, or it was deleted meanwhile;
 * - `no objects`: there was nothing to look for;
 * - `not readable`: one of the two could not be read; `why` says what hindered it.
 *
 * Only the first is evidence. The others prove nothing: the two requests happen at different moments, and an empty set
 * may still be the same set.
 */
export type ProbeFinding = 'one UID' | 'another UID' | 'not there' | 'no objects' | 'not readable';

/** One look at two endpoints. */
export interface Probe {
  /** The two endpoints whose objects were compared. */
  readonly endpoints: EndpointPair;
  /** What the objects show. */
  readonly finding: ProbeFinding;
  /** For people. */
  readonly why?: string | undefined;
}

/** What was looked at, in one round. */
export interface Probing {
  /** By rank. A pair that turned out to be one by way of others is not among them. */
  readonly probes: readonly Probe[];
  /** False when there were more pairs than one round looks at; those are as unknown as before. */
  readonly complete: boolean;
}

/** What an endpoint shows of an object. */
export type Sighting =
  | { readonly state: 'found'; readonly name: string; readonly namespace?: string | undefined; readonly uid: string }
  | { readonly state: 'missing' }
  | { readonly state: 'unknown'; readonly why: string };

/**
 * Looks at objects without changing any; reads metadata only. It rejects when it is aborted, and otherwise answers: what
 * the server refuses is `unknown`.
 */
export interface ObjectReader {
  /** Any one object of the endpoint, in any namespace; `missing` when it has none. */
  anyOne(entry: ResourceEntry): Promise<Sighting>;
  /** The object of that name. */
  named(
    entry: ResourceEntry,
    object: { readonly name: string; readonly namespace?: string | undefined },
  ): Promise<Sighting>;
}
