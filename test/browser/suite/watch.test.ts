import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { configMap } from '../../testing/support.js';
import { useStage } from '../harness/stage.js';

const stage = useStage();

/** Begins a watch in the page; `seen` there has a word for each event, and the end. */
function beginWatch(page: Page, form: 'Table' | 'PartialObjectMetadata'): Promise<void> {
  return page.evaluate(async (form) => {
    const client = kubeatlas.createClient({ server: '/k8s', retry: { maxDelayMs: 50 } });
    const maps = client.resource('configmaps').namespace('default');
    const ending = new AbortController();
    globalThis.seen = [];
    globalThis.leave = () => {
      ending.abort(new Error('left'));
    };
    const { signal } = ending;
    const tell = async (): Promise<void> => {
      if (form === 'Table') {
        for await (const event of maps.as('Table').watch({ signal })) {
          if (event.type === 'BOOKMARK') continue;
          seen.push(`${event.type} ${event.columns.map(({ name }) => name).join()}: ${event.object.cells.join()}`);
        }
      } else {
        for await (const { type, object } of maps.as(form).watch({ signal })) {
          seen.push(`${type} ${Object.keys(object).sort().join()} ${object.metadata.name ?? ''}`);
        }
      }
    };
    tell().catch((error: unknown) => seen.push(`end: ${(error as Error).message}`));
  }, form);
}

const seenIn = (page: Page): Promise<string[]> => page.evaluate(() => seen);

describe('a watch in a browser', () => {
  it('tells rows of a table one by one, as they come', async () => {
    const { page, fake, site } = await stage.openFake({ objects: [configMap('a')] });
    await beginWatch(page, 'Table');
    const row = (type: string, name: string, count = 0): string =>
      expect.stringMatching(new RegExp(`^${type} Name,Data,Age: ${name},${count},`)) as string;
    const expected = [row('ADDED', 'a')];
    await expect.poll(() => seenIn(page)).toEqual(expected);
    for (const name of ['b', 'c']) {
      fake.put(configMap(name));
      expected.push(row('ADDED', name));
      await expect.poll(() => seenIn(page)).toEqual(expected);
    }
    fake.put({ ...configMap('b'), data: { x: '1' } });
    fake.remove(configMap('a'));
    expected.push(row('MODIFIED', 'b', 1), row('DELETED', 'a'));
    await expect.poll(() => seenIn(page)).toEqual(expected);
    expect(site.passed.filter(({ path }) => path.includes('watch='))).toHaveLength(1);
  });

  it('tells metadata one by one, and goes on where the server ended it', async () => {
    const { page, fake, site } = await stage.openFake({ objects: [configMap('a')] });
    await beginWatch(page, 'PartialObjectMetadata');
    await expect.poll(() => seenIn(page)).toEqual(['ADDED apiVersion,kind,metadata a']);
    // The watch begins when the reader has taken what was listed.
    await expect.poll(() => fake.openWatches).toBe(1);
    fake.endWatches();
    fake.put(configMap('b'));
    await expect.poll(() => seenIn(page)).toHaveLength(2);
    // An event may still arrive on the stream that ends.
    const watches = () => site.passed.filter(({ path }) => path.includes('watch='));
    await expect.poll(watches).toHaveLength(2);
    fake.endWatches();
    fake.put(configMap('c'));
    await expect
      .poll(() => seenIn(page))
      .toEqual(['a', 'b', 'c'].map((name) => `ADDED apiVersion,kind,metadata ${name}`));
    await expect.poll(watches).toHaveLength(3);
  });

  it('goes on where the connection broke in the middle of an event', async () => {
    const { page, fake } = await stage.openFake({ requestsFail: true, objects: [configMap('a')] });
    fake.fail(({ query }) => query.has('watch'), { reset: { afterBytes: 600 }, times: 1 });
    await beginWatch(page, 'PartialObjectMetadata');
    await expect.poll(() => seenIn(page)).toEqual(['ADDED apiVersion,kind,metadata a']);
    fake.bookmark();
    fake.put(configMap('b', { annotations: { long: 'x'.repeat(600) } }));
    fake.put(configMap('c'));
    await expect
      .poll(() => seenIn(page))
      .toEqual(['a', 'b', 'c'].map((name) => `ADDED apiVersion,kind,metadata ${name}`));
    expect(fake.unusedFaults).toEqual([]);
  });

  it.each([
    ['its signal', (page: Page) => page.evaluate(() => leave())],
    ['leaving the page', (page: Page) => page.goto('about:blank')],
    ['closing the page', (page: Page) => page.close()],
  ])('ends at the server by %s', async (_how, end) => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a')] });
    await beginWatch(page, 'Table');
    await expect.poll(() => seenIn(page)).toHaveLength(1);
    await expect.poll(() => fake.openWatches).toBe(1);
    await end(page);
    await expect.poll(() => fake.openWatches).toBe(0);
  });

  it('ends at the server by break', async () => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a')] });
    const type = await page.evaluate(async () => {
      const client = kubeatlas.createClient({ server: '/k8s' });
      for await (const { type } of client.resource('configmaps').watch()) return type;
      return undefined;
    });
    expect(type).toBe('ADDED');
    await expect.poll(() => fake.openWatches).toBe(0);
  });

  it('ends at the server by client.close(), with an error that says so', async () => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a')] });
    const code = await page.evaluate(async () => {
      const client = kubeatlas.createClient({ server: '/k8s' });
      const events = client.resource('configmaps').watch()[Symbol.asyncIterator]();
      await events.next();
      const next = events.next().catch((error: unknown) => (kubeatlas.isKubeError(error) ? error.code : String(error)));
      await client.close();
      return next;
    });
    expect(code).toBe('closed');
    await expect.poll(() => fake.openWatches).toBe(0);
  });

  it('tells each event at once through a proxy that compresses', async () => {
    const { page, fake, site } = await stage.openFake({ objects: [configMap('a')] });
    site.compress('flushed');
    await beginWatch(page, 'PartialObjectMetadata');
    await expect.poll(() => seenIn(page)).toHaveLength(1);
    for (const [place, name] of ['b', 'c', 'd'].entries()) {
      fake.put(configMap(name));
      await expect.poll(() => seenIn(page)).toHaveLength(place + 2);
    }
  });
});
