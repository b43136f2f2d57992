import { Agent, request } from 'node:https';
import { createClient } from '../../src/index.js';
import { mapLimit } from '../../src/core/shared/concurrency.js';
import { apiServer, noServer, podCount, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { control, events } from './controllers.js';
import { formatBytes, formatCount, formatRatio } from './format.js';
import { measureTogether } from './samples.js';

const rounds = 5;
const changes = podCount;
const writers = 16;
const podsPath = '/api/v1/namespaces/web/pods';

/** Measures how fast a real server sends events, and how fast they pass through a controller. */
export const serverEventsBench: Bench = {
  name: 'server-events',
  title: 'Events of a real server',
  about:
    `How many events per second kube-apiserver sends to one watch, by the clock of a reader that only counts lines: ${formatCount(podCount)} ` +
    `pods as the initial state, the best of ${rounds} times; and ${formatCount(changes)} changes, as fast as ${writers} connections make ` +
    `them. Compared with ${formatCount(events)} changes through the store, two indexes and the queue of a controller, in processor time (the ` +
    'aim is 5× the changes).',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const agent = new Agent({ ca: access.ca, keepAlive: true, maxSockets: writers + 1 });
    const client = createClient({ server: 'http://127.0.0.1:9' });
    try {
      const states: Watched[] = [];
      for (let round = 0; round < rounds; round += 1) states.push(await watchState(access, agent));
      const made = await watchChanges(access, agent);
      const state = states.reduce((best, each) => (each.ms < best.ms ? each : best));
      const pods = state.lines.map(objectIn);
      const { through } = await measureTogether({ through: () => control(client, pods) }, { rounds, inARow: 1 });
      const ours = (events / through.median) * 1000;
      const row = (name: string, { lines, ms }: Watched): string[] => {
        // Intervals between the first and the last.
        const rate = ((lines.length - 1) / ms) * 1000;
        return [name, bytesOf(lines), formatCount(Math.round(rate)), formatRatio(ours / rate)];
      };
      return {
        columns: ['', 'bytes of an event', 'events a second', 'the controller against it'],
        rows: [
          row('kube-apiserver, the first state', state),
          row('kube-apiserver, changes', made),
          ['through store, indexes and queue', bytesOf(pods), formatCount(Math.round(ours)), ''],
        ],
      };
    } finally {
      await client.close();
      agent.destroy();
    }
  },
};

/** Events as lines, and the time from the first to the last. */
interface Watched {
  readonly lines: readonly string[];
  readonly ms: number;
}

function bytesOf(lines: readonly string[]): string {
  return formatBytes(lines.reduce((sum, { length }) => sum + length, 0) / lines.length);
}

function objectIn(line: string): string {
  const [, object] = /^\{"type":"ADDED","object":(.*)\}$/s.exec(line) ?? [];
  if (object === undefined) throw new Error(`no object was added: ${line.slice(0, 100)}`);
  return object;
}

function watchState(access: ApiServerAccess, agent: Agent): Promise<Watched> {
  const query = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  return watchLines(access, agent, query, podCount);
}

/** Changes all pods, and returns the events of a watch that starts before. */
async function watchChanges(access: ApiServerAccess, agent: Agent): Promise<Watched> {
  const list = JSON.parse(await send(access, agent, 'GET', `${podsPath}?limit=1`)) as {
    readonly metadata: { readonly resourceVersion: string };
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  const prefix = list.items[0]?.metadata.name.slice(0, -5) ?? '';
  const watched = watchLines(access, agent, `resourceVersion=${list.metadata.resourceVersion}`, changes);
  const body = JSON.stringify({ metadata: { annotations: { 'team.example.com/run': String(process.pid) } } });
  const places = Array.from({ length: changes }, (_, place) => place);
  await mapLimit(places, writers, (place) =>
    send(access, agent, 'PATCH', `${podsPath}/${prefix}${place.toString(36).padStart(5, '0')}`, body),
  );
  return watched;
}

/** Reads `count` lines as cheaply as possible: they are split when the last one has arrived. */
function watchLines({ url, token }: ApiServerAccess, agent: Agent, query: string, count: number): Promise<Watched> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(`${podsPath}?watch=1&${query}`, url), { agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      let seen = 0;
      let begun: number | undefined;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) seen += 1;
        if (seen > 0) begun ??= performance.now();
        if (seen < count) return;
        const ms = performance.now() - (begun ?? 0);
        resolve({ lines: Buffer.concat(pieces).toString().split('\n').slice(0, count), ms });
        sent.destroy();
      });
      response.once('end', () => {
        reject(new Error(`the watch ended with ${response.statusCode ?? 0} after ${seen} events`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

function send({ url, token }: ApiServerAccess, agent: Agent, method: string, path: string, body?: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' };
  return new Promise<string>((resolve, reject) => {
    const sent = request(new URL(path, url), { method, agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(pieces).toString());
        else reject(new Error(`${method} ${path}: ${response.statusCode ?? 0}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
