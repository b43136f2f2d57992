import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeClients, connect } from '../../e2e/harness/connect.js';
import { definitionOf } from '../../e2e/harness/custom-resources.js';
import { deadApiService } from '../../e2e/harness/objects.js';
import { assetsFolder } from '../../e2e/harness/programs.js';
import { startServer, type TestServer } from '../../e2e/harness/start-server.js';
import type { Client } from '../../../src/index.js';
import { startDashboardOf } from '../harness/dashboard.js';
import { useBrowser } from '../harness/use-browser.js';

let server: TestServer;
let admin: Client;
const browser = useBrowser();

beforeAll(async () => {
  server = await startServer(assetsFolder() === undefined ? '1.37' : 'assets', {
    report: (line) => process.stderr.write(`${line}\n`),
  });
  admin = connect(server, { token: server.tokens.admin });
}, 1_200_000);

afterAll(async () => {
  await closeClients();
  await server.stop();
});

async function open(route: string, ...words: readonly string[]): Promise<Page> {
  const dashboard = await startDashboardOf(server, ...words);
  browser.afterTest(dashboard.stop);
  // Pages that are denied or lose their server complain of it.
  const { page } = await browser.open(dashboard.url, () => true);
  await page.goto(`${page.url().split('#')[0]}#/${route}`);
  return page;
}

const health = (page: Page) => page.locator('main [role=status]').textContent();
const alert = (page: Page) => page.locator('main [role=alert]').textContent();

function namesIn(page: Page): Promise<string[]> {
  return page.locator('[role=row] [role=gridcell]:nth-child(2)').allTextContents();
}

it('names a dead APIService', async () => {
  const page = await open('v1/configmaps');
  await expect.poll(() => health(page)).toMatch(/live\.|There are none\./);
  await admin
    .resource('apiservices')
    .create(deadApiService({ group: 'dead.example.com', version: 'v1' }) as { metadata: { name: string } });
  await expect
    .poll(() => page.getByRole('navigation').textContent(), { timeout: 20_000 })
    .toContain('dead.example.com/v1');
});

it('says 403 and 401 in words', async () => {
  const denied = await open('v1/configmaps', '--context', 'reader');
  await expect
    .poll(() => denied.locator('main').textContent())
    .toContain('You may not list configmaps in all namespaces (403). No namespace is known where you may');
  const unknown = await open('v1/configmaps', '--token', 'of-nobody');
  await expect.poll(() => alert(unknown)).toContain('Your login is not accepted (401)');
  expect(await unknown.content()).not.toContain('of-nobody');
});

