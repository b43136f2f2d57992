import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/index.js';
import {
  createFakeApiServer,
  failure,
  type FakeApiServer,
  type FakeApiServerOptions,
} from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../../src/testing/node.js';
import { isRefusal, startDashboard } from '../harness/dashboard.js';
import { useBrowser } from '../harness/use-browser.js';

/** Where the pictures of the documentation are written, if `KUBEATLAS_PICTURES` is set. */
const images = path.resolve(import.meta.dirname, '../../../docs/images');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const browser = useBrowser();

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function deployment(name: string, namespace: string, replicas: number): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      namespace,
      uid: `${namespace}-${name}`,
      creationTimestamp: minutesAgo(400),
      labels: { app: name },
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: `${name}:1.4` }] } },
    },
    status: {
      replicas,
      readyReplicas: replicas,
      updatedReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'MinimumReplicasAvailable',
          message: 'Deployment has minimum availability.',
          lastTransitionTime: minutesAgo(90),
        },
      ],
    },
  };
}

function pod(name: string, namespace: string, index: number): object {
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name, uid: `${namespace}-${name}`, controller: true };
  const waits = index % 11 === 10;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${name}-${index}`,
      namespace,
      creationTimestamp: minutesAgo(index * 7 + 1),
      labels: { app: name },
      ownerReferences: [owner],
    },
    spec: { nodeName: `node-${index % 3}`, containers: [{ name: 'main', image: `${name}:1.4` }] },
    status: {
      phase: waits ? 'Pending' : 'Running',
      podIP: `10.1.${index % 3}.${index}`,
      containerStatuses: [
        {
          name: 'main',
          ready: !waits,
          restartCount: index % 4 === 0 ? index : 0,
          ...(!waits && { state: { running: {} } }),
        },
      ],
      conditions: [{ type: 'Ready', status: waits ? 'False' : 'True', lastTransitionTime: minutesAgo(index) }],
    },
  };
}

const apps: readonly [string, string][] = [
  ['front', 'shop'],
  ['cart', 'shop'],
  ['search', 'catalogue'],
];
const objects: readonly object[] = [
  ...['shop', 'catalogue', 'default'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  ...apps.map(([name, namespace]) => deployment(name, namespace, 12)),
  ...apps.flatMap(([name, namespace]) => Array.from({ length: 12 }, (_, index) => pod(name, namespace, index))),
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'login',
      namespace: 'shop',
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"password":"${btoa('correct horse')}"}}`,
        'objectset.rio.cattle.io/applied': btoa('correct horse'),
      },
    },
    data: { password: btoa('correct horse') },
  },
  {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'front.1', namespace: 'shop' },
    involvedObject: { kind: 'Deployment', name: 'front', namespace: 'shop', uid: 'shop-front' },
    type: 'Warning',
    reason: 'FailedCreate',
    message: 'exceeded quota: pods=12',
    lastTimestamp: minutesAgo(4),
  },
];

interface Scene {
  readonly page: Page;
  readonly fake: FakeApiServer;
  readonly running: RunningFakeApiServer;
}

/** Opens the dashboard before a fake server. */
async function open(
  options: FakeApiServerOptions = {},
  { scheme = 'light', words = [] }: { scheme?: 'light' | 'dark'; words?: readonly string[] } = {},
): Promise<Scene> {
  const fake = createFakeApiServer({ documents: kubernetes(), objects, ...options });
  const running = await startFakeApiServer(fake);
  browser.afterTest(() => running.close());
  const dashboard = await startDashboard('--server', running.url, ...words);
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, isRefusal, {
    colorScheme: scheme,
    viewport: { width: 1440, height: 810 },
  });
  page.setDefaultTimeout(10_000);
  return { page, fake, running };
}

/** Lets another manager have the number of replicas of a deployment. */
async function scaleByHelm({ url }: RunningFakeApiServer): Promise<void> {
  const client = createClient({ server: url });
  const deployments = client.resource('deployments.apps').namespace('shop');
  await deployments.apply(
    { metadata: { name: 'front' }, spec: { replicas: 5 } },
    { fieldManager: 'helm', force: true },
  );
  await client.close();
}

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first();
const health = (page: Page) => page.locator('main [role=status]').textContent();

