import { describe, expect, it } from 'vitest';
import type { FakeLogRequest } from '../../src/testing/index.js';
import { cli, server } from './support.js';

const at = (second: number): string => `2026-01-01T00:00:0${second}.000000001Z`;
const log = ({ pod, container }: FakeLogRequest): string => `${at(1)} one of ${pod}\n${at(2)} two of ${container}\n`;

const pair = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pair', namespace: 'web', labels: { app: 'pair' } },
  spec: { containers: [{ name: 'main' }, { name: 'side' }], initContainers: [{ name: 'first' }] },
};

describe('logs', () => {
  it.each([
    ['logs front-0 -n web', 'one of front-0\ntwo of main\n', ''],
    ['logs po/front-0 -n web --tail 1', 'two of main\n', ''],
    ['logs front-0 main -n web --tail=1 --timestamps', `${at(2)} two of main\n`, ''],
    ['logs front-0 -n web --limit-bytes 5', 'one o', ''],
    ['logs deploy/front -n web --tail 1', 'two of main\n', 'Found 2 pods, using pod/front-0\n'],
    [
      'logs deploy/front -n web --tail 1 --all-pods',
      '[pod/front-0/main] two of main\n[pod/front-1/main] two of main\n',
      '',
    ],
    ['logs -l app=front -n web --tail 1', 'two of main\ntwo of main\n', ''],
    ['logs -l app=nothing -n web', '', 'No resources found in web namespace.\n'],
    ['logs pair -n web --tail 1', 'two of main\n', 'Defaulted container "main" out of: main, side, first (init)\n'],
    ['logs pair -n web --tail 1 -c side --prefix', '[pod/pair/side] two of side\n', ''],
    ['logs pair -n web --tail 1 --all-containers', 'two of first\ntwo of main\ntwo of side\n', ''],
  ])('%s', async (words, stdout, stderr) => {
    const api = server({ log });
    api.put(pair);
    expect(await cli(api, words)).toEqual({ code: 0, stdout, stderr });
  });

  it.each([
    ['logs', 2, 'Specify a pod, TYPE/NAME, or -l LABELS'],
    ['logs front-0 -l app=front', 2, 'Use a name or -l'],
    ['logs front-0 -c main --all-containers', 2, '--all-containers'],
    ['logs front-0 --since 1m --since-time 2026-01-01T00:00:00Z', 2, '--since or --since-time'],
    ['logs front-0 --tail -2', 2, '--tail'],
    ['logs a/b/c -n web', 2, 'TYPE/NAME'],
    ['logs nobody -n web', 1, 'not found'],
    ['logs front-0 -c none -n web', 1, 'container none is not valid for pod front-0 out of: main'],
    ['logs -l app=front -n web -f --max-log-requests 1', 1, 'use --max-log-requests to increase the limit'],
  ])('%s ends with exit code %i', async (words, code, stderr) => {
    const outcome = await cli(server({ log }), words);
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(stderr) as string });
  });

  it('follows several logs until they end, and goes on after an error if that is asked for', async () => {
    const api = server({
      log: async function* ({ pod }) {
        yield `${at(1)} of ${pod}\n`;
        const [, ...phase] = ['', 'Succeeded'];
        const object = api.objects.find(({ metadata }) => metadata.name === pod);
        api.put({ ...object, status: { phase: phase.join('') } });
      },
    });
    const followed = await cli(api, 'logs -l app=front -n web -f --prefix');
    expect(followed.stdout.split('\n').sort()).toEqual([
      '',
      '[pod/front-0/main] of front-0',
      '[pod/front-1/main] of front-1',
    ]);
    expect(followed).toMatchObject({ code: 0, stderr: '' });
    api.fail('/api/v1/namespaces/web/pods/front-0/log', { status: 403, body: 'no' });
    const { code, stdout, stderr } = await cli(api, 'logs -l app=front -n web --ignore-errors');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'of front-1\n' });
    expect(stderr).toMatch(/^error: .*403/);
    expect(await cli(api, 'logs -l app=front -n web')).toMatchObject({ code: 1, stdout: '' });
  });

  it('passes bytes on to a pipe, and shows them on a terminal, where colours pass', async () => {
    const text = `${at(1)} a\u001b[31mred\u001b[0m\u001b]0;title\u0007\u0000 \u202e\tb\r\n`;
    const api = server({ log: text });
    expect((await cli(api, 'logs front-0 -n web')).stdout).toBe(text.slice(31));
    const env = { NO_COLOR: '1' };
    expect((await cli(api, 'logs front-0 -n web', { isTTY: true, env })).stdout).toBe(
      'a\u001b[31mred\u001b[0m\\u001b]0;title\\u0007\\u0000 \\u202e\tb\r\n',
    );
    const pieces: Uint8Array[] = [];
    const stdout = { write: async (bytes: string | Uint8Array) => void pieces.push(Buffer.from(bytes)) };
    await cli(api, 'logs front-0 -n web', { stdout });
    expect(Buffer.concat(pieces).toString()).toBe(text.slice(31));
  });

  it('tells pods apart by colours on a terminal', async () => {
    const words = 'logs -l app=front -n web --tail 1';
    const api = server({ log });
    const { stdout } = await cli(api, words, { isTTY: true });
    expect(stdout).toBe('\u001b[36mtwo of main\u001b[39m\n\u001b[33mtwo of main\u001b[39m\n');
    const prefixed = await cli(api, `${words} --prefix`, { isTTY: true });
    expect(prefixed.stdout).toContain('\u001b[36m[pod/front-0/main] \u001b[39mtwo of main\n');
    expect((await cli(api, words, { isTTY: true, env: { NO_COLOR: '1' } })).stdout).toBe('two of main\ntwo of main\n');
  });

  it('completes pods, and what has pods', async () => {
    const api = server();
    const completed = async (word: string): Promise<string[]> =>
      (await cli(api, ['__complete', 'logs', '-n', 'web', word])).stdout.split('\n').slice(0, -2);
    expect(await completed('fr')).toEqual(['front-0', 'front-1']);
    expect(await completed('deployments/')).toEqual(['deployments/front']);
    expect(await completed('j')).toEqual(['jobs/']);
  });
});
