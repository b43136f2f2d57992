import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { isRefusal, startDashboard } from '../harness/dashboard.js';
import { meterPage } from '../harness/measure-page.js';
import { useBrowser } from '../harness/use-browser.js';

const browser = useBrowser();

/** Opens the dashboard before a fake server; the test fails if the page complains, of a script that its policy refused too. */
async function open(
  fake: FakeApiServer,
  route: string,
  isExpected: (complaint: string) => boolean = () => false,
): Promise<Page> {
  const running = await startFakeApiServer(fake);
  browser.afterTest(() => running.close());
  const dashboard = await startDashboard('--server', running.url);
  browser.afterTest(dashboard.stop);
  const { page } = await browser.open(dashboard.url, (complaint) => isRefusal(complaint) || isExpected(complaint));
  page.setDefaultTimeout(10_000);
  await page.goto(`${page.url().split('#')[0]}#/${route}`);
  return page;
}

const health = (page: Page) => page.locator('main [role=status]').textContent();

const alertOf = (page: Page) => page.getByRole('complementary').getByRole('alert').textContent();

async function isApplied(page: Page): Promise<void> {
  const shown = page.getByRole('complementary').locator('p[role=status]');
  await expect.poll(() => shown.allTextContents()).toContain('Applied.');
}

/** Returns what the page has sent to change something. */
function bodiesOfPatches(page: Page): () => readonly unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON());
  });
  return () => bodies;
}

const texts = {
  markup: '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>',
  rightToLeft: 'مرحبا بالعالم 123',
  override: '\u202Egnp.exe\u202C \u2066left\u2069 \u200Fmark \u202E',
  control: 'a\u0000b\u001B[31mred\u0007\tc\r\nd\u2028e\u0085f',
  combining: `z${'\u0301'.repeat(500)}`,
  long: 'x'.repeat(100_000),
  template: '{{constructor.constructor("document.title=1")()}} ${document.title} javascript:alert(1)',
};
const longestName = Array.from({ length: 4 }, () => 'n'.repeat(63))
  .join('.')
  .slice(0, 253);

it('shows hostile text in every cell as text, in its place', async () => {
  const all = Object.values(texts);
  const fake = createFakeApiServer({
    documents: kubernetes(),
    objects: [
      {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'e', namespace: 'default' },
        involvedObject: { kind: 'Text', name: longestName, namespace: 'default', uid: 'hostile' },
        type: 'Warning',
        reason: texts.override,
        message: texts.markup,
      },
    ],
  });
  fake.define({
    group: 'example.com',
    version: 'v1',
    resource: 'texts',
    kind: 'Text',
    printerColumns: all.map((text, index) => ({
      // What every object of JavaScript has is a name too.
      name: ['__proto__', 'constructor'][index] ?? `${index} ${text.slice(0, 200)}`,
      type: 'string',
      jsonPath: `.spec.t${index}`,
      description: text,
    })),
  });
  const object = {
    apiVersion: 'example.com/v1',
    kind: 'Text',
    metadata: { name: longestName, namespace: 'default', uid: 'hostile' },
    spec: Object.fromEntries(all.map((text, index) => [`t${index}`, text])),
    status: { conditions: all.map((text) => ({ type: text, status: text, reason: text, message: text })) },
  };
  fake.put(object);
  const page = await open(fake, 'example.com/v1/texts');
  await expect.poll(() => health(page)).toBe('1 row, live.');
  await page.getByLabel('all columns').check();
  const cells = page.getByRole('gridcell');
  expect((await cells.allTextContents()).slice(1)).toEqual([longestName, ...all]);
  const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1);
  const seen = (await page.getByRole('grid').boundingBox())?.width ?? 0;
  for (const [index, { left, width }] of boxes.entries()) {
    expect(width).toBeLessThan(seen);
    expect(left).toBeCloseTo(boxes[index - 1]?.right ?? left, 0);
  }
  await cells.first().click();
  const pane = page.getByRole('complementary');
  await expect.poll(() => pane.textContent()).toContain(`Warning: ${texts.override}`);
  for (const text of all) expect(await pane.textContent()).toContain(text);
  await page.getByRole('button', { name: 'YAML' }).click();
  await expect.poll(() => page.getByLabel('YAML').textContent()).toContain('<script>');
  expect(await page.locator('#page :is(img, script, iframe, object)').count()).toBe(0);
  expect(await page.title()).toBe('kubeatlas');
  await page.getByRole('button', { name: 'Close the object' }).click();
  await page.getByLabel('Filter by cells and labels').fill('مرحبا');
  await expect.poll(() => health(page)).toContain('1 fit the filter');
});

