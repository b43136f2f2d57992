import { describe, expect, it } from 'vitest';
import { connectionErrorOf } from '../../src/core/transport/connection-failure.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { serve } from './loopback-server.js';
import { selfSigned } from './self-signed.js';

const headers = { accept: 'application/json', 'user-agent': 'kubeatlas' };

function errorFor(error: unknown, url = 'https://host:6443/k8s/api?continue=x', answered = false) {
  return connectionErrorOf(error, { method: 'GET', url, conceal: String }, answered);
}

const coded = (code: string, message = 'words') => Object.assign(new Error(message), { code });

describe('a ConnectionError', () => {
  it.each([
    [coded('ECONNRESET', 'socket hang up'), 'no answer from host:6443: ECONNRESET: socket hang up'],
    [
      coded('ECONNREFUSED', 'connect ECONNREFUSED 1.2.3.4:6443'),
      'no answer from host:6443: connect ECONNREFUSED 1.2.3.4:6443; check the address, and whether the server is running.',
    ],
    [
      coded('EHOSTUNREACH', 'connect EHOSTUNREACH 1.2.3.4:6443'),
      'no answer from host:6443: connect EHOSTUNREACH 1.2.3.4:6443; check the address, and the network or VPN.',
    ],
    [
      coded('ENOTFOUND', 'getaddrinfo ENOTFOUND host'),
      "no answer from host:6443: getaddrinfo ENOTFOUND host; check the server's host name.",
    ],
    [coded('CERT_HAS_EXPIRED'), "no answer from host:6443: CERT_HAS_EXPIRED: words; check the server's certificate."],
    [
      coded('EPROTO', 'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:x.c:350:\n'),
      'no answer from host:6443: write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:x.c:350:; does the server speak http, not https?',
    ],
    [new TypeError('Failed to fetch'), 'no answer from host:6443: ERR_NETWORK: Failed to fetch'],
    [
      new TypeError('fetch failed', { cause: new Error('bad port') }),
      'no answer from host:6443: ERR_NETWORK: bad port',
    ],
    [
      new TypeError('fetch failed', { cause: coded('ECONNRESET', '') }),
      'no answer from host:6443: ECONNRESET: fetch failed',
    ],
    ['thrown text', 'no answer from host:6443: ERR_NETWORK: the connection failed'],
    [undefined, 'no answer from host:6443: ERR_NETWORK: the connection failed'],
  ])('%# says what failed and where', (error, words) => {
    expect(errorFor(error)).toMatchObject({ message: `GET /k8s/api: ${words}`, method: 'GET', path: '/k8s/api' });
  });

  it.each([
    ['https://host/api', 'host:443'],
    ['http://host/api', 'host:80'],
    ['http://[::1]:8001/api', '[::1]:8001'],
    ['/api?x=1', 'the server'],
  ])('for %s names %s', (url, host) => {
    expect(errorFor(coded('X'), url).message).toBe(`GET /api: no answer from ${host}: X: words`);
  });

  it('has the code of the innermost error', () => {
    const wrapped = new Error('Network Error', { cause: new TypeError('fetch failed', { cause: coded('ENOTFOUND') }) });
    expect(errorFor(wrapped).reasonCode).toBe('ENOTFOUND');
    expect(errorFor(Object.assign(wrapped, { code: 'ERR_NETWORK' })).reasonCode).toBe('ENOTFOUND');
  });

  it.each([
    'ECONNRESET',
    'ERR_BAD_RESPONSE',
    'ERR_STREAM_PREMATURE_CLOSE',
    'UND_ERR_SOCKET',
    'Z_BUF_ERROR',
    'ERR_NETWORK',
  ])('after the head of an answer takes %s for a body that broke off', (code) => {
    expect(errorFor(coded(code), undefined, true)).toMatchObject({
      reasonCode: 'ERR_TRUNCATED_BODY',
      message: 'GET /k8s/api: the answer from host:6443 was cut off: ERR_TRUNCATED_BODY: words',
    });
    expect(errorFor(coded(code)).reasonCode).toBe(code);
  });

  it('keeps nothing of the error it stands for but its words', () => {
    const heavy = Object.assign(coded('X'), { config: { headers } });
    const error = errorFor(heavy);
    expect(error.cause).toBeUndefined();
    expect(Object.keys(error).sort()).toEqual([
      'code',
      'context',
      'detail',
      'field',
      'file',
      'host',
      'method',
      'path',
      'reasonCode',
      'unsent',
    ]);
  });

  it('tells a certificate that nobody trusts', async () => {
    const server = await serve((_, response) => response.end('{}'), selfSigned);
    const connection = createConnection({ server: server.url });
    const sending = connection.request({ path: '/api' });
    await expect(sending).rejects.toMatchObject({
      code: 'untrusted-server',
      reasonCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    await expect(sending).rejects.toThrow(
      /; specify the certificate authority that signed the server's certificate\.$/,
    );
    await connection.close();
  });
});

describe('a transport of somebody else', () => {
  const answerOf = (answer: unknown): Promise<unknown> => {
    const transport = { send: () => Promise.resolve(answer), close: () => undefined } as never;
    return createConnection({ server: 'http://host:6443', transport }).request({ path: '/api' });
  };
  const good = { status: 200, headers: {}, body: null };

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no headers', { ...good, headers: undefined }],
    ['a header of null', { ...good, status: 429, headers: { 'retry-after': null } }],
    ['no body, not even null', { ...good, body: undefined }],
    ['a text for a body', { ...good, body: '{}' }],
    ['an object for a body', { ...good, body: {} }],
  ])('that answers %s counts as a failed connection', async (_, answer) => {
    await expect(answerOf(answer)).rejects.toMatchObject({ code: 'connection' });
  });

  it('may answer without a body', async () => {
    expect(await answerOf(good)).toMatchObject({ status: 200 });
  });
});
