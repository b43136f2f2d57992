/** Collects the pieces of a body into one array. */
export interface ByteCollector {
  /** How many bytes are held. */
  readonly length: number;
  add(piece: Uint8Array): void;
  /** Returns all collected bytes as one array, and empties the collector. */
  take(): Uint8Array;
}

/** What is known about the total size before the first piece. */
export interface ByteForecast {
  /** How many bytes will probably come; if this is right, they are copied once. */
  readonly expected?: number | undefined;
  /** The maximum number of bytes that will be added. */
  readonly most?: number | undefined;
}

const smallest = 16 * 1024;
/** The outgrown buffers wait for the garbage collector: a third of the whole at most. */
const growth = 4;
/** Smaller results are copied out of their buffer, which they would otherwise keep alive. */
const largestCopied = 256 * 1024;

/**
 * Makes an empty {@link ByteCollector}. Pieces except the first are copied as they come, because a hostile server may
 * send each byte as a separate piece, and a piece takes a hundred times that in memory. The buffer grows in large
 * steps: the unused part at its end was never touched, so it costs address space and no memory.
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
