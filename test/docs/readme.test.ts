import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { publicEntries } from './public-api.js';

const project = path.resolve(import.meta.dirname, '../..');
const sources = publicEntries();

/** What the first example below a heading of the README says on the console, run against the sources. */
async function run(heading: string, edit: (code: string) => string = (code) => code): Promise<Said> {
  const [, section = ''] = readFileSync(path.join(project, 'README.md'), 'utf8').split(`\n## ${heading}\n`);
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-readme-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'example.ts');
  const local = code.replace(/from '(kubeatlas[^']*)'/g, (_, name: string) => {
    return `from ${JSON.stringify(sources.get(name) ?? name)}`;
  });
  writeFileSync(file, edit(local));
  const said: Said = { log: [], warn: [] };
  for (const method of ['log', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void said[method].push(...words));
  }
  await import(pathToFileURL(file).href);
  return said;
}

interface Said {
  readonly log: unknown[];
  readonly warn: unknown[];
}

it('the dashboard of the README shows what can be shown, and says what is missing', async () => {
  const verbs = ['list'];
  const shared = { version: 'v1', categories: ['all'], verbs };
  const api = createFakeApiServer({
    resources: [
      { ...shared, group: 'example.com', resource: 'parts', kind: 'Part' },
      { ...shared, group: 'example.com', resource: 'vaults', kind: 'Vault' },
      // Of the cluster, and in `all` nonetheless; and a group-version that nobody answers for.
      { ...shared, group: 'example.com', resource: 'zones', kind: 'Zone', scope: 'Cluster' },
      { ...shared, group: 'dead.example.com', resource: 'ghosts', kind: 'Ghost' },
    ],
    objects: [{ apiVersion: 'example.com/v1', kind: 'Part', metadata: { name: 'bolt', namespace: 'shop' } }],
    deadGroupVersions: ['dead.example.com/v1'],
  });
  api.fail('/apis/example.com/v1/namespaces/shop/vaults', { status: 403, body: 'no' });
  const server = await startFakeApiServer(api);
  onTestFinished(() => server.close());
  const { log, warn } = await run('For a dashboard', (code) => code.replace("'/k8s'", JSON.stringify(server.url)));
  expect(log).toEqual([expect.stringMatching(/^NAME +AGE\nbolt +/)]);
  expect(warn).toEqual([
    expect.stringMatching(/^not shown: .*dead\.example\.com\/v1/),
    expect.stringMatching(/^vaults is not shown: .*403/),
  ]);
});

it('the program of the README that needs no cluster says what stands beside it', async () => {
  const { log } = await run('Try it without a cluster');
  expect(log.slice(0, 4)).toEqual([2, ['parts: 1', 'widgets: 1'], 'present', ['a']]);
  expect(log.at(-1)).toMatchObject({ gitVersion: expect.stringMatching(/^v/) as string });
});
