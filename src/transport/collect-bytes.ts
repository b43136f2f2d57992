/** Puts pieces together. */
export interface ByteCollector {
  /** How many bytes are held. */
  readonly length: number;
  add(piece: Uint8Array): void;
  /** All that is held, in one; the collector is empty afterwards. */
  take(): Uint8Array;
}

const smallestBlock = 16 * 1024;
const largestBlock = 4 * 1024 * 1024;

/**
 * Makes an empty {@link ByteCollector}. Pieces are copied into larger blocks as they come, because a hostile server may
 * send each byte as a piece of its own, and a piece takes a hundred times that in memory.
 *
 * @param expected how many bytes will probably come: where it is right, they are copied once
 */
export function createByteCollector(expected = 0): ByteCollector {
  let full: Uint8Array[] = [];
  let block: Uint8Array | undefined;
  let used = 0;
  let length = 0;

  const add = (piece: Uint8Array): void => {
    let rest = piece;
    while (rest.byteLength > 0) {
      // Allocated late: a head without a body may promise any length.
      block ??= new Uint8Array(length === 0 && expected > 0 ? expected : blockSize(length, rest.byteLength));
      const part = rest.byteLength > block.byteLength - used ? rest.subarray(0, block.byteLength - used) : rest;
      block.set(part, used);
      used += part.byteLength;
      length += part.byteLength;
      rest = rest.subarray(part.byteLength);
      if (used < block.byteLength) continue;
      full.push(block);
      block = undefined;
      used = 0;
    }
  };
  const take = (): Uint8Array => {
    const blocks = block === undefined ? full : [...full, block.subarray(0, used)];
    const [first] = blocks;
    const isExact = blocks.length === 1 && first?.byteLength === first?.buffer.byteLength;
    const whole = first !== undefined && isExact ? first : joined(blocks, length);
    full = [];
    block = undefined;
    used = 0;
    length = 0;
    return whole;
  };

  return {
    get length() {
      return length;
    },
    add,
    take,
  };
}

/** Grows with what is there, so that neither a small body nor a large one pays for the other. */
function blockSize(length: number, needed: number): number {
  return Math.max(needed, Math.min(largestBlock, Math.max(smallestBlock, length)));
}

function joined(blocks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const block of blocks) {
    whole.set(block, offset);
    offset += block.byteLength;
  }
  return whole;
}
