/** What a slow reader has not taken yet. */
export interface Backlog<Item> {
  /** False when it has ended, or ends over this one. */
  readonly add: (item: Item) => boolean;
  /** Nothing comes any more behind what is there. */
  readonly end: () => void;
  /** The oldest; undefined while there is none, `end` behind the last. */
  readonly next: () => Item | 'end' | undefined;
}

/** What stands around a {@link Backlog}. */
export interface BacklogOptions {
  /** Beyond so many it drops them all and ends: a reader that is so far behind begins anew. */
  readonly limit: number;
  /** Called when something is there, or the end. */
  readonly notify: () => void;
  /** Whether it ends behind what it begins with. */
  readonly isWhole: boolean;
}

/** Begins with what `initial` gives, which counts for nothing: it is made as it is taken. */
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
        // What was taken goes in large pieces, so that each costs the same however many wait.
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
