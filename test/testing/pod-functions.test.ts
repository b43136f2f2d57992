import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attach, exec, run, type PodsHandle } from '../../src/connect/index.js';
import { createClient, type ApiSocket, type Client } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';

const front = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front-0', namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { containers: [{ name: 'main' }] },
};
const pair = {
  ...front,
  metadata: { name: 'pair-0', namespace: 'shop' },
  spec: { containers: [{ name: 'main' }, { name: 'side' }], initContainers: [{ name: 'first' }] },
};

interface Started {
  readonly fake: FakeApiServer;
  readonly url: string;
  readonly client: Client;
  readonly pods: PodsHandle;
  /** Reads the log of `front-0`, or the words of a refusal. */
  readonly log: (query: string, pod?: string) => Promise<string>;
}

async function start(options: FakeApiServerOptions): Promise<Started> {
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [front, pair], ...options });
  const server = await startFakeApiServer(fake);
  const client = createClient({ server: server.url });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const log = async (query: string, pod = 'front-0'): Promise<string> => {
    const response = await fetch(`${server.url}/api/v1/namespaces/shop/pods/${pod}/log?${query}`);
    const text = await response.text();
    return response.ok ? text : `${response.status} ${(JSON.parse(text) as { message: string }).message}`;
  };
  return { fake, url: server.url, client, pods: client.resource('pods').namespace('shop'), log };
}

/** Sends bytes as they are and gives everything that comes back until the server closes. */
async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let answer = '';
  socket.on('data', (part) => {
    answer += part.toString();
  });
  await once(socket, 'close');
  return answer;
}

