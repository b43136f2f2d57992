import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { isRefusal, startDashboard } from '../harness/dashboard.js';
import { useBrowser } from '../harness/use-browser.js';

const browser = useBrowser();

const pod = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
});

/** Opens the dashboard of all contexts: two that live, and one whose plugin would log in and notes that it ran. */
async function open(): Promise<{
  readonly page: Page;
  readonly servers: readonly FakeApiServer[];
  readonly hasLoggedIn: () => boolean;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-clusters-'));
  browser.afterTest(() => rmSync(folder, { recursive: true }));
  const objects = [['a'], ['b', 'c']].map((names) => names.map(pod));
  const servers = objects.map((each) => createFakeApiServer({ documents: kubernetes(), objects: each }));
  const urls: string[] = [];
  for (const server of servers) {
    const running = await startFakeApiServer(server);
    browser.afterTest(() => running.close());
    urls.push(running.url);
  }
  const mark = path.join(folder, 'logged-in');
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: 'sh',
    args: ['-c', `touch '${mark}'; exit 1`],
    interactiveMode: 'Never',
  };
  // One may be named as nothing else is.
  const names = ['prod/eu', '*', 'locked'];
  const kubeconfig = path.join(folder, 'config');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: names.map((name, index) => ({ name, cluster: { server: urls[index] ?? 'https://127.0.0.1:1' } })),
      users: [{ name: 'locked', user: { exec } }],
      contexts: names.map((name) => ({ name, context: { cluster: name, ...(name === 'locked' && { user: name }) } })),
    }),
  );
  const dashboard = await startDashboard('--kubeconfig', kubeconfig, '--all-contexts');
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, isRefusal, { viewport: { width: 1440, height: 810 } });
  page.setDefaultTimeout(10_000);
  return { page, servers, hasLoggedIn: () => existsSync(mark) };
}

it('tells what each cluster is once asked, and shows all of them as one', async () => {
  const { page, servers, hasLoggedIn } = await open();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const text = (name: string) => row(name).textContent();
  await expect.poll(() => page.getByRole('row').count()).toBe(4);
  // Nothing is asked before somebody asks.
  expect(servers.map(({ requests }) => requests.length)).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Ask prod/eu' }).click();
  await expect.poll(() => text('prod/eu')).toMatch(/Reachable.*v1\./);
  expect(servers[1]?.requests.length).toBe(0);
  expect(hasLoggedIn()).toBe(false);
  await page.getByRole('button', { name: 'Ask all' }).click();
  await expect.poll(() => text('*')).toContain('Reachable');
  await expect.poll(() => text('locked')).toContain('▲');
  expect(hasLoggedIn()).toBe(true);

  await page.getByRole('link', { name: 'Show all as one' }).click();
  const health = () => page.locator('main [role=status]').textContent();
  await expect.poll(health).toBe('3 rows; 2 of 3 clusters are live.');
  expect(await page.getByRole('columnheader').first().textContent()).toBe('Cluster');
  const cells = () => page.getByRole('gridcell').allTextContents();
  expect((await cells()).filter((cell) => ['prod/eu', '*'].includes(cell))).toEqual(['prod/eu', '*', '*']);
  await page.getByText('One cluster does not answer').click();
  await page.getByRole('group', { name: 'Clusters' }).getByRole('button', { name: '*' }).click();
  await expect.poll(health).toContain('2 rows;');
  servers[1]?.put(pod('d'));
  await expect.poll(health).toContain('3 rows;');

  const colour = () =>
    page
      .locator('.swatch')
      .last()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await colour();
  await row('shopd').click();
  const pane = page.getByRole('complementary');
  await expect.poll(() => pane.getByRole('heading', { level: 2 }).textContent()).toBe('d in shop *');
  await pane.getByRole('link', { name: 'Open in its cluster' }).click();
  await expect.poll(() => page.getByRole('main').getByRole('heading').textContent()).toBe('Pod');
  await expect.poll(health).toBe('3 rows, live.');
  expect(await page.getByLabel('Cluster', { exact: true }).locator('option:checked').textContent()).toBe('*');
  const bar = await page.locator('header').evaluate((header) => getComputedStyle(header).borderTopColor);
  expect(bar).toBe(before);
});

