/** The items that a slow reader has not taken yet. */
export interface Backlog<Item> {
  /** Returns false if the backlog has ended, or ends because this item exceeds the limit. */
  readonly add: (item: Item) => boolean;
  /** Ends the backlog after the items in it. */
  readonly end: () => void;
  /** Returns the oldest item; undefined while there is none, `end` after the last one. */
  readonly next: () => Item | 'end' | undefined;
}

export interface BacklogOptions {
  /** Drops all items and ends when more than this many wait: a reader that far behind has to start over. */
  readonly limit: number;
  /** Called when there is an item, or the end. */
  readonly notify: () => void;
  /** Whether the backlog ends after the initial items. */
  readonly isWhole: boolean;
}

/**
 * Creates a backlog that starts with the items of `initial`. These do not count towards the limit, since they are
 * generated as they are taken.
 */
export function createBacklog<Item>(
  initial: Iterator<Item>,
  { limit, notify, isWhole }: BacklogOptions,
): Backlog<Item> {
  let items: Item[] = [];
  let taken = 0;
  let ended = isWhole;
  let begun = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    notify();
  };
  return {
    add: (item) => {
      if (ended) return false;
      items.push(item);
      if (items.length - taken <= limit) {
        notify();
        return true;
      }
      items = [];
      taken = 0;
      begun = true;
      end();
      return false;
    },
    end,
    next: () => {
      if (!begun) {
        const { done = false, value } = initial.next() as IteratorResult<Item, undefined>;
        if (!done) return value;
        begun = true;
      }
      if (taken < items.length) {
        const item = items[taken];
        taken += 1;
        // Remove taken items in large chunks, so that taking one costs the same however many wait.
        if (taken === items.length || taken === 1000) {
          items.splice(0, taken);
          taken = 0;
        }
        return item;
      }
      return ended ? 'end' : undefined;
    },
  };
}
