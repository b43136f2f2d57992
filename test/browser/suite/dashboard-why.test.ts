import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { brokenNow, brokenPod, brokenThings } from '../../describe/broken.js';
import { isRefusal, startDashboard } from '../harness/dashboard.js';
import { useBrowser } from '../harness/use-browser.js';

const browser = useBrowser();

async function open(objects: readonly object[]): Promise<{ readonly page: Page; readonly fake: FakeApiServer }> {
  const namespaces = ['shop', 'default'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [...namespaces, ...objects] });
  const running = await startFakeApiServer(fake);
  browser.afterTest(() => running.close());
  const dashboard = await startDashboard('--server', running.url);
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, isRefusal, { viewport: { width: 1440, height: 810 } });
  page.setDefaultTimeout(10_000);
  return { page, fake };
}

const pane = (page: Page) => page.getByRole('complementary');

/** The pictures of the documentation: `KUBEATLAS_PICTURES=1 npm run suite -- browser dashboard-why`. */
async function takePictures(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const file = path.resolve(import.meta.dirname, `../../../docs/images/broken-pod-${colorScheme}.jpg`);
    await page.screenshot({ path: file, type: 'jpeg', quality: 70 });
  }
}

it('says why each of twelve things is broken, after two clicks', async () => {
  const { page } = await open(brokenNow());
  for (const [thing, { object, sentence }] of Object.entries(brokenThings)) {
    const { kind, metadata } = object as { kind: string; metadata: { name: string } };
    await page.getByRole('link', { name: `${kind.toLowerCase()}s`, exact: true }).click();
    await page.getByRole('row').filter({ hasText: metadata.name }).first().click();
    // A few seconds have gone by since the objects were made.
    const words = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/(\d+[mh])(?= ago)/g, '$1(?:\\d+s)?');
    const why = pane(page).getByRole('region', { name: 'Why' });
    await expect.poll(() => why.textContent(), { message: thing }).toMatch(new RegExp(words));
    if (metadata.name === 'crash' && process.env['KUBEATLAS_PICTURES'] !== undefined) await takePictures(page);
  }
});

it('deletes what was shown, and nothing that changed since; restarts, suspends and creates', async () => {
  const pod = brokenPod('crash');
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
  const metadata = { name: 'web', namespace: 'shop' };
  const { page, fake } = await open([
    pod,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata,
      spec: { schedule: '@daily', jobTemplate: { spec: { template } } },
    },
  ]);
  const show = (path: string) => page.goto(`${page.url().split('#')[0]}#/${path}`);
  const press = (name: string | RegExp) => pane(page).getByRole('button', { name, exact: true }).click();
  const stored = (kind: string, name: string) =>
    fake.objects.find((each) => each.kind === kind && each.metadata.name === name);

  await show('v1/pods?object=shop/crash');
  await press('Delete…');
  const asked = pane(page).getByRole('region', { name: 'Delete' });
  await expect.poll(() => asked.textContent()).toContain('It owns nothing.');
  fake.put({ ...pod, status: { phase: 'Running' } });
  await press('Delete it');
  await expect.poll(() => asked.getByRole('alert').textContent()).toContain('It was changed since you asked');
  expect(stored('Pod', 'crash')).toBeDefined();
  await press('Keep it');
  await press('Delete…');
  await press('Delete it');
  await expect.poll(() => stored('Pod', 'crash')?.metadata.deletionTimestamp ?? 'gone').not.toBe('');
  await expect.poll(() => pane(page).textContent()).toMatch(/does not exist|deleted/);

  await show('v1/namespaces?object=/shop');
  await press('Delete…');
  expect(await pane(page).getByRole('button', { name: 'Delete it' }).isDisabled()).toBe(true);
  await pane(page).getByLabel('Its name, to be sure').fill('shop');
  expect(await pane(page).getByRole('button', { name: 'Delete it' }).isDisabled()).toBe(false);

  await show('apps/v1/deployments?object=shop/web');
  await press('Restart');
  await expect
    .poll(() => JSON.stringify(stored('Deployment', 'web')))
    .toContain('"kubectl.kubernetes.io/restartedAt":"20');
  await show('batch/v1/cronjobs?object=shop/web');
  await press('Suspend');
  await expect.poll(() => JSON.stringify(stored('CronJob', 'web'))).toContain('"suspend":true');
  await expect.poll(() => pane(page).getByRole('button', { name: 'Resume' }).count()).toBe(1);

  await page.getByRole('button', { name: 'Create…' }).click();
  const text =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: made }\n---\napiVersion: v1\nkind: Nothing\nmetadata: { name: b }\n';
  await page.getByLabel('YAML to create').fill(text);
  await press('Try');
  await expect.poll(() => pane(page).getByRole('alert').textContent()).toContain('Nothing');
  expect(stored('ConfigMap', 'made')).toBeUndefined();
  await press('Create');
  await expect.poll(() => pane(page).getByRole('status').textContent()).toContain('ConfigMap made was created.');
  expect(stored('ConfigMap', 'made')).toMatchObject({ metadata: { namespace: 'default' } });
});

it('has keys, finds objects by name, and keeps how an object is where there is little room', async () => {
  const { page } = await open(brokenNow());
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.getByRole('row').filter({ hasText: 'evicted' }).first().click();
  const headers = () => page.getByRole('columnheader').allTextContents();
  await expect.poll(headers).toEqual(['Name', 'Ready', 'Status']);
  await page.keyboard.press('?');
  await expect.poll(() => page.getByRole('dialog', { name: 'Keys' }).count()).toBe(1);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => pane(page).count()).toBe(0);
  await expect.poll(headers).toContain('Age');
  await page.keyboard.press('/');
  await page.keyboard.type('quota');
  await page.getByRole('button', { name: 'Search objects whose name contains “quota”' }).click();
  await page.getByRole('button', { name: 'over-quota Deployment in shop' }).click();
  await expect.poll(() => pane(page).textContent()).toContain('exceeded quota');
});
