import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createCertificateAuthority } from '../../src/testing/tls/certificates.js';
import { startAgain, tellAndStay, type Child } from './child.js';
import { aggregatedType } from './documents.js';
import { podOf } from './pods.js';

/** With this argument, the program serves events and nothing else. */
export const eventServerFlag = '--event-server';

/** The addresses of the server. */
export interface EventServerAccess {
  readonly plain: string;
  readonly tls: string;
  /** PEM. */
  readonly ca: string;
  readonly eventBytes: number;
}

/** Starts the server in a separate process, so that its work is not measured. */
export function startEventServer(): Promise<Child<EventServerAccess>> {
  return startAgain(eventServerFlag);
}

/** Returns the path of a watch that sends that many events, as fast as the reader takes them, and then nothing. */
export function eventsPath(count: number): string {
  return `/api/v1/pods?watch=true&resourceVersion=1&labelSelector=${encodeURIComponent(selectorOf(count))}`;
}

export function selectorOf(count: number): string {
  return `events=${count}`;
}

const linesInABlock = 500;

/** Serves until the end of the input. */
export async function serveEvents(): Promise<void> {
  const lines = Array.from({ length: linesInABlock }, (_, place) =>
    Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object: podOf(place) })}\n`),
  );
  const block = Buffer.concat(lines);
  const discovery = new Map([
    ['/api', discoveryOf('v1')],
    ['/apis', discoveryOf()],
  ]);
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const document = discovery.get(pathname);
    if (document !== undefined) {
      response.writeHead(200, { 'content-type': aggregatedType }).end(document);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    let left = Number(searchParams.get('labelSelector')?.split('=')[1] ?? 0);
    const go = (): void => {
      while (left > 0) {
        const piece = left >= linesInABlock ? block : Buffer.concat(lines.slice(0, left));
        left -= linesInABlock;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', go);
    go();
  };
  const authority = createCertificateAuthority('bench');
  const { certificate, key } = authority.issue({ commonName: 'events', hosts: ['127.0.0.1'] });
  const servers = [createPlainServer(onRequest), createTlsServer({ cert: certificate, key }, onRequest)];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1', 4096);
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  await tellAndStay({
    plain: `http://127.0.0.1:${ports[0]}`,
    tls: `https://127.0.0.1:${ports[1]}`,
    ca: authority.certificate,
    eventBytes: Math.round(block.byteLength / linesInABlock),
  } satisfies EventServerAccess);
  process.exit(0);
}

/** Returns the discovery document of a server that has pods, or nothing at all. */
export function discoveryOf(version?: string): string {
  const responseKind = { group: '', version: 'v1', kind: 'Pod' };
  const resource = {
    resource: 'pods',
    responseKind,
    scope: 'Namespaced',
    singularResource: 'pod',
    verbs: ['get', 'list', 'watch'],
  };
  const group = { metadata: {}, versions: [{ version, resources: [resource], freshness: 'Current' }] };
  return JSON.stringify({
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: version === undefined ? [] : [group],
  });
}
