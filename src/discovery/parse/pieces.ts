import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';

/** Small enough that what is parsed of a piece is gone before the collector would have to move it. */
const usualLength = 100_000;

const boundary = '},{"metadata"';
const opening = '{"items":[';

/** Whether a document has a place where it could be cut. */
export function hasPieces(text: string, pieceLength = usualLength): boolean {
  return text.includes(boundary, pieceLength);
}

/**
 * Parses a large aggregated document piece by piece: objects that have a part of the `items` each, the first one also
 * what stands before them, the last one what stands behind. Parsed as a whole, such a document fills the heap with
 * several times its length, and moving that about costs more than parsing it.
 *
 * Cuts where one item ends and the next begins, which shows without parsing: quotes inside a text are escaped, so that
 * the boundary never stands in one. Deeper down it might, and then the piece has brackets that do not match. Throws
 * a `SyntaxError` when a piece makes no sense, or when `JSON.parse` might read the whole otherwise: the document must
 * then be parsed as a whole.
 */
export function* piecesOf(text: string, pieceLength = usualLength): Generator<JsonRecord> {
  const firstCut = text.indexOf(boundary, pieceLength);
  if (firstCut === -1) {
    yield parsePiece(text);
    return;
  }
  const beginning = text.slice(0, firstCut + 1);
  const first = parsePiece(`${beginning}]}`);
  // A further item shows whether the list that is cut is the one that counts.
  const isCut = lengthOfItems(parsePiece(`${beginning},0]}`)) === lengthOfItems(first) + 1;
  if (!isCut || namesItems(text, firstCut)) throw badCut();
  yield first;
  for (let start = firstCut + 2; ;) {
    const cut = text.indexOf(boundary, start + pieceLength);
    const piece = parsePiece(cut === -1 ? opening + text.slice(start) : `${opening}${text.slice(start, cut + 1)}]}`);
    // The last of several keys of one name counts, and those of the first piece have been read.
    const isSound = cut === -1 ? repeatsNothing(piece, first) : isOnlyItems(piece);
    if (!isSound) throw badCut();
    yield piece;
    if (cut === -1) return;
    start = cut + 2;
  }
}

function badCut(): SyntaxError {
  return new SyntaxError('the pieces do not say what the whole says');
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
 * Whether a key from here on may be `items`: a second list of that name would count instead of the first, and in the
 * middle of a piece it would show in no other way. Whatever is escaped may be that word.
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
