import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  logs,
  type LogLine,
  type PodOwnersHandle,
  type LogsOptions,
  type PodSelection,
} from '../../../src/connect/index.js';
import type { Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { startKubelet, type TestKubelet } from '../harness/start-kubelet.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
let kubelet: TestKubelet;
let client: Client;
let pods: PodOwnersHandle;

beforeAll(async () => {
  kubelet = await startKubelet(server);
  client = connect(server, { token: server.tokens.admin });
  pods = client.resource('pods').namespace('default');
}, 300_000);

afterAll(async () => {
  await closeClients();
  await kubelet.stop();
});

let count = 0;

/** A pod of its own for a test, whose containers run. */
async function createPod(containers: readonly string[] = ['main'], label = 'none'): Promise<string> {
  const name = `logs-${(count += 1)}`;
  await kubelet.createPod('default', name, containers);
  await patch(name, { metadata: { labels: { logs: label } } });
  for (const container of containers) writeFileSync(fileOf(name, container), '');
  await setState(name, { running: { startedAt: '2026-01-01T00:00:00Z' } }, 0, containers);
  return name;
}

function fileOf(pod: string, container = 'main', file = '0.log'): string {
  return kubelet.fileOf('default', pod, container, file);
}

async function patch(name: string, body: object, subresource = ''): Promise<void> {
  const path = `/api/v1/namespaces/default/pods/${name}${subresource}`;
  const headers = { 'content-type': 'application/merge-patch+json' };
  await askAsAdmin(server, { method: 'PATCH', path, headers, body });
}

async function setState(
  name: string,
  state: object,
  restartCount = 0,
  containers: readonly string[] = ['main'],
): Promise<void> {
  const common = { ready: true, restartCount, image: 'example.org/main', imageID: 'x', state };
  const containerStatuses = containers.map((container) => ({ name: container, ...common }));
  await patch(name, { status: { phase: 'Running', containerStatuses } }, '/status');
}

const begun = Date.now();
let written = 0;

/** Writes lines as container runtimes do, each with a time of its own. */
function write(pod: string, lines: readonly (number | string)[], container = 'main'): void {
  const text = lines.map((line) => {
    written += 1;
    const ms = begun + Math.floor(written / 1000);
    const time = new Date(ms).toISOString().replace('Z', `${String(written % 1000).padStart(6, '0')}Z`);
    return `${time} stdout F line ${line}\n`;
  });
  appendFileSync(fileOf(pod, container), text.join(''));
}

function rotate(pod: string): void {
  renameSync(fileOf(pod), fileOf(pod, 'main', `0.log.${Date.now()}`));
  writeFileSync(fileOf(pod), '');
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const shown = ({ line, gap }: LogLine): string => `${line}${gap ? ' (gap)' : ''}`;

async function read(target: string | PodSelection, options: LogsOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of logs(pods, target, { ...options, as: 'text' })) lines.push(shown(line));
  return lines;
}

/** Takes the next lines of a follow. */
async function take(lines: AsyncIterator<LogLine>, number: number, taken: string[] = []): Promise<string[]> {
  while (taken.length < number) {
    const next = await lines.next();
    if (next.done === true) break;
    taken.push(shown(next.value));
  }
  return taken;
}

const linesOf = (numbers: readonly number[]): string[] => numbers.map((number) => `line ${number}`);

describe('logs', () => {
  it('reads what a container wrote, with the options of the server', async () => {
    const pod = await createPod();
    write(pod, range(1, 5));
    expect(await read(pod)).toEqual(linesOf(range(1, 5)));
    expect(await read(pod, { tail: 2 })).toEqual(linesOf([4, 5]));
    expect(await read(pod, { tail: 0 })).toEqual([]);
    expect(await read(pod, { limitBytes: 10 })).toEqual(['line 1', 'lin']);
    expect(await read(pod, { sinceTime: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await read(pod, { since: 3600 })).toHaveLength(5);
    expect(await read(pod, { previous: true, tail: 1 })).toEqual(['line 5']);
  });

  it('reads one of two containers, both, or the one of the annotation', async () => {
    const pod = await createPod(['main', 'side']);
    write(pod, ['of main']);
    write(pod, ['of side'], 'side');
    await expect(read(pod)).rejects.toThrow('choose one of: [main side]');
    expect(await read(pod, { container: 'side' })).toEqual(['line of side']);
    expect(await read(pod, { allContainers: true })).toEqual(['line of main', 'line of side']);
    await patch(pod, { metadata: { annotations: { 'kubectl.kubernetes.io/default-container': 'side' } } });
    expect(await read(pod)).toEqual(['line of side']);
  });
});

describe('a follow of a log', () => {
  it('yields new lines, over a rotation, until the container ends', async () => {
    const pod = await createPod();
    write(pod, [1, 2]);
    const lines = logs(pods, pod, { follow: true });
    expect(await take(lines, 2)).toEqual(linesOf([1, 2]));
    write(pod, [3]);
    expect(await take(lines, 1)).toEqual(linesOf([3]));
    rotate(pod);
    write(pod, [4]);
    expect(await take(lines, 1)).toEqual(linesOf([4]));
    write(pod, [5]);
    writeFileSync(fileOf(pod, 'main', 'stopped'), '');
    await patch(pod, { status: { phase: 'Succeeded' } }, '/status');
    expect(await take(lines, 10)).toEqual(linesOf([5]));
  });

  it('loses and repeats nothing while the kubelet is killed and comes back', async () => {
    const pod = await createPod();
    const lines = logs(pods, pod, { follow: true });
    const taken: string[] = [];
    const taking = take(lines, 4000, taken);
    let next = 1;
    for (let turn = 0; turn < 4; turn += 1) {
      write(pod, range(next, next + 499));
      await waitUntil('the first of them came', () => (taken.length >= next ? true : undefined));
      await kubelet.kill();
      write(pod, range(next + 500, next + 999));
      await kubelet.start();
      next += 1000;
    }
    expect(await taking).toEqual(linesOf(range(1, 4000)));
    await lines.return?.();
  });

  it('tells a gap where the log was rotated while the kubelet was away', async () => {
    const pod = await createPod();
    write(pod, [1, 2]);
    const lines = logs(pods, pod, { follow: true });
    expect(await take(lines, 2)).toEqual(linesOf([1, 2]));
    await kubelet.kill();
    write(pod, [3]);
    rotate(pod);
    write(pod, [4, 5]);
    await kubelet.start();
    expect(await take(lines, 2)).toEqual(['line 4 (gap)', 'line 5']);
    await lines.return?.();
  });

  it('goes on with the next instance of the container', async () => {
    const pod = await createPod();
    write(pod, [1, 2]);
    const lines = logs(pods, pod, { follow: true });
    expect(await take(lines, 2)).toEqual(linesOf([1, 2]));
    writeFileSync(fileOf(pod, 'main', 'stopped'), '');
    rotate(pod);
    rmSync(fileOf(pod, 'main', 'stopped'));
    write(pod, [3]);
    await setState(pod, { running: { startedAt: '2026-01-01T00:00:00Z' } }, 1);
    expect((await take(lines, 1)).map((line) => line.replace(' (gap)', ''))).toEqual(linesOf([3]));
    await lines.return?.();
  });

  it('takes in the pods of a selection that join', async () => {
    const first = await createPod(['main'], 'joined');
    write(first, ['of first']);
    const lines = logs(pods, { labelSelector: 'logs=joined' }, { follow: true });
    expect(await take(lines, 1)).toEqual(['line of first']);
    const second = await createPod(['main'], 'joined');
    write(second, ['of second']);
    expect(await take(lines, 1)).toEqual(['line of second']);
    await lines.return?.();
  });
});
