/** The mark behind the initial state of a watch that was asked for `initialEvents`. */
export interface InitialEventsEnd {
  readonly type: 'INITIAL_EVENTS_END';
  /** The version at which the state was complete. */
  readonly resourceVersion: string;
}

/** What a watch that was asked for `interruptions` yields once it has lost its server; it tries on. */
export interface Interruption {
  readonly type: 'INTERRUPTED';
  /** Why, by the last try. */
  readonly error: unknown;
}

/**
 * What it yields when it has a stream again, before what changed in between. Should the server have forgotten that, it says so
 * in the stream, and the watch ends with a `WatchEndedError`.
 */
export interface Resumption {
  readonly type: 'RESUMED';
}

/** What a watch yields besides the events of its representation, where it was asked to. */
export type WatchMark = InitialEventsEnd | Interruption | Resumption;
