import { quote } from '../../shared/quote.js';
import { badRequest } from '../http/refusal.js';

/** Whether to change nothing: `dryRun=All`, or the same in DeleteOptions, which then count alone; any other value is 400. */
export function isDryRun(query: URLSearchParams, fromBody?: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(fromBody) ? fromBody : query.getAll('dryRun');
  const wrong = values.find((value) => value !== 'All');
  if (wrong === undefined) return values.length > 0;
  throw badRequest(`dryRun: Unsupported value: ${quote(JSON.stringify(wrong))}: supported values: "All"`);
}
