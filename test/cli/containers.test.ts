import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { readTar, tarEnd, tarHeader, tarPadding, type TarHead } from '../../src/cli/commands/tar.js';
import type { Input } from '../../src/cli/terminal/input.js';
import { createClient } from '../../src/index.js';
import { say, serve, type SocketServer } from '../connect/socket-server.js';
import { cli, type Outcome } from './support.js';

const success = JSON.stringify({ kind: 'Status', status: 'Success' });
const failure = (code: number): string =>
  JSON.stringify({
    ...{ kind: 'Status', status: 'Failure', reason: 'NonZeroExitCode' },
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  });

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-cp-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Standard input with this text, which is no terminal. */
function inputOf(text: string): Input {
  return {
    isTTY: false,
    read(to) {
      const end = (): void => to.end();
      void to.write(Buffer.from(text)).then(end, end);
      return () => undefined;
    },
    makeRaw: () => () => undefined,
    size: () => undefined,
    onResize: () => () => undefined,
  };
}

interface Run extends Outcome {
  readonly server: SocketServer;
}

async function run(
  words: string | readonly string[],
  onSession: (socket: WebSocket) => void,
  { protocol, stdin = '' }: { readonly protocol?: string; readonly stdin?: string } = {},
): Promise<Run> {
  const server = await serve(onSession, protocol);
  const outcome = await cli(undefined, words, {
    stdin: inputOf(stdin),
    connect: async ({ options }) => createClient({ server: server.url, namespace: 'shop', ...options }),
  });
  return { server, ...outcome };
}

function queryOf({ urls: [url = ''] }: SocketServer): string[] {
  return [...new URL(url, 'http://x').searchParams].map((pair) => pair.join('='));
}

describe('exec', () => {
  it('passes both outputs on and takes the exit code', async () => {
    const { server, ...outcome } = await run('exec front-0 -c side -- sh -c x -n y', (socket) => {
      say(socket, 1, 'out');
      say(socket, 2, 'err\n');
      say(socket, 3, failure(7));
    });
    expect(outcome).toEqual({ code: 7, stdout: 'out', stderr: 'err\ncommand terminated with exit code 7\n' });
    expect(server.urls[0]).toMatch(/^\/api\/v1\/namespaces\/shop\/pods\/front-0\/exec\?/);
    expect(queryOf(server).slice(0, 6)).toEqual([
      ...['command=sh', 'command=-c', 'command=x', 'command=-n', 'command=y', 'container=side'],
    ]);
  });

  it('passes standard input on, and says that it is no terminal', async () => {
    const { server, ...outcome } = await run(
      'exec -it front-0 -- cat',
      (socket) => {
        socket.on('message', (data: Buffer) => {
          if (data[0] === 0) say(socket, 1, data.subarray(1).toString());
          if (data[0] === 255) say(socket, 3, success);
        });
      },
      { stdin: 'hello' },
    );
    const notes = [
      'Defaulted container "main" out of: main, side\n',
      'Unable to use a TTY - input is not a terminal or the right kind of file\n',
    ];
    expect(outcome).toEqual({ code: 0, stdout: 'hello', stderr: notes.join('') });
    expect(queryOf(server)).toContain('tty=false');
  });

  it('ends where the end of standard input cannot be told', async () => {
    const { code, stderr } = await run('exec -iq front-0 -- cat', () => undefined, { protocol: 'v4.channel.k8s.io' });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('cannot end the input') as string });
  });

  it.each([
    ['exec front-0', 2, 'Specify the command to run'],
    ['exec front-0 ls', 2, 'must follow --'],
    ['exec front-0 ls -- -l', 2, 'must follow --'],
    ['exec front-0 -c none -- ls', 1, 'container none is not valid for pod front-0 out of: main, side'],
  ])('refuses %j', async (words, code, text) => {
    const { server, ...outcome } = await run(words, () => undefined);
    expect(outcome).toEqual({ code, stdout: '', stderr: expect.stringContaining(text) as string });
    expect(server.urls).toEqual([]);
  });
});

describe('a node that cannot be reached', () => {
  it.each(['exec front-0 -- date', 'attach front-0', 'port-forward front-0 :80', 'cp front-0:/x y'])(
    'ends %j at once, with the words of the server',
    async (words) => {
      const server = await serve(() => undefined, 'SPDY/3.1+portforward.k8s.io');
      server.refusals.push(...new Array<string>(4).fill('dial tcp 10.0.0.1:10250: i/o timeout'));
      const { code, stdout, stderr } = await cli(undefined, words.split(' '), {
        stdin: inputOf(''),
        connect: async ({ options }) => createClient({ server: server.url, namespace: 'shop', ...options }),
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('dial tcp 10.0.0.1:10250: i/o timeout');
      expect(server.refusals).toHaveLength(3);
    },
  );
});

describe('port-forward', () => {
  it.each([
    ['1:2:3', 'invalid port format'],
    ['a:80', "error parsing local port 'a'"],
    ['80:', 'invalid port format'],
    ['80 --address example.org', 'example.org is not a valid IP'],
  ])('refuses %j', async (words, text) => {
    const { code, stderr } = await run(`port-forward front-0 ${words}`, () => undefined);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) as string });
  });
});

