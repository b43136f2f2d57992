import { describe, expect, it } from 'vitest';
import { createClient, type Transport } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { cli, lines, transportTo, type Outcome } from './support.js';

/** What the server says in the place of numbers that JavaScript holds. */
const digits: Readonly<Record<string, string>> = {
  7000000000000001: '9007199254740993',
  7000000000000002: '9007199254740992',
  7000000000000003: '-9223372036854775808',
  7000000000000004: '18446744073709551615',
  7000000000000005: '100000000000000000000',
  7000000000000006: '1000000.5',
};

function nums(): FakeApiServer {
  const num = (name: string, namespace: string, n: number, f: number): object => ({
    apiVersion: 'cells.example.org/v1',
    kind: 'Num',
    metadata: { name, namespace, labels: { app: name } },
    spec: { n, f },
  });
  return createFakeApiServer({
    resources: [
      {
        group: 'cells.example.org',
        version: 'v1',
        resource: 'nums',
        kind: 'Num',
        printerColumns: [
          { name: 'N', type: 'integer', jsonPath: '.spec.n' },
          { name: 'F', type: 'number', jsonPath: '.spec.f' },
        ],
      },
    ],
    objects: [
      num('a', 'x', 7000000000000001, 7000000000000005),
      num('b', 'x', 7000000000000002, 7000000000000006),
      num('c', 'y', 7000000000000003, 7000000000000004),
      num('d', 'y', 5, 1.5),
    ],
  });
}

/** A transport that puts the digits into what the server says. */
function withDigits(api: FakeApiServer): Transport {
  const inner = transportTo(api);
  const inWords = (text: string): string => text.replace(/\b700000000000000\d\b/g, (found) => digits[found] ?? found);
  return {
    ...inner,
    async send(request) {
      const answer = await inner.send(request);
      if (String(answer.headers['content-type']).includes('protobuf')) return answer;
      const body = (answer.body as ReadableStream<Uint8Array> | null)?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(bytes, controller) {
            controller.enqueue(new TextEncoder().encode(inWords(new TextDecoder().decode(bytes))));
          },
        }),
      );
      return { ...answer, body: body as typeof answer.body };
    },
  };
}

async function get(words: string, api = nums()): Promise<Outcome> {
  return cli(api, words, {
    connect: ({ options }) =>
      Promise.resolve(createClient({ server: 'http://fake.example', ...options, transport: withDigits(api) })),
  });
}

const all = lines`
  NAMESPACE   NAME   N                      F
  x           a      9007199254740993       1e+20
  x           b      9007199254740992       1.0000005e+06
  y           c      -9223372036854775808   1.8446744073709552e+19
  y           d      5                      1.5
`;

