import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { startGuideCluster, type GuideCluster } from './cluster.js';
import { callTables, cellsBelow, fencesOf, namesOf, hasPage, pages, slugsOf, textOf, type Fence } from './page.js';
import { settings, testFiles, unrun } from './settings.js';
import { runProgram } from './run-program.js';
import { runTests } from './run-tests.js';
import { makeShellPrograms, runSession, runShell, type ShellPrograms } from './run-shell.js';

const fences = pages.flatMap(fencesOf);

let programs: ShellPrograms;
beforeAll(async () => {
  programs = await makeShellPrograms();
});
afterAll(() => {
  programs.remove();
});

/** A cluster for one fence, with the files that the page shows. */
async function clusterFor(name: string): Promise<GuideCluster> {
  const cluster = await startGuideCluster();
  onTestFinished(() => cluster.close());
  const [page = ''] = name.split('#');
  for (const { code, file } of fencesOf(page)) {
    if (file !== undefined) writeFileSync(path.join(cluster.home, file), code);
  }
  return cluster;
}

const inLanguage = (...languages: readonly string[]): readonly Fence[] =>
  fences.filter(({ language, name }) => languages.includes(language) && !(name in unrun) && !(name in testFiles));

describe('the guides', () => {
  it('have no fence of which nobody knows how to run it', () => {
    const known = ['ts', 'sh', 'console', 'yaml'];
    const strange = fences.filter(({ language, name }) => !known.includes(language) && unrun[name] === undefined);
    expect(strange.map(({ name }) => name)).toEqual([]);
    const names = new Set(fences.map(({ name }) => name));
    expect([settings, unrun, testFiles].flatMap(Object.keys).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(fences.filter(({ name }) => name in testFiles))(
    '$name passes in its test runner',
    async (fence) => {
      const cluster = await clusterFor(fence.name);
      const { runner, passes } = testFiles[fence.name] ?? { runner: 'vitest', passes: 0 };
      expect(await runTests(cluster, fence.code, runner)).toBe(String(passes));
    },
    60_000,
  );

  it.each(inLanguage('ts'))('$name runs, and prints what the page says', async (fence) => {
    const cluster = await clusterFor(fence.name);
    const expected = fence.printed ?? '';
    const { printed, exitCode } = await runProgram(cluster, fence.code, expected, settings[fence.name]);
    expect({ printed, exitCode }).toEqual({ printed: expected, exitCode: settings[fence.name]?.exitCode });
  });

  it.each(inLanguage('sh'))('$name runs in a shell, and prints what the page says', async (fence) => {
    const cluster = await clusterFor(fence.name);
    await settings[fence.name]?.before?.(cluster);
    const [result] = await Promise.all([
      runShell(cluster, fence.code, programs),
      settings[fence.name]?.meanwhile?.(cluster, () => ''),
    ]);
    expect(result).toEqual({ printed: fence.printed ?? '', code: settings[fence.name]?.exitCode ?? 0 });
    await settings[fence.name]?.after?.(cluster, {});
  });

  it.each(inLanguage('console'))('$name prints what the page says', async (fence) => {
    const cluster = await clusterFor(fence.name);
    await settings[fence.name]?.before?.(cluster);
    const session = await runSession(cluster, fence.code, programs);
    expect(session).toBe(fence.code);
  });

  it.each(inLanguage('yaml'))('$name is YAML', ({ code }) => {
    expect(parseAllDocuments(code).flatMap(({ errors }) => errors)).toEqual([]);
  });

  describe.each(callTables)('the tables of %s', (page, header) => {
    it.each(cellsBelow(page, header))('$line: $code', async ({ code }) => {
      const cluster = await clusterFor(page);
      const program = `${namesOf(page)}\nexport const answer = await (${code});\n`;
      const { printed } = await runProgram(cluster, program, '', settings[`${page}#The names below`]);
      expect(printed).toBe('');
    });
  });

  // `-w` goes on for ever.
  const commands = cellsBelow('from-kubectl.md', '`kubeatlas`').filter(({ code }) => !code.endsWith(' -w'));
  it.each(commands)('from-kubectl.md: $code', async ({ code }) => {
    const cluster = await clusterFor('from-kubectl.md');
    await settings['from-kubectl.md#The names below']?.before?.(cluster);
    expect(await runShell(cluster, code, programs)).toMatchObject({ code: 0 });
  });

  it.each(pages)('%s has links that lead somewhere', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const dead = links.flatMap(([link, file = '', heading]) => {
      if (file.startsWith('https://')) return [];
      const target = file === '' ? page : file;
      if (!hasPage(target)) return [link];
      return heading === undefined || slugsOf(target).includes(heading) ? [] : [link];
    });
    expect(dead).toEqual([]);
  });

  it('have tables of calls and commands', () => {
    const counts = callTables.map(([page, header]) => cellsBelow(page, header).length);
    expect([...counts, commands.length].every((count) => count > 20)).toBe(true);
  });
});
