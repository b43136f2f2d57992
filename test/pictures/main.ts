/** Records the command line on the fake server, and draws what it printed: `npm run pictures` writes docs/pictures. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startFakeApiServer } from '../../src/testing/node.js';
import { kubeconfigOf } from '../setup/kubeconfig-of.js';
import { pictureServer, rollout } from './cluster.js';
import { draw, themes, type RecordedLine } from './draw.js';

const target = 'docs/pictures';
const stepMs = 1400;
const longest = 118;

/** By the names of their files. */
const commands = {
  discovery: 'kubeatlas discovery',
  resolve: 'kubeatlas resolve deploy ep events',
  aliases: 'kubeatlas aliases events',
  owners: 'kubeatlas owners pod/web-7d4b9-x2x5r -n shop',
  watch: 'kubeatlas get pods -n shop -l app=web --watch',
};

await promisify(execFile)('npm', ['run', 'build', '--silent']);
const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-pictures-'));
const fake = pictureServer();
const server = await startFakeApiServer(fake);
try {
  await mkdir(target, { recursive: true });
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, kubeconfigOf({ demo: server.url }, 'default'));
  for (const [name, command] of Object.entries(commands)) {
    const lines = await record(command, kubeconfig, name === 'watch' ? rollout(fake) : []);
    await save(name, command, lines);
  }
  const { stdout } = await promisify(execFile)('npm', ['run', 'demo', '--silent']);
  const lines = stdout.trimEnd().split('\n');
  await save(
    'demo',
    'npm run demo',
    lines.map((text) => ({ text: shorten(text), at: 1 })),
  );
} finally {
  await server.close();
  await rm(folder, { recursive: true });
}

async function save(name: string, command: string, lines: readonly RecordedLine[]): Promise<void> {
  for (const [theme, colors] of Object.entries(themes)) {
    await writeFile(path.join(target, `${name}-${theme}.svg`), draw({ command, lines }, colors));
  }
  process.stdout.write(`${name}: ${lines.length} lines\n`);
}

/** What it prints until it ends, or until all that was to happen has been seen. */
async function record(command: string, kubeconfig: string, steps: readonly (() => void)[]): Promise<RecordedLine[]> {
  const words = command.split(' ').slice(1);
  const child = spawn(process.execPath, ['dist/cli/main.js', ...words], {
    env: { ...process.env, KUBECONFIG: kubeconfig, XDG_CACHE_HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines: RecordedLine[] = [];
  const begun = performance.now();
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push({ text: shorten(text), at: Math.round(performance.now() - begun) });
  });
  if (steps.length > 0) {
    await wait(stepMs);
    for (const step of steps) {
      step();
      await wait(stepMs);
    }
    child.kill('SIGINT');
  }
  await closed;
  if (lines.length === 0) throw new Error(`${command} printed nothing`);
  return lines;
}

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
