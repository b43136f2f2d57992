import { Agent, get } from 'node:https';
import type { ResourceHandle, WatchOptions } from '../../src/index.js';
import { apiServer, connectTo, noServer, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { eventsPath, selectorOf, startEventServer } from './event-server.js';
import { formatRatio, formatTime } from './format.js';
import { measureTogether } from './samples.js';

const oneOfReal =
  '/api/v1/pods?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
const selector = 'metadata.name=frontend-7c9d8b6f5d-00000';

/** Measures the time until a watch begins. */
export const firstEventBench: Bench = {
  name: 'first-event',
  title: 'The first event',
  about:
    'The time from the call of `watch()` to the first event, on a new connection each time, compared with `node:https` and `JSON.parse` by ' +
    'hand (the aim is 1.2×). Medians of means of 20 in a row.',
  async run() {
    const { told, stop } = await startEventServer();
    try {
      const loopback = { url: told.tls, ca: told.ca, token: '', version: '', pid: 0 };
      const watch = { resourceVersion: '1', labelSelector: selectorOf(1) };
      const rows = [await row('loopback', loopback, { path: eventsPath(1), watch })];
      const real = await apiServer();
      if (real === undefined) rows.push([noServer]);
      else {
        const path = `${oneOfReal}&fieldSelector=${encodeURIComponent(selector)}`;
        rows.push(await row('kube-apiserver', real, { path, watch: { initialEvents: true, fieldSelector: selector } }));
      }
      return { columns: ['server', 'by hand', '`watch()`', 'ratio'], rows };
    } finally {
      await stop();
    }
  },
};

async function row(
  name: string,
  access: ApiServerAccess,
  { path, watch }: { readonly path: string; readonly watch: WatchOptions },
): Promise<string[]> {
  const { client, close } = connectTo(access);
  const agent = new Agent({ ca: access.ca, keepAlive: true });
  try {
    const pods = client.resource('pods');
    const { hand, ours } = await measureTogether(
      { hand: () => firstByHand(access, agent, path), ours: () => first(pods, watch) },
      { rounds: 9, inARow: 20, warmUp: 3 },
    );
    const ratios = [ours.clock.median / hand.clock.median, ours.clock.min / hand.clock.min].map(formatRatio);
    return [name, formatTime(hand.clock.median), formatTime(ours.clock.median), `${ratios[0]} (${ratios[1]})`];
  } finally {
    agent.destroy();
    await close();
  }
}

async function first(pods: ResourceHandle, options: WatchOptions): Promise<unknown> {
  for await (const event of pods.watch(options)) return event;
  throw new Error('the watch ended');
}

function firstByHand({ url, token }: ApiServerAccess, agent: Agent, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) };
    get(new URL(path, url), { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const end = text.indexOf('\n');
        if (end === -1) return;
        resolve(JSON.parse(text.slice(0, end)));
        response.destroy();
      });
      response.once('error', () => undefined);
    }).once('error', reject);
  });
}
