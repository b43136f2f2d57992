import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTar, tarEnd, tarHeader, tarPadding, type TarHead } from '../../src/cli/commands/tar.js';

let folder = '';
const long = 'n'.repeat(120);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-tar-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Reads an archive that comes in pieces of this size. */
async function read(archive: Buffer, size = 1000): Promise<(TarHead & { text: string })[]> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < archive.byteLength; at += size) yield archive.subarray(at, at + size);
  }
  const entries: (TarHead & { text: string })[] = [];
  for await (const { content, ...head } of readTar(pieces())) {
    let text = '';
    for await (const piece of content) text += Buffer.from(piece).toString();
    entries.push({ ...head, text });
  }
  return entries;
}

const owner = { mtime: 1_700_000_000, uid: 0, gid: 0 };

function file(name: string, text: string, further: Partial<TarHead> = {}): Buffer {
  const head = { name, type: 'file', mode: 0o644, size: Buffer.byteLength(text), linkName: '', ...further } as const;
  return Buffer.concat([tarHeader({ ...head, ...owner }), Buffer.from(text), tarPadding(head.size)]);
}

describe('an archive', () => {
  it.each(['gnu', 'pax', 'ustar'])('is read as tar writes it, in the format %s', async (format) => {
    mkdirSync(path.join(folder, 'src/sub'), { recursive: true });
    const name = format === 'ustar' ? 'n'.repeat(90) : long;
    writeFileSync(path.join(folder, 'src/sub', name), 'long');
    writeFileSync(path.join(folder, 'src/run'), 'x'.repeat(1500));
    chmodSync(path.join(folder, 'src/run'), 0o4755);
    linkSync(path.join(folder, 'src/run'), path.join(folder, 'src/same'));
    symlinkSync('../run', path.join(folder, 'src/sub/link'));
    const archive = execFileSync('tar', ['--sort=name', `--format=${format}`, '-cf', '-', 'src'], { cwd: folder });
    for (const size of [1, 512, 700, 100_000]) {
      expect(await read(archive, size)).toMatchObject([
        { name: 'src/', type: 'directory' },
        { name: 'src/run', type: 'file', mode: 0o755, text: 'x'.repeat(1500) },
        { name: 'src/same', type: 'link', linkName: 'src/run', size: 0 },
        { name: 'src/sub/', type: 'directory' },
        { name: 'src/sub/link', type: 'symlink', linkName: '../run' },
        { name: `src/sub/${name}`, type: 'file', text: 'long' },
      ]);
    }
  });

  it('is written as tar reads it', () => {
    const archive = Buffer.concat([
      file('one', 'x'.repeat(513), { mode: 0o750 }),
      file(`dir/${long}`, ''),
      file('link', '', { type: 'symlink', linkName: long }),
      tarEnd,
    ]);
    execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
    expect(readFileSync(path.join(folder, 'one'), 'utf8')).toBe('x'.repeat(513));
    expect(readFileSync(path.join(folder, 'dir', long), 'utf8')).toBe('');
    expect(readlinkSync(path.join(folder, 'link'))).toBe(long);
    const listed = execFileSync('tar', ['-tvf', '-'], { input: archive }).toString();
    expect(listed).toMatch(/^-rwxr-x--- .* one$/m);
  });

  it('tells sizes that octal cannot', async () => {
    const size = 2 ** 40;
    const header = tarHeader({ name: 'big', type: 'file', mode: 0o644, size, linkName: '', ...owner });
    await expect(read(header)).rejects.toThrow('in the middle of big');
    const listed = execFileSync('sh', ['-c', 'tar -tvf - 2>/dev/null || true'], { input: header }).toString();
    expect(listed).toContain(String(size));
  });

  it('is empty without a byte', async () => {
    expect(await read(Buffer.alloc(0))).toEqual([]);
  });

  it.each([
    ['ends in a header', file('one', 'x').subarray(0, 300), 'in the middle'],
    ['ends in a file', file('one', 'x'.repeat(100)).subarray(0, 540), 'in the middle of one'],
    ['is no archive', Buffer.alloc(1024, 'x'), 'a number that is none'],
    [
      'has an endless name',
      (() => {
        const header = tarHeader({ name: 'x', type: 'file', mode: 0, size: 2 ** 40, linkName: '', ...owner });
        header[156] = 'L'.charCodeAt(0);
        header.write(' '.repeat(8), 148);
        header.write(
          header
            .reduce((sum, byte) => sum + byte, 0)
            .toString(8)
            .padStart(6, '0') + '\0 ',
          148,
        );
        return header;
      })(),
      'more than 1048576 bytes',
    ],
  ])('that %s is an error', async (_, archive, words) => {
    await expect(read(archive)).rejects.toThrow(words);
  });
});
