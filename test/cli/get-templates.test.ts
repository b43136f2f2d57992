import { describe, expect, it } from 'vitest';
import { cli, lines, server } from './support.js';

const get = (words: string, ...more: string[]) => cli(server(), [...words.split(' '), ...more]);

describe('-o jsonpath', () => {
  it('prints a list by its items and one object by itself, without a line end', async () => {
    const names = await get('get pods -n web -o', 'jsonpath={.items[*].metadata.name}');
    expect(names).toEqual({ code: 0, stderr: '', stdout: 'cache-0 front-0 front-1' });
    const one = await get('get pod/front-0 -n web -o', 'jsonpath={.metadata.name}: {.spec.containers[0].image}');
    expect(one.stdout).toBe('front-0: main:1');
  });

  it('prints objects as JSON, and with jsonpath-as-json a list of all that is found', async () => {
    expect((await get('get svc -n web -o', 'jsonpath={.items[0].spec.ports[0]}')).stdout).toBe(
      '{"port":80,"protocol":"TCP"}',
    );
    const list = await get('get svc -n web -o', 'jsonpath-as-json={.items[*].metadata.name}');
    expect(list.stdout).toBe('[\n    "front"\n]\n');
  });

  it('has several types in one list', async () => {
    const { stdout } = await get(
      'get svc,deploy -n web -o',
      'jsonpath={range .items[*]}{.kind}/{.metadata.name}{"\\n"}{end}',
    );
    expect(stdout).toBe('Service/front\nDeployment/front\n');
  });

  it('reads a template from a file', async () => {
    const readInput = (path: string): Promise<string> =>
      Promise.resolve(path === 'names.txt' ? '{.items[*].metadata.name}\n' : '');
    const { stdout } = await cli(server(), 'get pods -n web -o jsonpath-file=names.txt', { readInput });
    expect(stdout).toBe('cache-0 front-0 front-1\n');
  });

  it('is nothing where the one object is not there, and empty where the list is', async () => {
    expect(await get('get pod/nope -n web -o', 'jsonpath={.metadata}')).toMatchObject({ code: 1, stdout: '' });
    expect(await get('get pods -n none -o', 'jsonpath={.items[*].metadata.name}')).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await get('get pods -n none -o', 'jsonpath={.items[0]}')).toMatchObject({
      code: 1,
      stderr:
        'error: The JSONPath "{.items[0]}" does not fit the value at character 9: index 0 is out of bounds: the list has 0 items.\n',
    });
  });

  it('keeps integers of any size, and compares them', async () => {
    const api = server();
    api.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'big', namespace: 'web', generation: 9_007_199_254_740_991 },
    });
    const words = ['get', 'cm', '-n', 'web', '-o', 'jsonpath={.items[?(@.metadata.generation>5)].metadata.generation}'];
    expect((await cli(api, words)).stdout).toBe('9007199254740991');
  });

  it('escapes for a terminal what it would obey, and nothing for a program', async () => {
    const api = server();
    api.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'odd', namespace: 'web' },
      data: { a: 'x\u001b[2J\ty\n' },
    });
    const words = ['get', 'cm/odd', '-n', 'web', '-o', 'jsonpath={.data.a}'];
    expect((await cli(api, words)).stdout).toBe('x\u001b[2J\ty\n');
    expect((await cli(api, words, { isTTY: true })).stdout).toBe('x\\u001b[2J\ty\n');
  });
});

