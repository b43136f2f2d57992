import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  findPod,
  forwardPort,
  listenPort,
  type PodOwnersHandle,
  type PortListener,
} from '../../../src/connect/index.js';
import type { Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { freePorts } from '../harness/free-ports.js';
import { askAsAdmin } from '../harness/install.js';
import { startKubelet, type TestKubelet } from '../harness/start-kubelet.js';

const server = inject('server');
/** Servers before 1.31 have no tunnel, and what they have instead cannot end one direction. */
const hasTunnel = !server.kind.startsWith('1.29');
let kubelet: TestKubelet;
let client: Client;
let pods: PodOwnersHandle;
let echo: Server;
let echoPort = 0;
const listeners: PortListener[] = [];

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'echo' },
  spec: { selector: { app: 'echo' }, ports: [{ name: 'web', port: 80, targetPort: 'echo' }] },
};
const template = {
  metadata: { labels: { app: 'echo' } },
  spec: { containers: [{ name: 'main', image: 'example.org/main' }] },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'echo' },
  spec: { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['echo'] }] }, template },
};

beforeAll(async () => {
  kubelet = await startKubelet(server, { webSockets: server.kind === '1.37' });
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  echoPort = (echo.address() as AddressInfo).port;
  const ports = [{ name: 'echo', containerPort: echoPort }];
  await kubelet.createPod('default', 'echo-0', ['main'], { labels: { app: 'echo' }, ports });
  client = connect(server, { token: server.tokens.admin });
  pods = client.resource('pods').namespace('default');
  await client.resource('services').namespace('default').create(service);
  await client.resource('deployments').namespace('default').create(deployment);
}, 300_000);

afterAll(async () => {
  for (const listener of listeners) await listener.close();
  await askAsAdmin(server, { method: 'DELETE', path: '/api/v1/namespaces/default/services/echo' });
  await askAsAdmin(server, { method: 'DELETE', path: '/apis/apps/v1/namespaces/default/deployments/echo' });
  await closeClients();
  await kubelet.stop();
  echo.close();
});

async function listen(...[handle, name, options]: Parameters<typeof listenPort>): Promise<PortListener> {
  const listener = await listenPort(handle, name, options);
  listeners.push(listener);
  return listener;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function dial(local: number): Socket {
  return connectSocket({ port: local, host: '127.0.0.1', allowHalfOpen: true });
}

describe('listenPort', () => {
  it.runIf(hasTunnel)('leads 20 connections at once to a pod, each of which ends its direction first', async () => {
    const listener = await listen(pods, 'echo-0', { port: echoPort });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sent = randomBytes(2_000_000);
        const socket = dial(listener.local);
        socket.end(sent);
        return { sent: hashOf(sent), received: hashOf(await buffer(socket)) };
      }),
    );
    expect(new Set(answers.map(({ sent }) => sent)).size).toBe(20);
    expect(answers.map(({ received }) => received)).toEqual(answers.map(({ sent }) => sent));
  });

  it.runIf(!hasTunnel)('leads 20 connections at once to a pod, which cannot end one direction', async () => {
    const listener = await listen(pods, 'echo-0', { port: echoPort });
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sent = randomBytes(2_000_000);
        const socket = dial(listener.local);
        socket.end(sent);
        const pieces: Buffer[] = [];
        let bytes = 0;
        for await (const piece of socket as AsyncIterable<Buffer>) {
          pieces.push(piece);
          bytes += piece.byteLength;
          if (bytes >= sent.byteLength) break;
        }
        expect(hashOf(Buffer.concat(pieces))).toBe(hashOf(sent));
      }),
    );
  });

  it.each(['services', 'deployments'] as const)('finds the pod of %s', async (word) => {
    const port = word === 'services' ? 'web' : 'echo';
    const listener = await listen(client.resource(word).namespace('default'), 'echo', { port });
    expect(listener).toMatchObject({ pod: 'echo-0', port: echoPort });
    const socket = dial(listener.local);
    socket.write('hello');
    const [piece] = (await once(socket, 'data')) as [Buffer];
    expect(piece.toString()).toBe('hello');
    socket.destroy();
  });

  it('tells that a port refuses in the words of the kubelet, and goes on', async () => {
    const [refusing = 0] = await freePorts(1);
    const errors: unknown[] = [];
    const listener = await listen(pods, 'echo-0', { port: refusing, onError: (error) => errors.push(error) });
    for (const count of [1, 2]) {
      const socket = dial(listener.local);
      socket.end('hello');
      await expect(buffer(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
      await expect.poll(() => errors).toHaveLength(count);
    }
    expect(errors[0]).toMatchObject({
      code: 'port-forward-failed',
      pod: 'echo-0',
      port: refusing,
      detail: expect.stringMatching(/^error forwarding port \d+ to pod .*: connect: connection refused$/) as string,
    });
  });

  it('refuses what is not there', async () => {
    await expect(listen(pods, 'nobody', { port: 'echo' })).rejects.toMatchObject({ code: 'api', statusCode: 404 });
    await expect(listen(pods, 'echo-0', { port: 'metrics' })).rejects.toMatchObject({ code: 'no-port' });
    const services = client.resource('services').namespace('default');
    await expect(listen(services, 'echo', { port: 81 })).rejects.toMatchObject({ code: 'no-port' });
    await expect(listen(services, 'kubernetes', { port: 443 })).rejects.toMatchObject({ code: 'no-pod' });
    const taken = listen(pods, 'echo-0', { port: echoPort, local: echoPort });
    await expect(taken).rejects.toMatchObject({ code: 'listen-failed', reasonCode: 'EADDRINUSE' });
  });
});

describe('forwardPort', () => {
  it('connects once, and closes', async () => {
    const connection = await forwardPort(pods, 'echo-0', { port: 'echo' });
    const { readable, writable, closed } = connection;
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode('hello'));
    const reader = readable.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('hello');
    connection.close();
    await closed;
    await expect(writer.write(new Uint8Array(1))).rejects.toThrow('closed');
  });

  it.runIf(hasTunnel)('ends its direction first', async () => {
    const { readable, writable, closed } = await forwardPort(pods, 'echo-0', { port: echoPort });
    const sent = randomBytes(5_000_000);
    const writer = writable.getWriter();
    const sending = writer.write(new Uint8Array(sent)).then(() => writer.close());
    expect(hashOf(new Uint8Array(await new Response(readable).arrayBuffer()))).toBe(hashOf(sent));
    await sending;
    await closed;
  });

  it.runIf(!hasTunnel)('says that this server cannot end one direction', async () => {
    const connection = await forwardPort(pods, 'echo-0', { port: echoPort });
    await expect(connection.writable.close()).rejects.toMatchObject({ code: 'unsupported' });
    connection.close();
  });

  it('ends with its signal, though nobody reads', async () => {
    const controller = new AbortController();
    // Servers before 1.31 connect to the port at once, and for a test before this one perhaps only now.
    const received = new Promise((resolve) => echo.on('connection', (socket: Socket) => socket.once('data', resolve)));
    const { writable, closed } = await forwardPort(pods, 'echo-0', { port: echoPort, signal: controller.signal });
    const writer = writable.getWriter();
    await writer.write(new Uint8Array(1));
    await received;
    const writing = writer.write(new Uint8Array(200_000_000));
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(closed).rejects.toBe(reason);
    await expect(writing).rejects.toBe(reason);
  });
});

describe('findPod', () => {
  it('takes a pod that is ready before others', async () => {
    const handle = client.resource('deployments').namespace('default');
    expect((await findPod(handle, 'echo')).metadata.name).toBe('echo-0');
  });
});
