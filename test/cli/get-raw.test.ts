import { describe, expect, it } from 'vitest';
import { cli, server } from './support.js';

/** What kubectl 1.37 prints and exits with, of the same lines on a kube-apiserver. */
describe('get --raw', () => {
  it('prints the answer to a path as it is, without a line end of its own', async () => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, 'get --raw /api/v1/namespaces/web/pods/front-0');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'Pod', metadata: { name: 'front-0' } });
    const answer = await api.handle(new Request('http://fake.example/api/v1/namespaces/web/pods/front-0'));
    expect(stdout).toBe(await answer.text());
    const [request] = api.requests;
    expect(api.requests).toHaveLength(2);
    expect(request?.accept).toBe('application/json, */*');
  });

  it('passes the parameters on', async () => {
    const api = server();
    const { stdout } = await cli(api, [
      'get',
      '--raw',
      '/api/v1/namespaces/web/pods?limit=1&labelSelector=app%20in%20%28front%29&x=1&x=2',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ metadata: { name: 'front-0' } }] });
    const { searchParams } = new URL(api.requests[0]?.path ?? '', 'http://fake.example');
    expect([...searchParams]).toEqual([
      ['limit', '1'],
      ['labelSelector', 'app in (front)'],
      ['x', '1'],
      ['x', '2'],
    ]);
  });

  it('shows on a terminal what that would interpret, and passes it into a pipe', async () => {
    const api = server();
    const metadata = { name: 'odd', namespace: 'web' };
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '\u009b31m' } });
    const words = 'get --raw /api/v1/namespaces/web/configmaps/odd';
    expect((await cli(api, words)).stdout).toContain('\u009b31m');
    const shown = await cli(api, words, { isTTY: true });
    expect(shown.stdout).toContain('\\u009b31m');
    expect(JSON.parse(shown.stdout)).toMatchObject({ data: { a: '\u009b31m' } });
  });

  it('prints a watch as it arrives', async () => {
    const api = server();
    const controller = new AbortController();
    let stdout = '';
    const stream = {
      write: (text: string | Uint8Array) => {
        stdout += typeof text === 'string' ? text : Buffer.from(text).toString();
        if (stdout.split('\n').length > 3) controller.abort();
        return Promise.resolve();
      },
    };
    const words = ['get', '--raw', '/api/v1/namespaces/web/pods?watch=1'];
    const { code } = await cli(api, words, { stdout: stream, signal: controller.signal });
    expect(code).toBe(130);
    const events = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({ type: 'ADDED', object: { kind: 'Pod' } });
  });

  it.each(['/nope', '/api/v1/namespaces/web/pods/nope'])('%s that is not there exits with 1', async (path) => {
    for (const flag of ['', ' --ignore-not-found']) {
      const { code, stdout, stderr } = await cli(server(), `get --raw ${path}${flag}`);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: .*404.*\n$/);
    }
  });

  it.each([
    ['version', '--raw requires a path'],
    ['https://other.example/version', '--raw requires a path'],
    ['//other.example/version', 'must begin with one slash'],
    ['/api/../version', 'segment of only dots'],
    ['/a b', 'must begin with one slash'],
    ['/version#a', 'must begin with one slash'],
    ['/version pods', '--raw cannot be combined with words'],
    ['/version -o json', '--raw cannot be combined with --output'],
    ['/version -l a=b', '--raw cannot be combined with --selector'],
    ['/version -w', '--raw cannot be combined with --watch'],
    ['/version -f a.yaml', '--raw cannot be combined with --filename'],
    ['/version --no-headers', '--raw cannot be combined with --no-headers'],
  ])('%s is wrong use', async (words, expected) => {
    const api = server();
    const argv = words === '/a b' ? ['get', '--raw', words] : `get --raw ${words}`;
    const { code, stdout, stderr } = await cli(api, argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(api.requests).toEqual([]);
  });

  it('of nothing is wrong use', async () => {
    expect(await cli(server(), ['get', '--raw', ''])).toMatchObject({ code: 2, stdout: '' });
  });
});
