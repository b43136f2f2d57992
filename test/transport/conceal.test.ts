import { describe, expect, it } from 'vitest';
import { concealerOf } from '../../src/core/transport/request-head.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { readFrames } from '../../src/core/transport/frames.js';
import type { ServerWarning } from '../../src/core/transport/options.js';
import { fakeTransport, type Scripted } from './fake-transport.js';

const password = 'p/ss"w<ord+&é=';
const token = 'eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl-_x';
const basic = Buffer.from(`admin:${password}`).toString('base64');

describe('what is blotted out', () => {
  const conceal = concealerOf({
    authorization: `Basic ${basic}`,
    'x-token': token,
    cookie: 'session=c00kie-one; other="c00kie-two"',
    'impersonate-user': 'jane.doe@example',
    'impersonate-group': ['developers', 'admins'],
    'impersonate-extra-scope': 'view-everything',
    accept: 'application/json',
    'if-none-match': '"etag-of-this"',
  });

  it.each<[string, string]>([
    ['the header as it was sent', `Basic ${basic}`],
    ['its last word', basic],
    ['its last word without padding', basic.replace(/=+$/, '')],
    ['user and password', `admin:${password}`],
    ['the password', password],
    ['the password in JSON', JSON.stringify(password).slice(1, -1)],
    [
      'the password in JSON of Go',
      JSON.stringify(password).slice(1, -1).replace('<', '\\u003c').replace('&', '\\u0026'),
    ],
    ['the password in a URL', encodeURIComponent(password)],
    ['the password in a URL in lower case', encodeURIComponent(password).replace(/%../g, (code) => code.toLowerCase())],
    ['the password in a form', new URLSearchParams({ a: password }).toString().slice(2)],
    ['the password in HTML', 'p/ss&quot;w&lt;ord+&amp;é='],
    ['the password in HTML of Go', 'p/ss&#34;w&lt;ord&#43;&amp;é='],
    ['a token', token],
    ['a token in base64', Buffer.from(token).toString('base64')],
    ['the beginning of a token', token.slice(0, 30)],
    ['one cookie', 'c00kie-one'],
    ['a cookie in quotes', 'c00kie-two'],
    ['all cookies', 'session=c00kie-one; other="c00kie-two"'],
  ])('%s', (_, shown) => {
    const text = conceal(`you sent >>${shown}<< here`);
    expect(text).toMatch(/^you sent >>.*<< here$/s);
    expect(text).toContain('[hidden]');
    for (const secret of [shown, password, token.slice(0, 12)]) expect(text).not.toContain(secret);
  });

  it('is never who is meant, nor what is asked for', () => {
    const text =
      'jane.doe@example of developers, admins (view-everything) wants application/json but not "etag-of-this"; Basic';
    expect(conceal(text)).toBe(text);
  });

  it('is found as a server reads it that takes bytes for UTF-8', () => {
    const latin = concealerOf({ authorization: 'Bearer pÃ¤ssphrase' });
    expect(latin('no pässphrase, no pÃ¤ssphrase')).toBe('no [hidden], no [hidden]');
  });

  it('is no short word, which stands in texts by chance', () => {
    expect(concealerOf({ cookie: 'a=b; c=no' })('a=b is no')).toBe('a=b is no');
  });
});

describe('a server that repeats credentials', () => {
  const sent = { authorization: `Bearer ${token}`, cookie: `id=${token}` };
  const authenticate = () => Promise.resolve({ headers: sent });

  async function shownBy(answer: Scripted): Promise<string> {
    const transport = fakeTransport(answer);
    const connection = createConnection({ server: 'https://host', transport, authenticate, retry: { limit: 0 } });
    const work = async (): Promise<unknown> => (await connection.request({ path: '/x' })).json();
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    return JSON.stringify(error) + String(error) + String((error as Error).stack);
  }
  const status = (rest: object): Scripted => ({ status: 403, body: JSON.stringify({ kind: 'Status', ...rest }) });

  it.each<[string, Scripted]>([
    ['in a message', status({ message: `no ${token}` })],
    ['in details', status({ details: { causes: [{ message: token }], name: token } })],
    ['in keys', status({ details: { [token]: { [`x${token}`]: 1 } } })],
    ['in a reason', status({ reason: token })],
    ['in text', { status: 500, body: `no ${token}` }],
    ['in a page', { status: 502, body: `<html>${token}</html>` }],
    ['in a page with success', { body: `<html>${token}</html>` }],
    ['at the edge of what is shown of a page', { body: `<html>${'x'.repeat(20)}${token}</html>` }],
    ['in text with success', { body: `no ${token}` }],
    ['in long text', { status: 500, body: `${'x'.repeat(150)}${token}` }],
    ['a thousand times', { status: 500, body: token.repeat(1000) }],
    ['cut', { status: 500, body: `token ${token.slice(0, 40)}... is not valid` }],
    ['in the words of the runtime', Object.assign(new Error(`no ${token}`), { code: 'EWORDS' })],
  ])('%s', async (_, answer) => {
    const shown = await shownBy(answer);
    expect(shown).not.toContain(token.slice(0, 12));
    expect(shown).toContain('[hidden]');
  });

  it('in a warning', async () => {
    const warnings: ServerWarning[] = [];
    const transport = fakeTransport({ headers: { warning: `299 - "no ${token}"` } });
    const onWarning = (warning: ServerWarning) => warnings.push(warning);
    await createConnection({ server: 'https://host', transport, authenticate, onWarning }).request({ path: '/x' });
    expect(warnings).toMatchObject([{ text: 'no [hidden]' }]);
  });

  it('does not get them into the words of the rooms above', async () => {
    const transport = fakeTransport({ headers: { 'content-type': 'application/json' }, body: `<p>${token}</p>\n` });
    const connection = createConnection({ server: 'https://host', transport, authenticate });
    const answer = await connection.request({ path: '/x' });
    expect(answer.conceal(`no ${token}`)).toBe('no [hidden]');
    expect(JSON.stringify(answer)).not.toContain(token);
    const limit = { maxBytes: 1000, option: 'maxBytes' };
    for await (const [frame] of readFrames(await connection.stream({ path: '/x' }), limit)) {
      expect(() => frame?.json()).toThrow('[hidden]');
      expect(() => frame?.json()).not.toThrow(token);
    }
  });
});