describe('-o custom-columns', () => {
  const columns =
    'custom-columns=Name:.metadata.name,APP:metadata.labels.app,NODE:{.spec.nodeName},ALL:.metadata.labels,NONE:.x';

  it('prints a row for each object under the names as they are given', async () => {
    const { stdout } = await get('get pods -n web -o', columns);
    expect(stdout).toBe(
      lines`
        Name      APP     NODE     ALL              NONE
        cache-0   cache   node-1   map[app:cache]   <none>
        front-0   front   node-1   map[app:front]   <none>
        front-1   front   node-1   map[app:front]   <none>
      `,
    );
  });

  it('has its names without any object, and no names with --no-headers', async () => {
    expect((await get('get pods -n none -o', 'custom-columns=A:.a,BC:.b')).stdout).toBe('A     BC\n');
    expect((await get('get pods -n none --no-headers -o', 'custom-columns=A:.a')).stdout).toBe('');
    expect((await get('get pod/cache-0 -n web --no-headers -o', 'custom-columns=A:.metadata.name')).stdout).toBe(
      'cache-0\n',
    );
  });

  it('asks for metadata alone where that is enough', async () => {
    const acceptFor = async (columns: string): Promise<string | undefined> => {
      const api = server();
      await cli(api, ['get', 'pods', '-n', 'web', '-o', `custom-columns=${columns}`]);
      return api.requests.at(-1)?.accept ?? undefined;
    };
    expect(await acceptFor('A:.metadata.name,B:metadata.labels.app,C:kind')).toContain('PartialObjectMetadata');
    for (const whole of [
      'A:.metadata',
      'A:.metadata.managedFields',
      'A:.metadata.*',
      'A:.metadata..manager',
      'A:.spec',
    ]) {
      expect(await acceptFor(whole)).toBe('application/json');
    }
  });

  it('reads a file of names and paths', async () => {
    const readInput = (): Promise<string> =>
      Promise.resolve('NAME    CREATED\n.metadata.name   .metadata.creationTimestamp\n');
    const { stdout } = await cli(server(), 'get svc -n web -o custom-columns-file=c.txt', { readInput });
    expect(stdout).toBe('NAME    CREATED\nfront   2026-03-01T10:00:00Z\n');
  });

  it('follows changes with -w, below the names', async () => {
    const api = server();
    const abort = new AbortController();
    const words = ['get', 'pods', '-n', 'web', '-w', '-o', 'custom-columns=NAME:.metadata.name,PHASE:.status.phase'];
    let seen = '';
    const done = cli(api, words, {
      signal: abort.signal,
      stdout: {
        write(text) {
          seen += String(text);
          if (seen.split('\n').length === 5) {
            api.put({
              apiVersion: 'v1',
              kind: 'Pod',
              metadata: { name: 'late', namespace: 'web' },
              status: { phase: 'Pending' },
            });
          }
          if (seen.includes('late')) abort.abort();
          return Promise.resolve();
        },
      },
    });
    expect((await done).code).toBe(130);
    expect(seen).toBe(
      lines`
        NAME      PHASE
        cache-0   Running
        front-0   Running
        front-1   Running
        late      Pending
      `,
    );
  });
});

describe('-o of get', () => {
  it.each([
    ['go-template={{.}}', 'Go templates are not supported: use jsonpath=… or custom-columns=…'],
    ['go-template-file=x', 'Go templates are not supported'],
    ['template=x', 'Go templates are not supported'],
    ['nonsense', 'Allowed choices are wide, name, json, yaml, kyaml, manifest, csv, jsonpath=…'],
    ['jsonpath', 'It requires a value: jsonpath={.metadata.name}.'],
    ['custom-columns=', 'It requires a value: custom-columns=NAME:.metadata.name.'],
    ['jsonpath={.a', 'is invalid at character 1: unterminated brace'],
    ['custom-columns=A:', '"A:" is not a custom column'],
    ['custom-columns=A', '"A" is not a custom column: it must be NAME:PATH.'],
    ['custom-columns=A:.a[b]', '[b] is not an index'],
  ])('%s is wrong use, and asks nothing', async (output, problem) => {
    const api = server();
    const { code, stderr } = await cli(api, ['get', 'pods', '-o', output]);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(api.requests).toEqual([]);
  });

  it.each(['', 'A B\n.a\n', 'A\n'])('a file of columns that is none is wrong use: %j', async (text) => {
    const readInput = (): Promise<string> => Promise.resolve(text);
    expect(await cli(server(), 'get pods -o custom-columns-file=x', { readInput })).toMatchObject({
      code: 2,
      stdout: '',
    });
  });
});
