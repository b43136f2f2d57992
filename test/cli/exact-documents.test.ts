import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '../../src/index.js';
import { cli, server, transportTo, type Outcome } from './support.js';

const path = '/api/v1/namespaces/default/configmaps';
const wide = `{"metadata":{"name":"wide","namespace":"default"},"z":9007199254740993,"a":1e400,"m":-0.10}`;

/** Asks a server that answers this text for config maps. */
async function ask(words: string, text: string, input = ''): Promise<Outcome> {
  const api = server();
  const inner = transportTo(api);
  return cli(api, words, {
    readInput: () => Promise.resolve(input),
    connect: async ({ options }) =>
      createClient({
        server: 'http://fake.example',
        ...options,
        transport: {
          ...inner,
          send: (request) =>
            request.url.includes(path)
              ? Promise.resolve({
                  status: 200,
                  headers: { 'content-type': 'application/json' },
                  body: new Response(text).body,
                })
              : inner.send(request),
        },
      }),
  });
}

describe('get -o json and yaml, to the letter', () => {
  it('prints the digits that the server sent', async () => {
    const one = `{"kind":"ConfigMap","apiVersion":"v1",${wide.slice(1)}`;
    const list = `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[${wide}]}`;
    for (const output of ['json', 'yaml']) {
      for (const [words, text] of [
        ['get cm/wide', one],
        ['get cm', list],
      ] as const) {
        const { code, stdout } = await ask(`${words} -o ${output}`, text);
        expect(code).toBe(0);
        for (const number of ['9007199254740993', '1e400', '-0.10']) {
          expect(stdout).toMatch(new RegExp(`: ${number.replace('.', '\\.')},?$`, 'm'));
        }
      }
    }
  });

  it('puts the keys of all objects in alphabetical order', async () => {
    const { stdout } = await ask('get cm/wide -o json', `{"kind":"ConfigMap","apiVersion":"v1",${wide.slice(1)}`);
    expect([...stdout.matchAll(/^ {2}"(\w+)"/gm)].map(([, key]) => key)).toEqual([
      ...['a', 'apiVersion', 'kind', 'm', 'metadata', 'z'],
    ]);
  });

  it('escapes what a terminal would obey, without loss', async () => {
    const api = server();
    const data = { 'k\u009b': 'a\u009b2Jb\u202ec\u007f', lines: 'one\u2066\ntwo\n', plain: 'ü\u001b' };
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'evil', namespace: 'default' }, data });
    const readers: [string, (text: string) => unknown][] = [
      ['json', (text) => JSON.parse(text) as unknown],
      ['yaml', (text) => parse(text) as unknown],
    ];
    for (const [output, read] of readers) {
      const { stdout } = await cli(api, `get cm/evil -o ${output}`);
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
      expect(stdout).toContain('\\u009b2J');
      expect((read(stdout) as { data: object }).data).toEqual(data);
    }
  });

  it.each([
    ['no JSON', '{"kind":', 'is not valid JSON'],
    ['a list without items', '{"kind":"ConfigMapList"}', 'is not a list of objects'],
    ['an entry that is no object', '{"kind":"ConfigMapList","items":[1]}', 'contains something that is not an object'],
  ])('%s ends with exit code 1 and one line', async (_what, text, problem) => {
    const { code, stdout, stderr } = await ask('get cm -o json', text);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: the answer to GET ${path} ${problem}\n`,
    });
  });

  it('prints what is nested 400 deep, and refuses in words what is deeper', async () => {
    const deep = (depth: number): string =>
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    for (const output of ['json', 'yaml']) {
      const shown = await ask(`get cm/a -o ${output}`, deep(400));
      expect(shown).toMatchObject({ code: 0, stderr: '' });
      expect(shown.stdout.match(output === 'json' ? /\[/g : /- |\[/g)).toHaveLength(400);
      for (const [depth, expected] of [
        [600, /^error: an object is nested more than 500 levels deep and cannot be printed: .*\n$/],
        [100_000, /^error: the answer to GET \S+ is nested too deeply to be read\n$/],
      ] as const) {
        const { stderr, ...rest } = await ask(`get cm/a -o ${output}`, deep(depth));
        expect(rest).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(expected);
      }
    }
  });

  it('ends where pages go round, and asks nothing for a name that leads elsewhere', async () => {
    const round = await ask('get cm -o json', '{"metadata":{"continue":"a"},"items":[]}');
    expect(round).toMatchObject({ code: 1, stdout: '' });
    expect(round.stderr).toMatch(/^error: .* repeats an earlier token.*\n$/);
    const api = server();
    const { code, stderr } = await cli(api, 'get cm .. -o json');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: ".." is not a valid name.*\n$/);
    expect(api.requests.filter(({ path }) => path.includes('configmaps'))).toEqual([]);
  });
});

describe('apply -o json and yaml', () => {
  it.each(['', ' --dry-run server'])('prints the digits that the server answered%s', async (flags) => {
    const one = `{"kind":"ConfigMap","apiVersion":"v1",${wide.slice(1)}`;
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: wide }\n';
    for (const output of ['json', 'yaml']) {
      const { code, stdout, stderr } = await ask(`apply -f - -o ${output}${flags}`, one, manifest);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const number of ['9007199254740993', '1e400', '-0.10']) {
        expect(stdout).toMatch(new RegExp(`: ${number.replace('.', '\\.')},?$`, 'm'));
      }
    }
  });
});

describe('get of several types', () => {
  it('prints no empty line between them without headers', async () => {
    const { stdout } = await cli(server(), 'get pods,svc -n web --no-headers');
    expect(stdout).not.toContain('\n\n');
    expect(stdout.split('\n')).toHaveLength(5);
  });
});
