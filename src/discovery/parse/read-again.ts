import type { GroupEntry } from '../../catalog/entries.js';
import { shareUnchanged } from '../../catalog/share-unchanged.js';
import { createAnswerBody, type AnswerBody } from '../../media/answer-body.js';
import { readRoot, type GroupTexts, type RootContent, type RootDocument } from './read-document.js';

// A document of thousands of groups comes whole each time, even if one of them changed. From the second time on each
// group is recognised by its text, and unchanged text is neither parsed nor compared.

/** The size in bytes from which this pays off: a smaller document is parsed whole in the time that the search takes. */
const worthwhile = 100_000;

const boundary = '},{"metadata"';

/**
 * Reads a document of a root that was read before, as {@link readRoot} does; equal groups are the same objects as
 * before. Throws what {@link readRoot} throws.
 */
export function readRootAgain(body: AnswerBody, document: RootDocument, before: RootContent): RootContent {
  const bytes = body.bytes();
  if (before.kind !== 'aggregated' || bytes.byteLength < worthwhile) return readRoot(body, document);
  const content = body.text();
  // Names are ASCII; in any other text, character and byte positions differ.
  if (content.length !== bytes.byteLength) return readRoot(body, document);
  const { mediaType, path } = body;
  const bodyOf = (text: string): AnswerBody =>
    createAnswerBody({ content: text, mediaType, path, conceal: (word) => body.conceal(word) });
  const items = itemsOf(content, bytes);
  const known = knownGroups(content, items, before.texts);
  const read = (text: string): RootContent => readRoot(bodyOf(text), document);
  const after = readChanged(content, items, known, read) ?? read(content);
  if (after.kind !== 'aggregated') return after;
  const groups = shareUnchanged(before.groups, after.groups);
  return { ...after, groups, texts: textsOf(content, items, known, { ...after, groups }) };
}

/**
 * The positions in a document where the items of the list begin, with one more behind the last item, and a hash of the
 * text of each.
 */
interface Items {
  readonly starts: readonly number[];
  readonly hashes: Float64Array;
}

/**
 * Finds the items, assuming the expected layout. The first item includes the beginning of the document, the last one
 * its end.
 */
function itemsOf(content: string, bytes: Uint8Array): Items {
  const starts = [0];
  for (let cut = content.indexOf(boundary); cut !== -1; cut = content.indexOf(boundary, cut + 2)) starts.push(cut + 2);
  const hashes = new Float64Array(starts.length);
  starts.push(content.length + 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let place = 0; place < hashes.length; place += 1) {
    hashes[place] = hashOf(view, starts[place] ?? 0, (starts[place + 1] ?? 0) - 1);
  }
  return { starts, hashes };
}

function textOf(content: string, { starts }: Items, place: number): string {
  return content.slice(starts[place], (starts[place + 1] ?? 0) - 1);
}

/** How many texts are compared from the expected position on before all texts are searched. */
const nearby = 4;

/** Returns for each item the group that had its text before, except for the first and the last, which are not whole. */
function knownGroups(
  content: string,
  { starts, hashes }: Items,
  texts: GroupTexts | undefined,
): (GroupEntry | undefined)[] {
  const known = new Array<GroupEntry | undefined>(hashes.length).fill(undefined);
  if (texts === undefined) return known;
  let byHash: Map<number, number> | undefined;
  let misses = 0;
  for (let place = 1, next = 1; place < hashes.length - 1; place += 1) {
    const hash = hashes[place] ?? 0;
    let at = next;
    while (at < next + nearby && texts.hashes[at] !== hash) at += 1;
    if (at === next + nearby) {
      misses += 1;
      // A single miss is a new or changed group.
      if (misses === 1) continue;
      byHash ??= new Map(Array.from(texts.hashes, (each, was) => [each, was]));
      at = byHash.get(hash) ?? -1;
      if (at === -1) continue;
    } else misses = 0;
    next = at + 1;
    const group = texts.groups[at];
    if (group !== undefined && isNamed(content, starts[place] ?? 0, group)) known[place] = group;
  }
  return known;
}

const opening = '{"metadata":{"name":"';

/** Checks for the layout that Go writes; any other document is read as a whole each time. */
function isNamed(content: string, start: number, { name }: GroupEntry): boolean {
  const at = start + opening.length;
  return content.startsWith(opening, start) && content.startsWith(name, at) && content[at + name.length] === '"';
}

/**
 * Reads the unknown items as a document of their own, and inserts the known groups. Undefined if the outcome may differ
 * from reading the whole: the items are not items or are malformed, or a name occurs twice.
 */
function readChanged(
  content: string,
  items: Items,
  known: readonly (GroupEntry | undefined)[],
  read: (text: string) => RootContent,
): RootContent | undefined {
  const unknown: string[] = [];
  for (let place = 0; place < known.length; place += 1) {
    if (known[place] === undefined) unknown.push(textOf(content, items, place));
  }
  if (unknown.length === known.length) return undefined;
  let changed: RootContent;
  try {
    changed = read(unknown.join(','));
  } catch {
    // Reading the whole shows what is wrong, and where.
    return undefined;
  }
  if (changed.kind !== 'aggregated' || changed.groups.length !== unknown.length) return undefined;
  if (changed.failures.some((failure) => failure.class === 'malformed')) return undefined;
  const others = changed.groups.values();
  const groups = known.map((group) => group ?? (others.next().value as GroupEntry));
  if (new Set(groups.map(({ name }) => name)).size < groups.length) return undefined;
  return { ...changed, groups: Object.freeze(groups) };
}

/** Maps texts to groups, except for groups with a failure to report each time: stale, or with malformed entries. */
function textsOf(
  content: string,
  { starts, hashes }: Items,
  known: readonly (GroupEntry | undefined)[],
  { groups, failures }: Pick<Extract<RootContent, { kind: 'aggregated' }>, 'groups' | 'failures'>,
): GroupTexts | undefined {
  if (hashes.length !== groups.length) return undefined;
  const failed = new Set(failures.map(({ group }) => group));
  if (failed.has(undefined)) return undefined;
  const isTold = (group: GroupEntry, place: number): boolean =>
    group === known[place] || (!failed.has(group.name) && isNamed(content, starts[place] ?? 0, group));
  return { hashes, groups: groups.map((group, place) => (isTold(group, place) ? group : undefined)) };
}

/**
 * Hashes a text to 53 bits: two different texts of one group collide once in 10^15 times. Takes four bytes at a time
 * for speed.
 */
function hashOf(view: DataView, start: number, end: number): number {
  let one = 0x811c9dc5 | 0;
  let other = (end - start) | 0;
  const mix = (word: number): void => {
    one = Math.imul(one ^ word, 0x85ebca6b);
    one ^= one >>> 15;
    other = Math.imul(other ^ word, 0xc2b2ae35);
    other ^= other >>> 13;
  };
  const whole = end - ((end - start) & 3);
  let place = start;
  for (; place < whole; place += 4) mix(view.getInt32(place, true));
  for (; place < end; place += 1) mix(view.getUint8(place));
  return ((one ^ (one >>> 16)) >>> 0) * 0x200000 + ((other ^ (other >>> 11)) & 0x1fffff);
}
