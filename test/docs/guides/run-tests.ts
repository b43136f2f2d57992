import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GuideCluster } from './cluster.js';
import { project } from './page.js';
import { entries } from './run-program.js';

export type TestRunner = 'vitest' | 'node:test';

/** Runs a file of tests in a runner of its own, as a project would that has the package. Answers what the runner says. */
export async function runTests(cluster: GuideCluster, code: string, runner: TestRunner): Promise<string> {
  writeFileSync(path.join(cluster.home, 'shop.test.ts'), code);
  const [words, passed] = runner === 'vitest' ? vitestIn(cluster) : nodeTestIn(cluster);
  const child = spawn(process.execPath, words, {
    cwd: cluster.home,
    env: { PATH: process.env['PATH'], ...cluster.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return exitCode === 0 ? (passed.exec(said)?.[1] ?? said) : said;
}

function vitestIn({ home }: GuideCluster): [string[], RegExp] {
  const alias = [...entries].map(([name, replacement]) => ({ find: `^${name}$`, replacement }));
  writeFileSync(
    path.join(home, 'vitest.config.mjs'),
    `export default { resolve: { alias: ${JSON.stringify(alias)}.map((each) => ({ ...each, find: new RegExp(each.find) })) } };`,
  );
  return [[path.join(project, 'node_modules/vitest/vitest.mjs'), 'run'], /Tests +(\d+) passed/];
}

function nodeTestIn({ home }: GuideCluster): [string[], RegExp] {
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    paths: Object.fromEntries([...entries].map(([name, file]) => [name, [file]])),
  };
  writeFileSync(path.join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }');
  return [['--import', 'tsx', '--test', 'shop.test.ts'], /^(?:#|ℹ) pass (\d+)/m];
}
