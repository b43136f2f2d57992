import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openPage, startBrowser, type OpenPage } from './open-page.js';

/** The browser of a file of tests. */
export interface UsedBrowser {
  /** Opens a page until the test is over, which fails if the page complained of more than is expected. */
  open(url: string, expected: (complaint: string) => boolean, options?: BrowserContextOptions): Promise<OpenPage>;
  /** Closes something after the test: what was opened last, first. */
  afterTest(close: () => unknown): void;
}

/** Starts one browser for the file that calls it. */
export function useBrowser(): UsedBrowser {
  let browser: Browser;
  let closing: (() => unknown)[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    const all = closing.reverse();
    closing = [];
    for (const close of all) await close();
  });
  afterAll(() => browser.close());
  return {
    async open(url, expected, options) {
      const opened = await openPage(browser, url, options);
      closing.push(async () => {
        await opened.page.context().close();
        const ours = opened.complaints.filter((complaint) => !expected(complaint));
        expect(ours, 'what the page complained of').toEqual([]);
      });
      return opened;
    },
    afterTest(close) {
      closing.push(close);
    },
  };
}
