import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { StoreFailure, StoreFailureKind } from '../../src/core/discovery/documents/discovery-store.js';
import { createFileStore } from '../../src/stores/file.js';
import { aggregated, serverOf, tagged } from '../discovery/scripted-server.js';
import { tempFolder } from '../kubeconfig/temp-folder.js';
import { a, b, behavesAsStore, keyOf } from './contract.js';
import { eventually } from '../shared/eventually.js';

const run = promisify(execFile);
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

describe('a store of files', () => {
  behavesAsStore(async () => createFileStore((await tempFolder()).at('cache')));

  it('makes folder and files that the owner alone may read, and leaves nothing beside them', async () => {
    const { at } = await tempFolder();
    const store = createFileStore(at('deep/cache'));
    await store.set(a, new Uint8Array([1]));
    expect(await modeOf(at('deep/cache'))).toBe('700');
    expect(await readdir(at('deep/cache'))).toEqual([`${a}.discovery`]);
    expect(await modeOf(at(`deep/cache/${a}.discovery`))).toBe('600');
  });

  it('touches nothing else in the folder, and takes away what was left long ago', async () => {
    const { at, write } = await tempFolder();
    const [old, abandoned, young, foreign] = await Promise.all([
      write(`cache/${keyOf('c')}.discovery`, 'old'),
      write(`cache/${keyOf('d')}.discovery.0-1.tmp`, 'half'),
      write(`cache/${keyOf('e')}.discovery.0-1.tmp`, 'being written'),
      write('cache/notes.txt', 'mine'),
    ]);
    // A folder that is named like a record does not stop the rest.
    const folder = `cache/${keyOf('b')}.discovery`;
    await mkdir(at(folder), { recursive: true });
    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    for (const file of [at(folder), old, abandoned, foreign]) await utimes(file, longAgo, longAgo);
    await createFileStore(at('cache')).set(a, new Uint8Array([1]));
    await eventually(async () => {
      expect((await readdir(at('cache'))).sort()).toEqual(
        [path.basename(young), `${a}.discovery`, 'notes.txt', path.basename(folder)].sort(),
      );
    });
  });

  // Node's own recursive mkdir never ends there.
  it.runIf(process.platform === 'linux')('says that a folder cannot be made, and ends', async () => {
    const store = createFileStore('/proc/nowhere/cache');
    expect(await store.get(a)).toBeUndefined();
    await expect(store.set(a, new Uint8Array([1]))).rejects.toMatchObject({ code: 'ENOENT', syscall: 'mkdir' });
    const told: StoreFailureKind[] = [];
    const onStoreFailure = ({ kind }: StoreFailure): void => void told.push(kind);
    const { discovery } = serverOf(
      { '/api': tagged(aggregated({ v1: ['pods'] })) },
      { store, storeKey: 'k', onStoreFailure },
    );
    await discovery.catalog();
    await eventually(() => expect(told).toEqual(['unwritable']));
    await discovery.refresh();
    expect(told).toEqual(['unwritable']);
  });

  it('goes on when its folder is taken away', async () => {
    const { at } = await tempFolder();
    const store = createFileStore(at('cache'));
    await store.set(a, new Uint8Array([1]));
    await rm(at('cache'), { recursive: true });
    expect(await store.get(a)).toBeUndefined();
    await expect(store.set(a, new Uint8Array([1]))).rejects.toThrow('ENOENT');
    await store.set(a, new Uint8Array([2]));
    expect(await store.get(a)).toEqual(new Uint8Array([2]));
  });

  it('gives a file that is too large as none of ours, and replaces it', async () => {
    const { at, write } = await tempFolder();
    await write(`cache/${a}.discovery`, 'x'.repeat(101));
    const store = createFileStore(at('cache'), { maxBytes: 100 });
    expect(await store.get(a)).toEqual(new Uint8Array());
    await store.set(a, new Uint8Array([1]));
    expect(await store.get(a)).toEqual(new Uint8Array([1]));
  });

  it('says what it cannot do', async () => {
    const { at, write } = await tempFolder();
    await mkdir(at(`cache/${a}.discovery`), { recursive: true });
    await expect(createFileStore(at('cache')).get(a)).rejects.toThrow('EISDIR');
    await expect(createFileStore(await write('plain', '')).set(a, new Uint8Array())).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it.each<[unknown, unknown, string]>([
    ['x', null, 'options'],
    ['x', 5, 'options'],
    [5, {}, 'folder'],
    ['', {}, 'folder'],
    ['x', { maxBytes: 0 }, 'maxBytes'],
    ['x', { maxUnusedMs: 'no' }, 'maxUnusedMs'],
  ])('refuses the folder %j with %j', (folder, options, argument) => {
    expect(() => createFileStore(folder as string, options as object)).toThrow(expect.objectContaining({ argument }));
  });

  it('is never read half written, with many processes that write and read at once', async () => {
    const { at } = await tempFolder();
    const file = at('writer.mjs');
    await build({
      stdin: {
        contents: `
          import { createFileStore } from ${JSON.stringify(path.resolve('src/stores/file.ts'))};
          const store = createFileStore(process.argv[2]);
          const byte = Number(process.argv[3]);
          for (let round = 0; round < 30; round += 1) {
            await store.set('${a}', new Uint8Array(200_000).fill(byte));
            const found = await store.get('${a}');
            if (found === undefined || found.byteLength !== 200_000 || !found.every((each) => each === found[0])) process.exit(1);
          }`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: file,
      logLevel: 'silent',
    });
    await Promise.all(Array.from({ length: 6 }, (_, n) => run(process.execPath, [file, at('cache'), String(n)])));
    expect(await readdir(at('cache'))).toEqual([`${a}.discovery`]);
    expect(await readFile(at(`cache/${a}.discovery`))).toHaveLength(200_000);
  }, 30_000);

  it('minds an abort', async () => {
    const { at } = await tempFolder();
    const store = createFileStore(at('cache'));
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(store.get(b, { signal })).rejects.toThrow('too late');
    await expect(store.set(b, new Uint8Array([1]), { signal })).rejects.toThrow();
    expect(await readdir(at('cache'))).toEqual([]);
  });
});