const owner = { mtime: 0, uid: 0, gid: 0 };

function entry(name: string, text = '', further: Partial<TarHead> = {}): Buffer {
  const head = { name, type: 'file', mode: 0o644, size: Buffer.byteLength(text), linkName: '', ...further } as const;
  return Buffer.concat([tarHeader({ ...head, ...owner }), Buffer.from(text), tarPadding(head.size)]);
}

/** Copies what the `tar` of a pod answers, from `/data` to `to` in the folder. */
async function copy(archive: Buffer, status = success, to = 'to'): Promise<Run> {
  return run(['cp', '-c', 'main', 'front-0:/data', path.join(folder, to)], (socket) => {
    socket.send(Buffer.concat([Buffer.from([1]), archive]));
    say(socket, 3, status);
  });
}

/** All files in the folder, with what they hold. */
function files(): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  // It follows the links to folders.
  const names = all.filter((name) => !lstatSync(path.join(folder, path.dirname(name))).isSymbolicLink());
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      const stat = lstatSync(file);
      return [name, stat.isFile() ? readFileSync(file, 'utf8') : stat.isSymbolicLink() ? 'link' : 'folder'];
    }),
  );
}

describe('cp from a pod', () => {
  it('writes files and folders, and copies hard links', async () => {
    const archive = Buffer.concat([
      entry('data/', '', { type: 'directory' }),
      entry('data/one', '1', { mode: 0o755 }),
      entry('./data//two', '2'),
      entry('data/same', '', { type: 'link', linkName: 'data/one' }),
      entry('data/empty/', '', { type: 'directory' }),
      tarEnd,
    ]);
    const { server, ...outcome } = await copy(archive);
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(files()).toEqual({ to: 'folder', 'to/empty': 'folder', 'to/one': '1', 'to/same': '1', 'to/two': '2' });
    expect(lstatSync(path.join(folder, 'to/one')).mode & 0o7777).toBe(0o755);
    expect(queryOf(server).slice(0, 4)).toEqual(['command=tar', 'command=cf', 'command=-', 'command=/data']);
  });

  it('writes nothing outside, through a link that is there, or of a special kind', async () => {
    mkdirSync(path.join(folder, 'outside'));
    mkdirSync(path.join(folder, 'to'));
    writeFileSync(path.join(folder, 'outside/victim'), 'mine');
    symlinkSync('../outside', path.join(folder, 'to/linked'));
    symlinkSync('../outside/victim', path.join(folder, 'to/leads'));
    const archive = Buffer.concat([
      entry('data/../../escaped', 'bad'),
      entry('data/linked/victim', 'bad'),
      entry('data/linked/new', 'bad'),
      entry('data/leads', 'replaced'),
      entry('data/planted', '', { type: 'symlink', linkName: '../outside' }),
      entry('data/planted/victim', 'inside'),
      entry('data/stolen', '', { type: 'link', linkName: 'data/linked/victim' }),
      entry('data/climbs', '', { type: 'link', linkName: 'data/../../outside/victim' }),
      entry('data/suid', 'x', { mode: 0o4755 }),
      tarEnd,
    ]);
    // Character and block devices, and a pipe.
    for (const flag of '346') {
      const device = entry(`data/device${flag}`);
      device[156] = flag.charCodeAt(0);
      device.write(' '.repeat(8), 148);
      device.write(
        `${device
          .subarray(0, 512)
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
        148,
      );
      const { stderr } = await copy(Buffer.concat([device, tarEnd]));
      expect(stderr).toContain('which is not a file, folder or link');
    }
    const { code, stderr } = await copy(archive);
    expect(code).toBe(0);
    expect(files()).toEqual({
      ...{ outside: 'folder', 'outside/victim': 'mine', to: 'folder', 'to/linked': 'link', 'to/leads': 'replaced' },
      ...{ 'to/planted': 'folder', 'to/planted/victim': 'inside', 'to/suid': 'x' },
    });
    expect(lstatSync(path.join(folder, 'to/suid')).mode & 0o7777).toBe(0o755);
    expect(existsSync(path.join(path.dirname(folder), 'escaped'))).toBe(false);
    expect(stderr.match(/^warning: /gm)).toHaveLength(6);
  });

  it('keeps the bytes of names, and a backslash in them', async () => {
    const bytes = (...codes: number[]): string => String.fromCharCode(...codes);
    const long = bytes(0xc3, 0xbc).repeat(126);
    const archive = Buffer.concat([
      entry(`data/a${bytes(0xff)}`, '1'),
      entry(`data/a${bytes(0xfe)}`, '2'),
      entry(`data/back\\slash`, '3'),
      entry(`data/${long}`, '4'),
      tarEnd,
    ]);
    const { code, stderr } = await copy(archive);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const names = readdirSync(Buffer.from(path.join(folder, 'to')), 'buffer').map((name) => name.toString('latin1'));
    expect(names.sort()).toEqual([`a${bytes(0xfe)}`, `a${bytes(0xff)}`, 'back\\slash', long].sort());
  });

  it('refuses names that were not asked for', async () => {
    for (const name of ['etc/passwd', 'database', '../data']) {
      const { code, stderr } = await copy(Buffer.concat([entry(name, 'bad'), tarEnd]));
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: tar contents corrupted\n' });
    }
    expect(files()).toEqual({});
  });

  it('leaves what was there until a file is whole', async () => {
    writeFileSync(path.join(folder, 'to'), 'before');
    const { code, stderr } = await copy(entry('data', 'x'.repeat(1000)).subarray(0, 900));
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: the archive ends in the middle of data\n' });
    expect(files()).toEqual({ to: 'before' });
    expect((await copy(Buffer.concat([entry('data', 'after'), tarEnd]))).code).toBe(0);
    expect(files()).toEqual({ to: 'after' });
  });

  it('fails as the tar of the container does', async () => {
    for (const archive of [Buffer.alloc(0), tarEnd, entry('data', 'x').subarray(0, 100)]) {
      const { code, stderr } = await copy(archive, failure(2));
      expect({ code, stderr }).toEqual({ code: 2, stderr: 'command terminated with exit code 2\n' });
    }
  });

  it('ends where no folder can be made', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    const folderEntry = entry('data/', '', { type: 'directory' });
    for (const to of ['/proc/none/there', '/proc/self/none', path.join(folder, 'file/below')]) {
      for (const archive of [entry('data', 'x'), Buffer.concat([folderEntry, entry('data/x', 'x')])]) {
        const { code, stderr } = await copy(Buffer.concat([archive, tarEnd]), success, path.relative(folder, to));
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringMatching(/^error: E[A-Z]+: .*(mkdir|open) /) as string,
        });
      }
    }
    expect(files()).toEqual({ file: '' });
  });

  it('replaces no folder by a file', async () => {
    mkdirSync(path.join(folder, 'to'));
    const { code, stderr } = await copy(Buffer.concat([entry('data', 'x'), tarEnd]));
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${folder}/to is a directory\n` });
    expect(files()).toEqual({ to: 'folder' });
  });
});

