import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { brokenNow } from '../../describe/broken.js';
import { isRefusal, startDashboard } from '../harness/dashboard.js';
import { useBrowser } from '../harness/use-browser.js';

const browser = useBrowser();

async function open(
  options: FakeApiServerOptions = {},
  route = '',
  words: readonly string[] = [],
): Promise<{ readonly page: Page; readonly fake: FakeApiServer }> {
  const namespaces = ['shop', 'default'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const fake = createFakeApiServer({
    documents: kubernetes(),
    ...options,
    objects: [...namespaces, ...(options.objects ?? [])],
  });
  const running = await startFakeApiServer(fake);
  browser.afterTest(() => running.close());
  const dashboard = await startDashboard('--server', running.url, ...words);
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, isRefusal, { viewport: { width: 1440, height: 810 } });
  page.setDefaultTimeout(10_000);
  if (route !== '') await page.goto(`${page.url().split('#')[0]}#${route}`);
  return { page, fake };
}

const health = (page: Page) => page.locator('main [role=status]').textContent();

it('shows what is not ready in a namespace and why, the warnings, and what is used where it is measured', async () => {
  const { page, fake } = await open({ objects: brokenNow() });
  fake.define({ group: 'metrics.k8s.io', version: 'v1beta1', resource: 'pods', kind: 'PodMetrics' });
  fake.put({
    apiVersion: 'metrics.k8s.io/v1beta1',
    kind: 'PodMetrics',
    metadata: { name: 'crash', namespace: 'shop' },
    containers: [{ name: 'main', usage: { cpu: '250m', memory: '64Mi' } }],
  });
  await page.getByLabel('Namespaces, separated by commas').fill('shop');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Overview' }).click();
  const part = (name: string) => page.getByRole('main').getByRole('region', { name }).textContent();
  await expect.poll(() => part('Not ready')).toMatch(/Pod crash.*Container main/);
  await expect.poll(() => part('Not ready')).toMatch(/Deployment over-quota.*exceeded quota/);
  await expect.poll(() => part('Recent warnings')).toContain('of Pod');
  await expect.poll(() => part('Usage')).toMatch(/0\.25 cores of .* requested.*64 MiB/);
  await page.getByRole('link', { name: 'Pod crash' }).click();
  await expect.poll(() => page.getByRole('complementary').textContent()).toContain('crash in shop');
  // It stays beside the object, and is live.
  const before = await page.getByRole('main').getByRole('listitem').count();
  const crash = fake.objects.find(({ metadata }) => metadata.name === 'crash');
  fake.remove(crash as object);
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(before - 1);
});

it('remembers what is pinned and how wide a column is, and folds what cannot be listed', async () => {
  const { page } = await open({ objects: brokenNow() });
  const nav = page.getByRole('navigation');
  await expect.poll(() => health(page)).toMatch(/rows, live\.$/);
  expect(await nav.getByRole('link', { name: 'tokenreviews' }).count()).toBe(0);
  expect(await nav.textContent()).toContain('Cannot be listed: ');
  await nav.getByRole('link', { name: 'leases' }).click();
  await nav.getByRole('button', { name: 'Pin leases' }).first().click();
  await nav.getByRole('button', { name: 'Pin cronjobs' }).click();
  await nav.getByRole('link', { name: 'pods', exact: true }).click();
  await expect.poll(() => health(page)).toMatch(/rows, live\.$/);
  const width = async () =>
    Math.round((await page.getByRole('columnheader', { name: 'Status' }).boundingBox())?.width ?? 0);
  const before = await width();
  const handle = await page.getByRole('columnheader', { name: 'Status' }).locator('.handle').boundingBox();
  const [x, y] = [(handle?.x ?? 0) + 4, (handle?.y ?? 0) + 5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y);
  await page.mouse.up();
  await expect.poll(width).toBe(before - 60);
  const kept = page.waitForResponse((response) => {
    return (
      response
        .request()
        .postData()
        ?.includes(`"Status":${before - 76}`) === true
    );
  });
  await page.getByRole('button', { name: 'Status', exact: true }).press('Alt+ArrowLeft');
  await expect.poll(width).toBe(before - 76);
  await kept;
  await page.reload();
  await expect.poll(() => health(page)).toMatch(/rows, live\.$/);
  await expect.poll(width).toBe(before - 76);
  const pinned = nav.getByRole('region').or(nav.locator('section')).first();
  expect(await pinned.textContent()).toContain('leases');
  expect(await pinned.textContent()).not.toContain('cronjobs');
  await page.getByRole('columnheader', { name: 'Status' }).locator('.handle').dblclick();
  await expect.poll(width).toBe(before);
  // A browser that keeps nothing refuses even to be asked.
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'sessionStorage', { get });
  });
  await page.reload();
  await expect.poll(() => page.locator('body').textContent()).toContain('The address of this page works once');
});

