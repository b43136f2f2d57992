import type { JsonRecord } from '../shared/json-record.js';
import type { ApiAnswer } from '../transport/connection.js';
import { FieldProblem } from './fields.js';
import { recogniseFormat } from './formats.js';
import { parseAggregated } from './parse-aggregated.js';
import { piecesOf } from './pieces.js';
import { problemsOf } from './problems.js';
import type { RootAnswer } from './root-answer.js';

/** From how many characters on an answer is read in pieces: those of some thousand groups. */
const large = 4_000_000;

/**
 * Reads a large aggregated document without having the whole of it parsed in memory at any time. Undefined where the
 * answer is not one of these, or makes no sense in pieces: read as a whole it shows what it is, or what is wrong.
 */
export function readInPieces(answer: ApiAnswer, root: 'api' | 'apis', document: string): RootAnswer | undefined {
  if (answer.bytes().byteLength < large) return undefined;
  const problems = problemsOf(root, document);
  try {
    const pieces = piecesOf(answer.text());
    const first = pieces.next();
    // A document that names its kind at its end is told by reading all of it.
    if (first.done === true || first.value['kind'] === undefined) return undefined;
    const format = recogniseFormat(answer.mediaType, first.value);
    if (format === undefined || format === 'legacy') return undefined;
    const groups = parseAggregated(startingWith(first.value, pieces), problems);
    return { kind: 'aggregated', format, groups, failures: problems.failures };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FieldProblem) return undefined;
    throw error;
  }
}

function* startingWith(first: JsonRecord, others: Iterable<JsonRecord>): Generator<JsonRecord> {
  yield first;
  yield* others;
}
