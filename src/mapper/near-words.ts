/** Finds known words within one typing error. */
export interface NearWords {
  /** Returns at most `most` of them: two letters swapped, one too many, one missing, one wrong. */
  near(word: string, most: number): readonly string[];
}

const shortest = 4;
const longest = 63;
const letters = Uint8Array.from('abcdefghijklmnopqrstuvwxyz-', (letter) => letter.charCodeAt(0));

/**
 * Creates {@link NearWords}. A word of n letters has about 55 n neighbours. Building and looking up each of them would
 * cost far more than the miss itself, so a neighbour's hash is computed from the hashes of the unchanged parts, and
 * only a neighbour whose hash is marked is looked up. The table has sixteen bits for each known word, which marks two
 * of them, so hardly any unknown word passes. The work depends on the word alone, not on the number of known words.
 */
export function createNearWords(known: Pick<ReadonlyMap<string, unknown>, 'size' | 'get' | 'keys'>): NearWords {
  const bits = 2 ** Math.max(10, Math.ceil(Math.log2(known.size * 16)));
  const marks = new Uint32Array(bits / 32);
  const mark = (bit: number): void => {
    marks[bit >>> 5] = (marks[bit >>> 5] ?? 0) | (1 << (bit & 31));
  };
  const hasMark = (bit: number): boolean => (((marks[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  const [firstBit, secondBit] = [(hash: number) => mix(hash) & (bits - 1), (hash: number) => mix(~hash) & (bits - 1)];
  for (const word of known.keys()) {
    const hash = hashOf(word);
    mark(firstBit(hash));
    mark(secondBit(hash));
  }
  const isMarked = (hash: number): boolean => hasMark(firstBit(hash)) && hasMark(secondBit(hash));

  return {
    near(word, most) {
      const found = new Set<string>();
      if (word.length < shortest || word.length > longest) return [];
      const { before, after } = partHashes(word);
      const take = (candidate: string): void => {
        if (candidate !== word && known.get(candidate) !== undefined) found.add(candidate);
      };

      for (let place = 0; place <= word.length && found.size < most; place += 1) {
        const left = before[place] ?? 0;
        const right = after[place] ?? 0;
        const without = after[place + 1] ?? 0;
        if (place + 1 < word.length) {
          const swapped = codeAt(word, place + 1, place) + codeAt(word, place, place + 1);
          if (isMarked(left + swapped + (after[place + 2] ?? 0))) take(swap(word, place));
        }
        if (isMarked(left + Math.imul(without, inverse))) take(replace(word, place, 1, ''));
        const longer = left + Math.imul(right, base);
        const power = powers[place] ?? 0;
        for (const code of letters) {
          const added = Math.imul(code, power);
          if (isMarked(longer + added)) take(replace(word, place, 0, String.fromCharCode(code)));
          if (isMarked(left + added + without)) take(replace(word, place, 1, String.fromCharCode(code)));
        }
      }
      return [...found].slice(0, most);
    },
  };
}

// A polynomial hash modulo 2 ** 32. The base is odd, so it has an inverse and a part can be shifted either way.
const base = 0x01000193;
const inverse = invert(base);
const powers = new Int32Array(longest + 2).fill(1);
for (let place = 1; place < powers.length; place += 1) powers[place] = Math.imul(powers[place - 1] ?? 1, base);

function hashOf(word: string): number {
  let hash = 0;
  let power = 1;
  for (let place = 0; place < word.length; place += 1) {
    hash += Math.imul(word.charCodeAt(place), power);
    power = Math.imul(power, base);
  }
  return hash;
}

/** Returns the hashes of the parts before each place and from it on, at their positions. */
function partHashes(word: string): { before: Int32Array; after: Int32Array } {
  const before = new Int32Array(word.length + 1);
  for (let place = 0; place < word.length; place += 1) {
    before[place + 1] = (before[place] ?? 0) + codeAt(word, place, place);
  }
  const whole = before[word.length] ?? 0;
  return { before, after: before.map((hash) => whole - hash) };
}

/** Returns what the letter at one place adds to the hash at another. */
function codeAt(word: string, place: number, standing: number): number {
  return Math.imul(word.charCodeAt(place), powers[standing] ?? 0);
}

/** Mixes the hash into its low bits, which a polynomial alone leaves poor. */
function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  const twice = Math.imul(once ^ (once >>> 12), 0x297a2d39);
  return (twice ^ (twice >>> 15)) >>> 0;
}

function invert(odd: number): number {
  let result = odd;
  // Newton's step doubles the number of correct bits; odd numbers begin with three.
  for (let step = 0; step < 4; step += 1) result = Math.imul(result, 2 - Math.imul(odd, result));
  return result;
}

function swap(word: string, place: number): string {
  return replace(word, place, 2, `${word.charAt(place + 1)}${word.charAt(place)}`);
}

function replace(word: string, place: number, removed: number, added: string): string {
  return `${word.slice(0, place)}${added}${word.slice(place + removed)}`;
}

/** Reports whether one such typing error turns one word into the other; very short words are never near. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.max(a.length, b.length) < shortest || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