describe('cp to a pod', () => {
  it('sends the bytes of names', async () => {
    mkdirSync(path.join(folder, 'from'));
    for (const last of [0xfe, 0xff]) {
      writeFileSync(Buffer.concat([Buffer.from(path.join(folder, 'from/a')), Buffer.of(last)]), String(last));
    }
    writeFileSync(path.join(folder, 'from', 'ü'.repeat(120)), 'long');
    let sessions = 0;
    const { server, code } = await run(['cp', '-c', 'main', path.join(folder, 'from'), 'front-0:/data'], (socket) => {
      sessions += 1;
      // The first asks whether there is a folder.
      if (sessions === 1) say(socket, 3, failure(1));
      else socket.on('message', (data: Buffer) => data[0] === 255 && say(socket, 3, success));
    });
    expect(code).toBe(0);
    const archive = Buffer.from(
      server.received.flatMap(([channel, data]) => (channel === 0 ? [data] : [])).join(''),
      'latin1',
    );
    const entries: string[] = [];
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(archive);
    };
    for await (const { name, content } of readTar(pieces())) {
      const held: Uint8Array[] = [];
      for await (const piece of content) held.push(piece);
      entries.push(`${name}: ${Buffer.concat(held).toString()}`);
    }
    const long = Buffer.from('ü'.repeat(120)).toString('latin1');
    expect(entries.sort()).toEqual(['data/a\u00fe: 254', 'data/a\u00ff: 255', `data/${long}: long`].sort());
  });

  it("tells tar's words and exit code though it read nothing", async () => {
    writeFileSync(path.join(folder, 'from'), Buffer.alloc(3_000_000));
    const { code, stderr } = await run(
      ['cp', '-c', 'main', path.join(folder, 'from'), 'front-0:/none/there'],
      (socket) => {
        say(socket, 2, 'tar: /none: no such folder\n');
        say(socket, 3, failure(2));
        socket.close(1000);
      },
    );
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('tar: /none: no such folder\ncommand terminated with exit code 2') as string,
    });
  });
});

describe('cp', () => {
  it.each([
    ['a b', 'remote file specification'],
    ['front-0:/a front-0:/b', 'local file specification'],
    ['front-0: b', 'filepath can not be empty'],
    ['a/b/c:/x b', 'canonical format'],
    [':/x b', 'canonical format'],
  ])('refuses %j', async (words, text) => {
    const { code, stderr } = await run(`cp ${words}`, () => undefined);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) as string });
  });
});
