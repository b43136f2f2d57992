import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, capturedPairs, pairedServers } from '../fixtures/captured-pairs.js';
import { bytes, enveloped, integer, message } from '../media/protobuf/encode.js';
import { loadProtobuf } from '../../src/core/media/answer-body.js';
import type { ApiError } from '../../src/core/transport/errors.js';
import { isConflict } from '../../src/core/errors.js';
import type { HttpMethod } from '../../src/core/transport/transport.js';
import { apiErrorOf } from '../../src/core/transport/api-failure.js';
import { concealerOf } from '../../src/core/transport/request-head.js';

function errorFor(
  status: number,
  content: string | Uint8Array,
  headers: Record<string, string> = {},
  conceal = (shown: string): string => shown,
): ApiError {
  return apiErrorOf({ method: 'GET', path: '/apis/x/v1', status, headers, content, conceal });
}

describe('an answer with a Status', () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'pods "a" not found',
    reason: 'NotFound',
    details: { name: 'a', kind: 'pods', causes: [{ reason: 'x' }], unknown: [1] },
    code: 404,
    further: 'field',
  };

  it('is kept whole', () => {
    const error = errorFor(404, JSON.stringify(status));
    expect(error.status).toEqual(status);
    expect(error).toMatchObject({
      code: 'api',
      name: 'ApiError',
      statusCode: 404,
      reason: 'NotFound',
      fromServer: true,
      method: 'GET',
      path: '/apis/x/v1',
      message: 'GET /apis/x/v1: 404 NotFound: pods "a" not found',
    });
    expect(error.retryAfterSeconds).toBeUndefined();
  });

  it('has the status of HTTP where the two differ', () => {
    expect(errorFor(404, JSON.stringify({ ...status, code: 200 })).statusCode).toBe(404);
  });

  it('without a reason and a message has the word for its code', () => {
    expect(errorFor(409, '{"kind":"Status","apiVersion":"v1"}')).toMatchObject({
      reason: 'Conflict',
      fromServer: true,
      message: 'GET /apis/x/v1: 409 Conflict',
    });
  });

  it('tells when to come back, by header or by details', () => {
    const busy = { ...status, details: { retryAfterSeconds: 3 } };
    expect(errorFor(429, JSON.stringify(busy)).retryAfterSeconds).toBe(3);
    expect(errorFor(429, JSON.stringify(busy), { 'retry-after': '1' }).retryAfterSeconds).toBe(1);
  });
});

