import type { Status } from '../model/status.js';

/**
 * How many seconds a server asks to wait: the `Retry-After` header (seconds or an HTTP date), else
 * `details.retryAfterSeconds` of its Status; undefined when it asks for nothing that makes sense.
 */
export function retryAfterSeconds(
  header: string | undefined,
  status: Status | undefined,
  now: number = Date.now(),
): number | undefined {
  const asked = header === undefined ? undefined : secondsOf(header.trim(), now);
  if (asked !== undefined) return asked;
  const inDetails: unknown = status?.details?.retryAfterSeconds;
  return typeof inDetails === 'number' && inDetails >= 0 ? inDetails : undefined;
}

function secondsOf(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header);
  // Date.parse also reads "-5" and "1.5" as years; an HTTP date begins with the day of the week.
  const date = /^[A-Za-z]{3}/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
