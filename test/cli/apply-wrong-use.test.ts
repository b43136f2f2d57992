import { describe, expect, it } from 'vitest';
import { apply, configMap, writes } from './apply-support.js';
import { cli, server } from './support.js';

describe('wrong use of apply', () => {
  it('a namespace against -n is wrong use, and nothing is sent', async () => {
    const api = server();
    const text = [configMap('b', 'x'), configMap('a', 'x', ', namespace: other')].join('---\n');
    const { code, stdout, stderr } = await apply(api, text, '-n web');
    expect([code, stdout, writes(api)]).toEqual([2, '', []]);
    expect(stderr).toMatch(/^error: standard input, line \d+: .*"other", and -n says "web".*\n$/);
  });

  it.each([
    ['nothing to apply', '', 'The files hold no object.'],
    ['no kind', 'apiVersion: v1\nmetadata: { name: a }\n', 'standard input, line 1: an object has no kind.'],
    [
      'a generated name',
      'apiVersion: v1\nkind: Pod\nmetadata: { generateName: a- }\n',
      'one that is generated cannot be',
    ],
    [
      'a name that YAML takes for something else',
      configMap('n', 'x'),
      'metadata.name of a ConfigMap is no text: put it in quotes.',
    ],
    [
      'a number that JavaScript cannot hold',
      `${configMap('a', 'x')}---\n${configMap('b', '9007199254740993')}`,
      '"standard input", line 9, column 14: there is a number that JavaScript cannot hold exactly.',
    ],
    ['a duplicate key', 'kind: A\nkind: B\n', 'line 2, column 1: it is not YAML that can be read: a duplicate key'],
  ])('with %s nothing is sent', async (_what, text, told) => {
    const api = server();
    const { code, stdout, stderr } = await apply(api, text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['', 'Say what to apply'],
    ['-f a.yaml --dry-run client', 'A client alone cannot tell what a server would do: give server.'],
    ['-f a.yaml --validate=loudly', 'Give strict, warn or ignore.'],
    ['-f - -f -', 'which can be read once'],
    ['-f https://example.org/a.yaml', 'is on the web'],
    ['-f nope.yaml', '"nope.yaml" cannot be read'],
  ])('apply %s is wrong use', async (words, told) => {
    const { code, stderr } = await cli(server(), `apply ${words}`.trim());
    expect(code).toBe(2);
    expect(stderr).toContain(told);
  });
});
