interface Lane<Item> {
  readonly priority: number;
  /** Undefined for what was taken. */
  slots: (Item | undefined)[];
  head: number;
}

/** Consumed slots to keep before they are cut off: shifting an array is slow, and so is reading the front of a Map. */
const longestTail = 1024;

/** Creates empty lanes for ready items, one per priority: highest priority first, and oldest first within a lane. */
export function createPriorityLanes<Item extends object>() {
  /** Highest priority first. There are few lanes. */
  const lanes: Lane<Item>[] = [];
  /** The lane that counts for an item: it stays in the slot of a lane from which it was moved. */
  const laneOf = new Map<Item, Lane<Item>>();

  return {
    get size(): number {
      return laneOf.size;
    },
    /** Appends an item to the lane of its priority; an item that is in another lane is moved. */
    push(item: Item, priority: number): void {
      let index = 0;
      while ((lanes[index]?.priority ?? -Infinity) > priority) index += 1;
      let lane = lanes[index];
      if (lane?.priority !== priority) {
        lane = { priority, slots: [], head: 0 };
        lanes.splice(index, 0, lane);
      }
      laneOf.set(item, lane);
      lane.slots.push(item);
    },
    shift(): Item | undefined {
      for (let lane = lanes[0]; lane !== undefined; lane = lanes[0]) {
        while (lane.head < lane.slots.length) {
          const item = lane.slots[lane.head];
          lane.slots[lane.head] = undefined;
          lane.head += 1;
          if (lane.head >= longestTail && lane.head * 2 >= lane.slots.length) {
            lane.slots = lane.slots.slice(lane.head);
            lane.head = 0;
          }
          if (item === undefined || laneOf.get(item) !== lane) continue;
          laneOf.delete(item);
          return item;
        }
        lanes.shift();
      }
      return undefined;
    },
  };
}
