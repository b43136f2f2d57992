import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ClientClosedError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
} from '../../src/index.js';
import { WatchEndedError } from '../../src/core/resource/errors.js';

const pods = { group: '', version: 'v1', resource: 'pods' };
const predicates = {
  ...{ isNotFound, isAlreadyExists, isConflict, isInvalid, isUnauthorized, isForbidden, isExpired, isTooManyRequests },
};

function trueOnes(error: unknown): string[] {
  return Object.entries(predicates).flatMap(([name, holds]) => (holds(error) ? [name] : []));
}

function answered(statusCode: number, reason?: string): ApiError {
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: statusCode, ...(reason && { reason }) };
  return new ApiError({ method: 'GET', path: '/api/v1/pods', statusCode, status, fromServer: true });
}

// The cases of apimachinery's ReasonForError (pkg/api/errors): a known reason decides, the status where there is none.
describe('what a server said', () => {
  it.each<[string, unknown, string[]]>([
    ['404', answered(404), ['isNotFound']],
    ['404 NotFound', answered(404, 'NotFound'), ['isNotFound']],
    ['404 with a reason that nobody knows', answered(404, 'Vanished'), ['isNotFound']],
    ['404 BadRequest', answered(404, 'BadRequest'), []],
    ['409', answered(409), ['isConflict']],
    ['409 AlreadyExists', answered(409, 'AlreadyExists'), ['isAlreadyExists']],
    ['403', answered(403, 'Forbidden'), ['isForbidden']],
    ['401', answered(401, 'Unauthorized'), ['isUnauthorized']],
    ['401 without a reason', answered(401), ['isUnauthorized']],
    ['422', answered(422), ['isInvalid']],
    ['422 Invalid', answered(422, 'Invalid'), ['isInvalid']],
    ['422 with another reason', answered(422, 'BadRequest'), []],
    ['410', answered(410), ['isExpired']],
    ['410 Gone', answered(410, 'Gone'), ['isExpired']],
    ['410 Expired', answered(410, 'Expired'), ['isExpired']],
    ['429', answered(429), ['isTooManyRequests']],
    ['429 TooManyRequests', answered(429, 'TooManyRequests'), ['isTooManyRequests']],
    ['429 with another reason', answered(429, 'ServerTimeout'), ['isTooManyRequests']],
    ['500 TooManyRequests', answered(500, 'TooManyRequests'), ['isTooManyRequests']],
    ['500', answered(500, 'InternalError'), []],
    ['a watch that expired', new WatchEndedError('expired', pods, {}), ['isExpired']],
    ['a watch that was closed', new WatchEndedError('closed', pods, {}), []],
    ['an error of another code', new ClientClosedError(), []],
    ['a plain error', Object.assign(new Error('NotFound'), { statusCode: 404, reason: 'NotFound' }), []],
    ['undefined', undefined, []],
  ])('%s', (_what, error, expected) => {
    expect(trueOnes(error)).toEqual(expected);
  });
});
