import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startAgain, tellAndStay, type Child } from './child.js';
import { aggregatedType, documentsOf, namesOf } from './documents.js';

/** With this argument, the program serves discovery and nothing else. */
export const discoveryServerFlag = '--discovery-server';

/** The documents, and the network between the server and its client. */
export interface DiscoveryPlace {
  /** The number of groups in aggregated documents, each with two versions. */
  readonly groups?: number | undefined;
  /** The number of group-versions in legacy documents. */
  readonly legacy?: number | undefined;
  /** @default 0 */
  readonly latencyMs?: number | undefined;
  /** @default Infinity */
  readonly bytesPerMs?: number | undefined;
}

/** The requests to the server. */
export interface DiscoveryCount {
  readonly requests: number;
  /** The number of answers with a body. */
  readonly bodies: number;
  /** The bytes of all bodies, as sent. */
  readonly bytes: number;
  readonly mostAtOnce: number;
}

/** A running discovery server. */
export interface DiscoveryServer {
  /** Returns the URL for the `server` option of a client. */
  at(place: DiscoveryPlace): string;
  /** Returns the requests since the last call. */
  count(): Promise<DiscoveryCount>;
  stop(): Promise<void>;
}

/** Starts the server in a separate process, so that its work is not measured. */
export async function startDiscoveryServer(): Promise<DiscoveryServer> {
  const child: Child<{ readonly url: string }> = await startAgain(discoveryServerFlag);
  const { url } = child.told;
  return {
    at: (place) => `${url}/${Buffer.from(JSON.stringify(place)).toString('base64url')}`,
    count: async () => (await fetch(`${url}/count`)).json() as Promise<DiscoveryCount>,
    stop: child.stop,
  };
}

const nothing: DiscoveryCount = { requests: 0, bodies: 0, bytes: 0, mostAtOnce: 0 };

interface Document {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string | undefined;
}

/** Serves until the end of the input. */
export async function serveDiscovery(): Promise<void> {
  const places = new Map<string, ReadonlyMap<string, Document>>();
  let atOnce = 0;
  let count: DiscoveryCount = nothing;
  const server = createServer((request, response) => {
    void (async () => {
      const [, first = '', ...rest] = (request.url ?? '').replace(/\?.*$/, '').split('/');
      if (first === 'count') {
        response.end(JSON.stringify(count));
        count = nothing;
        return;
      }
      const place = JSON.parse(Buffer.from(first, 'base64url').toString('utf8')) as DiscoveryPlace;
      const documents = places.get(first) ?? documentsAt(place);
      places.set(first, documents);
      const document = documents.get(`/${rest.join('/')}`);
      if (document === undefined) {
        // A request that only opens a connection does not count.
        response.writeHead(404).end();
        return;
      }
      atOnce += 1;
      const isKnown = document.etag !== undefined && request.headers['if-none-match'] === document.etag;
      const bytes = isKnown ? 0 : document.body.length;
      await wait((place.latencyMs ?? 0) + bytes / (place.bytesPerMs ?? Infinity));
      count = {
        requests: count.requests + 1,
        bodies: count.bodies + (isKnown ? 0 : 1),
        bytes: count.bytes + bytes,
        mostAtOnce: Math.max(count.mostAtOnce, atOnce),
      };
      atOnce -= 1;
      const headers = document.etag === undefined ? {} : { etag: document.etag, vary: 'Accept' };
      if (isKnown) response.writeHead(304, headers).end();
      else {
        const told = { ...headers, 'content-type': document.type, 'content-encoding': 'gzip' };
        response.writeHead(200, told).end(document.body);
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await tellAndStay({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  server.closeAllConnections();
  server.close();
}

function documentsAt({ groups, legacy = 0 }: DiscoveryPlace): ReadonlyMap<string, Document> {
  if (groups !== undefined) {
    const { api, apis } = documentsOf(groups);
    return new Map([
      ['/api', packed(api, aggregatedType, true)],
      ['/apis', packed(apis, aggregatedType, true)],
    ]);
  }
  const names = Array.from({ length: legacy }, (_, place) => namesOf(place));
  const json = (value: object): Document => packed(Buffer.from(JSON.stringify(value)), 'application/json', false);
  const versionOf = (group: string) => ({ groupVersion: `${group}/v1`, version: 'v1' });
  return new Map([
    ['/api', json({ kind: 'APIVersions', versions: [] })],
    [
      '/apis',
      json({
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: names.map(({ group }) => ({
          name: group,
          versions: [versionOf(group)],
          preferredVersion: versionOf(group),
        })),
      }),
    ],
    ...names.map(({ group, plural, singular, kind }): [string, Document] => [
      `/apis/${group}/v1`,
      json({
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: `${group}/v1`,
        resources: [{ name: plural, singularName: singular, namespaced: true, kind, verbs: ['get', 'list', 'watch'] }],
      }),
    ]),
  ]);
}

/**
 * Compresses a document like kube-apiserver, which compresses large ones; for small documents it makes no difference
 * here.
 */
function packed(content: Uint8Array, type: string, isTagged: boolean): Document {
  const etag = isTagged ? `"${createHash('sha256').update(content).digest('hex')}"` : undefined;
  return { body: gzipSync(content, { level: 4 }), type, etag };
}
