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
  const known = items.map((item, place) => {
    const isWhole = place > 0 && place < items.length - 1;
    return isWhole ? groupAt(content, item, before.texts) : undefined;
  });
  const read = (text: string): RootContent => readRoot(bodyOf(text), document);
  const after = readChanged(content, items, known, read) ?? read(content);
  if (after.kind !== 'aggregated') return after;
  const groups = shareUnchanged(before.groups, after.groups);
  return { ...after, groups, texts: textsOf(content, items, groups) };
}

/** Where an item of the list stands in a document, and a number made of its text. */
interface Item {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** The items, if the document is what it seems to be; the first one is behind its beginning, the last one before its end. */
function itemsOf(content: string, bytes: Uint8Array): readonly Item[] {
  const items: Item[] = [];
  for (let start = 0; start < content.length;) {
    const cut = content.indexOf(boundary, start);
    const end = cut === -1 ? content.length : cut + 1;
    items.push({ start, end, hash: hashOf(bytes, start, end) });
    start = end + 1;
  }
  return items;
}

function groupAt(content: string, { start, hash }: Item, texts: GroupTexts | undefined): GroupEntry | undefined {
  const group = texts?.get(hash);
  return group !== undefined && isNamed(content, start, group) ? group : undefined;
}

/** As Go writes it; otherwise the document is read as a whole each time. */
function isNamed(content: string, start: number, { name }: GroupEntry): boolean {
  return content.startsWith(`{"metadata":{"name":"${name}"`, start);
}

/**
 * Reads what is not known, as a document of its own, and puts what is known between. Undefined where that is not sure to say
 * what the whole says: where the items are no items, or make no sense, or a name comes twice.
 */
function readChanged(
  content: string,
  items: readonly Item[],
  known: readonly (GroupEntry | undefined)[],
  read: (text: string) => RootContent,
): RootContent | undefined {
  const unknown = items.filter((_, place) => known[place] === undefined);
  if (unknown.length === items.length) return undefined;
  let changed: RootContent;
  try {
    changed = read(unknown.map(({ start, end }) => content.slice(start, end)).join(','));
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

/** Which group has which text. Of one that is stale there is a failure to be told each time it is read. */
function textsOf(content: string, items: readonly Item[], groups: readonly GroupEntry[]): GroupTexts | undefined {
  if (items.length !== groups.length) return undefined;
  const texts = new Map<number, GroupEntry>();
  for (const [place, { start, hash }] of items.entries()) {
    const group = groups[place];
    if (group === undefined || group.versions.some(({ freshness }) => freshness !== 'Current')) continue;
    if (isNamed(content, start, group)) texts.set(hash, group);
  }
  return texts;
}

/**
 * 53 bits of a text: two texts of one group that differ have the same number once in 10 to the 15th times. Four bytes at a
 * time, since that is what takes the time.
 */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
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
  for (; place < whole; place += 4) mix(wordAt(bytes, place));
  for (; place < end; place += 1) mix(bytes[place] ?? 0);
  return ((one ^ (one >>> 16)) >>> 0) * 0x200000 + ((other ^ (other >>> 11)) & 0x1fffff);
}

function wordAt(bytes: Uint8Array, place: number): number {
  const [a, b, c, d] = [bytes[place] ?? 0, bytes[place + 1] ?? 0, bytes[place + 2] ?? 0, bytes[place + 3] ?? 0];
  return a | (b << 8) | (c << 16) | (d << 24);
}
