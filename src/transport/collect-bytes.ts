/** Puts pieces together. */
export interface ByteCollector {
  /** How many bytes are held. */
  readonly length: number;
  add(piece: Uint8Array): void;
  /** All that is held, in one; the collector is empty afterwards. */
  take(): Uint8Array;
}

/** What is known before the first piece. */
export interface ByteForecast {
  /** How many bytes will probably come; where it is right, they are copied once. */
  readonly expected?: number | undefined;
  /** How many will be added at most. */
  readonly most?: number | undefined;
}

const smallest = 16 * 1024;
/** What is outgrown is garbage until the collector comes: a third of the whole at most. */
const growth = 4;
/** What is smaller leaves its room, which would be kept with it. */
const largestCopied = 256 * 1024;

/**
 * Makes an empty {@link ByteCollector}. Pieces are copied as they come, but for the first, because a hostile server may
 * send each byte as a piece of its own, and a piece takes a hundred times that in memory. The room grows in large steps: what is not used
 * of it at the end was never touched, so that it costs addresses and no memory.
 */
export function createByteCollector({ expected = 0, most = Infinity }: ByteForecast = {}): ByteCollector {
  let room: Uint8Array | undefined;
  let isOwn = false;
  let length = 0;

  const makeRoom = (needed: number): Uint8Array => {
    // Not before the first piece: a head without a body may promise any length.
    const wanted = isOwn && room !== undefined ? room.byteLength * growth : expected || smallest;
    const larger = new Uint8Array(Math.max(needed, Math.min(wanted, most)));
    if (room !== undefined) larger.set(room.subarray(0, length));
    return larger;
  };

  return {
    get length() {
      return length;
    },
    add(piece) {
      const needed = length + piece.byteLength;
      if (piece.byteLength === 0) return;
      if (room === undefined) {
        // Most answers come in one piece, which needs no copy.
        room = piece;
      } else {
        if (!isOwn || room.byteLength < needed) room = makeRoom(needed);
        isOwn = true;
        room.set(piece, length);
      }
      length = needed;
    },
    take() {
      const whole =
        room !== undefined && isOwn && length < largestCopied ? room.slice(0, length) : room?.subarray(0, length);
      room = undefined;
      isOwn = false;
      length = 0;
      return whole ?? new Uint8Array();
    },
  };
}
