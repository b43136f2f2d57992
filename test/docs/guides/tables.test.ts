import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterFor } from './cluster.js';
import { callTables, cellsBelow, namesOf } from './page.js';
import { runProgram } from './run-program.js';
import { makeShellPrograms, runShell, type ShellPrograms } from './run-shell.js';
import { settings } from './settings.js';

let programs: ShellPrograms;
beforeAll(async () => {
  programs = await makeShellPrograms();
}, 120_000);
afterAll(() => {
  programs.remove();
});

// `-w` goes on for ever.
const commands = cellsBelow('from-kubectl.md', '`kubeatlas`').filter(({ code }) => !code.endsWith(' -w'));

describe.each(callTables)('the tables of %s', (page, header) => {
  it.each(cellsBelow(page, header))('$line: $code', async ({ code }) => {
    const cluster = await clusterFor(page);
    const program = `${namesOf(page)}\nexport const answer = await (${code});\n`;
    const { printed } = await runProgram(cluster, program, '', settings[`${page}#The names below`]);
    expect(printed).toBe('');
  });
});

it.each(commands)('the tables of from-kubectl.md: $code', async ({ code }) => {
  const cluster = await clusterFor('from-kubectl.md');
  await settings['from-kubectl.md#The names below']?.before?.(cluster);
  expect(await runShell(cluster, code, programs)).toMatchObject({ code: 0 });
});

it('the tables have calls and commands', () => {
  const counts = callTables.map(([page, header]) => cellsBelow(page, header).length);
  expect([...counts, commands.length].every((count) => count > 20)).toBe(true);
});
