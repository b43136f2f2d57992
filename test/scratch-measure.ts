import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { connect } from './e2e/harness/connect.js';
import { changePods } from './browser/harness/many-pods.js';
import { meterPage, readWholeObjects } from './browser/harness/measure-page.js';
const server = JSON.parse(readFileSync('/tmp/dash-work/server.json', 'utf8'));
const what = process.argv.slice(2);
const has = (w: string) => what.length === 0 || what.includes(w);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-dev-shm-usage'] });
async function dash() {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'dashboard', '--no-open', '--no-cache', '--kubeconfig', '/tmp/dash-work/kubeconfig'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [p] = await once(child.stdout, 'data');
  return { url: p.toString().trim(), stop: () => child.kill('SIGINT') };
}
const profile = async (cdp: any, name: string, act: () => Promise<unknown>) => {
  await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 500 }); await cdp.send('Profiler.start');
  await act();
  const { profile } = await cdp.send('Profiler.stop');
  const self = new Map<string, number>();
  const byId = new Map<number, any>(profile.nodes.map((n: any) => [n.id, n]));
  profile.samples.forEach((id: number, i: number) => {
    const { functionName, url, lineNumber, columnNumber } = byId.get(id).callFrame;
    const k = `${functionName || '(anon)'} ${url.split('/').pop()}:${lineNumber}:${columnNumber}`;
    self.set(k, (self.get(k) ?? 0) + profile.timeDeltas[i]);
  });
  console.log(`--- ${name}: self ms`);
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 25)) console.log((v / 1000).toFixed(0).padStart(7), k);
  writeFileSync(`/tmp/dash-work/${name}.cpuprofile`, JSON.stringify(profile));
};
const d = await dash();
const context = await browser.newContext({ viewport: { width: 1440, height: 810 } });
await context.addInitScript('globalThis.__name = (f) => f');
const page = await context.newPage();
page.on('pageerror', (e) => console.log('ERR', e)); page.on('console', (m) => console.log('CON', m.text()));
const cdp = await context.newCDPSession(page);
const meter = await meterPage(page, '/api/v1/pods');
const load = async () => {
  await page.goto(d.url);
  await page.waitForFunction(() => seenAt['complete'] !== undefined, undefined, { polling: 500, timeout: 120000 });
};
if (what.includes('profile-load')) await profile(cdp, 'load', load); else await load();
const m = await cdp.send('Performance.enable').then(() => cdp.send('Performance.getMetrics'));
console.log('page', await page.evaluate(() => seenAt), meter.costs(), 'heap MB', (await meter.heap()) / 1e6, 'thread s', m.metrics.filter((x: any) => /Duration|ThreadTime/.test(x.name)).map((x: any) => `${x.name} ${x.value.toFixed(2)}`).join(', '), 'long', await page.evaluate(() => longTasks.map(Math.round).sort((a,b)=>b-a).slice(0,8)));
const ms = (l: readonly number[], share: number) => [...l].sort((a, b) => a - b)[Math.floor(l.length * share)]?.toFixed(0);
if (has('scroll') || what.includes('profile-scroll')) {
  const scroll = async () => {
    const t = await meter.watchThread();
    const f = await meter.framesWhileScrolling(30000);
    console.log('scroll frames', f.length, 'under 34:', (f.filter((x) => x < 34).length / f.length * 100).toFixed(1), '% median', ms(f, .5), 'p95', ms(f, .95), await t());
  };
  if (what.includes('profile-scroll')) await profile(cdp, 'scroll', scroll); else await scroll();
}
if (has('change') || what.includes('profile-change')) {
  const seconds = Number(process.env['SECONDS_'] ?? 20);
  const client = connect(server, { token: server.token });
  const pods = client.resource('pods');
  const change = async () => {
    const t = await meter.watchThread();
    const sent = await changePods(client, { count: 30000, perSecond: 100, seconds }); const open = 0;
    const { share, longTasks } = await t();
    console.log('changes', sent, 'open', open, 'busy', (share * 100).toFixed(1), '% long', longTasks.map(Math.round).sort((a, b) => b - a).slice(0, 10), longTasks.length);
  };
  if (what.includes('profile-change')) await profile(cdp, 'change', change); else await change();
}
if (has('whole')) {
  const d2 = await dash();
  const p2 = await context.newPage();
  const m2 = await meterPage(p2, '/api/v1/pods');
  console.log('whole', await readWholeObjects(p2, d2.url, '/api/v1/pods'), m2.costs(), 'heap MB', (await m2.heap()) / 1e6);
  d2.stop();
}
d.stop();
await browser.close();
process.exit(0);