/** What axe finds wrong by WCAG 2.2 AA. */
async function violations(page: Page): Promise<string[]> {
  // As a function of the browser: the policy of the page lets no script in.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const found = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/** What has moved on the page although nobody did anything. */
function shifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as unknown as readonly LayoutShift[];
          const moved = entries.filter(({ hadRecentInput }) => !hadRecentInput);
          resolve(moved.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent ?? '')));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 200, []);
      }),
  );
}

/** @see https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

describe('kubeatlas dashboard in a browser', () => {
  it.each(['light', 'dark'] as const)(
    'shows, sorts and filters rows, and one object; accessible, %s',
    async (scheme) => {
      const { page } = await open({}, { scheme });
      await expect.poll(() => health(page)).toBe('36 rows, live.');
      expect(await page.getByRole('columnheader').allTextContents()).toEqual([
        'Namespace ▲',
        'Name',
        'Ready',
        'Status',
        'Restarts',
        'Age',
      ]);
      await expect.poll(() => page.getByRole('navigation').textContent()).toContain('= events.events.k8s.io');
      expect(await shifts(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Restarts' }).click();
      await page.getByRole('button', { name: 'Restarts' }).click();
      expect(await page.getByRole('row').nth(1).textContent()).toContain('8');
      await page.getByLabel('Filter by cells and labels').fill('app=cart pending');
      await expect.poll(() => health(page)).toContain('1 fit the filter');
      expect(await page.getByRole('row').nth(1).textContent()).toContain('cart-10');
      await page.getByLabel('Filter by cells and labels').fill('');

      await page.getByLabel('Go to a resource').fill('deploy');
      await expect.poll(() => page.getByRole('search').textContent()).toContain('deployments.v1.apps');
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Go to a resource').press('Enter');
      await rowOf(page, 'front').click();
      const pane = page.getByRole('complementary');
      await expect.poll(() => pane.textContent()).toMatch(/Available: True.*FailedCreate.*exceeded quota/);
      expect(await violations(page)).toEqual([]);
      if (process.env['KUBEATLAS_PICTURES'] !== undefined) {
        await page.screenshot({ path: path.join(images, `dashboard-${scheme}.jpg`), type: 'jpeg', quality: 70 });
      }
      await page.getByRole('button', { name: 'Owners' }).click();
      await page.getByRole('button', { name: 'Find what it owns' }).click();
      await pane.getByRole('link', { name: 'Pod front-10' }).click();
      await expect.poll(() => page.getByRole('complementary').textContent()).toContain('Ready: False');
      await page.getByRole('button', { name: 'YAML' }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Go to a resource').fill('deploy/front');
      await expect.poll(() => page.getByRole('search').textContent()).toContain('"front"');
      await page.getByLabel('Go to a resource').press('Enter');
      await expect.poll(() => pane.getByRole('heading', { level: 2 }).textContent()).toBe('front in shop');
    },
  );

  it('applies what is edited, and tells which manager has which field', async () => {
    const { page, fake, running } = await open();
    await scaleByHelm(running);
    await page.goto(`${page.url().split('#')[0]}#/apps/v1/deployments?ns=shop&object=shop/front`);
    await page.getByRole('button', { name: 'YAML' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByLabel('YAML to apply');
    await text.fill((await text.inputValue()).replace('replicas: 5', 'replicas: 7'));
    await page.getByRole('button', { name: 'Apply' }).click();
    const alert = page.getByRole('complementary').getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('.spec.replicas is managed by helm');
    await page.getByRole('button', { name: /^Apply all the same/ }).click();
    const replicas = () =>
      (fake.objects as unknown as { metadata: { name: string }; spec?: { replicas?: number } }[]).find(
        ({ metadata, spec }) => metadata.name === 'front' && spec?.replicas !== undefined,
      )?.spec?.replicas;
    await expect.poll(replicas).toBe(7);
    await page.getByRole('button', { name: 'Overview' }).click();
    await page.getByRole('spinbutton', { name: 'Replicas' }).fill('3');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect.poll(replicas).toBe(3);
  });

  it('masks the values of a Secret until asked for, and changes nothing with --read-only', async () => {
    const { page } = await open({}, { words: ['--read-only'] });
    await page.goto(`${page.url().split('#')[0]}#/v1/secrets?object=shop/login`);
    await page.getByRole('button', { name: 'YAML' }).click();
    const yaml = page.getByLabel('YAML');
    expect(await yaml.textContent()).toContain('password: (masked)');
    expect(await page.content()).not.toContain(btoa('correct horse'));
    await page.getByRole('button', { name: 'Show values' }).click();
    expect(await yaml.textContent()).toContain(btoa('correct horse'));
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.goto(`${page.url().split('#')[0]}#/apps/v1/deployments?object=shop/front`);
    const pane = page.getByRole('complementary');
    await expect.poll(() => pane.textContent()).toContain('Replicas: 12');
    expect(await pane.getByRole('button').allTextContents()).toEqual(['Close', 'Overview', 'YAML', 'Owners', 'Logs']);
    expect(await pane.locator('input, textarea, select').count()).toBe(0);
  });

  it('keeps what one edits while one looks at something else, until it is applied or given up', async () => {
    const { page, fake } = await open();
    await page.goto(`${page.url().split('#')[0]}#/apps/v1/deployments`);
    const pane = page.getByRole('complementary');
    const text = page.getByLabel('YAML to apply');
    const show = (part: string) => pane.getByRole('button', { name: part }).click();
    await rowOf(page, 'front').click();
    await show('YAML');
    await show('Edit');
    await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
    const draft = (await text.inputValue()).replace('replicas: 12', 'replicas: 7');
    await text.fill(draft);
    await show('Overview');
    await show('YAML');
    expect(await text.inputValue()).toBe(draft);

    await rowOf(page, 'cart').click();
    await expect.poll(() => pane.getByRole('heading', { level: 2 }).textContent()).toContain('cart');
    await expect.poll(() => pane.getByRole('button').allTextContents()).toContain('YAML');
    await rowOf(page, 'front').click();
    await show('YAML (draft)');
    expect(await text.inputValue()).toBe(draft);

    // What has no object any more is still there to be copied, and is for no other object of the name.
    fake.remove(deployment('front', 'shop', 12));
    await expect.poll(() => pane.textContent()).toContain('It does not exist (any more).');
    await show('Apply');
    await expect.poll(() => pane.getByRole('alert').textContent()).toContain('404');
    const another = deployment('front', 'shop', 12) as { metadata: object };
    fake.put({ ...another, metadata: { ...another.metadata, uid: 'another' } });
    await expect.poll(() => pane.textContent()).not.toContain('It does not exist');
    await show('Apply');
    await expect.poll(() => pane.getByRole('alert').textContent()).toContain('was deleted and created again');
    expect(await text.inputValue()).toBe(draft);
    await show('Cancel');
    await show('Edit');
    expect(await text.inputValue()).toContain('replicas: 12');
    expect(await pane.getByRole('alert').count()).toBe(0);
    await text.fill(draft);
    await show('Apply');
    await show('Apply all the same');
    await expect.poll(() => pane.getByLabel('YAML', { exact: true }).textContent()).toContain('replicas: 7');
    expect(await pane.getByRole('button').allTextContents()).toContain('YAML');
  });

  it('takes no field without a word that another page has set meanwhile', async () => {
    const { page, running } = await open();
    await page.goto(`${page.url().split('#')[0]}#/apps/v1/deployments?object=shop/front`);
    const pane = page.getByRole('complementary');
    const show = (name: string | RegExp) => pane.getByRole('button', { name }).click();
    await show('YAML');
    await show('Edit');
    const text = page.getByLabel('YAML to apply');
    await text.fill((await text.inputValue()).replace('replicas: 12', 'replicas: 7'));
    const client = createClient({ server: running.url });
    const deployments = client.resource('deployments.apps').namespace('shop');
    const ofAnother = { metadata: { name: 'front' }, spec: { replicas: 9 } };
    await deployments.apply(ofAnother, { fieldManager: 'kubeatlas-dashboard', force: true });
    await client.close();
    await show('Apply');
    await expect
      .poll(() => pane.getByRole('alert').textContent())
      .toContain('.spec.replicas is managed by another page');
    await show(/^Apply all the same/);
    await expect.poll(() => pane.getByLabel('YAML', { exact: true }).textContent()).toContain('replicas: 7');
  });

  it('forces no text but the one whose conflicts it shows', async () => {
    const { page, running } = await open();
    await scaleByHelm(running);
    await page.goto(`${page.url().split('#')[0]}#/apps/v1/deployments?object=shop/front`);
    await page.getByRole('button', { name: 'YAML' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByLabel('YAML to apply');
    const draft = (await text.inputValue()).replace('replicas: 5', 'replicas: 7');
    await text.fill(draft);
    await page.getByRole('button', { name: 'Apply' }).click();
    const force = page.getByRole('button', { name: /^Apply all the same/ });
    await expect.poll(() => force.count()).toBe(1);
    await text.fill(draft.replace('image: front:1.4', 'image: front:1.5'));
    await expect.poll(() => force.count()).toBe(0);
    await text.fill(draft);
    await expect.poll(() => force.count()).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => text.inputValue()).toContain('replicas: 5');
    expect(await force.count()).toBe(0);
  });

  it('runs command lines in a container, and stops one', async () => {
    const commands: (readonly string[])[] = [];
    let ended = 0;
    const { page } = await open({
      async exec({ command, stdout, stderr, signal }) {
        commands.push(command);
        if (command[2] === 'sleep 60') {
          signal.addEventListener('abort', () => (ended += 1));
          await new Promise(() => undefined);
        }
        if (command[2] === 'red') {
          await stdout('\u001B[1;31mred\u001B[0m');
          return 3;
        }
        await stdout('total 8\n<b>etc</b>\n');
        await stderr('ls: cannot open /root\n');
        return 2;
      },
    });
    await page.goto(`${page.url().split('#')[0]}#/v1/pods?object=shop/front-1`);
    await page.getByRole('button', { name: 'Terminal' }).click();
    const line = page.getByLabel('Command line');
    const output = page.getByLabel('Output');
    await line.fill('ls -l | head');
    await line.press('Enter');
    await expect.poll(() => output.textContent()).toContain('Exit code 2.');
    expect(await output.textContent()).toMatch(/^\$ ls -l \| head\n[^]*<b>etc<\/b>\n/);
    expect(await output.textContent()).toContain('ls: cannot open /root\n');
    expect(await violations(page)).toEqual([]);
    await line.fill('red');
    await line.press('Enter');
    await expect.poll(() => output.textContent()).toMatch(/\$ red\nred\nExit code 3\.\n$/);
    await line.fill('sleep 60');
    await line.press('Enter');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => output.textContent()).toMatch(/\$ sleep 60\nStopped\.\n$/);
    await expect.poll(() => ended).toBe(1);
    for (let step = 0; step < 3; step += 1) await line.press('ArrowUp');
    expect(await line.inputValue()).toBe('ls -l | head');
    expect(commands).toEqual([
      ['sh', '-c', 'ls -l | head'],
      ['sh', '-c', 'red'],
      ['sh', '-c', 'sleep 60'],
    ]);
  });

  it('says 403 in words, and shows the namespaces that one may list', async () => {
    const { page, fake } = await open({
      may: ({ resource, namespace }) => resource !== 'pods' || namespace === 'shop',
    });
    const alert = page.locator('main [role=alert]');
    await expect.poll(() => health(page)).toBe('24 rows, live.');
    expect(await page.getByLabel('Namespaces, separated by commas').inputValue()).toBe('shop');
    expect(await page.getByRole('main').textContent()).toContain('You may not list pods in all namespaces (403)');
    expect(await alert.count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Namespaces, separated by commas').fill('shop, catalogue');
    await page.keyboard.press('Enter');
    await expect.poll(() => health(page)).toBe('Not complete: 24 rows of what can be read.');
    await expect.poll(() => alert.textContent()).toMatch(/pods.*namespace "catalogue"/);
    fake.put(pod('front', 'shop', 12));
    await expect.poll(() => health(page)).toBe('Not complete: 25 rows of what can be read.');
  });

  it.each(['/v1/po%ds', '/v1/pods?ns=..'])('stays usable with the address #%s, written by hand', async (address) => {
    const { page } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    await page.goto(`${page.url().split('#')[0]}#${address}`);
    await expect.poll(() => page.getByRole('heading', { name: 'kubeatlas' }).count()).toBe(1);
    await page.getByRole('link', { name: 'deployments' }).click();
    await page.getByLabel('Namespaces, separated by commas').fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => health(page)).toBe('3 rows, live.');
  });

  it('opens again by the address of a new process in the tab of an old one', async () => {
    const { page } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    const [origin = ''] = page.url().split('#');
    // The secret of the tab opens the page once more, as one of a new process does.
    const secret = await page.evaluate(() => sessionStorage.getItem('kubeatlas-secret'));
    const loaded = page.waitForEvent('load');
    await page.evaluate((hash) => (location.hash = hash), `#secret=${secret}`);
    await loaded;
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    expect(page.url()).toBe(origin);
  });

  it('follows a log without its colours, and stays where one reads', async () => {
    let write = (_: string): void => undefined;
    async function* log(): AsyncGenerator<string> {
      yield (
        Array.from({ length: 100_000 }, (_, index) => `\u001B[3${index % 8}mline ${index}\u001B[0m`).join('\n') + '\n'
      );
      for (;;) yield await new Promise<string>((resolve) => (write = resolve));
    }
    const { page } = await open({ log });
    await page.goto(`${page.url().split('#')[0]}#/v1/pods?object=shop/front-1`);
    await page.getByRole('button', { name: 'Logs' }).click();
    const shown = page.getByLabel('Log', { exact: true });
    await expect.poll(() => shown.textContent()).toMatch(/line 99998\nline 99999$/);
    const place = () => shown.evaluate(({ scrollTop }) => scrollTop);
    const isAtEnd = () => shown.evaluate((pre) => pre.scrollTop + pre.clientHeight >= pre.scrollHeight - 2);
    await expect.poll(isAtEnd).toBe(true);
    write('and one\n');
    await expect.poll(() => shown.textContent()).toMatch(/and one$/);
    await expect.poll(isAtEnd).toBe(true);
    await shown.evaluate((pre) => pre.scrollTo({ top: 40 }));
    write('and two\n');
    await expect.poll(() => shown.textContent()).toMatch(/and two$/);
    expect(await place()).toBe(40);
    expect(await violations(page)).toEqual([]);
  });

  it('reads a log again that was refused while its container waits', async () => {
    const { page, fake } = await open({ log: 'started\n' });
    const message = 'container "main" is waiting to start: ContainerCreating';
    const stop = fake.fail(({ path }) => path.includes('/log'), { ...failure('BadRequest', { why: message }) });
    await page.goto(`${page.url().split('#')[0]}#/v1/pods?object=shop/front-1`);
    await page.getByRole('button', { name: 'Logs' }).click();
    const pane = page.getByRole('complementary');
    await expect.poll(() => pane.textContent()).toContain('is waiting to start');
    stop();
    await pane.getByRole('button', { name: 'Read again' }).click();
    await expect.poll(() => pane.textContent()).toContain('started');
  });

  it('keeps the focus where one works by the keyboard', async () => {
    const { page } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the objects');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Namespaces, separated by commas');
    await page.getByRole('grid').focus();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    const close = page.getByRole('button', { name: 'Close the object' });
    await close.press('Enter');
    await expect.poll(focused).toBe('Objects');
    // Here the pane takes the place of the table.
    await page.setViewportSize({ width: 320, height: 700 });
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(focused).toMatch(/in catalogue$/);
    await close.press('Enter');
    await expect.poll(focused).toBe('Objects');
  });

  it('grows with the letters that one has chosen, and fits 320 pixels', async () => {
    const { page } = await open({}, { scheme: 'dark' });
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations(page)).toEqual([]);
    const small = (await page.getByRole('row').nth(1).boundingBox())?.height;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    const large = (await page.getByRole('row').nth(1).boundingBox())?.height;
    expect([small, large]).toEqual([30, 60]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations(page)).toEqual([]);
  });

  it('says 401 in words', async () => {
    const { page, fake } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    fake.fail(({ path }) => path.includes('/services'), { status: 401 });
    await page.getByRole('link', { name: 'services', exact: true }).click();
    await expect.poll(() => page.locator('main [role=alert]').textContent()).toContain('not accepted (401)');
  });

  it('shows a resource whose definition is created, and its objects', async () => {
    const { page, fake } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    fake.put({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    await page.getByRole('link', { name: 'widgets' }).click();
    await expect.poll(() => health(page)).toBe('There are none.');
    fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'left', namespace: 'shop' } });
    await expect.poll(() => rowOf(page, 'left').count()).toBe(1);
    expect(await page.getByRole('navigation').textContent()).not.toMatch(/kept|Could not be read/);
  });

  it('says that the server is lost, and has every change when it is back', async () => {
    const back: RunningFakeApiServer[] = [];
    // Behind the page, as the first server is.
    browser.afterTest(() => back[0]?.close());
    const { page, fake, running } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    const { port } = new URL(running.url);
    await running.close();
    await expect.poll(() => health(page)).toContain('The server is lost. 36 rows of before');
    fake.put(pod('front', 'shop', 12));
    back.push(await startFakeApiServer(fake, { port: Number(port) }));
    await expect.poll(() => health(page), { timeout: 25_000 }).toBe('37 rows, live.');
    await rowOf(page, 'front-12').click();
    await expect.poll(() => page.getByRole('complementary').textContent()).toContain('Ready');
  });

  it('goes fast from one resource to the next, and back', async () => {
    const { page, fake } = await open({ latencyMs: 30 });
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    const [start = ''] = page.url().split('#');
    const places = [
      '/v1/pods?ns=a,b,c,d,e,f,g,h',
      '/apps/v1/deployments',
      '/v1/configmaps',
      '/v1/pods?object=shop/front-1',
    ];
    for (let step = 0; step < 40; step += 1) {
      await page.evaluate((hash) => (location.hash = hash), places[step % places.length] ?? '');
      await page.waitForTimeout((step % 7) * 12);
    }
    await page.goto(`${start}#/v1/pods?ns=shop`);
    await expect.poll(() => health(page)).toBe('24 rows, live.');
    await expect.poll(() => fake.openWatches).toBe(3);
    await page.goBack();
    await expect.poll(() => page.getByRole('complementary').textContent()).toContain('front-1');
    await page.goForward();
    await expect.poll(() => health(page)).toBe('24 rows, live.');
    expect(await page.getByRole('complementary').count()).toBe(0);
  });

  it('names the active row to screen readers only while it is there', async () => {
    const { page, fake } = await open({
      objects: [...objects, ...Array.from({ length: 300 }, (_, index) => pod('many', 'shop', index))],
    });
    await expect.poll(() => health(page)).toBe('336 rows, live.');
    const grid = page.getByRole('grid');
    await grid.focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const active = () => grid.getAttribute('aria-activedescendant');
    await expect.poll(active).toBe('row:catalogue/search-1');
    await grid.evaluate((element) => element.scrollTo({ top: 6000 }));
    await expect.poll(active).toBeNull();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toBe('row:catalogue/search-10');
    fake.remove(pod('search', 'catalogue', 10));
    await expect.poll(active).toBeNull();
  });

  it('ends the stream of a view that one leaves', async () => {
    const { page, fake } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    // That of the table, and those of definitions and of APIServices.
    await expect.poll(() => fake.openWatches).toBe(3);
    for (const name of ['configmaps', 'services', 'nodes', 'pods']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect.poll(() => health(page)).toMatch(/live\.|There are none/);
    }
    await expect.poll(() => fake.openWatches).toBe(3);
  });

  it('is live in four tabs at once, each with its streams', async () => {
    const { page, fake } = await open();
    // What lets a second tab in is there once the first is in.
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    const tabs = [page];
    while (tabs.length < 4) {
      const opened = page.context().waitForEvent('page');
      await page.evaluate(() => void window.open(location.href));
      tabs.push(await opened);
    }
    // A tab in the background shows nothing new.
    const isLive = async (tab: Page, rows: number): Promise<void> => {
      await tab.bringToFront();
      await expect.poll(() => health(tab)).toBe(`${rows} rows, live.`);
    };
    for (const tab of tabs) {
      await isLive(tab, 36);
      await rowOf(tab, 'front-1').click();
    }
    // Of each: the table, the object, definitions and APIServices.
    await expect.poll(() => fake.openWatches).toBe(tabs.length * 4);
    fake.put(pod('front', 'shop', 12));
    for (const tab of tabs) await isLive(tab, 37);
    for (const tab of tabs.slice(1)) await tab.close();
    await expect.poll(() => fake.openWatches).toBe(4);
  });

  it('opens again after a reload, and on a narrow screen by the keyboard', async () => {
    const { page } = await open();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    await page.setViewportSize({ width: 420, height: 800 });
    await page.reload();
    await expect.poll(() => health(page)).toBe('36 rows, live.');
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary');
    await expect.poll(() => pane.textContent()).toContain('front-9');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the object' }).click();
    await page.getByRole('button', { name: 'Resources' }).click();
    await page.getByRole('link', { name: 'deployments' }).click();
    await expect.poll(() => health(page)).toBe('3 rows, live.');
  });
});
