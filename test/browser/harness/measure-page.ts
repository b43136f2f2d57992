import type { CDPSession, Page } from 'playwright-core';

/** What a page cost while it was watched. */
export interface Costs {
  /** Of bodies of answers below a path, after decompression, and of messages. */
  readonly bytes: number;
  /** How many watches were opened there. */
  readonly watches: number;
}

/** What the main thread did over a time. */
export interface Busy {
  /** The processor time of its tasks, as a share of the time: what other programs of the machine do does not count. */
  readonly share: number;
  /** Its tasks over 50 ms, in milliseconds of the clock. */
  readonly longTasks: readonly number[];
}

/** Measures one page of Chromium. */
export interface PageMeter {
  costs(): Costs;
  /** The processor time of its main thread so far, in seconds: what other programs of the machine do does not count. */
  busySeconds(): Promise<number>;
  /** The bytes of the heap that are left after a collection. */
  heap(): Promise<number>;
  /** Starts to watch the main thread. Returns what ends it. */
  watchThread(): Promise<() => Promise<Busy>>;
  /** Milliseconds between frames while somebody scrolls by a wheel, over so many pixels. */
  framesWhileScrolling(pixels: number): Promise<readonly number[]>;
}

declare global {
  /** In a page: milliseconds of tasks over 50 ms. */
  var longTasks: number[];
  /** In a page: milliseconds since the document arrived, by what was seen. */
  var seenAt: Record<string, number>;
}

/** Begins to measure a page, before it is loaded; counts what it gets below paths that contain a text. */
export async function meterPage(page: Page, path: string): Promise<PageMeter> {
  const cdp = await page.context().newCDPSession(page);
  let bytes = 0;
  let watches = 0;
  const counted = new Set<string>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (!url.includes(path)) return;
    counted.add(requestId);
    if (url.includes('watch=')) watches += 1;
  });
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (counted.has(requestId)) bytes += dataLength;
  });
  cdp.on('Network.webSocketCreated', ({ requestId, url }) => {
    if (!url.includes(path)) return;
    counted.add(requestId);
    if (url.includes('watch=')) watches += 1;
  });
  cdp.on('Network.webSocketFrameReceived', ({ requestId, response: { payloadData } }) => {
    // As base64, if it is not text.
    if (counted.has(requestId)) bytes += (payloadData.length * 3) / 4;
  });
  await cdp.send('Network.enable');
  await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await cdp.send('Performance.enable');
  await page.addInitScript(noteTimes);
  return {
    costs: () => ({ bytes, watches }),
    busySeconds: () => taskSeconds(cdp),
    async heap() {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize;
    },
    async watchThread() {
      await page.evaluate(() => {
        globalThis.longTasks = [];
      });
      const [begun, busyBefore] = [performance.now(), await taskSeconds(cdp)];
      return async () => {
        const busy = (await taskSeconds(cdp)) - busyBefore;
        const share = (busy * 1000) / (performance.now() - begun);
        return { share, longTasks: await page.evaluate(() => longTasks) };
      };
    },
    async framesWhileScrolling(pixels) {
      const { x, y } = await page.evaluate(() => {
        const { left, top, width, height } = (document.querySelector('[role=grid]') as Element).getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      });
      await page.evaluate(() => {
        globalThis.seen = [];
        let last = performance.now();
        const note = (now: number): void => {
          seen.push(String(now - last));
          last = now;
          frame = requestAnimationFrame(note);
        };
        let frame = requestAnimationFrame(note);
        globalThis.leave = () => cancelAnimationFrame(frame);
      });
      await cdp.send('Input.synthesizeScrollGesture', { x, y, yDistance: -pixels, speed: 3000 });
      return page.evaluate(() => {
        leave();
        return seen.slice(1).map(Number);
      });
    },
  };
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

/** In the page: notes when the first row and the last one were there, and long tasks. */
function noteTimes(): void {
  globalThis.longTasks = [];
  globalThis.seenAt = {};
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = new MutationObserver(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const note = (what: string): number => (seenAt[what] ??= performance.now() - (navigation?.responseEnd ?? 0));
    if (document.querySelector('nav a') !== null) note('resources');
    if (document.querySelector('[role=row] [role=gridcell]') !== null) note('rows');
    if (/live\.$/.test(document.querySelector('main [role=status]')?.textContent ?? '')) {
      note('complete');
      look.disconnect();
    }
  });
  look.observe(document, { subtree: true, childList: true, characterData: true });
}

/** What the same objects cost as whole objects. */
export interface WholeObjects {
  /** Milliseconds until the first page was read. */
  readonly rows: number;
  /** Milliseconds until all were read. */
  readonly complete: number;
}

/**
 * In a page of a dashboard that has not been opened yet: reads the objects of a path as most dashboards do, whole and as JSON,
 * page after page, without managedFields, and watches them from there. The list stays in the memory of the page.
 */
export async function readWholeObjects(page: Page, url: string, path: string): Promise<WholeObjects> {
  const [address = '', secret = ''] = url.split('#secret=');
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(address);
  return page.evaluate(
    async ({ secret, path }) => {
      const opened = await fetch('/session', { method: 'POST', body: JSON.stringify({ secret }) });
      const { token } = (await opened.json()) as { token: string };
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      const begun = performance.now();
      const all = new Map<string, unknown>();
      let rows: number | undefined;
      let version = '';
      let next: string | undefined = '';
      while (next !== undefined) {
        const query = new URLSearchParams({ limit: '500', ...(next !== '' && { continue: next }) });
        const answer = await fetch(`/k8s${path}?${query.toString()}`, { headers });
        const list = (await answer.json()) as {
          metadata: { continue?: string; resourceVersion: string };
          items: { metadata: { uid: string; managedFields?: unknown } }[];
        };
        for (const item of list.items) {
          delete item.metadata.managedFields;
          all.set(item.metadata.uid, item);
        }
        rows ??= performance.now() - begun;
        version = list.metadata.resourceVersion;
        next = list.metadata.continue === '' ? undefined : list.metadata.continue;
      }
      Object.assign(globalThis, { all });
      const query = new URLSearchParams({ watch: 'true', resourceVersion: version });
      await fetch(`/k8s${path}?${query.toString()}`, { headers });
      return { rows: rows ?? NaN, complete: performance.now() - begun };
    },
    { secret, path },
  );
}
