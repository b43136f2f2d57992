import type { GroupEntry, ResourceEntry } from '../../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../../catalog/failures.js';
import { createAnswerBody, readJsonObject, type AnswerBody } from '../../media/answer-body.js';
import type { GroupVersion } from '../../model/group-version.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { recogniseFormat } from '../documents/formats.js';
import { DocumentProblem } from '../errors.js';
import { parseAggregated } from './aggregated.js';
import { parseLegacyResources, parseLegacyRoot, type GroupOutline } from './legacy.js';
import { hasPieces, piecesOf } from './pieces.js';
import { describeWord, failuresOf, startReading } from './reading.js';

/** The content of a root's document, in either format. */
export type RootContent =
  | {
      readonly kind: 'aggregated';
      readonly format: Exclude<DiscoveryFormat, 'legacy'>;
      readonly groups: readonly GroupEntry[];
      readonly failures: readonly CatalogFailure[];
      readonly texts?: GroupTexts | undefined;
    }
  | {
      readonly kind: 'legacy';
      readonly format: 'legacy';
      readonly outlines: readonly GroupOutline[];
      readonly failures: readonly CatalogFailure[];
    };

/** The groups of a document, and a hash of the text of each, by which they are recognised. */
export interface GroupTexts {
  readonly hashes: Float64Array;
  /** The groups by text; undefined for a group with a failure, which has to be reported each time. */
  readonly groups: readonly (GroupEntry | undefined)[];
}

/** The content of a group-version's legacy document. */
export interface GroupVersionContent {
  readonly resources: readonly ResourceEntry[];
  readonly failures: readonly CatalogFailure[];
}

/** A document of a root, by its path. */
export interface RootDocument {
  readonly root: 'api' | 'apis';
  readonly document: string;
}

/** The size in bytes from which a document is read in pieces: some thousand groups. */
const large = 4_000_000;

/**
 * Reads the document of a root. Malformed entries are left out and listed; throws `MalformedAnswerError` or a
 * DocumentProblem if the document as a whole is malformed.
 */
export function readRoot(body: AnswerBody, document: RootDocument): RootContent {
  const bytes = body.bytes();
  if (bytes.byteLength < large) return readWhole(body, document);
  // Decoded once, however often it is read.
  const content = body.text();
  const { mediaType, path } = body;
  const text = createAnswerBody({ content, mediaType, path, conceal: concealerOf(body) });
  return (hasPieces(content) ? readInPieces(text, content, document) : undefined) ?? readWhole(text, document);
}

/** Reads the legacy document of a group-version. Throws as {@link readRoot} does. */
export function readGroupVersion(body: AnswerBody, document: RootDocument & GroupVersion): GroupVersionContent {
  const reading = startReading({ ...document, conceal: concealerOf(body) });
  const resources = parseLegacyResources(readJsonObject(body), reading);
  return { resources, failures: failuresOf(reading) };
}

function readWhole(body: AnswerBody, document: RootDocument): RootContent {
  const value = readJsonObject(body);
  const format = recogniseFormat(body.mediaType, value);
  const conceal = concealerOf(body);
  if (format === undefined) {
    const told = [value['apiVersion'], value['kind']].map((word) => describeWord(word, conceal)).join(' ');
    throw new DocumentProblem(`apiVersion and kind are ${told}, which is not a discovery document`);
  }
  const reading = startReading({ ...document, conceal });
  if (format !== 'legacy') {
    const groups = parseAggregated([value], reading);
    return { kind: 'aggregated', format, groups, failures: failuresOf(reading) };
  }
  const outlines = parseLegacyRoot(value, reading);
  return { kind: 'legacy', format, outlines, failures: failuresOf(reading) };
}

/**
 * Reads a large aggregated document without ever holding all of it parsed in memory. Undefined if it is not such a
 * document, or malformed in pieces: reading it as a whole then shows what it is, or what is wrong.
 */
function readInPieces(body: AnswerBody, text: string, document: RootDocument): RootContent | undefined {
  try {
    const pieces = piecesOf(text);
    const first = pieces.next();
    // A document that names its kind at its end has to be read as a whole.
    if (first.done === true || first.value['kind'] === undefined) return undefined;
    const format = recogniseFormat(body.mediaType, first.value);
    if (format === undefined || format === 'legacy') return undefined;
    const reading = startReading({ ...document, conceal: concealerOf(body) });
    const groups = parseAggregated(startingWith(first.value, pieces), reading);
    return { kind: 'aggregated', format, groups, failures: failuresOf(reading) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DocumentProblem) return undefined;
    throw error;
  }
}

function concealerOf(body: AnswerBody): (text: string) => string {
  return (text) => body.conceal(text);
}

function* startingWith(first: JsonRecord, others: Iterable<JsonRecord>): Generator<JsonRecord> {
  yield first;
  yield* others;
}
