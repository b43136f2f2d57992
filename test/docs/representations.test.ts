import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startFakeApiServer } from '../../src/testing/node.js';
import { publicEntries } from './public-api.js';
import { server } from '../cli/support.js';

const project = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(project, 'docs/representations.md'), 'utf8');
const sources = publicEntries();

/** What the example below a heading says on the console, run against the sources and a fake server. */
async function run(heading: string): Promise<unknown[]> {
  const api = await startFakeApiServer(server());
  onTestFinished(() => api.close());
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-forms-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'example.ts');
  const local = code
    .replace(/from '(kubeatlas[^']*)'/g, (_, name: string) => {
      return `from ${JSON.stringify(sources.get(name) ?? name)}`;
    })
    .replace("'http://127.0.0.1:8001'", JSON.stringify(api.url));
  writeFileSync(file, local);
  const said: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void said.push(...words));
  await import(pathToFileURL(file).href);
  return said;
}

it('the representation that is written from nothing shows what it says', async () => {
  expect(await run('Write your own')).toEqual([
    'cache-0: main:1',
    'front-0: main:1',
    'front-1: main:1',
    'ADDED cache-0: main:1',
  ]);
});

it('CSV has one header for all pages', async () => {
  const [text] = await run('CSV');
  expect(String(text).match(/^Namespace,Name,/gm)).toHaveLength(1);
  expect(text).toContain('web,front-0,1/1,Running,');
});

it('a manifest is what is in the object but for what the server sets, and can be applied', async () => {
  expect(await run('Manifests')).toEqual([
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: front\n  namespace: web\nspec:\n  type: ClusterIP\n  ports:\n    - port: 80\n      protocol: TCP\n',
  ]);
});

it('another kind is not there, and is told', async () => {
  expect(await run('Another kind')).toEqual(['as ReplicationControllerList']);
});

it('stated versions are asked for', async () => {
  const [count] = await run('Stated versions');
  expect(count).toBe(3);
});
