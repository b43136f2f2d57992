import { spawn, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process beside the bench, whose work is not measured with that of the bench. */
export interface Child<Told> {
  /** The first line of its output, which reports that it is ready. */
  readonly told: Told;
  readonly stop: () => Promise<void>;
}

/** Starts a program that prints one line of JSON when it is ready and ends at the end of its input. */
export async function startChild<Told>(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env'> = {},
): Promise<Child<Told>> {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? 'a signal'}`)));
  });
  return {
    told: JSON.parse(line) as Told,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Starts this program again with `--expose-gc`, and with arguments that say what to do. */
export function startAgain<Told>(...words: readonly string[]): Promise<Child<Told>> {
  return startChild(process.execPath, ['--expose-gc', process.argv[1] ?? '', ...words]);
}

/** The counterpart in the child: reports that it is ready, and waits for the end of the input. */
export async function tellAndStay(told: object): Promise<void> {
  process.stdout.write(`${JSON.stringify(told)}\n`);
  for await (const _ of process.stdin);
}
