import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { StoreFailureKind } from '../../src/core/discovery/documents/discovery-store.js';
import { createFileStore } from '../../src/stores/file.js';
import { aggregated, endpointsOf, serverOf, tagged, type Served } from '../discovery/scripted-server.js';
import { tempFolder, type TempFolder } from '../kubeconfig/temp-folder.js';
import { eventually } from '../shared/eventually.js';

/** What a client learns that begins with the folder, of which documents it had the newest, and what is reported of the store. */
async function learn({ at }: TempFolder, served: Served = { 'a.io/v1': ['gadgets'] }) {
  const reported: StoreFailureKind[] = [];
  let written = 0;
  const files = createFileStore(at('cache'));
  const store: typeof files = {
    ...files,
    async set(...call) {
      await files.set(...call);
      written += 1;
    },
  };
  const { discovery, connection } = serverOf(
    { '/api': tagged(aggregated({ v1: ['pods'] })), '/apis': tagged(aggregated(served)) },
    { store, storeKey: 'k', onStoreFailure: ({ kind }) => reported.push(kind) },
  );
  const endpoints = endpointsOf(await discovery.catalog());
  const known = connection.requests.map(({ ifNoneMatch }) => ifNoneMatch !== undefined);
  return { endpoints, known, reported, untilWritten: (count: number) => eventually(() => expect(written).toBe(count)) };
}

async function fill(temp: TempFolder): Promise<readonly string[]> {
  const { untilWritten } = await learn(temp);
  await untilWritten(3);
  const names = (await readdir(temp.at('cache'))).sort();
  return names.map((name) => temp.at(path.join('cache', name)));
}

const rewrite = (change: (bytes: Buffer) => Uint8Array | string) => async (file: string) =>
  writeFile(file, change(await readFile(file)));

const flipped = (bytes: Buffer): Buffer => {
  bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
  return bytes;
};

describe('files that are', () => {
  it.each<[string, (file: string) => Promise<unknown>, StoreFailureKind[]]>([
    ['empty', rewrite(() => ''), ['damaged']],
    ['cut off', rewrite((bytes) => bytes.subarray(0, bytes.byteLength / 2)), ['damaged']],
    ['longer', rewrite((bytes) => Buffer.concat([bytes, Buffer.from(' ')])), ['damaged']],
    ['changed in one bit', rewrite(flipped), ['damaged']],
    [
      'of a newer version',
      rewrite((bytes) => bytes.toString('latin1').replace('discovery/3', 'discovery/4')),
      ['damaged'],
    ],
    ["somebody else's", rewrite(() => '<html>nothing of yours</html>\n\n'), ['damaged']],
    ['links to nowhere', async (file) => rm(file).then(() => symlink('/nowhere/at/all', file)), []],
    ['links to a device', async (file) => rm(file).then(() => symlink('/dev/zero', file)), ['damaged']],
    ['pipes that nobody writes to', async (file) => rm(file).then(() => run('mkfifo', [file])), ['damaged']],
  ])('%s, are ignored, reported once, and replaced', async (_what, spoil, kinds) => {
    const temp = await tempFolder();
    for (const file of await fill(temp)) await spoil(file);
    const { endpoints, known, reported, untilWritten } = await learn(temp);
    expect([endpoints, known, reported]).toEqual([['pods.v1', 'gadgets.v1.a.io'], [false, false], kinds]);
    await untilWritten(3);
    expect(await learn(temp)).toMatchObject({ known: [true, true], reported: [] });
  });

  it("under one another's names, are ignored: a document is never taken for another one", async () => {
    const temp = await tempFolder();
    const files = await fill(temp);
    const contents = await Promise.all(files.map((file) => readFile(file)));
    for (const [at, file] of files.entries()) await writeFile(file, contents[(at + 1) % contents.length]!);
    const { endpoints, known, reported } = await learn(temp);
    expect([endpoints, known, reported]).toEqual([['pods.v1', 'gadgets.v1.a.io'], [false, false], ['damaged']]);
  });

  it('folders, are reported, and discovery goes on without', async () => {
    const temp = await tempFolder();
    for (const file of await fill(temp)) {
      await rm(file);
      await mkdir(file);
    }
    const { endpoints, reported } = await learn(temp);
    expect(endpoints).toEqual(['pods.v1', 'gadgets.v1.a.io']);
    await eventually(() => expect([...reported].sort()).toEqual(['unreadable', 'unwritable']));
  });

  it('wide open, are written anew for their owner alone', async () => {
    const temp = await tempFolder();
    const files = await fill(temp);
    for (const file of files) await chmod(file, 0o666);
    const { untilWritten } = await learn(temp, { 'b.io/v1': ['things'] });
    await untilWritten(2);
    const modes = await Promise.all(files.map(async (file) => ((await stat(file)).mode & 0o777).toString(8)));
    // The document of the core group is as it was.
    expect(modes.sort()).toEqual(['600', '600', '666']);
  });
});

const run = promisify(execFile);
