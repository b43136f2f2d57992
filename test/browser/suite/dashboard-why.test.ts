import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { brokenNow, brokenThings } from '../../describe/broken.js';
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
  }
});