it('shows what it can of an object with anything in its fields', async () => {
  const fake = createFakeApiServer({ documents: kubernetes() });
  const place = { group: 'example.com', version: 'v1', resource: 'pods', kind: 'Pod' };
  fake.define(place);
  const odd = [null, 'x', [1], { type: 5, status: { a: 1 }, message: ['b'], lastTransitionTime: 7 }];
  fake.put({
    apiVersion: 'example.com/v1',
    kind: 'Pod',
    metadata: { name: 'odd', namespace: 'default' },
    spec: { containers: 5 },
    status: { conditions: odd },
  });
  const page = await open(fake, 'example.com/v1/pods?object=default/odd', (complaint) =>
    /not iterable/.test(complaint),
  );
  const pane = page.getByRole('complementary');
  await expect.poll(() => pane.textContent()).toContain('5: {"a":1}["b"]');
  await page.getByRole('button', { name: 'Logs' }).click();
  await expect.poll(() => alertOf(page)).toContain('This cannot be shown');
  await page.getByRole('button', { name: 'YAML' }).click();
  await expect.poll(() => pane.textContent()).toContain('containers: 5');
  await expect.poll(() => health(page)).toBe('1 row, live.');
});

it('shows an object of 1 MB', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index} ${'.'.repeat(30)}`).join('\n');
  const fake = createFakeApiServer({
    documents: kubernetes(),
    objects: [configMap('large', { lines, one: 'y'.repeat(600_000) })],
  });
  const page = await open(fake, 'v1/configmaps?object=default/large');
  await page.getByRole('button', { name: 'YAML' }).click();
  await expect.poll(async () => (await page.getByLabel('YAML').textContent())?.length).toBeGreaterThan(1_000_000);
  await page.getByRole('button', { name: 'Edit' }).click();
  const sent = bodiesOfPatches(page);
  await page.getByLabel('YAML to apply').press('Control+Home');
  await page.keyboard.insertText('# read by nobody\n');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => alertOf(page)).toBe('The edit changes nothing.');
  await page.keyboard.insertText('immutable: true\n');
  await page.getByRole('button', { name: 'Apply' }).click();
  await isApplied(page);
  const metadata = { name: 'large', namespace: 'default', uid: expect.any(String) as string };
  expect(sent()).toEqual([{ apiVersion: 'v1', kind: 'ConfigMap', metadata, immutable: true }]);
  await page.getByRole('button', { name: 'Close the object' }).click();
  await expect.poll(() => health(page)).toBe('1 row, live.');
});

it('sends no value of a Secret that was not changed, and none that is masked', async () => {
  const data = { password: btoa('correct horse'), user: btoa('me') };
  const fake = createFakeApiServer({
    documents: kubernetes(),
    objects: [{ ...configMap('login', data), kind: 'Secret' }],
  });
  const page = await open(fake, 'v1/secrets?object=default/login');
  const sent = bodiesOfPatches(page);
  await page.getByRole('button', { name: 'YAML' }).click();
  const edit = page.getByRole('button', { name: 'Edit' });
  expect(await edit.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Show values' }).click();
  await edit.click();
  const text = page.getByLabel('YAML to apply');
  const before = await text.inputValue();
  await text.fill(before.replace(data.password, '(masked)'));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => alertOf(page)).toContain('only stands for one');
  await text.fill(`${before}---\n${before}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => alertOf(page)).toBe('The text must have exactly one object.');
  expect(sent()).toEqual([]);
  await text.fill(before.replace('\ndata:\n', `\ndata:\n  more: ${btoa('x')}\n`));
  await page.getByRole('button', { name: 'Apply' }).click();
  await isApplied(page);
  const metadata = { name: 'login', namespace: 'default', uid: expect.any(String) as string };
  expect(sent()).toEqual([{ apiVersion: 'v1', kind: 'Secret', metadata, data: { more: btoa('x') } }]);
});

