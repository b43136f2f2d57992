import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cli } from '../cli/support.js';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
/** Written by test/e2e/capture-kubectl-flags.ts. */
const ofKubectl = JSON.parse(read('../fixtures/kubectl-flags.json')) as Readonly<Record<string, readonly string[]>>;

/** The flags of a command here, by its whole help. */
async function flagsOf(command: string): Promise<ReadonlySet<string>> {
  const { code, stdout } = await cli(undefined, command === 'options' ? command : `help ${command}`);
  expect(code).toBe(0);
  const named = [...stdout.matchAll(/^ {2,6}(?:-\w, )?--([\w-]+)/gm)].map(([, name = '']) => name);
  // `--no-cache` is `--cache=false`.
  return new Set(named.flatMap((name) => [name, name.replace(/^no-/, '')]));
}

it('the guide from kubectl names every flag that a command lacks, and no other', async () => {
  const lacking = await Promise.all(
    Object.entries(ofKubectl).map(async ([command, flags]) => {
      const own = await flagsOf(command);
      return [command, flags.filter((flag) => !own.has(flag))] as const;
    }),
  );
  const section = read('../../docs/guides/from-kubectl.md').split('\n## What is missing\n')[1] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, command = '', flags = '']) => [
      command.slice(1, -1),
      [...flags.matchAll(/`--([\w-]+)`/g)].map(([, f]) => f),
    ]);
  expect(rows).toEqual(lacking.filter(([, flags]) => flags.length > 0));
});
