import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage } from '../setup/build-package.js';
import { findProgram } from '../setup/find-program.js';
import { apiServer, noServer, podCount, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';

const rounds = 5;

/** Measures the time that a user waits at a terminal. */
export const getProcessBench: Bench = {
  name: 'get',
  title: 'A table as a process',
  about:
    `\`get pods -A\` of ${formatCount(podCount)} pods from kube-apiserver, run as a process, compared with kubectl (the aim is 0.33× of its ` +
    'time and 0.3× of its memory).',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-bench-'));
    try {
      const bin = path.join(await buildPackage(process.cwd(), folder), 'cli/main.js');
      const kubeconfig = path.join(folder, 'kubeconfig');
      await writeFile(kubeconfig, JSON.stringify(configOf(access)));
      const words = (cache: string) => [
        '--kubeconfig',
        kubeconfig,
        '--cache-dir',
        path.join(folder, cache),
        'get',
        'pods',
        '-A',
      ];
      const kubectl = findProgram(['kubectl'], undefined);
      if (kubectl === undefined) return { columns: ['no kubectl here'], rows: [] };
      const commands = {
        kubectl: [kubectl, ...words('theirs')],
        kubeatlas: [process.execPath, bin, ...words('ours')],
      };
      const taken = { kubectl: [] as Taken[], kubeatlas: [] as Taken[] };
      for (let round = -1; round < rounds; round += 1) {
        for (const name of ['kubectl', 'kubeatlas'] as const) {
          const each = await runOnce(commands[name]);
          if (round >= 0) taken[name].push(each);
        }
      }
      const rowOf = (name: keyof typeof taken): string[] => [
        `\`${name} get pods -A\``,
        formatTime(middle(taken[name], 'clock')),
        ratios(taken[name], taken.kubectl, 'clock'),
        formatBytes(middle(taken[name], 'bytes')),
        ratios(taken[name], taken.kubectl, 'bytes'),
      ];
      return { columns: ['', 'clock', 'ratio', 'memory', 'ratio'], rows: [rowOf('kubectl'), rowOf('kubeatlas')] };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

interface Taken {
  readonly clock: number;
  /** The peak memory of the process; NaN if the system does not report it. */
  readonly bytes: number;
}

/** Runs one process, which has to print all its lines. */
async function runOnce([program = '', ...words]: readonly string[]): Promise<Taken> {
  const begun = performance.now();
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let [lines, bytes] = [0, NaN];
  child.stdout.on('data', (piece: Buffer) => {
    for (const byte of piece) if (byte === 10) lines += 1;
  });
  // The system keeps the peak, but only as long as the process.
  const look = setInterval(() => {
    void highWater(child.pid).then((seen) => {
      if (seen !== undefined) bytes = seen;
    });
  }, 10);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  if (code !== 0 || lines !== podCount + 1)
    throw new Error(`${program} ended with ${code ?? 'a signal'} after ${lines} lines`);
  return { clock: performance.now() - begun, bytes };
}

async function highWater(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

export function configOf({ url, ca, token }: ApiServerAccess): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'bench', cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'admin' } }],
    'current-context': 'bench',
  };
}

function middle(taken: readonly Taken[], what: keyof Taken): number {
  const sorted = taken.map((each) => each[what]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function ratios(ours: readonly Taken[], theirs: readonly Taken[], what: keyof Taken): string {
  const least = (taken: readonly Taken[]) => Math.min(...taken.map((each) => each[what]));
  return `${formatRatio(middle(ours, what) / middle(theirs, what))} (${formatRatio(least(ours) / least(theirs))})`;
}
