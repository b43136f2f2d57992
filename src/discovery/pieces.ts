import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';

/** Small enough that what is parsed of a piece is gone before the collector would have to move it. */
const pieceLength = 100_000;

const boundary = '},{"metadata"';

/**
 * Parses a large aggregated document piece by piece: objects that have a part of the `items` each, the first one also
 * what stands before them, the last one what stands behind. Parsed as a whole, such a document fills the heap with
 * several times its length, and moving that about costs more than parsing it.
 *
 * Cuts where one item ends and the next begins, which shows without parsing: quotes inside a text are escaped, so that
 * the boundary never stands in one. Deeper down it might, and then the piece has brackets that do not match. Throws
 * when a piece makes no sense; the document must then be parsed as a whole.
 */
export function* piecesOf(text: string): Generator<JsonRecord> {
  let start = 0;
  for (;;) {
    const cut = text.indexOf(boundary, start + pieceLength);
    const opening = start === 0 ? '' : '{"items":[';
    const isLast = cut === -1;
    const value: unknown = JSON.parse(
      isLast ? opening + text.slice(start) : `${opening}${text.slice(start, cut + 1)}]}`,
    );
    // Were the last key another one, the cut would be in that one's list.
    if (!isJsonRecord(value) || (!isLast && Object.keys(value).at(-1) !== 'items')) throw new SyntaxError('bad cut');
    yield value;
    if (isLast) return;
    start = cut + 2;
  }
}
