import type { DiscoveryFormat } from '../catalog/failures.js';
import type { ApiPrefixes } from '../model/api-path.js';
import { quote } from '../shared/quote.js';
import { ApiError } from '../transport/errors.js';
import type { ApiAnswer, Connection } from '../transport/connection.js';
import { readJsonObject } from '../media/answer-body.js';
import type { DocumentCache } from './document-cache.js';
import { failureOf } from './failure-of.js';
import { FieldProblem } from './fields.js';
import { acceptFormats, recogniseFormat } from './formats.js';
import { parseAggregated } from './parse-aggregated.js';
import { parseLegacyRoot } from './parse-legacy-root.js';
import { problemsOf } from './problems.js';
import { readInPieces } from './read-in-pieces.js';
import type { RootAnswer } from './root-answer.js';

/** What is needed to ask one server for its discovery documents. */
export interface DiscoverySource {
  readonly connection: Connection;
  readonly prefixes: ApiPrefixes;
  readonly formats: readonly DiscoveryFormat[];
  readonly accept: string;
  readonly timeoutMs: number;
  readonly cache: DocumentCache;
}

/** Asks one root, in one request where the server plays along, and never throws but for an abort or a closed client. */
export async function askRoot(source: DiscoverySource, root: 'api' | 'apis', signal: AbortSignal): Promise<RootAnswer> {
  const document = source.prefixes[root];
  try {
    return await askInFormats(source, root, document, signal);
  } catch (error) {
    const failure = failureOf(error, { root, document }, signal);
    return {
      kind: 'failed',
      failure,
      error: error instanceof FieldProblem ? new Error(failure.message) : (error as Error),
    };
  }
}

async function askInFormats(
  source: DiscoverySource,
  root: 'api' | 'apis',
  document: string,
  signal: AbortSignal,
): Promise<RootAnswer> {
  const { accept, formats } = source;
  try {
    return await askOnce(source, root, document, accept, signal);
  } catch (error) {
    const plain = acceptFormats(['legacy']);
    const refused = error instanceof ApiError && error.statusCode === 406;
    if (!refused || accept === plain || !formats.includes('legacy')) throw error;
    // Servers before 1.9 and strict proxies refuse the whole header for one clause that they do not know.
    return await askOnce(source, root, document, plain, signal);
  }
}

async function askOnce(
  source: DiscoverySource,
  root: 'api' | 'apis',
  document: string,
  accept: string,
  signal: AbortSignal,
): Promise<RootAnswer> {
  const { connection, cache, timeoutMs } = source;
  const key = `${document} ${accept}`;
  const kept = cache.get(key);
  const response = await connection.request({
    method: 'GET',
    path: document,
    accept,
    signal,
    timeoutMs,
    ...(kept && { ifNoneMatch: kept.etag, expected: [304] }),
  });
  if (kept !== undefined && response.status === 304) return kept.answer;
  const answer = read(response, root, document);
  const etag = response.headers['etag'];
  if (etag === undefined) cache.delete(key);
  else cache.set(key, { etag: strong(etag), answer });
  return answer;
}

function read(response: ApiAnswer, root: 'api' | 'apis', document: string): RootAnswer {
  const inPieces = readInPieces(response, root, document);
  if (inPieces !== undefined) return inPieces;
  const body = readJsonObject(response);
  const format = recogniseFormat(response.headers['content-type'], body);
  if (format === undefined) {
    const told = [body['apiVersion'], body['kind']].map((word) => quote(String(word))).join(' ');
    throw new FieldProblem(undefined, 'apiVersion and kind', `are ${told}, which is no discovery document`);
  }
  const problems = problemsOf(root, document);
  if (format === 'legacy')
    return { kind: 'legacy', outlines: parseLegacyRoot(body, problems), failures: problems.failures };
  return { kind: 'aggregated', format, groups: parseAggregated([body], problems), failures: problems.failures };
}

/**
 * A proxy that recompresses weakens the tag; the server compares byte for byte with its own strong one, and
 * If-None-Match compares weakly by definition (RFC 9110 13.1.2), so the tag goes back as the server made it.
 */
function strong(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