const upgrade = (path: string, headers = 'Sec-WebSocket-Key: abc\r\nSec-WebSocket-Version: 13\r\n', to = 'websocket') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n${headers}\r\n`;

describe('the log of a pod', () => {
  const timed = [1, 2, 3].map((second) => `2026-01-01T00:00:0${second}.000000001Z line ${second}\n`).join('');

  it('is a text, of which the client gets what it asked for', async () => {
    const { log } = await start({ log: timed });
    expect(await log('')).toBe('line 1\nline 2\nline 3\n');
    expect(await log('timestamps=true')).toBe(timed);
    expect(await log('tailLines=1')).toBe('line 3\n');
    expect(await log('tailLines=0')).toBe('');
    expect(await log('limitBytes=9')).toBe('line 1\nli');
    expect(await log('sinceTime=2026-01-01T00:00:02.9Z')).toBe('line 2\nline 3\n');
    expect(await log('', 'pair-0')).toBe(
      '400 a container name must be specified for pod pair-0, choose one of: [first main side]',
    );
    expect(await log('container=side', 'pair-0')).toBe('line 1\nline 2\nline 3\n');
    expect(await log('container=none')).toBe('400 container none is not valid for pod front-0');
    expect(await log('', 'nobody')).toBe('404 pods "nobody" not found');
    expect(await log('limitBytes=0')).toBe(
      '422 PodLogOptions "front-0" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
    );
    expect(await log('sinceSeconds=1&sinceTime=2026-01-01T00:00:02Z')).toBe(
      '422 PodLogOptions "front-0" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    );
  });

  it('has times where the text has none', async () => {
    const { log } = await start({ log: () => 'one\ntwo' });
    expect(await log('timestamps=true')).toBe('2026-01-01T00:00:00.000000000Z one\n2026-01-01T00:00:00.001000000Z two');
  });

  it('comes in pieces that may cut a line', async () => {
    const asked: boolean[] = [];
    const { log } = await start({
      log: async function* ({ follow }) {
        asked.push(follow);
        yield 'on';
        yield 'e\ntwo\nth';
      },
    });
    expect(await log('follow=true')).toBe('one\ntwo\nth');
    expect(await log('limitBytes=5')).toBe('one\nt');
    expect(asked).toEqual([true, false]);
  });

  it('stays open for a client that follows, until it leaves', async () => {
    const { url, fake } = await start({ log: timed });
    const controller = new AbortController();
    const path = `${url}/api/v1/namespaces/shop/pods/front-0/log?follow=true&tailLines=1`;
    const response = await fetch(path, { signal: controller.signal });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('line 3\n');
    controller.abort();
    await expect(reader?.read()).rejects.toThrow();
    fake.put({ ...front, status: { phase: 'Succeeded' } });
    expect(await (await fetch(path)).text()).toBe('line 3\n');
  });

  it('is refused without a text', async () => {
    const { log } = await start({});
    const why = 'does not serve the subresource "log" without its option log (kubeatlas fake --logs)';
    expect(await log('')).toBe(`405 the fake API server ${why}`);
  });
});

describe('a command', () => {
  it.each(['1.37', '1.29'] as const)('runs over the protocols of %s', async (speaks) => {
    const { pods, fake } = await start({
      speaks,
      exec: async ({ command, stdout, stderr, container, namespace, pod }) => {
        await stdout(`${command.join(' ')} in ${namespace}/${pod}/${container}\n`);
        await stderr(new TextEncoder().encode('why'));
        return command[0] === 'false' ? 3 : 0;
      },
    });
    expect(await run(pods, 'front-0', ['ls', '-l'])).toBe('ls -l in shop/front-0/main\n');
    await expect(run(pods, 'pair-0', ['false'], { container: 'side' })).rejects.toMatchObject({
      exitCode: 3,
      stdout: 'false in shop/pair-0/side\n',
      stderr: 'why',
    });
    await expect(run(pods, 'pair-0', ['ls'])).rejects.toMatchObject({ statusCode: 400 });
    expect(fake.requests.map(({ status }) => status).filter((status) => status !== 200)).toEqual([101, 101, 400]);
  });

  it('reads its input to the end, and gives back more than one message holds', async () => {
    const { pods } = await start({
      exec: async ({ stdin, stdout }) => {
        for await (const piece of stdin) await stdout(piece);
      },
    });
    const session = await exec(pods, 'front-0', { command: ['cat'], stdin: true });
    const input = 'abcdefgh'.repeat(100_000);
    const writing = (async () => {
      const writer = session.stdin.getWriter();
      await writer.write(new TextEncoder().encode(input));
      await writer.close();
    })();
    expect(await new Response(session.stdout).text()).toBe(input);
    await writing;
    expect(await session.done).toMatchObject({ exitCode: 0 });
  });

  it('has a terminal with a size', async () => {
    const { pods } = await start({
      attach: async ({ sizes, stdout, tty, command }) => {
        for await (const size of sizes) return void (await stdout(JSON.stringify({ size, tty, command })));
      },
    });
    const session = await attach(pods, 'front-0', { tty: true });
    await session.resize({ columns: 80, rows: 24 });
    expect(await new Response(session.stdout).json()).toEqual({
      size: { columns: 80, rows: 24 },
      tty: true,
      command: [],
    });
  });

  it('that cannot run tells why', async () => {
    const { pods } = await start({
      exec: () => {
        throw new Error('no such file');
      },
    });
    await expect(run(pods, 'front-0', ['nothing'])).rejects.toMatchObject({
      exitCode: undefined,
      message: expect.stringContaining('no such file') as string,
    });
  });

  it('sees that its client left', async () => {
    let left!: () => void;
    const hasLeft = new Promise<void>((resolve) => (left = resolve));
    const { pods } = await start({
      exec: async ({ signal }) => {
        await once(signal, 'abort');
        left();
      },
    });
    const controller = new AbortController();
    const { done } = await exec(pods, 'front-0', { command: ['sleep'], signal: controller.signal });
    controller.abort();
    await expect(done).rejects.toThrow();
    await hasLeft;
  });

  it('needs the verb create as well, from 1.35 on', async () => {
    const may: FakeApiServerOptions['may'] = ({ verb }) => verb !== 'create';
    const { pods, fake } = await start({ may, exec: () => 0 });
    await expect(run(pods, 'front-0', ['ls'])).rejects.toMatchObject({ statusCode: 403 });
    fake.configure({ speaks: '1.34' });
    expect(await run(pods, 'front-0', ['ls'])).toBe('');
  });
});

describe('a port', () => {
  it('is reached over channels that begin with its number', async () => {
    const { client } = await start({
      portForward: async ({ port, input, write }) => {
        if (port === 81) throw new Error('connection refused');
        const { value } = await input.getReader().read();
        await write(`${port}: ${new TextDecoder().decode(value)}`);
      },
    });
    const connectTo = async (port: number): Promise<ApiSocket> =>
      client.connect({
        path: '/api/v1/namespaces/shop/pods/front-0/portforward',
        query: { ports: port },
        protocols: ['v4.channel.k8s.io'],
      });
    const received = async (socket: ApiSocket): Promise<string[]> => {
      const all: string[] = [];
      for await (const message of socket.messages) all.push(Buffer.from(message).toString('latin1'));
      return all;
    };
    const open = await connectTo(8080);
    await open.send(Buffer.from('\x00hello'));
    expect(await received(open)).toEqual(['\x00\x90\x1f', '\x01\x90\x1f', '\x008080: hello']);
    expect(await received(await connectTo(81))).toEqual(['\x00Q\x00', '\x01Q\0', '\x01connection refused']);
  });
});

describe('another upgrade', () => {
  const exec = '/api/v1/namespaces/shop/pods/front-0/exec?command=ls&stdout=true';
  it.each([
    ['SPDY', upgrade(exec, '', 'SPDY/3.1'), 400, 'WebSocket alone'],
    ['without a protocol', upgrade(exec), 400, 'none of the subprotocols'],
    ['without a key', upgrade(exec, 'Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n'), 501, 'startFakeApiServer'],
    ['of a log', upgrade('/api/v1/namespaces/shop/pods/front-0/log?follow=true'), 400, 'over a WebSocket'],
    ['of a list', upgrade('/api/v1/pods'), 200, 'PodList'],
    ['of nothing', upgrade('/nothing'), 404, 'not found'],
  ])('%s gets an answer that ends', async (_, request, status, words) => {
    const { url, fake } = await start({ exec: () => 0, log: 'x\n' });
    const answer = await raw(url, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(words);
    expect(fake.openWatches).toBe(0);
  });
});
