import { inject, expect, it } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { captured } from '../../fixtures/captured.js';
import { configMap } from '../../testing/support.js';
import { startTablesSite, type Passage } from '../harness/tables-site.js';
import { useBrowser } from '../harness/use-browser.js';

const browser = useBrowser();
/** `KUBEATLAS_BROWSER_TABS=1,3,10` measures all passages. */
const given = process.env['KUBEATLAS_BROWSER_TABS'];
const counts = (given ?? '3').split(',').map(Number);
const passages: readonly Passage[] =
  given === undefined ? ['HTTP/1.1', 'kubeatlas/proxy'] : ['HTTP/1.1', 'HTTP/2', 'kubeatlas proxy', 'kubeatlas/proxy'];

declare global {
  /** In a page: how often each table is complete, and the names in the first. */
  var tables: () => { readonly synced: number; readonly byLists: number; readonly names: readonly string[] };
  /** In a page: how long a click takes, in milliseconds. */
  var click: () => Promise<number>;
}

it.each(passages.flatMap((passage) => counts.map((count) => [passage, count] as const)))(
  'behind %s, %d tabs of four tables answer every click within a second, and show each change',
  { timeout: 120_000 },
  async (passage, count) => {
    const fake = createFakeApiServer({ documents: captured('kube-1.37-v2'), objects: [configMap('a')] });
    const running = await startFakeApiServer(fake, { compresses: true });
    browser.afterTest(() => running.close());
    const site = await startTablesSite(passage, running, inject('bundle'));
    browser.afterTest(() => site.close());
    const first = await browser.open(site.url, () => false, { ignoreHTTPSErrors: true });
    const pages = [first.page];
    while (pages.length < count) pages.push(await first.page.context().newPage());
    const slowest: number[] = [];
    for (const page of pages) {
      if (page !== first.page) await page.goto(site.url);
      await page.evaluate((options) => {
        const client = kubeatlas.createClient(options);
        const shown = ['configmaps', 'pods', 'services', 'secrets'].map((name) =>
          kubeatlas.createInformer(client, name, { as: 'Table', pollIntervalMs: 500 }),
        );
        globalThis.tables = () => ({
          synced: shown.filter(({ health }) => health.synced).length,
          byLists: shown.filter(({ health }) => health.byLists).length,
          names: shown[0]!.getSnapshot().map(({ cells }) => String(cells[0])),
        });
        globalThis.click = async () => {
          const begun = performance.now();
          await client.resource('configmaps').namespace('default').get('a');
          return performance.now() - begun;
        };
      }, site.client);
      await expect.poll(() => page.evaluate(() => tables().synced)).toBe(4);
      for (const each of pages.slice(0, pages.indexOf(page) + 1)) slowest.push(await each.evaluate(() => click()));
    }
    fake.put(configMap('b'));
    for (const page of pages) await expect.poll(() => page.evaluate(() => tables().names)).toContain('b');
    const lists = await Promise.all(pages.map((page) => page.evaluate(() => tables().byLists)));
    const most = Math.max(...slowest);
    process.stderr.write(
      `${passage}, ${count} tabs: the slowest click of ${slowest.length} took ${most.toFixed(0)} ms; ` +
        `${fake.openWatches} streams, ${lists.reduce((sum, one) => sum + one, 0)} tables by lists\n`,
    );
    expect(most).toBeLessThan(1000);
    if (passage === 'HTTP/1.1') expect(fake.openWatches).toBeLessThanOrEqual(4);
    else expect(fake.openWatches).toBe(count * 4);
  },
);
