import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { exec, run, type ExecOptions, type PodsHandle, type ExecSession } from '../../src/connect/index.js';
import { say, serve } from './socket-server.js';

const success = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });

function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

async function session(onSession: (socket: WebSocket) => void, rest: Partial<ExecOptions> = {}): Promise<ExecSession> {
  return exec((await serve(onSession)).pods, 'front-0', { command: ['x'], ...rest });
}

describe('exec', () => {
  it('asks for what the options say', async () => {
    const { pods, urls } = await serve(() => undefined);
    await exec(pods, 'front-0', { command: ['ls', '-l', 'ü &'], container: 'main' });
    await exec(pods, 'front-0', { command: ['sh'], stdin: true, tty: true });
    const queries = urls.map((url) => [...new URL(url, 'http://x').searchParams].map((pair) => pair.join('=')));
    expect(urls[0]).toMatch(/^\/api\/v1\/namespaces\/shop\/pods\/front-0\/exec\?/);
    expect(queries).toEqual([
      [
        ...['command=ls', 'command=-l', 'command=ü &', 'container=main'],
        ...['stdin=false', 'stdout=true', 'stderr=true', 'tty=false'],
      ],
      ['command=sh', 'stdin=true', 'stdout=true', 'stderr=false', 'tty=true'],
    ]);
  });

  it('sends input in messages of at most 32 KiB, its end, and the size of the terminal', async () => {
    const { pods, received } = await serve((socket) => {
      socket.on('message', (data: Buffer) => {
        if (data[0] === 255) say(socket, 3, success);
      });
    });
    const opened = await exec(pods, 'front-0', { command: ['cat'], stdin: true });
    const writer = opened.stdin.getWriter();
    const input = 'abcdefgh'.repeat(10_000);
    await opened.resize({ columns: 80, rows: 24 });
    await writer.write(new TextEncoder().encode(input));
    await writer.write(new Uint8Array());
    await writer.close();
    await opened.done;
    const [size, ...rest] = received;
    expect(size).toEqual([4, '{"Width":80,"Height":24}']);
    expect(rest.map(([channel, data]) => [channel, data.length])).toEqual([
      ...[
        [0, 32_767],
        [0, 32_767],
        [0, 14_466],
      ],
      [255, 1],
    ]);
    expect(rest.map(([channel, data]) => (channel === 0 ? data : '')).join('')).toBe(input);
  });

  it('waits for the status after the last output', async () => {
    const { stdout, stderr, done } = await session((socket) => {
      say(socket, 1, '');
      say(socket, 1, 'one ');
      say(socket, 2, 'two');
      say(socket, 1, 'three');
      say(socket, 3, success);
      say(socket, 1, 'too late');
      socket.close(1000);
    });
    expect(await Promise.all([textOf(stdout), textOf(stderr)])).toEqual(['one three', 'two']);
    expect(await done).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['nothing', (socket: WebSocket) => socket.close(1000), 'did not say how'],
    ['a broken connection', (socket: WebSocket) => socket.terminate(), 'close frame'],
    ['a status that is none', (socket: WebSocket) => say(socket, 3, 'exit 0'), 'not a Status'],
    ['JSON that is no status', (socket: WebSocket) => say(socket, 3, '[]'), 'not a Status'],
    ['a channel that is none', (socket: WebSocket) => say(socket, 9, 'x'), 'channel 9'],
  ])('ends at %s with an error, everywhere', async (_, onSession, words) => {
    const { stdout, stdin, done } = await session(
      (socket) => {
        say(socket, 1, 'out');
        onSession(socket);
      },
      { stdin: true },
    );
    await expect(done).rejects.toMatchObject({ code: 'connection', detail: expect.stringContaining(words) as string });
    await expect(textOf(stdout)).rejects.toThrow(words);
    await expect(stdin.getWriter().write(new Uint8Array(1))).rejects.toThrow(words);
  });

  it('drops what nobody wants, and goes on', async () => {
    const { stdout, stderr, done } = await session((socket) => {
      for (let count = 0; count < 100; count += 1) say(socket, 1, 'x'.repeat(30_000));
      say(socket, 2, 'err');
      say(socket, 3, success);
    });
    await stdout.cancel();
    expect(await textOf(stderr)).toBe('err');
    expect(await done).toMatchObject({ exitCode: 0 });
  });

  it('ends with its signal, though its reader stalls', async () => {
    const controller = new AbortController();
    const onSession = (socket: WebSocket): void => {
      for (let count = 0; count < 3; count += 1) say(socket, 1, 'x'.repeat(300_000));
    };
    const { stdout, done } = await session(onSession, { signal: controller.signal });
    const reader = stdout.getReader();
    await reader.read();
    // The next piece fills the stream, and the writer waits.
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error('enough'));
    await expect(done).rejects.toThrow('enough');
    await expect(reader.read()).rejects.toThrow('enough');
  });

  it('keeps what came before the connection broke, and then tells the failure', async () => {
    const { stdout, done } = await session((socket) => {
      say(socket, 1, 'out');
      socket.terminate();
    });
    await expect(done).rejects.toMatchObject({ code: 'connection' });
    const reader = stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('out');
    await expect(reader.read()).rejects.toThrow('close frame');
  });

  it('takes every view of bytes as input, and refuses text', async () => {
    const { pods, received } = await serve(() => undefined);
    const { stdin } = await exec(pods, 'front-0', { command: ['cat'], stdin: true });
    const writer = stdin.getWriter();
    await writer.write(new Uint16Array([0x6261, 0x6463]) as never);
    await writer.write(new DataView(new TextEncoder().encode('xefx').buffer, 1, 2) as never);
    await expect(writer.write('text' as never)).rejects.toMatchObject({ argument: 'stdin' });
    await expect
      .poll(() => received)
      .toEqual([
        [0, 'abcd'],
        [0, 'ef'],
      ]);
  });

  const ended = (message: unknown): string =>
    JSON.stringify({
      ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NonZeroExitCode' },
      details: { causes: [{ reason: 'ExitCode', message }] },
    });

  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['255', 255],
  ])('reads the exit code %j', async (text, code) => {
    const { done } = await session((socket) => say(socket, 3, ended(text)));
    expect(await done).toMatchObject({ exitCode: code });
  });

  it.each(['', ' ', null, undefined, false, [], {}, 0, '0x0', '-0', '+0', '0.0', '0e0', '256', '1000', '٠', '0\n'])(
    'takes an exit code that is none for no success: %j',
    async (message) => {
      const { pods } = await serve((socket) => say(socket, 3, ended(message)));
      await expect(run(pods, 'front-0', ['x'])).rejects.toMatchObject({
        code: 'connection',
        detail: expect.stringContaining(`not a number from 0 to 255: ${String(JSON.stringify(message))}`) as string,
      });
    },
  );

  it.each([
    ['no causes', {}],
    ['causes that are no list', { details: { causes: 'ExitCode' } }],
    ['no exit code among them', { details: { causes: [{ reason: 'Other', message: '0' }] } }],
  ])('takes a failure with %s for no success', async (_, further) => {
    const status = { kind: 'Status', status: 'Failure', reason: 'NonZeroExitCode', ...further };
    const { done } = await session((socket) => say(socket, 3, JSON.stringify(status)));
    await expect(done).rejects.toThrow('not a number from 0 to 255');
  });

  it('shows no credential that the server repeats', async () => {
    const token = 'abcdefghijklmnopqrstuvwxyz';
    const echo = (socket: WebSocket): void => {
      const status = { kind: 'Status', status: 'Failure', message: `you sent ${token}`, details: { name: token } };
      say(socket, 3, JSON.stringify(status));
    };
    const { pods } = await serve(echo, undefined, { token });
    const error: unknown = await run(pods, 'front-0', ['x']).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'command-failed', message: expect.stringContaining('[hidden]') as string });
    expect(inspect(error, { depth: 9 })).not.toContain(token);
  });

  it('refuses a server with another protocol', async () => {
    const { pods } = await serve(() => undefined, '');
    const opening = exec(pods, 'front-0', { command: ['x'] });
    await expect(opening).rejects.toMatchObject({ code: 'connection' });
  });

  it('cannot end the input where the protocol has no word for it', async () => {
    const { pods, received } = await serve(() => undefined, 'v4.channel.k8s.io');
    const { stdin } = await exec(pods, 'front-0', { command: ['cat'], stdin: true });
    await expect(stdin.close()).rejects.toMatchObject({ code: 'unsupported' });
    expect(received).toEqual([]);
  });

  it('refuses what can never work, before anything is sent', async () => {
    const { pods, urls } = await serve(() => undefined);
    const argumentOf = async (options: object): Promise<unknown> =>
      exec(pods, 'front-0', options as ExecOptions).catch((error: { argument: string }) => error.argument);
    expect(await argumentOf({ command: 'ls' })).toBe('command');
    expect(await argumentOf({ command: [] })).toBe('command');
    expect(await argumentOf({ command: ['ls'], Container: 'a' })).toBe('Container');
    await expect(exec(pods, '../front', { command: ['ls'] })).rejects.toMatchObject({ code: 'invalid-name' });
    await expect(exec({} as PodsHandle, 'front-0', { command: ['ls'] })).rejects.toMatchObject({ argument: 'pods' });
    const { stdin } = await exec(pods, 'front-0', { command: ['ls'] });
    await expect(stdin.getWriter().write(new Uint8Array(1))).rejects.toMatchObject({ argument: 'stdin' });
    expect(urls).toHaveLength(1);
  });
});

