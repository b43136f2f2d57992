import { describe, expect, it } from 'vitest';
import { orderOf } from '../../src/cli/terminal/sort-order.js';
import { cli, lines, server } from './support.js';

const firstWords = (text: string): string[] => text.match(/^\S+/gm) ?? [];

describe('--sort-by', () => {
  function shop() {
    const api = server();
    const pod = (name: string, restarts: number, more: object = {}): object => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'shop', creationTimestamp: '2026-03-01T10:00:00Z', ...more },
      spec: { containers: [{ name: 'main' }], priority: 10 - restarts },
      status: {
        phase: 'Running',
        containerStatuses: [{ ready: true, restartCount: restarts, state: { running: {} } }],
      },
    });
    api.put(
      pod('a', 10, { labels: { tier: 'web', 'example.org/zone': 'z1' }, creationTimestamp: '2026-02-01T10:00:00Z' }),
    );
    api.put(pod('b', 9));
    api.put(pod('c', 0, { labels: { tier: 'cache' }, annotations: { size: '2Gi' } }));
    return api;
  }
  const get = (words: string) => cli(shop(), `get pods -n shop --no-headers ${words}`);

  it.each([
    ['a column', '--sort-by restarts', ['c', 'b', 'a']],
    ['a column of ages', '--sort-by AGE', ['b', 'c', 'a']],
    ['a path', '--sort-by .spec.priority', ['a', 'b', 'c']],
    ['a path in braces', '--sort-by {.metadata.creationTimestamp}', ['a', 'b', 'c']],
    ['a path that some do not have', '--sort-by metadata.labels.tier', ['b', 'c', 'a']],
    ['a path, of names', '--sort-by .spec.priority -o name', ['pod/a', 'pod/b', 'pod/c']],
    ['a path, by custom columns', '--sort-by .spec.priority -o custom-columns=A:.metadata.name', ['a', 'b', 'c']],
    ['a word that is a path', '--sort-by kind', ['a', 'b', 'c']],
  ])('prints rows in the order of %s', async (_what, words, names) => {
    const { code, stdout } = await get(words);
    expect(code).toBe(0);
    expect(firstWords(stdout)).toEqual(names);
  });

  it('takes all pages together, and no more of each object than it needs', async () => {
    const api = shop();
    const { stdout } = await cli(api, 'get pods -n shop --chunk-size 1 --sort-by .metadata.labels.tier --no-headers');
    expect(firstWords(stdout)).toEqual(['b', 'c', 'a']);
    const requests = api.requests.filter(({ path }) => path.includes('/pods?'));
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.some(({ path }) => path.includes('includeObject=Object'))).toBe(false);
    await cli(api, 'get pods -n shop --sort-by .spec.priority');
    expect(api.requests.at(-1)?.path).toContain('includeObject=Object');
    await cli(api, 'get pods -n shop --sort-by restarts');
    expect(api.requests.at(-1)?.path).toContain('includeObject=None');
  });

  it('sorts documents and what a JSONPath prints', async () => {
    const { stdout } = await get('--sort-by .spec.priority -o jsonpath={.items[*].metadata.name}');
    expect(stdout).toBe('a b c');
  });

  it.each([
    ['.spec.nope', 'is not found in any of the objects'],
    ['.spec.containers', 'selects objects or lists, which cannot be sorted'],
    ['.spec.containers[5]', 'fails: index 5 is out of bounds'],
    ['nope', 'is not found in any of the objects'],
  ])('by %s is an error, and nothing is printed', async (key, problem) => {
    const { code, stdout, stderr } = await get(`--sort-by ${key}`);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: --sort-by "${key}" ${problem}${key.endsWith(']') ? ': the list has 1 items' : ''}\n`,
    });
  });

  it.each(['--sort-by .a[ ', '--sort-by= ', '-w --sort-by .a'])('%s is wrong use', async (words) => {
    expect((await cli(shop(), ['get', 'pods', ...words.trimEnd().split(' ')])).code).toBe(2);
  });

  it('of nothing is nothing', async () => {
    expect(await cli(shop(), 'get pods -n none --sort-by .spec.priority')).toMatchObject({
      code: 0,
      stderr: 'No resources found in none namespace.\n',
    });
  });
});

describe('labels in a table', () => {
  it('have a column each with -L, and one for all with --show-labels', async () => {
    const { stdout } = await cli(server(), 'get pods -n web -L app,example.org/zone --show-labels');
    expect(stdout).toBe(
      lines`
        NAME      READY   STATUS    RESTARTS   AGE    APP     ZONE   LABELS
        cache-0   1/1     Running   0          120m   cache          app=cache
        front-0   1/1     Running   0          120m   front          app=front
        front-1   1/1     Running   0          120m   front          app=front
      `,
    );
  });

  it('stand behind all columns with -A and -o wide, and are <none> where there are none', async () => {
    const { stdout } = await cli(server(), 'get no -A -o wide --show-labels --no-headers');
    expect(stdout).toMatch(/^node-1 .* <none>\n$/);
    const table = await cli(server({ ignoresAccept: ['apps'] }), 'get deploy -A --show-labels --no-headers');
    expect(table.stdout).toMatch(/^web {3}front {3}\d+\w+ {3}<none>\n$/);
  });

  it('are there once with --metadata', async () => {
    const { stdout } = await cli(server(), 'get pods -n web --metadata --show-labels -L app');
    expect(stdout.split('\n')[0]).toBe('NAME      CREATED                LABELS      APP');
  });

  it('follow what changes with -w', async () => {
    const api = server();
    const abort = new AbortController();
    let seen = '';
    const { code } = await cli(api, 'get pods -n web -w -L app --no-headers', {
      signal: abort.signal,
      stdout: {
        write(text) {
          seen += String(text);
          if (seen.split('\n').length === 4) {
            const metadata = { name: 'late', namespace: 'web', labels: { app: 'new' } };
            api.put({ apiVersion: 'v1', kind: 'Pod', metadata });
          }
          if (seen.includes('late')) abort.abort();
          return Promise.resolve();
        },
      },
    });
    expect(code).toBe(130);
    expect(
      seen
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ +/).at(-1)),
    ).toEqual(['cache', 'front', 'front', 'new']);
  });

  it('are for tables alone', async () => {
    expect((await cli(server(), 'get pods -L app -o json')).code).toBe(2);
    expect((await cli(server(), 'get pods --show-labels -o name')).code).toBe(2);
    expect((await cli(server(), 'get pods -L a,,b')).code).toBe(2);
  });
});

describe('the order of values', () => {
  const sorted = (values: readonly unknown[], isCell = false): unknown => {
    const order = orderOf(values, { isCell });
    return typeof order === 'string' ? order : [...values].sort(order);
  };
  it.each<[readonly unknown[], unknown]>([
    [
      ['10', '9', '1'],
      ['1', '9', '10'],
    ],
    [
      ['1Gi', '500m', '2k', '1e2'],
      ['500m', '1e2', '2k', '1Gi'],
    ],
    [
      ['+9007199254740993', '9007199254740992', '9007199254740994'],
      ['9007199254740992', '+9007199254740993', '9007199254740994'],
    ],
    [
      [9007199254740993n, 1e20, 9007199254740992, 1.5],
      [1.5, 9007199254740992, 9007199254740993n, 1e20],
    ],
    [
      ['b', 'a', '10'],
      ['10', 'a', 'b'],
    ],
    [
      [3, null, 1, undefined, 2n],
      [null, 1, 2n, 3, undefined],
    ],
    [
      [true, false],
      [false, true],
    ],
    [[1, 'a'], 'selects values of different types, numbers and text, which cannot be sorted'],
    [[{}], 'selects objects or lists, which cannot be sorted'],
    [[], []],
  ])('%o', (values, expected) => {
    expect(sorted(values)).toEqual(expected);
  });

  it.each<[readonly unknown[], unknown]>([
    [
      ['5d4h', '3m20s', '47h', '<unknown>', '2y'],
      ['<unknown>', '3m20s', '47h', '5d4h', '2y'],
    ],
    [
      ['10 (5m ago)', '9', '0'],
      ['0', '9', '10 (5m ago)'],
    ],
    [
      ['<none>', 'b', ''],
      ['<none>', '', 'b'],
    ],
  ])('of cells: %j', (values, expected) => {
    expect(sorted(values, true)).toEqual(expected);
  });
});
