import { describe, expect, it } from 'vitest';
import { formatQuery, parseBaseUrl } from '../../src/core/transport/request-head.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';

describe('the option server', () => {
  it.each([
    ['http://127.0.0.1:8001', 'http://127.0.0.1:8001', ''],
    ['HTTPS://Host:443/', 'https://host', ''],
    ['https://host/k8s/clusters/c-abc//', 'https://host', '/k8s/clusters/c-abc'],
    ['https://host/a%20b', 'https://host', '/a%20b'],
    ['/k8s/', '', '/k8s'],
    ['/', '', ''],
  ])('%s is read', (server, origin, prefix) => {
    expect(parseBaseUrl(server)).toEqual({ origin, prefix });
  });

  it.each([
    ['', 'empty'],
    ['localhost:8001', 'no scheme'],
    ['k8s', 'no slash'],
    ['//host/k8s', 'no scheme but a host'],
    ['ftp://host', 'another scheme'],
    ['file:///etc/passwd', 'another scheme'],
    ['javascript:alert(1)', 'another scheme'],
    ['https://', 'no host'],
    ['https://host:99999', 'no port'],
    ['https://host/?token=hunter2-secret', 'a query'],
    ['https://host/#hunter2-secret', 'a fragment'],
    ['/k8s?x=hunter2-secret', 'a query'],
    ['https://admin:hunter2-secret@host', 'a password'],
    ['https://hunter2-secret@host', 'a user'],
    ['admin:hunter2-secret@host', 'a password without a scheme'],
    ['https://admin:hunter2-secret@host:99999', 'a password and no port'],
    [' https://host', 'a space'],
    ['https://host\n', 'a line break'],
    ['\\\\host', 'backslashes'],
  ])('%j is refused (%s) and not repeated', (server) => {
    const refusal = thrownBy(() => createConnection({ server }));
    expect(refusal).toBeInstanceOf(InvalidArgumentError);
    expect(refusal).toMatchObject({ code: 'invalid-argument', argument: 'server' });
    expect(String(refusal)).not.toContain('hunter2-secret');
  });

  it('is refused when it is no text', () => {
    const options = JSON.parse('{"server":7}') as { server: string };
    expect(thrownBy(() => createConnection(options))).toMatchObject({ argument: 'server' });
  });
});

describe('a query', () => {
  it.each([
    [{}, ''],
    [{ a: undefined }, ''],
    [{ a: [] }, ''],
    [{ a: '' }, '?a='],
    [{ b: false, a: 0 }, '?b=false&a=0'],
    [{ 'a&b': 'c=d&e', '\ud800': 'x' }, '?a%26b=c%3Dd%26e&%EF%BF%BD=x'],
  ])('of %j is %s', (query, text) => {
    expect(formatQuery(query)).toBe(text);
  });

  it('takes __proto__ for a name like any other', () => {
    expect(formatQuery(JSON.parse('{"__proto__":"x"}') as Record<string, string>)).toBe('?__proto__=x');
  });
});

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
