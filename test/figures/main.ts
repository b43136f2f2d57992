/** What a reader cares about before installing: measures it, prints it, and with `--write` puts it into the README. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { installInto, packProject } from '../setup/install-package.js';
import { renderTable } from '../bench/report.js';
import { formatBytes, formatTime } from '../bench/format.js';
import { benchRows } from './bench-rows.js';

const run = promisify(execFile);
const readme = 'README.md';
const begin = '<!-- Written by npm run figures -- --write -->';
const end = '<!-- to here. -->';
const peer = '@kubernetes/client-node';
const rounds = 9;

/** A package in a folder of its own, with its dependencies and nothing else. */
interface Installed {
  readonly name: string;
  readonly folder: string;
  readonly version: string;
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const middle = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

async function install(folder: string, name: string, from: string): Promise<Installed> {
  await mkdir(folder);
  await installInto(folder, from);
  const manifest = JSON.parse(await readFile(path.join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { name, folder, version: manifest.version };
}

async function sizeOf({ folder }: Installed): Promise<{ bytes: number; packages: number }> {
  const entries = await readdir(path.join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(path.join(parentPath, name))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  const { stdout: listed } = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder });
  return { bytes, packages: listed.trim().split('\n').length - 1 };
}

/** One process that imports it and ends. */
async function importOnce({ name, folder }: Installed): Promise<{ time: number; memory: number }> {
  const program =
    `const begun = performance.now(); await import(${JSON.stringify(name)}); ` +
    'console.log(performance.now() - begun, process.memoryUsage().rss);';
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
  const [time = NaN, memory = NaN] = stdout.split(' ').map(Number);
  return { time, memory };
}

async function bundle({ folder }: Installed, program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength;
}

async function measure(ours: Installed, theirs: Installed): Promise<string> {
  const [ourSize, theirSize] = [await sizeOf(ours), await sizeOf(theirs)];
  say('importing');
  const imports = { ours: [] as { time: number; memory: number }[], theirs: [] as { time: number; memory: number }[] };
  for (let round = -1; round < rounds; round += 1) {
    const [our, their] = [await importOnce(ours), await importOnce(theirs)];
    if (round < 0) continue;
    imports.ours.push(our);
    imports.theirs.push(their);
  }
  const ourProgram =
    "import { createClient } from 'kubeatlas';\n" +
    "const client = createClient({ server: '/k8s' });\nexport const pods = await client.resource('pods').list();\n";
  const theirProgram =
    "import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';\n" +
    'const config = new KubeConfig();\nconfig.loadFromDefault();\n' +
    'export const pods = await config.makeApiClient(CoreV1Api).listPodForAllNamespaces();\n';
  const ourBundle = await bundle(ours, ourProgram);
  const theirBundle = await bundle(theirs, theirProgram).catch(() => undefined);
  const imported = (of: keyof typeof imports, what: 'time' | 'memory'): number =>
    middle(imports[of].map((each) => each[what]));
  const table = {
    columns: ['', `kubeatlas ${ours.version}`, `${peer} ${theirs.version}`, 'kubectl'],
    rows: [
      ['`import`', formatTime(imported('ours', 'time')), formatTime(imported('theirs', 'time')), ''],
      [
        'memory of a process that has imported it',
        formatBytes(imported('ours', 'memory')),
        formatBytes(imported('theirs', 'memory')),
        '',
      ],
      [
        'installed, with dependencies',
        ...[ourSize, theirSize].map(({ bytes, packages }) => `${formatBytes(bytes)}, ${packages} packages`),
        '',
      ],
      [
        'in a browser bundle, min + gzip',
        formatBytes(ourBundle),
        theirBundle === undefined ? 'does not bundle' : formatBytes(theirBundle),
        '',
      ],
      ...benchRows(),
    ],
  };
  return renderTable(table).join('\n');
}

const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-figures-'));
try {
  say('building and installing');
  const tarball = await packProject(folder);
  const ours = await install(path.join(folder, 'ours'), 'kubeatlas', tarball);
  const theirs = await install(path.join(folder, 'theirs'), peer, `${peer}@^1.4.0`);
  const table = await measure(ours, theirs);
  process.stdout.write(`${table}\n`);
  if (process.argv.includes('--write')) {
    const text = await readFile(readme, 'utf8');
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`${readme} has no place for the figures`);
    await writeFile(readme, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`);
  }
} finally {
  await rm(folder, { recursive: true });
}
