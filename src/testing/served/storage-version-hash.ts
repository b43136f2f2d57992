/** The constants of SHA-256: the first bits of the fractions of roots of primes. Few servers ask for them. */
function constants(): { readonly start: readonly number[]; readonly rounds: readonly number[] } {
  const primes: number[] = [];
  for (let each = 2; primes.length < 64; each += 1) if (primes.every((prime) => each % prime > 0)) primes.push(each);
  const fractionOf = (prime: number, root: number): number => (prime ** (1 / root) * 2 ** 32) | 0;
  return {
    start: primes.slice(0, 8).map((prime) => fractionOf(prime, 2)),
    rounds: primes.map((prime) => fractionOf(prime, 3)),
  };
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 of a text, at once: the platform's own answers later. */
function sha256(text: string): DataView {
  const { start, rounds } = constants();
  const bytes = new TextEncoder().encode(text);
  const size = (((bytes.length + 8) >> 6) + 1) << 6;
  const message = new DataView(new ArrayBuffer(size));
  for (const [at, byte] of [...bytes, 0x80].entries()) message.setUint8(at, byte);
  message.setUint32(size - 4, bytes.length * 8);
  let hash = [...start];
  for (let block = 0; block < size; block += 64) {
    const words = Array.from({ length: 16 }, (_, at) => message.getInt32(block + at * 4));
    const state = [...hash];
    for (const [round, constant] of rounds.entries()) {
      if (round >= 16) {
        const [first = 0, second = 0] = [words[round - 15], words[round - 2]];
        const mixed = turned(first, 7) ^ turned(first, 18) ^ (first >>> 3);
        const other = turned(second, 17) ^ turned(second, 19) ^ (second >>> 10);
        words.push(((words[round - 16] ?? 0) + mixed + (words[round - 7] ?? 0) + other) | 0);
      }
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
      const added = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const one = (added + constant + (words[round] ?? 0)) | 0;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      state.splice(0, 8, (one + two) | 0, a, b, c, (d + one) | 0, e, f, g);
    }
    hash = hash.map((word, at) => (word + (state[at] ?? 0)) | 0);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of hash.entries()) digest.setInt32(at * 4, word);
  return digest;
}

/** Returns the hash of the version in which a kind is stored, as discovery has it: StorageVersionHash of k8s.io/apiserver. */
export function storageVersionHash(group: string, version: string, kind: string): string {
  const digest = sha256(`${group}/${version}/${kind}`);
  return btoa(String.fromCharCode(...new Uint8Array(digest.buffer, 0, 8)));
}
