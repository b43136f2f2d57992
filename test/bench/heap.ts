import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench } from './bench.js';
import { documentsOf } from './documents.js';
import { formatBytes, formatCount, formatRatio } from './format.js';
import { heapUsed } from './samples.js';
import { parseJson, readyMapper, sizes } from './subject.js';

const run = promisify(execFile);

/** With this argument, the program measures one heap and ends. */
export const heapFlag = '--heap';

/** Measures retained memory. */
export const heapBench: Bench = {
  name: 'heap',
  title: 'Retained memory',
  about:
    'The heap that the catalog and the mapper retain together, compared with what `JSON.parse` of the documents retains (must not be more), ' +
    'before and after the mapper has answered once for every resource.',
  async run() {
    const rows = [];
    for (const groups of sizes) {
      const json = await retained('json', groups);
      const ready = await retained('ready', groups);
      const used = await retained('used', groups);
      rows.push([
        formatCount(groups),
        formatBytes(json),
        formatBytes(ready),
        formatRatio(ready / json),
        formatBytes(used),
        formatRatio(used / json),
      ]);
    }
    return {
      columns: ['groups', '`JSON.parse`', 'catalog and mapper', 'ratio', 'after every question', 'ratio'],
      rows,
    };
  },
};

async function retained(what: keyof typeof keepers, groups: number): Promise<number> {
  const program = process.argv[1] ?? '';
  const { stdout } = await run(process.execPath, ['--expose-gc', program, heapFlag, what, String(groups)]);
  return Number(stdout);
}

const keepers = {
  json: parseJson,
  ready: readyMapper,
  async used(documents) {
    const mapper = await readyMapper(documents);
    for (const { group, version, resource } of mapper.catalog.resources()) {
      mapper.resolve(`${resource}.${version}.${group}`);
    }
    return mapper;
  },
} satisfies Record<string, (documents: ReturnType<typeof documentsOf>) => unknown>;

/** Prints by how many bytes the retained data has grown the heap. */
export async function printHeap(what: string | undefined, groups: number): Promise<void> {
  const keep = Object.entries(keepers).find(([name]) => name === what)?.[1];
  if (keep === undefined) throw new Error(`nothing is called ${what ?? ''}`);
  const documents = documentsOf(groups);
  // For the code itself, which is retained too, and is optimised the more often it runs.
  const few = documentsOf(100);
  for (let run = 0; run < 50; run += 1) await keep(few);
  const before = await heapUsed();
  // Enough copies to make other changes of the heap negligible.
  const copies = Math.ceil(6000 / groups);
  const held: { kept?: unknown[] } = { kept: [] };
  for (let copy = 0; copy < copies; copy += 1) held.kept?.push(await keep(documents));
  process.stdout.write(String(((await heapUsed()) - before) / copies));
  // Release it only here, so that it was alive for the measurement.
  delete held.kept;
}
