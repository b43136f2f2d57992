import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeClients, connect } from '../../e2e/harness/connect.js';
import { assetsFolder } from '../../e2e/harness/programs.js';
import { startServer, type TestServer } from '../../e2e/harness/start-server.js';
import { startDashboardOf, type RunningDashboard } from '../harness/dashboard.js';
import { changePods, createPods, teams } from '../harness/many-pods.js';
import { meterPage, readWholeObjects } from '../harness/measure-page.js';
import { startBrowser } from '../harness/open-page.js';

/** How many pods there are, and for how long they change; `npm run suite -- long` has ten times as many, for a minute. */
const count = Number(process.env['KUBEATLAS_BROWSER_PODS'] ?? 3000);
const seconds = Number(process.env['KUBEATLAS_BROWSER_CHANGE_SECONDS'] ?? 5);
const perSecond = 100;

let server: TestServer;
let browser: Browser;
const dashboards: RunningDashboard[] = [];

beforeAll(async () => {
  server = await startServer(assetsFolder() === undefined ? '1.37' : 'assets', {
    report: (line) => process.stderr.write(`${line}\n`),
  });
  browser = await startBrowser();
  await createPods(connect(server, { token: server.tokens.admin }), count);
}, 1_200_000);

afterAll(async () => {
  await Promise.all(dashboards.map(({ stop }) => stop()));
  await browser.close();
  await closeClients();
  await server.stop();
});

async function start(): Promise<string> {
  const dashboard = await startDashboardOf(server);
  dashboards.push(dashboard);
  return dashboard.url;
}

/** What the page costs beside the same objects read whole: nothing here asks how fast this machine is, but says so. */
it(
  'shows many pods for less than whole objects cost, and keeps up with their changes',
  { timeout: 600_000 },
  async () => {
    const figures: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1440, height: 810 } });
    const page = await context.newPage();
    const meter = await meterPage(page, '/api/v1/pods');
    await page.goto(await start());
    const health = page.locator('main [role=status]');
    const numbers = new Intl.NumberFormat('en');
    await expect.poll(() => health.textContent(), { timeout: 120_000 }).toBe(`${numbers.format(count)} rows, live.`);
    const { rows = NaN, complete = NaN } = await page.evaluate(() => seenAt);
    const busy = await meter.busySeconds();
    const [loaded, heap] = [meter.costs(), await meter.heap()];

    const frames = await meter.framesWhileScrolling(30_000);
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0));
    const endWatching = await meter.watchThread();
    const changed = await changePods(connect(server, { token: server.tokens.admin }), { count, perSecond, seconds });
    const { share, longTasks } = await endWatching();
    await page.getByLabel('Filter by cells and labels').fill('turn');
    await expect
      .poll(() => health.textContent(), { timeout: 60_000 })
      .toContain(`${numbers.format(Math.min(changed, count))} fit the filter`);
    await page.close();

    const wholePage = await context.newPage();
    const wholeMeter = await meterPage(wholePage, '/api/v1/pods');
    const whole = await readWholeObjects(wholePage, await start(), '/api/v1/pods');
    const wholeBusy = await wholeMeter.busySeconds();
    const wholeCosts = wholeMeter.costs();
    const wholeHeap = await wholeMeter.heap();
    await context.close();

    const smooth = frames.filter((ms) => ms < 34).length / frames.length;
    const say = (what: string, page: string, other = ''): unknown =>
      figures.push(`${what.padEnd(24)}${page.padStart(12)}${other.padStart(12)}`);
    const [ms, mb] = [(value: number) => `${value.toFixed(0)} ms`, (value: number) => `${(value / 1e6).toFixed(1)} MB`];
    const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
    say(`${count} pods`, 'the page', 'whole');
    say('first rows', ms(rows), ms(whole.rows));
    say('complete', ms(complete), ms(whole.complete));
    say('main thread until then', ms(busy * 1000), ms(wholeBusy * 1000));
    say('bytes', mb(loaded.bytes), mb(wholeCosts.bytes));
    say('heap', mb(heap), mb(wholeHeap));
    say('frames under 34 ms', percent(smooth));
    say(`${(changed / seconds).toFixed(0)} changes a second`, percent(share));
    say('longest task', ms(Math.max(0, ...longTasks)));
    process.stderr.write(`${figures.join('\n')}\n`);

    expect(loaded.watches).toBe(1);
    expect(meter.costs().watches).toBe(1);
    expect(loaded.bytes / wholeCosts.bytes).toBeLessThanOrEqual(0.65);
    expect(heap).toBeLessThanOrEqual(150e6);
  },
);

interface RouteCosts {
  readonly bytes: number;
  /** Seconds of the main thread. */
  readonly busy: number;
}

/** What the rows of a route cost, in a page that has shown other rows before. */
async function costsOf(route: string): Promise<RouteCosts> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 810 } });
  const page = await context.newPage();
  const meter = await meterPage(page, '/pods?');
  const health = page.locator('main [role=status]');
  await page.goto(await start());
  await page.getByRole('link', { name: 'daemonsets', exact: true }).click();
  await expect.poll(() => health.textContent()).toBe('There are none.');
  // It began with pods, which are forgotten now.
  await page.reload();
  await expect.poll(() => health.textContent()).toBe('There are none.');
  await page.getByRole('link', { name: 'daemonsets', exact: true }).waitFor();
  const [before, busyBefore] = [meter.costs(), await meter.busySeconds()];
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
  const rows = `${new Intl.NumberFormat('en').format(count)} rows, live.`;
  await expect.poll(() => health.textContent(), { timeout: 120_000 }).toBe(rows);
  const [after, busyAfter] = [meter.costs(), await meter.busySeconds()];
  await context.close();
  return { bytes: after.bytes - before.bytes, busy: busyAfter - busyBefore };
}

// What is measured of fewer is mostly the page itself.
if (count >= 30_000) {
  it('shows ten namespaces for at most 1.2 times what one list of all costs', { timeout: 600_000 }, async () => {
    const [all, ten] = ['/v1/pods', `/v1/pods?ns=${teams.join(',')}`];
    const figures: { readonly one: RouteCosts; readonly many: RouteCosts }[] = [];
    for (let turn = 0; turn < 3; turn += 1) figures.push({ one: await costsOf(all), many: await costsOf(ten) });
    const leastOf = (of: 'one' | 'many', what: keyof RouteCosts): number =>
      Math.min(...figures.map((each) => each[of][what]));
    for (const what of ['bytes', 'busy'] as const) {
      const factor = leastOf('many', what) / leastOf('one', what);
      process.stderr.write(`ten namespaces of ${count / 10} pods, ${what}: ${factor.toFixed(2)} of one list\n`);
      expect(factor).toBeLessThanOrEqual(1.2);
    }
  });
}
