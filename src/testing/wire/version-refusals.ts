import type { Status } from '../../core/model/status.js';
import { failureStatus, refuse } from './refusals.js';
import { Refusal } from '../errors.js';
import { jsonReply } from './reply.js';

/** The next page is no longer available at the version of the first; `token` continues in the current state. */
export function continueExpired(token: string): Refusal {
  return refuse(410, {
    message:
      'The continue token is too old for a consistent list. Begin again without it, or go on with the token of this ' +
      'answer and accept that what has changed meanwhile may be missing or repeated.',
    reason: 'Expired',
    continue: token,
  });
}

/** Returns the Status in the ERROR event of a watch that starts at a version whose later changes are forgotten. */
export function tooOldVersion(version: string, oldest: string): Status {
  return failureStatus(410, { message: `too old resource version: ${version} (${oldest})`, reason: 'Expired' });
}

/** Returns the Status in the ERROR event of a watch for a state that the server has not reached. */
export function tooLargeVersion(version: string, present: string): Status {
  return failureStatus(504, {
    message: `Timeout: Too large resource version: ${version}, current: ${present}`,
    reason: 'Timeout',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}

/** Returns the same Status as an answer. */
export function versionTooLarge(version: string, present: string): Refusal {
  return new Refusal(jsonReply(504, tooLargeVersion(version, present), { 'retry-after': '1' }));
}

/** The state at that version is forgotten. */
export function versionTooOld(): Refusal {
  return refuse(410, { message: 'The resourceVersion for the provided list is too old.', reason: 'Expired' });
}
