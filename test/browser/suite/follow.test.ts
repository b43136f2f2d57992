import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { configMap } from '../../testing/support.js';
import { useStage } from '../harness/stage.js';

const stage = useStage();

/** Follows config maps in the page; `seen` there has a word for each step. */
function beginFollow(page: Page, options: { readonly idleTimeoutMs?: number } = {}): Promise<void> {
  return page.evaluate(async (options) => {
    const client = kubeatlas.createClient({ server: '/k8s', retry: { maxDelayMs: 50 } });
    const maps = client.resource('configmaps').namespace('default');
    globalThis.seen = [];
    const tell = async (): Promise<void> => {
      for await (const step of kubeatlas.follow(maps, options)) {
        seen.push('object' in step ? `${step.type} ${step.object.metadata.name}` : step.type);
      }
    };
    tell().catch((error: unknown) => seen.push(`end: ${(error as Error).message}`));
  }, options);
}

const seenIn = (page: Page): Promise<string[]> => page.evaluate(() => seen);

describe('follow in a browser', () => {
  it('takes the state, then tells every change', async () => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a'), configMap('b')] });
    await beginFollow(page);
    await expect.poll(() => seenIn(page)).toEqual(['added a', 'added b', 'synced']);
    fake.put({ ...configMap('a'), data: { x: '1' } });
    fake.remove(configMap('b'));
    await expect.poll(() => seenIn(page)).toEqual(['added a', 'added b', 'synced', 'changed a', 'removed b']);
  });

  it('goes on after the server was away, with what changed meanwhile', async () => {
    const { page, fake, site } = await stage.openFake({
      requestsFail: true,
      objects: [configMap('a'), configMap('b')],
    });
    await beginFollow(page);
    const synced = ['added a', 'added b', 'synced'];
    await expect.poll(() => seenIn(page)).toEqual(synced);
    site.goDown();
    await expect.poll(() => seenIn(page)).toEqual([...synced, 'interrupted']);
    fake.remove(configMap('a'));
    fake.put(configMap('c'));
    site.goUp();
    await expect.poll(async () => (await seenIn(page)).slice(4).sort()).toEqual(['added c', 'recovered', 'removed a']);
    fake.put(configMap('d'));
    await expect.poll(async () => (await seenIn(page)).at(-1)).toBe('added d');
  });

  it('takes the state anew where changes were lost', async () => {
    const { page, fake, site } = await stage.openFake({
      requestsFail: true,
      objects: [configMap('a'), configMap('b')],
    });
    await beginFollow(page);
    await expect.poll(() => seenIn(page)).toHaveLength(3);
    site.goDown();
    await expect.poll(() => seenIn(page)).toHaveLength(4);
    fake.remove(configMap('a'));
    fake.put(configMap('c'));
    fake.expireHistory();
    site.goUp();
    await expect.poll(async () => (await seenIn(page)).slice(-3)).toEqual(['added c', 'removed a', 'recovered']);
  });

  // Chromium reads the first member of an answer and ignores the rest.
  it('loses nothing where each event comes as a gzip member of its own', async () => {
    const { page, fake, site } = await stage.openFake({ objects: [configMap('a')] });
    site.compress('members');
    await beginFollow(page, { idleTimeoutMs: 300 });
    await expect.poll(() => seenIn(page)).toContain('synced');
    for (const name of ['b', 'c', 'd']) {
      fake.put(configMap(name));
      await expect.poll(() => seenIn(page)).toContain(`added ${name}`);
    }
    const added = (await seenIn(page)).filter((step) => step.startsWith('added'));
    expect(added).toEqual(['added a', 'added b', 'added c', 'added d']);
  });
});
