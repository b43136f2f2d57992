import { spawn } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage } from '../setup/build-package.js';
import { apiServer, noServer } from './api-server.js';
import type { Bench } from './bench.js';
import { startChild } from './child.js';
import { formatBytes, formatRatio, formatTime } from './format.js';
import { configOf } from './get-process.js';
import type { KubeletTold } from './kubelet-process.js';

const rounds = 5;
const bytes = 400_000_000;

/** Measures how fast files go into containers and come out of them. */
export const containerStreamsBench: Bench = {
  name: 'streams',
  title: 'Files to and from containers',
  about:
    `A file of ${formatBytes(bytes)} through \`exec\` and \`cp\`, run as a process beside kubectl (the aim is its clock), with the test kubelet behind kube-apiserver over TLS on the same ` +
    'CPUs. In the way stands the start of Node, about 0.2 s.',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-bench-'));
    const kubelet = await startChild<KubeletTold>(
      process.execPath,
      ['--import', 'tsx', 'test/bench/kubelet-process.ts'],
      { env: { ...process.env, API_SERVER: JSON.stringify(access) } },
    );
    try {
      const bin = path.join(await buildPackage(process.cwd(), folder), 'cli/main.js');
      const kubeconfig = path.join(folder, 'kubeconfig');
      await writeFile(kubeconfig, JSON.stringify(configOf(access)));
      const [file, copy] = [path.join(folder, 'file'), path.join(folder, 'copy')];
      await writeFile(file, '');
      truncateSync(file, bytes);
      const programs = { kubectl: [kubelet.told.kubectl], kubeatlas: [process.execPath, bin] };
      const works: Readonly<Record<string, { readonly words: readonly string[]; readonly input?: string }>> = {
        '`exec POD -- cat FILE`': { words: ['exec', 'front-0', '--', 'cat', file] },
        '`exec -i POD -- COMMAND < FILE`': {
          words: ['exec', '-i', 'front-0', '--', 'sh', '-c', 'cat >/dev/null'],
          input: file,
        },
        '`cp POD:FILE FILE`': { words: ['cp', `front-0:${file}`, copy] },
        '`cp FILE POD:FILE`': { words: ['cp', file, `front-0:${copy}`] },
      };
      const rows: string[][] = [];
      for (const [name, { words, input }] of Object.entries(works)) {
        const taken: Record<'kubectl' | 'kubeatlas', Taken>[] = [];
        for (let round = -1; round < rounds; round += 1) {
          const [kubectl, kubeatlas] = [
            await runOnce([...programs.kubectl, '--kubeconfig', kubeconfig, ...words], input),
            await runOnce([...programs.kubeatlas, '--kubeconfig', kubeconfig, ...words], input),
          ];
          if (round >= 0) taken.push({ kubectl, kubeatlas });
          await rm(copy, { force: true });
        }
        const ratioOf = (what: keyof Taken): string =>
          formatRatio(middle(taken.map(({ kubectl, kubeatlas }) => kubeatlas[what] / kubectl[what])));
        rows.push([
          name,
          formatTime(middle(taken.map(({ kubectl }) => kubectl.clock))),
          formatTime(middle(taken.map(({ kubeatlas }) => kubeatlas.clock))),
          ratioOf('clock'),
          ratioOf('processor'),
        ]);
      }
      return { columns: ['', 'kubectl', 'kubeatlas', 'clock', 'processor'], rows };
    } finally {
      await kubelet.stop();
      await rm(folder, { recursive: true });
    }
  },
};

interface Taken {
  readonly clock: number;
  readonly processor: number;
}

/** Runs one process, whose output nobody reads, with the file as its input. */
async function runOnce([program = '', ...words]: readonly string[], input = '/dev/null'): Promise<Taken> {
  // The shell tells the processor time of what it ran.
  const script = '"$@" >/dev/null; code=$?; times; exit $code';
  const stdin = await open(input);
  const begun = performance.now();
  try {
    const child = spawn('bash', ['-c', script, '-', program, ...words], { stdio: [stdin.fd, 'pipe', 'pipe'] });
    let [told, failure] = ['', ''];
    child.stdout?.on('data', (piece: Buffer) => (told += piece.toString()));
    child.stderr?.on('data', (piece: Buffer) => (failure += piece.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    const clock = performance.now() - begun;
    if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${String(code)}: ${failure}`);
    const [, children = ''] = told.trim().split('\n');
    const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
    return {
      clock,
      processor: times.reduce(
        (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
        0,
      ),
    };
  } finally {
    await stdin.close();
  }
}

function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;
}
