/**
 * Plays somebody new: installs the packed package into an empty folder, and copies every block of the README and of the guides
 * into a file there, in order, as an ES module and as CommonJS. All are compiled against the types of the package; those that
 * need nothing to happen beside them are run, and have to print what the page says.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import ts from 'typescript';
import { mapLimit } from '../../src/core/shared/concurrency.js';
import { installInto, packProject } from '../setup/install-package.js';
import { kubeconfigOf } from '../setup/kubeconfig-of.js';
import { now, objects } from '../docs/guides/cluster.js';
import { blocksInOrder, needsAnotherPackage, type Block } from './blocks.js';

const run = promisify(execFile);
const limitMs = 60_000;
const began = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
};

const formats = {
  esm: { extension: 'mts', output: 'mjs', module: ts.ModuleKind.ESNext },
  cjs: { extension: 'cts', output: 'cjs', module: ts.ModuleKind.CommonJS },
} as const;
type Format = keyof typeof formats;

const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-newcomer-'));
try {
  const blocks = blocksInOrder();
  await install();
  say(`installed; ${blocks.length} blocks to try`);
  const problems = await compile(blocks.filter((block) => !needsAnotherPackage(block)));
  say(`compiled, ${problems.length} problems`);
  for (const format of ['esm', 'cjs'] as const) {
    const tried = blocks.filter((block) => block.unrun === undefined && inFormat(block, format) !== undefined);
    const failures = await mapLimit(tried, 2, (block) => runBlock(block, format));
    problems.push(...failures.flatMap((failure) => failure ?? []));
    say(`${format}: ${tried.length} blocks ran`);
  }
  for (const { name, unrun } of blocks) if (unrun !== undefined) say(`not run here: ${name}: ${unrun}`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function install(): Promise<void> {
  await installInto(folder, await packProject(folder), 'typescript@5', '@types/node@20');
  await writeFile(path.join(folder, 'cluster.mjs'), clusterProgram());
}

/** The server of the guides, made by the package that was installed. */
function clusterProgram(): string {
  return `
    import { createFakeApiServer } from 'kubeatlas/testing';
    import { kubernetes } from 'kubeatlas/testing/kubernetes';
    import { startFakeApiServer } from 'kubeatlas/testing/node';
    const now = () => new Date(${JSON.stringify(now.toISOString())});
    const fake = createFakeApiServer({ documents: kubernetes(), objects: ${JSON.stringify(objects)}, now });
    const server = await startFakeApiServer(fake);
    console.log(server.url);
    process.stdin.on('data', () => undefined).on('end', () => process.exit(0));
  `;
}

/** The block as a module of that format; undefined where it cannot be one. */
function inFormat({ code }: Block, format: Format): string | undefined {
  if (format === 'esm') return `export {};\n${code}`;
  // CommonJS has no `await` at the top.
  const imports = [...code.matchAll(/^import [\s\S]*?;\n/gm)].map(([each]) => each);
  const rest = imports.reduce((text, each) => text.replace(each, ''), code);
  if (/^export |^declare /m.test(rest)) return undefined;
  return `${imports.join('')}async function main(): Promise<void> {\n${rest}}\nvoid main();\nexport {};\n`;
}

async function compile(blocks: readonly Block[]): Promise<string[]> {
  const files = new Map<string, string>();
  for (const [place, block] of blocks.entries()) {
    for (const format of ['esm', 'cjs'] as const) {
      const text = inFormat(block, format);
      const name = `${String(place).padStart(2, '0')}-${block.name.replaceAll(/\W+/g, '-')}.${formats[format].extension}`;
      if (text === undefined) continue;
      files.set(name, block.name);
      await writeFile(path.join(folder, name), text);
    }
  }
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable',
  ];
  const compiler = path.join(folder, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, ...options, ...files.keys()], { cwd: folder }).then(
    () => [],
    ({ stdout }: { stdout: string }) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => `does not compile: ${line}`),
  );
}

/** Runs it by itself, on a server of its own. Answers what is wrong with what it did. */
async function runBlock(block: Block, format: Format): Promise<string | undefined> {
  const { output, module } = formats[format];
  const text = inFormat(block, format) ?? '';
  const cluster = spawn(process.execPath, ['cluster.mjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [url] = (await once(createInterface({ input: cluster.stdout }), 'line')) as [string];
    const home = await mkdtemp(path.join(folder, 'home-'));
    const kubeconfig = path.join(home, '.kube', 'config');
    await mkdir(path.dirname(kubeconfig));
    await writeFile(kubeconfig, kubeconfigOf({ dev: url, staging: url }, 'shop'));
    const file = path.join(folder, `${path.basename(home)}.${output}`);
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
    });
    const names =
      /'(http:\/\/127\.0\.0\.1:8001|https:\/\/kubernetes\.example:6443|\/k8s)'|"(http:\/\/127\.0\.0\.1:8001|\/k8s)"/g;
    await writeFile(file, outputText.replaceAll(names, `'${url}'`));
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (printed += piece.toString()));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    printed = printed.replaceAll(url, 'http://127.0.0.1:8001').replaceAll(home, '/home/jane');
    if (code !== block.exitCode) return `${block.name} (${format}) ended with ${code ?? signal ?? ''}:\n${printed}`;
    if (block.printed === undefined || block.printed === printed) return undefined;
    return `${block.name} (${format}) printed\n${printed}and the page says\n${block.printed}`;
  } finally {
    cluster.kill();
  }
}