it('patches where a server knows no apply, but no object that was changed meanwhile', async () => {
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [configMap('plain', { a: 'one', b: 'two' })] });
  const page = await open(fake, 'v1/configmaps?object=default/plain');
  const sent = bodiesOfPatches(page);
  await page.getByRole('button', { name: 'YAML' }).click();
  const edit = async (from: string, to: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByLabel('YAML to apply');
    await text.fill((await text.inputValue()).replace(from, to));
  };
  const apply = page.getByRole('button', { name: 'Apply' });
  fake.fail(({ method }) => method === 'PATCH', { status: 415, times: 1 });
  await edit('a: one', 'a: three');
  await apply.click();
  await isApplied(page);
  expect(sent()[1]).toEqual({ data: { a: 'three' }, metadata: { resourceVersion: expect.any(String) as string } });

  await edit('  b: two\n', '');
  fake.put(configMap('plain', { a: 'four', b: 'two' }));
  await apply.click();
  await expect.poll(() => alertOf(page)).toContain('was changed in the meantime');
  expect(await page.getByLabel('YAML to apply').inputValue()).not.toContain('b: two');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await edit('  b: two\n', '');
  await apply.click();
  await isApplied(page);
  await expect.poll(() => page.getByLabel('YAML').textContent()).toMatch(/\ndata:\n {2}a: four\n$/);
});

it('says of a definition that is deleted while its table and object are shown that it is deleted', async () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const fake = createFakeApiServer({ documents: kubernetes() });
  fake.put(definition);
  fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'left' }, spec: { size: 1 } });
  // The namespace that one has chosen elsewhere is none of its own.
  const page = await open(fake, 'example.com/v1/widgets?ns=shop&object=/left');
  await page.getByRole('button', { name: 'YAML' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const text = page.getByLabel('YAML to apply');
  await text.fill((await text.inputValue()).replace('size: 1', 'size: 2'));
  const columns = await page.getByRole('columnheader').allTextContents();
  fake.remove(definition);
  // Once discovery lists it no more, it is still the table of before.
  const link = page.getByRole('navigation').getByRole('link', { name: 'widgets' });
  await expect.poll(() => link.count()).toBe(0);
  await expect.poll(() => health(page)).toMatch(/^The definition was deleted/);
  const said = page.getByRole('complementary').getByRole('status');
  await expect.poll(() => said.allTextContents()).toEqual([expect.stringMatching(/^The definition was deleted/)]);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => alertOf(page)).toMatch(/^The definition was deleted/);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(columns);
  fake.put(definition);
  await expect.poll(() => health(page)).toMatch(/live\.$|none\.$/);
});

it('says of rights that are taken away while shown what is of before, and no lost server', async () => {
  let isAllowed = true;
  const fake = createFakeApiServer({
    documents: kubernetes(),
    objects: [configMap('mine')],
    may: ({ resource, verb }) => isAllowed || (verb === 'create' && String(resource).startsWith('self')),
  });
  const page = await open(fake, 'v1/configmaps?ns=default&object=default/mine');
  await expect.poll(() => page.getByRole('complementary').textContent()).toContain('Nothing is wrong.');
  isAllowed = false;
  fake.endWatches();
  await expect.poll(() => health(page)).toBe('Not up to date: 1 row of before.');
  await expect.poll(() => alertOf(page)).toMatch(/^Not up to date, this is the object of before\. You may not do this/);
  await page.goto(`${page.url().split('#')[0]}#/v1/pods?ns=default&view=overview`);
  const main = page.getByRole('main');
  await expect.poll(() => main.textContent()).toContain('There is nothing that you can read here.');
  await expect.poll(() => main.textContent()).toContain('They cannot be read.');
});