describe('an abort while a session opens', () => {
  const turns = [
    () => undefined,
    () => Promise.resolve(),
    () => new Promise((resolve) => process.nextTick(resolve)),
    () => new Promise((resolve) => setImmediate(resolve)),
  ];

  it('leaves no socket, and nothing is sent after it', async () => {
    const { pods, urls, sessions, connections, close } = await serve(() => undefined);
    const reason = new Error('enough');
    for (let count = 0; count < 200; count += 1) {
      const controller = new AbortController();
      const opening = exec(pods, 'front-0', { command: ['x', String(count)], signal: controller.signal });
      opening.catch(() => undefined);
      for (let turn = 0; turn < (count >> 2) % 4; turn += 1) await turns[count % 4]?.();
      controller.abort(reason);
      await opening.then(
        ({ done }) => expect(done).rejects.toBe(reason),
        (error: unknown) => expect(error).toBe(reason),
      );
    }
    await expect.poll(sessions).toBe(0);
    // A socket connects in turns of the loop, and in no other: what was under way then cannot be held back.
    expect(urls.filter((url) => Number(/command=(\d+)/.exec(url)?.[1]) % turns.length !== 3)).toEqual([]);
    await close();
    await expect.poll(connections).toBe(0);
  });
});

describe('run', () => {
  it('returns the output as text, across messages that cut a character', async () => {
    const bytes = Buffer.from('grün');
    const { pods } = await serve((socket) => {
      socket.send(Buffer.concat([Buffer.from([1]), bytes.subarray(0, 3)]));
      socket.send(Buffer.concat([Buffer.from([1]), bytes.subarray(3)]));
      say(socket, 3, success);
    });
    expect(await run(pods, 'front-0', ['x'])).toBe('grün');
  });

  it('keeps a byte order mark', async () => {
    const { pods } = await serve((socket) => {
      say(socket, 1, '\ufeffa');
      say(socket, 3, success);
    });
    expect(await run(pods, 'front-0', ['x'])).toBe('\ufeffa');
  });

  it('keeps no more than maxOutputBytes', async () => {
    const { pods } = await serve((socket) => {
      say(socket, 1, 'x'.repeat(101));
      say(socket, 3, success);
    });
    const running = run(pods, 'front-0', ['x'], { maxOutputBytes: 100 });
    await expect(running).rejects.toMatchObject({ code: 'answer-too-large', option: 'maxOutputBytes' });
  });
});