it('shows a definition that is created, and ends the stream of a view that one leaves', async () => {
  const watchesOf = async (resource: string): Promise<number> => {
    const metrics = (await admin.request({ path: '/metrics', accept: 'text/plain' })).text();
    const lines = metrics.split('\n').filter((line) => line.startsWith('apiserver_longrunning_requests{'));
    const watches = lines.filter((line) => line.includes(`resource="${resource}"`) && line.includes('verb="WATCH"'));
    return watches.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const page = await open('v1/configmaps');
  await expect.poll(() => health(page)).toMatch(/live\.|There are none\./);
  const link = page.getByRole('link', { name: 'crontabs', exact: true });
  await admin.resource('customresourcedefinitions').create(
    definitionOf({
      group: 'stable.example.com',
      plural: 'crontabs',
      kind: 'CronTab',
      versions: [{ name: 'v1' }],
    }) as { metadata: { name: string } },
  );
  const created = performance.now();
  // Half a second on a quiet machine. Without the watch, it would be a minute.
  await link.waitFor({ timeout: 10_000 });
  process.stderr.write(`a definition is seen after ${(performance.now() - created).toFixed(0)} ms\n`);
  await link.click();
  await expect.poll(() => health(page)).toBe('There are none.');
  await expect.poll(() => watchesOf('crontabs')).toBe(1);
  await page.getByRole('link', { name: 'configmaps', exact: true }).click();
  await expect.poll(() => watchesOf('crontabs')).toBe(0);
});

it('writes what is edited and nothing else, and what others manage only when told to', async () => {
  const deployments = admin.resource('deployments.apps').namespace('default');
  const containers = ['main', 'side'].map((name) => ({ name, image: `${name}:1` }));
  const template = { metadata: { labels: { app: 'front' } }, spec: { containers } };
  await deployments.apply(
    {
      metadata: { name: 'front', labels: { app: 'front', tier: 'web' } },
      spec: { replicas: 2, selector: { matchLabels: { app: 'front' } }, template },
    },
    { fieldManager: 'helm' },
  );
  await deployments.scale('front').set(3, { fieldManager: 'scaler' });
  const page = await open('apps/v1/deployments?object=default/front');
  const pane = page.getByRole('complementary');
  const edit = async (from: string, to: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByLabel('YAML to apply');
    const before = await text.inputValue();
    expect(before).toContain(from);
    await text.fill(before.replace(from, to));
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
  };
  const takeOver = async (field: string): Promise<void> => {
    await expect.poll(() => pane.getByRole('alert').textContent()).toContain(`${field} is managed by helm`);
    await page.getByRole('button', { name: /^Apply all the same/ }).click();
  };
  const isApplied = () => expect.poll(() => pane.locator('p[role=status]').allTextContents()).toContain('Applied.');
  const fieldsOf = async (manager: string, operation: string): Promise<string> => {
    const { managedFields = [] } = (await deployments.get('front')).metadata;
    const entries = managedFields.filter((entry) => entry.manager === manager && entry.operation === operation);
    return JSON.stringify(entries.map(({ fieldsV1 }) => fieldsV1));
  };

  await page.getByRole('button', { name: 'YAML' }).click();
  await edit('    app: front\n', '    app: front\n    team: a\n');
  await isApplied();
  expect(await fieldsOf('kubeatlas-dashboard', 'Apply')).toBe('[{"f:metadata":{"f:labels":{"f:team":{}}}}]');

  await edit('image: side:1', 'image: side:2');
  await takeOver('.spec.template.spec.containers[name="side"].image');
  await isApplied();
  const item = '{"k:{\\"name\\":\\"side\\"}":{".":{},"f:image":{},"f:name":{}}}';
  const own = `[{"f:metadata":{"f:labels":{"f:team":{}}},"f:spec":{"f:template":{"f:spec":{"f:containers":${item}}}}}]`;
  expect(await fieldsOf('kubeatlas-dashboard', 'Apply')).toBe(own);
  expect(await fieldsOf('scaler', 'Update')).toBe('[{"f:spec":{"f:replicas":{}}}]');

  await edit('    tier: web\n', '');
  await takeOver('.metadata.labels.tier');
  await isApplied();
  expect(await deployments.get('front')).toMatchObject({
    metadata: { labels: { app: 'front', team: 'a' } },
    spec: { replicas: 3, template: { spec: { containers: [{ image: 'main:1' }, { image: 'side:2' }] } } },
  });
  expect(await fieldsOf('kubeatlas-dashboard', 'Apply')).toBe(own);
});

it('keeps no memory of 50 views', { timeout: 120_000 }, async () => {
  const page = await open('v1/configmaps');
  const cdp = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  const names = ['services', 'secrets', 'nodes', 'serviceaccounts', 'configmaps'];
  const visit = async (rounds: number): Promise<void> => {
    for (let turn = 0; turn < rounds; turn += 1) {
      // The first of those under Recent and in its group.
      await page
        .getByRole('link', { name: names[turn % names.length] ?? '', exact: true })
        .first()
        .click();
      await expect.poll(() => health(page)).toMatch(/live\.|There are none\./);
    }
  };
  await visit(names.length);
  const before = await heap();
  await visit(50);
  const grown = (await heap()) - before;
  process.stderr.write(`50 views leave ${(grown / 1e6).toFixed(1)} MB\n`);
  expect(grown).toBeLessThan(10e6);
});

it('says for 20 s that the server is lost, and is whole again', { timeout: 120_000 }, async () => {
  const maps = admin.resource('configmaps').namespace('default');
  for (const name of ['a', 'b']) await maps.create({ metadata: { name } });
  const page = await open('v1/configmaps?ns=default');
  await expect.poll(() => namesIn(page)).toEqual(['a', 'b']);
  await server.kill();
  await expect.poll(() => health(page)).toContain('The server is lost. 2 rows of before');
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  expect(await health(page)).toContain('The server is lost. 2 rows of before');
  await server.restart();
  await maps.delete('a');
  await maps.create({ metadata: { name: 'c' } });
  await expect.poll(() => namesIn(page), { timeout: 40_000 }).toEqual(['b', 'c']);
  expect(await health(page)).toBe('2 rows, live.');
});