it('shows the names where a Table has no columns', async () => {
  const fake = createFakeApiServer({ documents: kubernetes() });
  const row = (name: string): object => ({
    cells: [],
    object: {
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name, namespace: 'default', uid: name, resourceVersion: '1' },
    },
  });
  const body = {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: '1' },
    columnDefinitions: [],
    rows: [row('two'), row('one')],
  };
  fake.fail(({ path, query }) => path === '/api/v1/configmaps' && !query.has('watch'), { status: 200, body });
  const page = await open(fake, 'v1/configmaps');
  await expect.poll(() => health(page)).toBe('2 rows, live.');
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Namespace ▲', 'Name']);
  expect(await page.getByRole('gridcell').allTextContents()).toEqual(['default', 'one', 'default', 'two']);
});

it('says after some seconds that a watch does not answer, and after more that the server is lost, and shows other resources meanwhile', async () => {
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [configMap('a')] });
  fake.fail(({ path, query }) => path === '/api/v1/configmaps' && query.has('watch'), { hang: true });
  const watches = (): number =>
    fake.requests.filter(({ path }) => /^\/api\/v1\/configmaps\?.*watch=/.test(path)).length;
  const page = await open(fake, 'v1/configmaps');
  await expect.poll(watches).toBe(1);
  await page.clock.install();
  await page.reload();
  await page.goto(`${page.url().split('#')[0]}#/v1/configmaps`);
  await expect.poll(() => page.getByRole('gridcell').count()).toBeGreaterThan(0);
  await expect.poll(watches).toBe(2);
  await expect.poll(() => health(page)).toBe('1 row, live.');
  await page.clock.fastForward(11_000);
  const late = '1 row. The server has not answered the watch yet: changes may be missing.';
  await expect.poll(() => health(page)).toBe(late);
  await page.clock.fastForward(70_000);
  await expect.poll(() => health(page)).toBe('The server is lost. 1 row of before; asking again.');
  await page.getByRole('link', { name: 'services', exact: true }).click();
  await expect.poll(() => health(page)).toBe('There are none.');
});

it.each([300, 3000])('shows %d resource types, and finds one of them', async (count) => {
  const resources = Array.from({ length: count }, (_, index) => ({
    group: `g${Math.floor(index / 15)}.${index % 2 === 0 ? 'a-long-name-of-a-company-and-its-product.' : ''}example.com`,
    version: 'v1',
    resource: `things${index}`,
    kind: `Thing${index}`,
  }));
  const fake = createFakeApiServer({ resources });
  fake.put({ apiVersion: `${resources[0]?.group}/v1`, kind: 'Thing0', metadata: { name: 'a', namespace: 'default' } });
  const page = await open(fake, `${resources[0]?.group}/v1/things0`);
  await meterPage(page, '/k8s');
  await page.reload();
  await expect.poll(() => health(page)).toBe('1 row, live.');
  const seen = await page.evaluate(() => seenAt);
  process.stderr.write(
    `${count} resource types: resources after ${seen['resources']?.toFixed(0)} ms, rows after ${seen['rows']?.toFixed(0)} ms\n`,
  );
  await page.getByRole('link', { name: `things${count - 1}`, exact: true }).click();
  await expect.poll(() => health(page)).toBe('There are none.');
  await page.getByLabel('Go to a resource').fill('thing123');
  await expect.poll(() => page.getByRole('search').textContent()).toContain('things123.v1');
  await page.getByLabel('Go to a resource').press('Enter');
  await expect.poll(() => page.getByRole('heading', { name: 'Thing123', exact: true }).count()).toBe(1);
});

function configMap(name: string, data: Readonly<Record<string, string>> = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}
