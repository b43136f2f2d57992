import { describe, expect, it } from 'vitest';
import { apply, configMap, writes } from './apply-support.js';
import { cli, server } from './support.js';

describe('wrong use of apply', () => {
  it('a namespace against -n is wrong use, and nothing is sent', async () => {
    const api = server();
    const text = [configMap('b', 'x'), configMap('a', 'x', ', namespace: other')].join('---\n');
    const { code, stdout, stderr } = await apply(api, text, '-n web');
    expect([code, stdout, writes(api)]).toEqual([2, '', []]);
    expect(stderr).toMatch(
      /^error: standard input, line \d+: .*"other", does not match the namespace of -n, "web".*\n$/,
    );
  });

  it.each([
    ['nothing to apply', '', 'No objects found in the files.'],
    ['no kind', 'apiVersion: v1\nmetadata: { name: a }\n', 'standard input, line 1: an object has no kind.'],
    [
      'a generated name',
      'apiVersion: v1\nkind: Pod\nmetadata: { generateName: a- }\n',
      'objects with generateName have none yet',
    ],
    [
      'a name that YAML takes for something else',
      configMap('n', 'x'),
      'metadata.name of a ConfigMap is not a string: quote it.',
    ],
    [
      'a number that JavaScript cannot hold',
      `${configMap('a', 'x')}---\n${configMap('b', '9007199254740993')}`,
      'document 2 of "standard input", line 9, column 14: it contains a number that JavaScript cannot represent exactly.',
    ],
    ['a duplicate key', 'kind: A\nkind: B\n', 'line 2, column 1: it cannot be read as YAML: a duplicate key'],
  ])('with %s nothing is sent', async (_what, text, expected) => {
    const api = server();
    const { code, stdout, stderr } = await apply(api, text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['', 'Specify what to apply'],
    ['-f a.yaml --dry-run client', 'A client dry run is not supported: use server.'],
    ['-f a.yaml --validate=loudly', 'It must be strict, warn or ignore.'],
    ['-f - -f -', 'which can be read only once'],
    ['-f https://example.org/a.yaml', 'is a URL'],
    ['-f nope.yaml', '"nope.yaml" cannot be read'],
  ])('apply %s is wrong use', async (words, expected) => {
    const { code, stderr } = await cli(server(), `apply ${words}`.trim());
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });
});
