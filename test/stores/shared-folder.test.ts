import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { captured } from '../fixtures/captured.js';
import { tempFolder, type TempFolder } from '../kubeconfig/temp-folder.js';
import { buildDiscoveryProcess, startDiscoveryProcess, type DiscoveryProcess } from './start-discovery-process.js';
import { eventually } from '../shared/eventually.js';

const limitMs = 60_000;
let api: FakeApiServer;
let server: RunningFakeApiServer;
let temp: TempFolder;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-'));
  program = await buildDiscoveryProcess(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

beforeEach(async () => {
  api = createFakeApiServer({ documents: captured('kube-1.36-v2') });
  server = await startFakeApiServer(api);
  onTestFinished(() => server.close());
  temp = await tempFolder();
});

function start(count: number): readonly DiscoveryProcess[] {
  const work = { server: server.url, storeKey: 'here', folder: temp.at('cache') };
  return Array.from({ length: count }, () => startDiscoveryProcess(program, work));
}

/** The statuses of the documents that were asked for since the last call, and how many of each. */
function takeStatuses(): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of api.requests) counts[status] = (counts[status] ?? 0) + 1;
  api.forgetRequests();
  return counts;
}

const stopAll = (processes: readonly DiscoveryProcess[]): Promise<unknown> =>
  Promise.all(processes.map((each) => each.stop()));

/** What is in the folder, but for what a process was writing when it ended. */
async function records(): Promise<readonly string[]> {
  return (await readdir(temp.at('cache'))).filter((name) => /^[0-9a-f]{64}\.discovery$/.test(name));
}

/** Until a process has written so many records. */
const untilWritten = (process: DiscoveryProcess, records: number): Promise<void> =>
  eventually(async () => expect((await process.ask('state')).written).toBeGreaterThanOrEqual(records));

describe('twenty processes with one folder', () => {
  it(
    'all learn the same while they read and write it at once, and the next one begins with empty answers',
    async () => {
      const processes = start(20);
      const learned = await Promise.all(processes.map((process) => process.ask('learn')));
      for (const state of learned) {
        expect(state.endpoints).toEqual(learned[0]!.endpoints);
        expect([state.error, state.storeFailures]).toEqual([undefined, []]);
      }
      // Changes that each of them learns and writes, in the middle of what the others do.
      for (let round = 0; round < 3; round += 1) {
        const group = `round${round}.example.org`;
        api.define({ group, version: 'v1', resource: 'things', kind: 'Thing', scope: 'Cluster' });
        const states = await Promise.all(processes.map((process) => process.ask('refresh')));
        for (const state of states) {
          expect(state.endpoints).toContain(`things.v1.${group}`);
          expect([state.error, state.storeFailures]).toEqual([undefined, []]);
        }
      }
      await Promise.all(processes.map((process) => untilWritten(process, 5)));
      await stopAll(processes);
      expect(await records()).toHaveLength(3);
      takeStatuses();
      const [next] = start(1);
      expect((await next!.ask('learn')).endpoints.length).toBe(learned[0]!.endpoints.length + 3);
      expect(takeStatuses()).toEqual({ 304: 2 });
      await next!.stop();
    },
    limitMs,
  );

  it(
    'lose nothing where half of them are killed while they write',
    async () => {
      const processes = start(10);
      await Promise.all(processes.map((process) => process.ask('learn')));
      await Promise.all(processes.filter((_, at) => at % 2 === 0).map((process) => process.kill()));
      await eventually(async () => expect(await records()).toHaveLength(3));
      await stopAll(processes.filter((_, at) => at % 2 === 1));
      takeStatuses();
      const [next] = start(1);
      expect(await next!.ask('learn')).toMatchObject({ error: undefined, storeFailures: [] });
      expect(takeStatuses()).toEqual({ 304: 2 });
      await next!.stop();
    },
    limitMs,
  );
});
