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

/** The questions that both sides answer. */
export type Lookup = 'kindFor' | 'resourceFor' | 'mappingFor' | 'resolve' | 'miss';

/** What client-go took. */
export interface ClientGoTimes {
  readonly ready: Samples;
  readonly lookups: Readonly<Record<Lookup, Samples>>;
}

const known = new Map<number, Promise<ClientGoTimes | undefined>>();

/** client-go on the documents of so many groups; undefined where there is no Go. Measured once in a run. */
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

/** The program on client-go, built once in a run; undefined where there is no Go. */
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
