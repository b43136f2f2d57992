import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';

/** Small enough that the parsed piece is garbage before the collector would have to move it. */
const usualLength = 100_000;

const boundary = '},{"metadata"';
const opening = '{"items":[';

/** Reports whether a document has a place to cut it. */
export function hasPieces(text: string, pieceLength = usualLength): boolean {
  return text.includes(boundary, pieceLength);
}

/**
 * Parses a large aggregated document piece by piece: objects that hold part of the `items` each, the first one also the
 * fields before them, the last one the fields after them. Parsed as a whole, such a document fills the heap with
 * several times its length, and moving that around costs more than parsing it.
 *
 * Cuts between items, which needs no parsing: quotes inside a string are escaped, so the boundary never occurs in one.
 * It may occur at a deeper level, and then the brackets of the piece do not match. Throws a `SyntaxError` if a piece is
 * malformed, or if `JSON.parse` might read the whole document differently: the document then has to be parsed as a
 * whole.
 */
export function* piecesOf(text: string, pieceLength = usualLength): Generator<JsonRecord> {
  const firstCut = text.indexOf(boundary, pieceLength);
  if (firstCut === -1) {
    yield parsePiece(text);
    return;
  }
  const beginning = text.slice(0, firstCut + 1);
  const first = parsePiece(`${beginning}]}`);
  // Adding an item shows whether the list being cut is the one that counts.
  const isCut = lengthOfItems(parsePiece(`${beginning},0]}`)) === lengthOfItems(first) + 1;
  if (!isCut || namesItems(text, firstCut)) throw badCut();
  yield first;
  for (let start = firstCut + 2; ;) {
    const cut = text.indexOf(boundary, start + pieceLength);
    const piece = parsePiece(cut === -1 ? opening + text.slice(start) : `${opening}${text.slice(start, cut + 1)}]}`);
    // The last of several keys of the same name counts, but those of the first piece have been read already.
    const isSound = cut === -1 ? repeatsNothing(piece, first) : isOnlyItems(piece);
    if (!isSound) throw badCut();
    yield piece;
    if (cut === -1) return;
    start = cut + 2;
  }
}

function badCut(): SyntaxError {
  return new SyntaxError('the pieces differ from the whole document');
}

function parsePiece(text: string): JsonRecord {
  const value: unknown = JSON.parse(text);
  if (!isJsonRecord(value)) throw badCut();
  return value;
}

function lengthOfItems({ items }: JsonRecord): number {
  return Array.isArray(items) ? items.length : NaN;
}

function repeatsNothing(last: JsonRecord, first: JsonRecord): boolean {
  return Object.keys(last).every((key) => key === 'items' || !Object.hasOwn(first, key));
}

function isOnlyItems(piece: JsonRecord): boolean {
  const keys = Object.keys(piece);
  return keys.length === 1 && keys[0] === 'items';
}

/**
 * Reports whether a key from here on may be `items`: a second list of that name would count instead of the first, and
 * nothing else would reveal it in the middle of a piece. Anything escaped may be that word.
 */
function namesItems(text: string, from: number): boolean {
  if (text.includes('\\u', from)) return true;
  const colon = /\s*:/y;
  for (let at = text.indexOf('"items"', from); at !== -1; at = text.indexOf('"items"', at + 1)) {
    colon.lastIndex = at + '"items"'.length;
    if (colon.test(text)) return true;
  }
  return false;
}
