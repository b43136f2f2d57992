import os from 'node:os';
import { createInterface } from 'node:readline';
import { spawnGuarded } from '../harness/guarded-process.js';
import { explainGoFailure } from './go-failure.js';
import { goEnvironment, type ModulePlan, type Program } from './server-module.js';

/** Takes one line for people. */
export type Report = (line: string) => void;

/** Something that the person before the screen can mend; the message is all there is to say. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

const everyMs = 5000;

/** Builds one program into a file and says every few seconds how far it is. */
export async function goBuild(
  plan: Pick<ModulePlan, 'source' | 'version'>,
  program: Omit<Program, 'name'> & { readonly name: string },
  output: string,
  report: Report,
): Promise<void> {
  const label = `${program.name} of Kubernetes ${plan.version}`;
  const begun = performance.now();
  const elapsed = (): string => `${Math.round((performance.now() - begun) / 1000)} s`;
  const go = spawnGuarded('go', ['build', '-v', ...program.flags, '-o', output, program.target], {
    cwd: plan.source,
    env: { ...process.env, ...goEnvironment },
    output: 'pipe',
  });
  // A build takes all cores for minutes; whoever works meanwhile goes first.
  os.setPriority(go.pid, 10);

  const said: string[] = [];
  let downloaded = 0;
  let compiled = 0;
  const reading = (async () => {
    if (go.stderr === null) return;
    for await (const line of createInterface(go.stderr)) {
      if (line.startsWith('go: downloading ')) downloaded += 1;
      else if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(line)) compiled += 1;
      else said.push(line);
    }
  })();
  const progress = (): string => `${downloaded} modules downloaded, ${compiled} packages compiled`;
  report(`${label}: building`);
  const timer = setInterval(() => {
    report(`${label}: ${elapsed()}, ${progress()}`);
  }, everyMs);
  const exit = await go.exited.finally(() => {
    clearInterval(timer);
  });
  await reading;
  if (exit.code !== 0) {
    const ending = exit.code === null ? `was ended by ${exit.signal ?? 'a signal'}` : `ended with ${exit.code}`;
    throw new BuildError([`${label}: go build ${ending}`, ...explainGoFailure(said)].join('\n'));
  }
  report(`${label}: built in ${elapsed()} (${progress()})`);
}
