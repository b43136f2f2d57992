import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScratchFolder } from '../e2e/harness/scratch-folder.js';
import { differences } from './differences.js';
import { longPrograms, programs, type Program, type Start } from './programs.js';
import { startFake, startReal } from './servers.js';

/** The outcomes of the steps of a program, by their names, on both servers. */
interface Outcomes {
  readonly real: ReadonlyMap<string, string>;
  readonly fake: ReadonlyMap<string, string>;
}

const isLong = process.env['KUBEATLAS_INTEROP_LONG'] !== undefined;
/** The name of one of them, which runs alone. */
const only = process.env['KUBEATLAS_INTEROP_PROGRAM'];
const asked = [...programs, ...longPrograms].filter(({ name }) => name === only);
if (only !== undefined && asked.length === 0) throw new Error(`there is no program ${only}`);
const running = only === undefined ? (isLong ? longPrograms : programs) : asked;
const scratch = createScratchFolder();
const outcomes = new Map<string, Outcomes & Pick<Program, 'steps'>>();

beforeAll(async () => {
  const starts = new Map<Program, Start>();
  for (const program of running) starts.set(program, await program.prepare(scratch.path));
  const servers = await Promise.all([startReal(), startFake()]);
  const [real, fake] = servers.map(({ kubeconfig }, index) => {
    const file = path.join(scratch.path, `config-${index}`);
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    return file;
  });
  try {
    for (const [program, start] of starts) {
      const both = await Promise.all([run(start, real ?? ''), run(start, fake ?? '')]);
      outcomes.set(program.name, { real: both[0], fake: both[1], steps: program.steps });
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}, 1_800_000);

afterAll(() => {
  scratch.remove();
});

async function run({ command, words, last }: Start, kubeconfig: string): Promise<ReadonlyMap<string, string>> {
  const all = [...words, kubeconfig, ...(last === undefined ? [] : [last])];
  const { stdout } = await promisify(execFile)(command, all, { timeout: 900_000, maxBuffer: 10_000_000 });
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [step = ''] = line.split(': ', 1);
        return [step, line.slice(step.length + 2)];
      }),
  );
}

it.each(running)('a program on $name has the same outcome on the fake server as on a real one', ({ name }) => {
  const { real, fake, steps } = outcomesOf(name);
  const all = [...new Set([...real.keys(), ...fake.keys()])];
  const changed = all.filter((step) => real.get(step) !== fake.get(step) && !declared(name, step));
  expect(changed.map((step) => ({ step, real: real.get(step), fake: fake.get(step) }))).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(steps);
  // A part that breaks off does so on both.
  expect(all.filter((step) => step.endsWith(' ended') || step.includes(' panic'))).toEqual([]);
});

it('each declared difference is one', () => {
  const ofThese = differences.filter(({ program }) => running.some(({ name }) => name === program));
  const same = ofThese.filter(({ program, step }) => {
    const { real, fake } = outcomesOf(program);
    return real.get(step) === fake.get(step);
  });
  expect(same).toEqual([]);
});

function outcomesOf(name: string): Outcomes & Pick<Program, 'steps'> {
  const found = outcomes.get(name);
  if (found === undefined) throw new Error(`no program ${name} has run`);
  return found;
}

function declared(program: string, step: string): boolean {
  return differences.some((each) => each.program === program && each.step === step);
}
