import { pathOf } from './connection-failure.js';
import type { ConnectionOptions } from './options.js';
import type { TransportRequest, TransportResponse } from './transport.js';
import { parseWarnings } from './warning-header.js';

/** Who is told of exchanges and warnings. */
export type Observers = Pick<ConnectionOptions, 'onExchange' | 'onWarning'>;

/** Tells of one try, and of the warnings in its answer. An observer that throws does no harm. */
export function observe(
  { onExchange, onWarning }: Observers,
  { method, url }: TransportRequest,
  { answer, ms, attempt }: { answer: TransportResponse | undefined; ms: number; attempt: number },
): void {
  if (onExchange !== undefined) {
    const exchange = {
      method,
      path: url.replace(/^[a-z]+:\/\/[^/]*/i, ''),
      status: answer?.status,
      mediaType: answer?.headers['content-type'],
      bytes: answer === undefined ? 0 : new TextEncoder().encode(answer.body).byteLength,
      ms: Math.round(ms),
      attempt,
    };
    callQuietly(() => onExchange(exchange));
  }
  const header = answer?.headers['warning'];
  if (onWarning === undefined || header === undefined) return;
  for (const warning of parseWarnings(header)) {
    callQuietly(() => onWarning({ ...warning, method, path: pathOf(url) }));
  }
}

function callQuietly(call: () => unknown): void {
  try {
    const outcome = call();
    // An async function fits the type of an observer.
    if (outcome instanceof Promise) outcome.catch(() => undefined);
  } catch {
    // What an observer does with what it is told is its own affair.
  }
}
