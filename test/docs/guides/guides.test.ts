import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { clusterFor } from './cluster.js';
import { fencesOf, hasPage, pages, slugsOf, textOf, type Fence } from './page.js';
import { settings, testFiles, unrun } from './settings.js';
import { runProgram } from './run-program.js';
import { runTests } from './run-tests.js';
import { makeShellPrograms, runSession, runShell, type ShellPrograms } from './run-shell.js';

const fences = pages.flatMap(fencesOf);

let programs: ShellPrograms;
beforeAll(async () => {
  programs = await makeShellPrograms();
}, 120_000);
afterAll(() => {
  programs.remove();
});

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
      const cluster = await clusterFor(fence.page);
      const { runner, passes } = testFiles[fence.name] ?? { runner: 'vitest', passes: 0 };
      expect(await runTests(cluster, fence.code, runner)).toBe(String(passes));
    },
    60_000,
  );

  it.each(inLanguage('ts'))('$name runs, and prints what the page says', async (fence) => {
    const cluster = await clusterFor(fence.page);
    const expected = fence.printed ?? '';
    const { printed, exitCode } = await runProgram(cluster, fence.code, expected, settings[fence.name]);
    expect({ printed, exitCode }).toEqual({ printed: expected, exitCode: settings[fence.name]?.exitCode });
  });

  it.each(inLanguage('sh'))('$name runs in a shell, and prints what the page says', async (fence) => {
    const cluster = await clusterFor(fence.page);
    await settings[fence.name]?.before?.(cluster);
    const [result] = await Promise.all([
      runShell(cluster, fence.code, programs),
      settings[fence.name]?.meanwhile?.(cluster, () => ''),
    ]);
    expect(result).toEqual({ printed: fence.printed ?? '', code: settings[fence.name]?.exitCode ?? 0 });
    await settings[fence.name]?.after?.(cluster, {});
  });

  it.each(inLanguage('console'))('$name prints what the page says', async (fence) => {
    const cluster = await clusterFor(fence.page);
    await settings[fence.name]?.before?.(cluster);
    const session = await runSession(cluster, fence.code, programs);
    expect(session).toBe(fence.code);
  });

  it.each(inLanguage('yaml'))('$name is YAML', ({ code }) => {
    expect(parseAllDocuments(code).flatMap(({ errors }) => errors)).toEqual([]);
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
});
