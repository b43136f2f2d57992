import type { ServedResource } from '../served/served.js';
import type { ObjectStore } from '../store/change.js';

/** A watch that is being answered. */
export interface OpenWatch {
  readonly resource: ServedResource;
  readonly store: ObjectStore;
  /** Ends the watch cleanly, after all changes so far. */
  readonly end: () => void;
  /** Sends a bookmark if the client allows bookmarks. */
  readonly bookmark: () => void;
}

export interface OpenWatches {
  readonly size: number;
  /** Adds a watch and returns the function that removes it. */
  readonly add: (watch: OpenWatch) => () => void;
  readonly bookmark: () => void;
  /** Ends the selected watches; all of them by default. */
  readonly end: (picks?: (watch: OpenWatch) => boolean) => void;
}

export function createOpenWatches(): OpenWatches {
  const watches = new Set<OpenWatch>();
  return {
    get size() {
      return watches.size;
    },
    add: (watch) => {
      watches.add(watch);
      return () => {
        watches.delete(watch);
      };
    },
    bookmark: () => {
      for (const watch of [...watches]) watch.bookmark();
    },
    end: (picks = () => true) => {
      for (const watch of [...watches].filter(picks)) watch.end();
    },
  };
}
