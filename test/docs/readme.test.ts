import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { humanAge } from '../../src/representations/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { benchRows } from '../figures/bench-rows.js';
import { mount, type Page } from '../react/render.js';
import { kubeconfigOf } from '../setup/kubeconfig-of.js';
import { publicEntries } from './public-api.js';

const project = path.resolve(import.meta.dirname, '../..');
const sources = publicEntries();

/** The first example below a heading of the README. */
function programBelow(heading: string): { readonly language: string; readonly code: string } {
  const [, section = ''] = readFileSync(path.join(project, 'README.md'), 'utf8').split(`\n## ${heading}\n`);
  const [, language = '', code = ''] = /```(tsx?)\n([\s\S]*?)```/.exec(section) ?? [];
  return { language, code };
}

/** That example, imported from the sources. */
async function run(heading: string, edit: (code: string) => string = (code) => code): Promise<Ran> {
  const { language, code } = programBelow(heading);
  // Inside of the project, whose packages it imports.
  const cache = path.join(project, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'kubeatlas-readme-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, `example.${language}`);
  const local = code.replace(/from '(kubeatlas[^']*)'/g, (_, name: string) => {
    return `from ${JSON.stringify(sources.get(name) ?? name)}`;
  });
  writeFileSync(file, edit(local));
  const log: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void log.push(...words));
  return { log, exports: (await import(pathToFileURL(file).href)) as Ran['exports'] };
}

interface Ran {
  readonly log: unknown[];
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A server in the place of the current cluster. */
async function serve(api: FakeApiServer): Promise<string> {
  const server = await startFakeApiServer(api);
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-readme-'));
  const kubeconfig = path.join(folder, 'config');
  writeFileSync(kubeconfig, kubeconfigOf({ dev: server.url }, 'shop'));
  vi.stubEnv('KUBECONFIG', kubeconfig);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });
  return server.url;
}

it('the controller of the README makes what it says, and gives its lease back', async () => {
  const fake = createFakeApiServer({
    resources: [
      { group: 'example.com', version: 'v1', resource: 'webapps', kind: 'WebApp' },
      { group: '', version: 'v1', resource: 'services', kind: 'Service' },
      { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', kind: 'Lease' },
    ],
  });
  const metadata = { name: 'front', namespace: 'shop', uid: 'u-1' };
  fake.put({ apiVersion: 'example.com/v1', kind: 'WebApp', metadata, spec: { port: 8080 } });
  const client = createClient({ server: await serve(fake) });
  const services = client.resource('services').namespace('shop');
  const ended = run('A controller');
  await expect.poll(() => services.get('front').catch(() => undefined)).toBeDefined();
  expect(await services.get('front')).toMatchObject({
    metadata: { ownerReferences: [{ kind: 'WebApp', name: 'front', uid: 'u-1', controller: true }] },
    spec: { selector: { app: 'front' }, ports: [{ port: 8080 }] },
  });
  process.emit('SIGTERM');
  await ended;
  const lease = await client.resource('leases').namespace('webapps').get('webapps');
  expect(lease['spec']).toMatchObject({ holderIdentity: '' });
  await client.close();
});

it('the page of the README shows rows with ages that go on, and why there are none', async () => {
  const creationTimestamp = '2026-01-01T00:00:00Z';
  // The clock of the server stands still: what it writes as an age is no age of now.
  const fake = createFakeApiServer({ documents: kubernetes(), now: () => new Date('2026-01-01T00:05:00Z') });
  fake.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'shop', creationTimestamp } });
  const url = await serve(fake);
  const { exports } = await run('A page', (code) => code.replace("'/k8s'", JSON.stringify(url)));
  const page = mount(exports['Pods'] as Page, { namespace: 'shop' });
  await expect.poll(() => page.textContent).toMatch(/^Name.*front-0/);
  expect(page.textContent).toContain(humanAge(creationTimestamp, Date.now()));
  expect(page.textContent).not.toContain('5m');
  fake.fail('/api/v1/namespaces/forbidden/pods', { status: 403, body: 'no' });
  const other = mount(exports['Pods'] as Page, { namespace: 'forbidden' });
  await expect.poll(() => other.textContent).toMatch(/403/);
});

it('the script of the README prints a table', async () => {
  const fake = createFakeApiServer({ documents: kubernetes() });
  fake.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'shop' } });
  await serve(fake);
  expect((await run('A script')).log).toEqual([expect.stringMatching(/^NAME .*\nfront-0 /)]);
});

it('the program of the README that needs no cluster says what stands beside it', async () => {
  expect((await run('Try it without a cluster')).log).toEqual([['a']]);
});

it.each(['A controller', 'A page', 'A script'])('the program below %s has at most 20 lines', (heading) => {
  const lines = programBelow(heading)
    .code.split('\n')
    .filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.length).toBeLessThanOrEqual(20);
});

it('the README has the numbers that the bench has measured', () => {
  const lines = readFileSync(path.join(project, 'README.md'), 'utf8').split('\n');
  const rows = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(rows).toEqual(expect.arrayContaining([...benchRows()]));
});
