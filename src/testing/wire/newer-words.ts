import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Reply } from './reply.js';
import { failureStatus, type Cause, type FieldReason } from './refusals.js';
import { jsonReply } from './reply.js';

interface Rewording {
  /** The words of servers before, which end with the number that is allowed. */
  readonly before: RegExp;
  readonly reason: FieldReason;
  readonly prefix: string;
  readonly unit: string;
}

/** Causes of servers before 1.38 that tell more since. */
const rewordings: readonly Rewording[] = [
  {
    before: /^Invalid value: .* should be at least (\d+) chars long$/s,
    reason: 'FieldValueTooShort',
    prefix: 'Too short: must be at least',
    unit: 'character',
  },
  {
    before: /^Invalid value: (\d+): .* should have at least (\d+) (?:items|properties)$/s,
    reason: 'FieldValueTooFew',
    prefix: 'Too few: $1: must have at least',
    unit: 'item',
  },
];

/** Returns a refusal as servers since 1.38 send it: with a Status for a page that is not there, and with narrower causes. */
export function inNewerWords(reply: Reply): Reply {
  if (typeof reply.body !== 'string') return reply;
  if (reply.status === 404 && !reply.body.startsWith('{')) {
    return jsonReply(404, failureStatus(404, { message: reply.body.trim(), reason: 'NotFound' }));
  }
  if (reply.status !== 422) return reply;
  const status = JSON.parse(reply.body) as unknown;
  const details = isJsonRecord(status) && isJsonRecord(status['details']) ? status['details'] : {};
  let message = isJsonRecord(status) ? String(status['message']) : '';
  const given: unknown = details['causes'];
  const causes = (Array.isArray(given) ? (given as readonly Cause[]) : []).map((cause) => {
    const next = reword(cause);
    message = message.replace(`${cause.field}: ${cause.message}`, () => `${next.field}: ${next.message}`);
    return next;
  });
  return jsonReply(
    422,
    { ...(status as object), message, details: { ...details, causes } },
    Object.fromEntries(reply.headers),
  );
}

function reword(cause: Cause): Cause {
  for (const { before, reason, prefix, unit } of rewordings) {
    const match = before.exec(cause.message);
    if (match === null) continue;
    const least = match.at(-1) ?? '';
    return {
      ...cause,
      reason,
      message: `${prefix.replace('$1', match[1] ?? '')} ${least} ${unit}${least === '1' ? '' : 's'}`,
    };
  }
  return cause;
}
