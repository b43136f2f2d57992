import type { GroupEntry } from '../../catalog/entries.js';
import { shareUnchanged } from '../../catalog/share-unchanged.js';
import { createAnswerBody, type AnswerBody } from '../../media/answer-body.js';
import { readRoot, type GroupTexts, type RootContent, type RootDocument } from './read-document.js';

// A document of thousands of groups comes whole each time, though one of them has changed. From the second time on each
// group is known by its text, and what has the text of before is neither parsed nor compared.

/** From how many bytes on: of a smaller document all is parsed in the time that it takes to look. */
const worthwhile = 100_000;

const boundary = '},{"metadata"';

/**
 * Reads a document of a root that was read before, as {@link readRoot} does; groups that say the same are the same objects as
 * before. Throws what that throws.
 */
export function readRootAgain(body: AnswerBody, document: RootDocument, before: RootContent): RootContent {
  const bytes = body.bytes();
  if (before.kind !== 'aggregated' || bytes.byteLength < worthwhile) return readRoot(body, document);
  const content = body.text();
  // Names are ASCII; in any other text the places of letters and bytes differ.
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
 * Where the items of the list begin in a document, with one beginning behind the last of them, and a number made of the text
 * of each.
 */
interface Items {
  readonly starts: readonly number[];
  readonly hashes: Float64Array;
}

/** The items, if the document is what it seems to be; the first one is behind its beginning, the last one before its end. */
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

/** How far an item is looked for behind its predecessor before all texts are looked through. */
const nearby = 4;

/** For each item the group that had its text before, but for the first and the last, which are not whole. */
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
      // A single one is new, or has changed.
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

/** As Go writes it; otherwise the document is read as a whole each time. */
function isNamed(content: string, start: number, { name }: GroupEntry): boolean {
  const at = start + opening.length;
  return content.startsWith(opening, start) && content.startsWith(name, at) && content[at + name.length] === '"';
}

/**
 * Reads what is not known, as a document of its own, and puts what is known between. Undefined where that is not sure to say
 * what the whole says: where the items are no items, or make no sense, or a name comes twice.
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
    // The whole shows what is wrong, and where.
    return undefined;
  }
  if (changed.kind !== 'aggregated' || changed.groups.length !== unknown.length) return undefined;
  if (changed.failures.some((failure) => failure.class === 'malformed')) return undefined;
  const others = changed.groups.values();
  const groups = known.map((group) => group ?? (others.next().value as GroupEntry));
  if (new Set(groups.map(({ name }) => name)).size < groups.length) return undefined;
  return { ...changed, groups: Object.freeze(groups) };
}

/** Which group has which text, but for those of which there is a failure to be told each time: stale, or with nonsense in it. */
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
 * 53 bits of a text: two texts of one group that differ have the same number once in 10 to the 15th times. Four bytes at a
 * time, since that is what takes the time.
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
