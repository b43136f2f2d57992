import type { KubeObject } from '../../model/kube-object.js';
import type { Status } from '../../model/status.js';
import type { Change } from '../store/change.js';

/** What a watch tells, before it is put into the view that was asked for. */
export type FeedEvent =
  | { readonly type: Change['type'] | 'BOOKMARK'; readonly object: KubeObject }
  | { readonly type: 'ERROR'; readonly object: Status };

/** The events of one watch, as they are asked for. */
export interface WatchFeed {
  /** The next event; undefined while there is none, `end` when there is none any more. */
  readonly next: () => FeedEvent | 'end' | undefined;
  /** The client has left. */
  readonly close: () => void;
}

/** Begins a watch at the moment of the call. `notify` is called when there is an event, or the end. */
export type BeginWatch = (notify: () => void) => WatchFeed;
