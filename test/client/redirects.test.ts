import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { aggregated } from '../discovery/scripted-server.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server on loopback that redirects where it has a place for a path, and else answers an aggregated document. */
async function listen(places: Readonly<Record<string, string>>) {
  const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    const location = places[url];
    if (location !== undefined) response.writeHead(301, { location }).end();
    else {
      const body = url.startsWith('/api/') || url === '/api' ? { v1: ['pods'] } : { 'a.io/v1': ['gadgets'] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(aggregated(body)));
    }
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const authenticate = () => Promise.resolve({ headers: { authorization: 'Bearer secret' } });

describe('a client of a server that redirects discovery', () => {
  it('follows to the same origin, with its credentials', async () => {
    const { url, asked } = await listen({ '/apis': '/apis/' });
    const client = createClient({ server: url, authenticate });
    expect((await client.discovery.catalog()).failures).toEqual([]);
    expect(asked.map((request) => request.url).sort()).toEqual(['/api', '/apis', '/apis/']);
    expect(asked.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true);
    await client.close();
  });

  it('asks nobody else', async () => {
    const other = await listen({});
    const { url } = await listen({ '/apis': `${other.url}/apis` });
    const client = createClient({ server: url, authenticate });
    expect((await client.discovery.catalog()).failures).toMatchObject([{ document: '/apis', statusCode: 301 }]);
    expect(other.asked).toEqual([]);
    await client.close();
  });
});
