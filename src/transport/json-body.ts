import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import type { ApiResponse } from './connection.js';
import { syntaxErrorOffset } from './json-syntax.js';
import { MalformedAnswerError } from './malformed-answer-error.js';

const excerptLength = 60;

/**
 * The JSON object in the body of an answer. Throws `MalformedAnswerError` for an empty body, HTML, broken JSON and
 * JSON that is no object.
 */
export function parseJsonObject({ body }: Pick<ApiResponse, 'body'>, path: string): JsonRecord {
  if (body.trim() === '') throw new MalformedAnswerError(path, 'the body is empty');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new MalformedAnswerError(path, describeSyntaxError(body));
  }
  if (!isJsonRecord(value)) throw new MalformedAnswerError(path, `the body is ${nameOf(value)}, not a JSON object`);
  return value;
}

function describeSyntaxError(body: string): string {
  const start = body.trimStart();
  if (start.startsWith('<')) return `the body is HTML or XML, not JSON: ${excerpt(start)}`;
  const offset = syntaxErrorOffset(body) ?? body.length;
  if (offset >= body.length) return `the JSON ends too early, at position ${body.length}`;
  // One character, and the beginning only of what is no object: anything more may be a part of a Secret.
  const where = `${quote(body.charAt(offset))} at position ${offset} of ${body.length}`;
  return /^[{["]/.test(start) ? `unexpected ${where} in the JSON` : `unexpected ${where}: ${excerpt(start)}`;
}

function excerpt(text: string): string {
  return quote(text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
