import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../setup/build-package.js';
import { findProgram } from '../setup/find-program.js';
import type { Bench } from './bench.js';
import { startDiscoveryServer } from './discovery-server.js';
import { formatRatio, formatTime } from './format.js';
import { summarise, type Samples } from './samples.js';

const run = promisify(execFile);
const inARow = 5;
const rounds = 7;

/** Measures a command as a process. */
export const beginBench: Bench = {
  name: 'begin',
  title: 'A command as a process',
  about:
    '`kubeatlas api-resources` of 30 groups with a warm cache, run as a process, compared with `node -e 0` (the aim is 3×) and with `kubectl ' +
    'api-resources`, which answers from its own cache without a request. Processor time of all threads, mean of five runs in a row.',
  async run() {
    const server = await startDiscoveryServer();
    const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-bench-'));
    try {
      const bin = path.join(await buildPackage(process.cwd(), folder), 'cli/main.js');
      const url = server.at({ groups: 30 });
      const words = (cache: string) => ['--server', url, '--cache-dir', path.join(folder, cache), 'api-resources'];
      const kubectl = findProgram(['kubectl'], undefined);
      const works: Record<string, readonly string[]> = {
        '`node -e 0`': [process.execPath, '-e', '0'],
        '`kubeatlas --version`': [process.execPath, bin, '--version'],
        '`kubeatlas api-resources`': [process.execPath, bin, ...words('ours')],
        ...(kubectl !== undefined && { '`kubectl api-resources`': [kubectl, ...words('theirs')] }),
      };
      const times = new Map<string, number[]>();
      for (let round = -1; round < rounds; round += 1) {
        for (const [name, command] of Object.entries(works)) {
          const took = await processorTime(command);
          if (round >= 0) times.set(name, [...(times.get(name) ?? []), took]);
        }
      }
      const node = summarise(times.get('`node -e 0`') ?? []);
      const rows = [...times].map(([name, each]) => rowOf(name, summarise(each), node));
      if (kubectl === undefined) rows.push(['`kubectl api-resources`', 'no kubectl here', '']);
      return { columns: ['', 'processor', 'ratio'], rows };
    } finally {
      await server.stop();
      await rm(folder, { recursive: true });
    }
  },
};

function rowOf(name: string, { median, min }: Samples, node: Samples): string[] {
  return [name, formatTime(median), `${formatRatio(median / node.median)} (${formatRatio(min / node.min)})`];
}

/**
 * Returns the time of one process in milliseconds: the shell reports the time of its children in hundredths of a
 * second.
 */
async function processorTime(command: readonly string[]): Promise<number> {
  const turns = Array.from({ length: inARow }, () => '"$@" >/dev/null || exit 1').join('; ');
  const env = { ...process.env, KUBECONFIG: '/dev/null' };
  const { stdout } = await run('sh', ['-c', `${turns}; times`, 'sh', ...command], { env });
  const [, children = ''] = stdout.trim().split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return (seconds.reduce((sum, each) => sum + each, 0) * 1000) / inARow;
}
