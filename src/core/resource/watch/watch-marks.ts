/** The mark after the initial state of a watch with `initialEvents`. */
export interface InitialEventsEnd {
  readonly type: 'INITIAL_EVENTS_END';
  /** The version at which the state was complete. */
  readonly resourceVersion: string;
}

/** The mark that a watch with `interruptions` yields once it has lost its server; it keeps retrying. */
export interface Interruption {
  readonly type: 'INTERRUPTED';
  /** The error of the last try. */
  readonly error: unknown;
}

/**
 * The mark that a watch with `interruptions` yields once it has a stream again, before the changes in between. If the
 * server no longer has those changes, it reports that in the stream, and the watch ends with a `WatchEndedError`.
 */
export interface Resumption {
  readonly type: 'RESUMED';
  /** The version from which the watch resumes. Empty if it has none. */
  readonly resourceVersion: string;
}

/**
 * The mark that the watch of `follow()` yields before it reads the state again, because changes could be lost: the events
 * up to the next `INITIAL_EVENTS_END` are the whole state. An object that is not among them no longer exists.
 */
export interface Relist {
  readonly type: 'RELIST';
}

/** The marks that a watch yields on request besides the events of its representation. */
export type WatchMark = InitialEventsEnd | Interruption | Resumption;