it('shows as one what differs: columns, rights, two contexts to one server, and one that dies', async () => {
  const widgets = (...columns: string[]) => ({
    documents: kubernetes(),
    resources: [
      {
        ...{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' },
        printerColumns: columns.map((name) => ({ name, type: 'string', jsonPath: `.${name.toLowerCase()}` })),
      },
    ],
    objects: [
      {
        ...{ apiVersion: 'example.com/v1', kind: 'Widget', size: 'large', zone: 'north' },
        metadata: { name: 'w', namespace: 'shop' },
      },
    ],
  });
  const start = async (...[options, how]: [Parameters<typeof createFakeApiServer>[0], { tls: true }?]) => {
    const running = await startFakeApiServer(createFakeApiServer(options), how);
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= running.close());
    browser.afterTest(close);
    return { ...running, close };
  };
  const [both, old, mortal] = [
    await start(widgets('Zone', 'Size')),
    await start(widgets('Size')),
    await start(widgets('Size')),
  ];
  const limited = await start({ ...widgets('Size'), users: { t: { name: 'me', rights: 'discovery' } } }, { tls: true });
  const hostile = '<img src=x onerror=alert(1)>';
  const urls = { twin: both.url, 'twin/2': both.url, [hostile]: old.url, limited: limited.url, mortal: mortal.url };
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-clusters-'));
  browser.afterTest(() => rmSync(folder, { recursive: true }));
  const kubeconfig = path.join(folder, 'config');
  const ca = Buffer.from(limited.ca ?? '').toString('base64');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: Object.entries(urls).map(([name, server]) => ({
        name,
        cluster: { server, ...(name === 'limited' && { 'certificate-authority-data': ca }) },
      })),
      users: [{ name: 'limited', user: { token: 't' } }],
      contexts: Object.keys(urls).map((name) => ({
        name,
        context: { cluster: name, ...(name === 'limited' && { user: name }) },
      })),
    }),
  );
  const dashboard = await startDashboard('--kubeconfig', kubeconfig, '--all-contexts');
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, isRefusal, { viewport: { width: 1440, height: 810 } });
  page.setDefaultTimeout(10_000);
  await page.getByRole('link', { name: 'Show all as one' }).click();
  await page.evaluate(() => {
    location.hash = '#/example.com/v1/widgets?cluster=';
  });
  const health = () => page.locator('main [role=status]').textContent();
  const rows = async () => {
    const all = await page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .all();
    return (
      await Promise.all(all.map(async (row) => (await row.getByRole('gridcell').allTextContents()).join('|')))
    ).sort();
  };
  await expect.poll(health).toBe('4 rows; 4 of 5 clusters are live.');
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Cluster',
    'Namespace ▲',
    'Name',
    'Zone',
    'Size',
  ]);
  expect(await rows()).toEqual([
    `${hostile}|shop|w||large`,
    'mortal|shop|w||large',
    'twin/2|shop|w|north|large',
    'twin|shop|w|north|large',
  ]);
  await page.getByText('One cluster does not answer').click();
  await expect.poll(() => page.locator('.problems').textContent()).toContain('403');

  const pane = page.getByRole('complementary');
  for (const cluster of ['twin/2', hostile]) {
    await page.getByRole('row').filter({ hasText: cluster }).click();
    await expect.poll(() => pane.getByRole('heading', { level: 2 }).textContent()).toBe(`w in shop ${cluster}`);
  }

  await mortal.close();
  await expect.poll(health).toBe('4 rows; 3 of 5 clusters are live.');
  await expect.poll(() => page.locator('.problems summary').textContent()).toBe('2 clusters do not answer');
  expect((await rows()).length).toBe(4);
});
