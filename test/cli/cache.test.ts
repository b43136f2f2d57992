import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { settled } from '../discovery/stores/spoilt-stores.js';
import { cli, server } from './support.js';

let folder = '';
let api: FakeApiServer;
let running: RunningFakeApiServer;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-cache-'));
  api = server();
  running = await startFakeApiServer(api);
});
afterEach(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs `discovery` against the server, and tells how many documents the cache had. */
async function discovery(words: readonly string[] = [], env: Record<string, string> = {}) {
  const outcome = await cli(undefined, ['--server', running.url, ...words, 'discovery', '-o', 'json'], { env });
  await settled();
  return { ...outcome, answer: JSON.parse(outcome.stdout) as { confirmed: number; kept: { what: string }[] } };
}

const filesIn = (name: string): Promise<string[]> => readdir(path.join(folder, name)).catch(() => []);

describe('the cache of discovery', () => {
  it('is in $XDG_CACHE_HOME/kubeatlas, and lets the next command begin with empty answers', async () => {
    const env = { XDG_CACHE_HOME: folder, HOME: '/nowhere' };
    expect((await discovery([], env)).answer.confirmed).toBe(0);
    expect(await filesIn('kubeatlas')).toHaveLength(3);
    const again = await discovery([], env);
    expect([again.answer.confirmed, again.stderr]).toEqual([2, '']);
  });

  it('is in ~/.cache/kubeatlas where that is not set, or is not absolute', async () => {
    await discovery([], { XDG_CACHE_HOME: 'relative', HOME: folder });
    expect(await filesIn('.cache/kubeatlas')).toHaveLength(3);
  });

  it('is where --cache-dir says, and nowhere with --no-cache', async () => {
    const words = ['--cache-dir', path.join(folder, 'mine')];
    await discovery(words, { HOME: folder });
    expect((await discovery(words, { HOME: folder })).answer.confirmed).toBe(2);
    expect((await discovery([...words, '--no-cache'], { HOME: folder })).answer.confirmed).toBe(0);
    expect(await readdir(folder)).toEqual(['mine']);
  });

  it('lets two servers be compared by four answers without a body', async () => {
    const second = server();
    const other = await startFakeApiServer(second);
    const contexts = { one: running.url, two: other.url };
    const kubeconfig = path.join(folder, 'kubeconfig');
    const names = Object.keys(contexts);
    await writeFile(
      kubeconfig,
      JSON.stringify({
        clusters: Object.entries(contexts).map(([name, url]) => ({ name, cluster: { server: url } })),
        contexts: names.map((name) => ({ name, context: { cluster: name } })),
        'current-context': 'one',
      }),
    );
    const diff = async () => cli(undefined, 'diff-apis one two', { env: { KUBECONFIG: kubeconfig, HOME: folder } });
    await diff();
    await settled();
    const before = api.requests.length;

    expect((await diff()).stdout).toBe('No difference.\n');

    for (const requests of [api.requests.slice(before), second.requests.slice(before)])
      expect(requests.map(({ path, status, bytes }) => [path, status, bytes])).toEqual([
        ['/api', 304, 0],
        ['/apis', 304, 0],
      ]);
    await other.close();
  });

  it('is not used with credentials of the command line, which are no part of its keys', async () => {
    await discovery(['--token', 'secret'], { HOME: folder });
    expect(await readdir(folder)).toEqual([]);
  });

  it('costs nothing but a note under -v where it cannot be written', async () => {
    const words = ['--cache-dir', '/dev/null/cache'];
    expect(await discovery(words)).toMatchObject({ code: 0, stderr: '' });
    expect((await discovery([...words, '-v'])).stderr).toContain('the discovery store cannot be');
  });

  it('shows what is kept from before, and since when', async () => {
    const env = { XDG_CACHE_HOME: folder };
    await discovery([], env);
    api.configure({ deadGroupVersions: ['apps/v1'] });
    expect((await discovery([], env)).answer.kept).toMatchObject([{ what: 'apps/v1' }]);
    const { stdout } = await cli(undefined, ['--server', running.url, 'discovery'], { env });
    expect(stdout).toMatch(
      /\nKept from an earlier discovery\nWHAT +SINCE +WHY\napps\/v1 +20\d\d-[-\d:TZ.]+ +the server marks it stale/,
    );
  });
});
