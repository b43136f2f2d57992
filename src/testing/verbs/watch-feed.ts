import type { KubeObject } from '../../core/model/kube-object.js';
import type { Status } from '../../core/model/status.js';
import type { Change } from '../store/change.js';

/** An event of a watch, before it is put into the requested view. */
export type FeedEvent =
  | { readonly type: Change['type'] | 'BOOKMARK'; readonly object: KubeObject }
  | { readonly type: 'ERROR'; readonly object: Status };

/** The events of one watch, pulled by its reader. */
export interface WatchFeed {
  /** Returns the next event; undefined while there is none, `end` after the last one. */
  readonly next: () => FeedEvent | 'end' | undefined;
  /** Called when the client disconnects. */
  readonly close: () => void;
}

/** Begins a watch at the moment of the call. Calls `notify` when there is an event, or the end. */
export type BeginWatch = (notify: () => void) => WatchFeed;
