import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../src/core/transport/errors.js';
import { retryAfterSeconds, retryDelayMs, retryPolicy } from '../../src/core/transport/retry.js';
import type { HttpMethod } from '../../src/core/transport/transport.js';

const policy = retryPolicy();

function refusal(statusCode: number, seconds?: number, method: HttpMethod = 'GET'): ApiError {
  return new ApiError({ method, path: '/x', statusCode, status: {}, fromServer: true, retryAfterSeconds: seconds });
}

function loss(reasonCode: string, method: HttpMethod = 'GET'): ConnectionError {
  return new ConnectionError({ method, path: '/x', reasonCode, host: 'h:1', detail: 'lost' });
}

/** What kube-apiserver 1.36 answers where a disruption budget forbids an eviction. */
function forbiddenEviction(seconds?: number): ApiError {
  const cause = { reason: 'DisruptionBudget', message: 'The disruption budget guarded needs 1 healthy pods and has 1' };
  const details = { causes: [cause], retryAfterSeconds: seconds };
  const status = { reason: 'TooManyRequests', details };
  const path = '/api/v1/namespaces/shop/pods/guarded/eviction';
  return new ApiError({ method: 'POST', path, statusCode: 429, status, fromServer: true, retryAfterSeconds: seconds });
}

describe('the wait before another try', () => {
  it.each<[string, ApiError | ConnectionError, number | undefined]>([
    ['429 waits as long as it asks', refusal(429, 3), 3000],
    ['429 without a time waits a second', refusal(429), 1000],
    ['429 with zero waits for a moment', refusal(429, 0), 100],
    ['an eviction that a disruption budget forbids is final', forbiddenEviction(), undefined],
    ['an eviction whose disruption budget is not reckoned yet waits as long as it asks', forbiddenEviction(10), 10_000],
    ['503 with zero waits for a moment', refusal(503, 0), 100],
    ['429 of a write is tried again', refusal(429, 3, 'POST'), 3000],
    ['500 with a time waits for it', refusal(500, 2), 2000],
    ['503 of a write with a time waits for it', refusal(503, 2, 'PATCH'), 2000],
    ['503 without a time is final', refusal(503), undefined],
    ['500 without a time is final', refusal(500), undefined],
    ['401 is final', refusal(401, 1), undefined],
    ['404 with a time is final', refusal(404, 1), undefined],
    ['409 with a time is final', refusal(409, 1), undefined],
    ['a wait is never longer than the limit', refusal(429, 3600), 30_000],
    ['a reset GET is tried at once', loss('ECONNRESET'), 0],
    ['a broken pipe of a GET is tried at once', loss('EPIPE'), 0],
    ['a GET whose connection answers no PING is tried at once', loss('ERR_HTTP2_PING_TIMEOUT'), 0],
    ['a GET whose session ended by an error is tried at once', loss('ERR_HTTP2_SESSION_ERROR'), 0],
    ['a write whose connection answers no PING is final', loss('ERR_HTTP2_PING_TIMEOUT', 'POST'), undefined],
    ['a GET that the server ended by itself is final', loss('ERR_HTTP2_STREAM_ERROR'), undefined],
    ['a reset write is final', loss('ECONNRESET', 'POST'), undefined],
    ['a reset delete is final', loss('ECONNRESET', 'DELETE'), undefined],
    ['a refused connection is final', loss('ECONNREFUSED'), undefined],
    ['an unknown host is final', loss('ENOTFOUND'), undefined],
    ['a body that broke off is final', loss('ERR_TRUNCATED_BODY'), undefined],
    ['a certificate is final', loss('CERT_HAS_EXPIRED'), undefined],
  ])('%s', (_, error, wait) => {
    expect(retryDelayMs(error, 0, policy, () => 1)).toBe(wait);
  });

  it('after a second reset in a row is a second', () => {
    expect([0, 1, 9, 10].map((retries) => retryDelayMs(loss('ECONNRESET'), retries, policy))).toEqual([
      0,
      1000,
      1000,
      undefined,
    ]);
  });

  it('ends after ten tries, or as many as are allowed', () => {
    expect(retryDelayMs(refusal(429, 0), 9, policy)).toBeGreaterThan(0);
    expect(retryDelayMs(refusal(429, 0), 10, policy)).toBeUndefined();
    expect(retryDelayMs(refusal(429, 0), 0, retryPolicy({ limit: 0 }))).toBeUndefined();
    expect(retryDelayMs(refusal(429, 0), 99, retryPolicy({ limit: Infinity }))).toBeGreaterThan(0);
  });

  it('doubles where a server asks for none, to a second, and is never the same for all clients', () => {
    const waits = (random: number): (number | undefined)[] =>
      Array.from({ length: 6 }, (_, retries) => retryDelayMs(refusal(429, 0), retries, policy, () => random));
    expect(waits(1)).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(waits(0)).toEqual([50, 100, 200, 400, 500, 500]);
  });

  it.each(['9'.repeat(30), '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'for %s is no longer than the limit',
    (header) => {
      const seconds = retryAfterSeconds(header, undefined);
      expect(retryDelayMs(refusal(429, seconds), 0, policy)).toBe(30_000);
    },
  );

  it('is cut to maxDelayMs', () => {
    expect(retryDelayMs(refusal(429), 0, retryPolicy({ maxDelayMs: 5 }))).toBe(5);
    expect(retryDelayMs(refusal(429, 1e12), 0, retryPolicy({ maxDelayMs: Infinity }))).toBe(2 ** 31 - 1);
  });

  it.each([{ limit: -1 }, { limit: NaN }, { maxDelayMs: -1 }, { maxDelayMs: NaN }])('refuses %j', (options) => {
    expect(() => retryPolicy(options)).toThrow(/retry\.(limit|maxDelayMs)/);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);

  it.each([
    ['0', 0],
    ['7', 7],
    [' 7 ', 7],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['Thursday, 01-Jan-26 12:00:30 GMT', 30],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['2026', 2026],
    ['1e3', undefined],
  ])('%j asks for %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, undefined, now)).toBe(seconds);
  });

  it('stands before the details of the Status, and they stand in when it is missing or makes no sense', () => {
    const status = { details: { retryAfterSeconds: 4 } };
    expect(retryAfterSeconds('2', status, now)).toBe(2);
    expect(retryAfterSeconds(undefined, status, now)).toBe(4);
    expect(retryAfterSeconds('soon', status, now)).toBe(4);
  });

  it.each([-1, NaN, '5', null, {}])('in the details is left out when it is %j', (value) => {
    const status = JSON.parse(JSON.stringify({ details: { retryAfterSeconds: value } })) as object;
    expect(retryAfterSeconds(undefined, status, now)).toBeUndefined();
  });
});