it('begins in the namespaces that one may use, and shows nobody red for what he never asked', async () => {
  const may: FakeApiServerOptions['may'] = ({ resource, namespace, verb }) =>
    namespace === 'shop' || (namespace === undefined && verb === 'create' && String(resource).startsWith('self'));
  const { page, fake } = await open({ objects: brokenNow(), may });
  // Neither namespaces nor pods of all may be listed, and nothing tells of "shop".
  const main = page.getByRole('main');
  await expect.poll(() => main.textContent()).toContain('No namespace is known where you may: type one above');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(fake.requests.filter(({ path }) => path.includes('/selfsubjectrulesreviews'))).toHaveLength(1);
  await page.getByLabel('Namespaces, separated by commas').fill('shop');
  await page.keyboard.press('Enter');
  await expect.poll(() => health(page)).toMatch(/^\d+ rows, live\.$/);
  // It is found from now on.
  await page.goto(`${page.url().split('#')[0]}#/apps/v1/deployments`);
  await expect.poll(() => page.getByLabel('Namespaces, separated by commas').inputValue()).toBe('shop');
  await expect.poll(() => health(page)).toMatch(/rows?, live\.$/);
  expect(await main.textContent()).toContain('You may not list deployments in all namespaces (403)');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.locator('.note').count()).toBe(0);
  // What is asked for is told.
  await page.getByRole('link', { name: 'nodes', exact: true }).click();
  await expect.poll(() => main.getByRole('alert').textContent()).toContain('nodes');
});

it('forwards a port when asked, lists it, says why it fails and when no more, and ends it with the page', async () => {
  const ports = [{ name: 'http', containerPort: 8080 }];
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'front', namespace: 'shop' },
    spec: {
      containers: ['main', 'other'].map((name) => ({ name, image: 'web:1', ports })),
    },
    status: { phase: 'Running' },
  };
  const { page, fake } = await open(
    {
      objects: [pod],
      async portForward({ port, input, write }) {
        await input.getReader().read();
        await write(`HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nfor ${port}`);
      },
    },
    '/v1/pods?object=shop/front',
  );
  const list = page.getByRole('complementary').getByRole('region', { name: 'Ports' });
  // Both containers declare it, and it is one port.
  await list.getByRole('button', { name: 'Forward 8080 http' }).click();
  const link = list.getByRole('link', { name: /^127\.0\.0\.1:\d+$/ });
  const address = (await link.getAttribute('href')) ?? '';
  expect(await (await fetch(address)).text()).toBe('for 8080');
  await page.getByText('1 port', { exact: true }).click();
  const header = page.locator('header');
  expect(await header.textContent()).toContain('8080 of front');
  fake.remove(pod);
  await expect.poll(() => page.getByRole('complementary').textContent()).toContain('It does not exist (any more).');
  expect(await fetch(address).catch(() => 'reset')).toBe('reset');
  await expect.poll(() => header.textContent()).toContain('pods "front" not found');
  fake.put(pod);
  expect(await (await fetch(address)).text()).toBe('for 8080');
  await expect.poll(() => header.textContent()).not.toContain('not found');
  await page.keyboard.press('Escape');
  expect(await header.locator('details[open]').count()).toBe(0);
  await list.getByLabel('Another port').fill('9000');
  await page.keyboard.press('Enter');
  await expect.poll(() => link.count()).toBe(2);
  await list.getByRole('button', { name: 'Stop 8080 of front' }).click();
  await expect.poll(() => fetch(address).then(String, () => 'closed')).toBe('closed');
  const other = (await link.getAttribute('href')) ?? '';
  expect(await (await fetch(other)).text()).toBe('for 9000');
  await page.goto('about:blank');
  await expect.poll(() => fetch(other).then(String, () => 'closed')).toBe('closed');
});
