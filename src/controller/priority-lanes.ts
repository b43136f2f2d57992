/** Ready items in one lane per priority: highest priority first, and oldest first within a lane. */
export interface PriorityLanes<Item extends object> {
  readonly size: number;
  /** Appends an item to the lane of its priority; an item that is in another lane is moved. */
  push(item: Item, priority: number): void;
  shift(): Item | undefined;
}

interface Lane<Item> {
  readonly priority: number;
  /** An item that was moved to another lane leaves undefined. */
  slots: (Item | undefined)[];
  head: number;
}

/** Consumed slots to keep before they are cut off: shifting an array is slow, and so is reading the front of a Map. */
const longestTail = 1024;

/** Creates empty lanes. */
export function createPriorityLanes<Item extends object>(): PriorityLanes<Item> {
  /** Highest priority first. There are few lanes. */
  const lanes: Lane<Item>[] = [];
  const places = new Map<Item, { readonly lane: Lane<Item>; slot: number }>();

  const laneOf = (priority: number): Lane<Item> => {
    const index = lanes.findIndex((lane) => lane.priority <= priority);
    const found = lanes[index];
    if (found?.priority === priority) return found;
    const lane: Lane<Item> = { priority, slots: [], head: 0 };
    lanes.splice(index < 0 ? lanes.length : index, 0, lane);
    return lane;
  };
  const cutTail = (lane: Lane<Item>): void => {
    if (lane.head < longestTail || lane.head * 2 < lane.slots.length) return;
    lane.slots = lane.slots.slice(lane.head);
    for (const item of lane.slots) {
      const place = item && places.get(item);
      if (place !== undefined) place.slot -= lane.head;
    }
    lane.head = 0;
  };

  return {
    get size() {
      return places.size;
    },
    push(item, priority) {
      const before = places.get(item);
      if (before !== undefined) before.lane.slots[before.slot] = undefined;
      const lane = laneOf(priority);
      places.set(item, { lane, slot: lane.slots.length });
      lane.slots.push(item);
    },
    shift() {
      for (let lane = lanes[0]; lane !== undefined; lane = lanes[0]) {
        while (lane.head < lane.slots.length) {
          const item = lane.slots[lane.head];
          lane.slots[lane.head] = undefined;
          lane.head += 1;
          if (item === undefined) continue;
          places.delete(item);
          cutTail(lane);
          return item;
        }
        lanes.shift();
      }
      return undefined;
    },
  };
}
