import type { ServedResource } from '../served/served.js';
import type { ObjectStore } from '../store/change.js';

/** A watch that is answered at the moment. */
export interface OpenWatch {
  readonly resource: ServedResource;
  readonly store: ObjectStore;
  /** Ends it cleanly, behind what has happened so far. */
  readonly end: () => void;
  /** Sends a bookmark, where the client wants them. */
  readonly bookmark: () => void;
}

/** All watches of a server that are open. */
export interface OpenWatches {
  readonly size: number;
  /** Adds one and gives the function that takes it out. */
  readonly add: (watch: OpenWatch) => () => void;
  readonly bookmark: () => void;
  /** Ends those that are picked. */
  readonly end: (picks?: (watch: OpenWatch) => boolean) => void;
}

/** None at first. */
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
