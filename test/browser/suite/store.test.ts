import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { remoteHost } from '../harness/open-page.js';
import { useStage } from '../harness/stage.js';

const stage = useStage();

/** What a client came to, and what happened meanwhile. */
interface Outcome {
  /** The version that the word was resolved to. */
  readonly version: string;
  /**
   * Status and path of each exchange, as the client saw it: where the cache of the browser revalidates, the client sees a
   * 200 with the whole body.
   */
  readonly exchanges: string[];
  readonly bytes: number;
  readonly failures: string[];
}

/** Resolves a word with a new client on the store of the browser. */
function resolveIn(page: Page, word = 'deploy', storeKey = 'this cluster, this user'): Promise<Outcome> {
  return page.evaluate(
    async ([word, storeKey]) => {
      const failures: string[] = [];
      const exchanges: string[] = [];
      let bytes = 0;
      const client = kubeatlas.createClient({
        server: '/k8s',
        onExchange: (exchange) => {
          exchanges.push(`${exchange.status ?? 'none'} ${exchange.path.replace('?pretty=false', '')}`);
          bytes += exchange.bytes;
        },
        discovery: {
          store: kubeatlas.createBrowserStore(),
          storeKey,
          onStoreFailure: ({ kind }) => failures.push(kind),
        },
      });
      const { mapping } = await client.resolve(word);
      return { version: mapping.resource.version, exchanges: exchanges.sort(), bytes, failures };
    },
    [word, storeKey] as const,
  );
}

/** How many records the store has. */
function recordsIn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('kubeatlas');
        opened.onerror = () => {
          reject(new Error(opened.error?.message));
        };
        opened.onsuccess = () => {
          const counted = opened.result.transaction('discovery').objectStore('discovery').count();
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
  );
}

const whole = ['200 /k8s/api', '200 /k8s/apis'];
const unchanged = { exchanges: ['304 /k8s/api', '304 /k8s/apis'], bytes: 0, failures: [] };

describe('the store of the browser', () => {
  it('makes a reload begin with two empty answers', async () => {
    const { page, fake } = await stage.openFake();
    expect(await resolveIn(page)).toMatchObject({ version: 'v1', exchanges: whole, failures: [] });
    await expect.poll(() => recordsIn(page)).toBeGreaterThanOrEqual(2);
    for (let turn = 1; turn <= 2; turn += 1) {
      fake.forgetRequests();
      await page.reload();
      expect(await resolveIn(page)).toEqual({ version: 'v1', ...unchanged });
      expect(fake.requests.map(({ status, bytes }) => [status, bytes])).toEqual(Array(2).fill([304, 0]));
    }
  });

  it('is of no use for another cluster or user', async () => {
    const { page } = await stage.openFake();
    await resolveIn(page);
    await expect.poll(() => recordsIn(page)).toBeGreaterThanOrEqual(2);
    await page.reload();
    expect(await resolveIn(page, 'deploy', 'another user')).toMatchObject({ exchanges: whole });
  });

  it('lets a page learn what is new after a reload', async () => {
    const { page, fake } = await stage.openFake();
    await resolveIn(page);
    await expect.poll(() => recordsIn(page)).toBeGreaterThanOrEqual(2);
    fake.define({ group: 'example.com', version: 'v1alpha7', resource: 'widgets', kind: 'Widget' });
    await page.reload();
    const { version, exchanges } = await resolveIn(page, 'widgets');
    expect(version).toBe('v1alpha7');
    expect(exchanges.filter((exchange) => exchange.startsWith('200'))).toEqual(['200 /k8s/apis']);
  });

  it('serves the pages of one origin at once', async () => {
    const { page, site, fake } = await stage.openFake();
    await resolveIn(page);
    await expect.poll(() => recordsIn(page)).toBeGreaterThanOrEqual(2);
    fake.forgetRequests();
    const others = [1, 2, 3].map(async () => {
      const other = await page.context().newPage();
      await other.goto(site.url);
      return resolveIn(other);
    });
    expect(await Promise.all(others)).toEqual(Array(3).fill({ version: 'v1', ...unchanged }));
  });

  // Only there can a test clear what the page holds open.
  it.runIf(inject('browser') === 'chromium')('goes on when its data is cleared meanwhile', async () => {
    const { page, site } = await stage.openFake();
    await resolveIn(page);
    await expect.poll(() => recordsIn(page)).toBeGreaterThanOrEqual(2);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', {
      origin: new URL(site.url).origin,
      storageTypes: 'indexeddb',
    });
    expect(await resolveIn(page)).toMatchObject({ exchanges: whole, failures: [] });
    await expect.poll(() => recordsIn(page)).toBeGreaterThanOrEqual(2);
  });

  it('is done without where another program has a database of its name', async () => {
    const { page } = await stage.openFake();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opened = indexedDB.open('kubeatlas', 3);
          opened.onupgradeneeded = () => opened.result.createObjectStore('other');
          opened.onsuccess = () => {
            opened.result.close();
            resolve();
          };
        }),
    );
    const { exchanges, failures } = await resolveIn(page);
    expect(exchanges).toEqual(whole);
    expect(failures).toContain('unreadable');
  });

  it('is done without where the page has no IndexedDB', async () => {
    const { page } = await stage.openFake();
    await page.evaluate(() => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get: () => {
          throw new DOMException('switched off', 'SecurityError');
        },
      });
    });
    const { exchanges, failures } = await resolveIn(page);
    expect(exchanges).toEqual(whole);
    expect(failures).toContain('unreadable');
  });

  it('is done without on a page that came over plain HTTP, which has no Web Crypto', async () => {
    const { page } = await stage.openFake({ host: remoteHost });
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const { exchanges, failures } = await resolveIn(page);
    expect(exchanges).toEqual(whole);
    expect(failures).toContain('unreadable');
  });
});
