import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentsOf, namesOf } from './documents.js';
import { summarise, type Samples } from './samples.js';

const run = promisify(execFile);
const source = 'test/bench/client-go';

/** The lookups that both sides run. */
export type Lookup = 'kindFor' | 'resourceFor' | 'mappingFor' | 'resolve' | 'miss';

/** The times of client-go. */
export interface ClientGoTimes {
  readonly ready: Samples;
  readonly lookups: Readonly<Record<Lookup, Samples>>;
}

const known = new Map<number, Promise<ClientGoTimes | undefined>>();

/** Measures client-go on the documents of that many groups, once per run; undefined without Go. */
export function clientGo(groups: number): Promise<ClientGoTimes | undefined> {
  let times = known.get(groups);
  if (times === undefined) known.set(groups, (times = measure(groups)));
  return times;
}

async function measure(groups: number): Promise<ClientGoTimes | undefined> {
  const program = await goProgram();
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'kubeatlas-bench-'));
  try {
    const document = join(folder, 'apis.json');
    await writeFile(document, documentsOf(groups).apis);
    const { plural, kind, group } = namesOf(groups >> 1);
    const { stdout } = await run(program, [document, plural, kind, group, 'nowhere', '11']);
    const told = JSON.parse(stdout) as { readyMs: number[]; lookupMs: Record<Lookup, number[]> };
    const lookups = Object.entries(told.lookupMs).map(([name, times]) => [name, summarise(times)]);
    return {
      ready: summarise(told.readyMs),
      lookups: Object.fromEntries(lookups) as Record<Lookup, Samples>,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

let program: Promise<string | undefined> | undefined;

/** Returns the program that uses client-go, built once per run; undefined without Go. */
export function goProgram(): Promise<string | undefined> {
  program ??= (async () => {
    if (!(await hasGo())) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'kubeatlas-bench-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const built = join(folder, 'client-go');
    await run('go', ['build', '-o', built, '.'], { cwd: source });
    return built;
  })();
  return program;
}

async function hasGo(): Promise<boolean> {
  try {
    await run('go', ['version']);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
