import { chromium, firefox, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type * as root from '../../../src/index.js';
import type * as connect from '../../../src/connect/index.js';
import type * as browserStore from '../../../src/stores/browser.js';
import { findBrowser, type BrowserName } from './find-browser.js';

declare global {
  /** In a page: the bundle of the package. */
  var kubeatlas: typeof root & typeof connect & typeof browserStore;
  /** In a page: what a test collects there. */
  var seen: string[];
  /** In a page: ends what a test has begun there. */
  var leave: () => void;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** In which the tests of this project run. */
    browser: BrowserName;
  }
}

/** A name that the browsers take for loopback's, though it is no secure context. */
export const remoteHost = 'dashboard.test';

/** Starts a browser of its own. */
export function startBrowser(): Promise<Browser> {
  const name = inject('browser');
  const executablePath = findBrowser(name);
  if (executablePath === undefined)
    throw new Error(`There is no ${name}; npm run suite -- browser says how to get one.`);
  // Debian's own Firefox, not the one that is patched for playwright.
  if (name === 'firefox') {
    const firefoxUserPrefs = { 'network.dns.localDomains': remoteHost };
    return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs });
  }
  const ours = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  const hosts = `--host-resolver-rules=MAP ${remoteHost} 127.0.0.1`;
  // Containers have a small /dev/shm.
  return chromium.launch({ executablePath, args: [...ours, '--disable-dev-shm-usage', hosts] });
}

/** A page, and what it complained of. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of its console, and what was thrown and not caught. */
  readonly complaints: readonly string[];
}

/** Opens a page in a profile of its own, with nothing kept from others. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  return { page, complaints };
}