describe('numbers in tables of get', () => {
  it.each([
    ['get nums -A', all],
    ['get nums -A --chunk-size 0', all],
    ['get nums -n x --no-headers', 'a     9007199254740993   1e+20\nb     9007199254740992   1.0000005e+06\n'],
    ['get num/a -n x --no-headers', 'a     9007199254740993   1e+20\n'],
    ['get num/a -n x --no-headers --show-labels', 'a     9007199254740993   1e+20   app=a\n'],
    [
      'get nums -n x --no-headers -L app --chunk-size 1',
      'a     9007199254740993   1e+20   a\nb     9007199254740992   1.0000005e+06   b\n',
    ],
  ])('%s', async (words, stdout) => {
    expect(await get(words)).toEqual({ code: 0, stderr: '', stdout });
  });

  it('-A, where pages come in halves', async () => {
    const api = nums();
    const { stdout } = await get('get nums -A --chunk-size 1', api);
    expect(stdout.split('\n').map((line) => line.split(/ +/).slice(1))).toEqual(
      all.split('\n').map((line) => line.split(/ +/).slice(1)),
    );
    expect(api.requests.some(({ path }) => path.includes('includeObject=None'))).toBe(true);
  });

  it.each([
    ['a column', 'n', ['c', 'd', 'b', 'a']],
    ['a path', '.spec.n', ['c', 'd', 'b', 'a']],
    ['a column of fractions', 'F', ['d', 'b', 'c', 'a']],
    ['a path to fractions', '.spec.f', ['d', 'b', 'c', 'a']],
  ])('are in order by %s', async (_what, key, names) => {
    const { stdout } = await get(`get nums -A --no-headers --sort-by ${key}`);
    expect(stdout.match(/\b[abcd]\b/g)).toEqual(names);
  });

  it.each(['name', 'yaml', 'jsonpath={.items[*].metadata}'])('are in order by a path with -o %s', async (form) => {
    const { stdout } = await get(`get nums -A --sort-by .spec.n -o ${form}`);
    expect([...stdout.matchAll(/(?:num.cells.example.org\/|name: |"name":")(\w)/g)].map(([, name]) => name)).toEqual([
      ...['c', 'd', 'b', 'a'],
    ]);
  });

  it('-w shows the digits of each change', async () => {
    const api = nums();
    const interruption = new AbortController();
    let stdout = '';
    await cli(api, 'get nums -n x -w --no-headers', {
      signal: interruption.signal,
      stdout: {
        async write(text) {
          stdout += String(text);
          if (/^a .*\n.*\n.*\n/.test(stdout)) interruption.abort(new Error('interrupted'));
        },
      },
      connect: ({ options }) => {
        const inner = withDigits(api);
        const transport: Transport = {
          ...inner,
          async send(request) {
            const answer = await inner.send(request);
            if (request.url.includes('watch=')) {
              queueMicrotask(() => {
                api.put({
                  apiVersion: 'cells.example.org/v1',
                  kind: 'Num',
                  metadata: { name: 'b', namespace: 'x' },
                  spec: { n: 7000000000000001, f: 7000000000000004 },
                });
              });
            }
            return answer;
          },
        };
        return Promise.resolve(createClient({ server: 'http://fake.example', ...options, transport }));
      },
    });
    expect(stdout).toBe(
      'a     9007199254740993   1e+20\n' +
        'b     9007199254740992   1.0000005e+06\n' +
        'b     9007199254740993   1.8446744073709552e+19\n',
    );
  });
});

describe('numbers in other forms of get', () => {
  it('-o csv has the digits of the server', async () => {
    expect((await get('get nums -A -o csv')).stdout.replaceAll('\r', '')).toBe(
      lines`
        Namespace,Name,N,F
        x,a,9007199254740993,100000000000000000000
        x,b,9007199254740992,1000000.5
        y,c,-9223372036854775808,18446744073709551615
        y,d,5,1.5
      `,
    );
  });

  it('custom columns and paths print them as kubectl does', async () => {
    const columns = await get('get nums -A --no-headers -o custom-columns=N:.spec.n,F:.spec.f,S:.spec');
    expect(columns.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['9007199254740993', '1e+20', 'map[f:1e+20 n:9007199254740993]'],
      ['9007199254740992', '1.0000005e+06', 'map[f:1.0000005e+06 n:9007199254740992]'],
      ['-9223372036854775808', '1.8446744073709552e+19', 'map[f:1.8446744073709552e+19 n:-9223372036854775808]'],
      ['5', '1.5', 'map[f:1.5 n:5]'],
      [''],
    ]);
    const path = await get('get nums -A -o jsonpath={.items[*].spec.n},{.items[*].spec.f}');
    expect(path.stdout).toBe(
      '9007199254740993 9007199254740992 -9223372036854775808 5,1e+20 1.0000005e+06 1.8446744073709552e+19 1.5',
    );
  });
});

it.each([
  ['{.spec.n}=9007199254740993', 0],
  ['{.spec.n}=9007199254740992', 1],
  ['{.spec.f}=1e+20', 0],
  ['{.spec.f}=100000000000000000000', 0],
])('wait --for jsonpath=%s compares the digits', async (goal, code) => {
  expect((await get(`wait num/a -n x --timeout 0 --for jsonpath=${goal}`)).code).toBe(code);
});

it('wait compares the digits of changes as well', async () => {
  const api = nums();
  const words = 'wait num/b -n x --timeout 10s --for jsonpath={.spec.n}=9007199254740993';
  const done = cli(api, words, {
    connect: ({ options }) => {
      const inner = withDigits(api);
      const transport: Transport = {
        ...inner,
        async send(request) {
          const answer = await inner.send(request);
          if (request.url.includes('watch=')) {
            api.put({
              apiVersion: 'cells.example.org/v1',
              kind: 'Num',
              metadata: { name: 'b', namespace: 'x' },
              spec: { n: 7000000000000001 },
            });
          }
          return answer;
        },
      };
      return Promise.resolve(createClient({ server: 'http://fake.example', ...options, transport }));
    },
  });
  expect((await done).code).toBe(0);
});

it('a table that has a key twice beside a great number is read as ever, the last one counting', async () => {
  const table =
    '{"kind":"Table","apiVersion":"meta.k8s.io/v1","columnDefinitions":[{"name":"Name","name":"N"}],' +
    '"rows":[{"cells":[9007199254740993]}]}';
  const api = nums();
  const { stdout } = await cli(api, 'get nums -n x', {
    connect: ({ options }) => {
      const inner = transportTo(api);
      const send: Transport['send'] = (request) =>
        request.url.includes('/nums?')
          ? Promise.resolve({
              status: 200,
              headers: { 'content-type': 'application/json' },
              body: new Response(table).body as never,
            })
          : inner.send(request);
      return Promise.resolve(
        createClient({ server: 'http://fake.example', ...options, transport: { ...inner, send } }),
      );
    },
  });
  expect(stdout).toBe('N\n9007199254740993\n');
});