describe('an answer without a Status', () => {
  // As client-go's NewGenericServerResponse has it.
  it('of 409 is a conflict, and to a create an object that is there already', () => {
    const answered = (method: HttpMethod): ApiError =>
      apiErrorOf({ method, path: '/x', status: 409, headers: {}, content: 'no', conceal: (shown) => shown });
    expect(['PUT', 'PATCH', 'DELETE', 'POST'].map((method) => answered(method as HttpMethod).reason)).toEqual([
      ...['Conflict', 'Conflict', 'Conflict', 'AlreadyExists'],
    ]);
    expect([isConflict(answered('PUT')), isConflict(answered('POST'))]).toEqual([true, false]);
  });

  it.each([
    [400, 'BadRequest'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [405, 'MethodNotAllowed'],
    [406, 'NotAcceptable'],
    [409, 'Conflict'],
    [410, 'Gone'],
    [413, 'RequestEntityTooLarge'],
    [415, 'UnsupportedMediaType'],
    [422, 'Invalid'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [502, 'InternalError'],
    [503, 'ServiceUnavailable'],
    [504, 'Timeout'],
    [302, 'Unknown'],
    [418, 'Unknown'],
  ])('with %i is %s', (code, reason) => {
    expect(errorFor(code, 'words')).toMatchObject({ statusCode: code, reason, fromServer: false });
  });

  it('becomes one made here, without details', () => {
    const error = errorFor(404, '404 page not found\n', { 'content-type': 'text/plain; charset=utf-8' });
    expect(error.message).toBe('GET /apis/x/v1: 404 NotFound: 404 page not found');
    expect(error.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: '404 page not found',
      reason: 'NotFound',
      code: 404,
    });
  });

  it('shows the beginning of a page in one line', () => {
    const page = `<html>\r\n<head>\t<title>502\u001b[31m Bad</title>\u0007${'<p>more</p>\n'.repeat(1000)}`;
    const { message } = errorFor(502, page);
    expect(message).toMatch(/^GET \/apis\/x\/v1: 502 InternalError: <html> <head> <title>502 \[31m Bad<\/title> <p>/);
    expect(message.length).toBeLessThan(250);
    expect(message).toMatch(/^[^\p{Cc}]*…$/u);
  });

  it('that is empty has no words', () => {
    expect(errorFor(503, '').message).toBe('GET /apis/x/v1: 503 ServiceUnavailable');
  });

  it.each([
    '{"error":"no"}',
    '{"kind":"Secret","data":{}}',
    '{"kind":"Status","message":7}',
    '{"kind":"Status","reason":{}}',
    '{"kind":"Status","details":"x"}',
    '["Status"]',
    'null',
    '{"kind":"Status"',
  ])('is any other JSON too: %s', (body) => {
    expect(errorFor(500, body)).toMatchObject({ fromServer: false, status: { message: body } });
  });

  it('does not repeat a credential that a page repeats; the groups are names', () => {
    const conceal = concealerOf({ authorization: 'Bearer abc.def', 'impersonate-group': ['admins', 'others'] });
    const body = 'you sent Authorization: Bearer abc.def and groups admins,others';
    expect(errorFor(500, body, {}, conceal).status.message).toBe(
      'you sent Authorization: [hidden] and groups admins,others',
    );
  });

  it('nested 100,000 deep is any other text', () => {
    const deep = `{"kind":"Status","details":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(errorFor(500, deep)).toMatchObject({ statusCode: 500, fromServer: false });
  });
});

describe('a Status of meta.k8s.io/v1', () => {
  it('is one as well', () => {
    const text = '{"kind":"Status","apiVersion":"meta.k8s.io/v1","reason":"Gone"}';
    expect(errorFor(410, text)).toMatchObject({ fromServer: true, reason: 'Gone' });
  });
});

describe('a Status in protobuf', () => {
  beforeAll(loadProtobuf);
  const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
  const failure = message(bytes(1, []), bytes(2, 'Failure'), bytes(3, 'no tok3n'), bytes(4, 'Gone'), integer(6, 404));
  const content = Uint8Array.from(enveloped('v1', 'Status', failure));

  it.each(pairedServers)('of %s is what its JSON is', (server) => {
    for (const name of ['not found', 'invalid']) {
      const pair = capturedPairs(server)[name]!;
      const error = errorFor(pair.status, bytesOf(pair), headers);
      expect(error).toMatchObject({ fromServer: true, statusCode: pair.status });
      expect(error.status).toStrictEqual(JSON.parse(pair.json));
    }
  });

  it('shows no credential', () => {
    const conceal = concealerOf({ authorization: 'Bearer tok3n' });
    expect(errorFor(404, content, headers, conceal)).toMatchObject({ reason: 'Gone', fromServer: true });
    expect(errorFor(404, content, headers, conceal).message).not.toContain('tok3n');
  });

  it('that is cut off or of another kind is none, and says what can be read of it', () => {
    const conceal = concealerOf({ authorization: 'Bearer tok3n' });
    for (const cut of [content.slice(0, -8), Uint8Array.from(enveloped('v1', 'Pod', bytes(1, 'no tok3n')))]) {
      const error = errorFor(503, cut, headers, conceal);
      expect(error).toMatchObject({ fromServer: false, reason: 'ServiceUnavailable' });
      expect(error.message).toMatch(/^GET \/apis\/x\/v1: 503 ServiceUnavailable: k8s [^\p{Cc}]*no /u);
      expect(error.message).not.toContain('tok3n');
    }
  });
});
