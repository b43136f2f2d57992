import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { cli, server } from './support.js';

let folder = '';
let running: RunningFakeApiServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-cli-'));
  running = await startFakeApiServer(server(), { basePath: '/k8s/clusters/c-1' });
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

async function kubeconfig(name: string, context: object = {}): Promise<string> {
  const file = path.join(folder, name);
  const config = {
    'current-context': 'dev',
    clusters: [{ name: 'c', cluster: { server: running.url } }],
    contexts: [{ name: 'dev', context: { cluster: 'c', ...context } }],
  };
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** A port on loopback behind which nobody listens. */
async function deadServer(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';
}

describe('how a client is made', () => {
  it('--server alone is enough, without any kubeconfig', async () => {
    const words = ['--server', running.url, 'get', 'pods', '-n', 'web', '-o', 'name'];
    expect(await cli(undefined, words, { env: { HOME: folder } })).toEqual({
      code: 0,
      stdout: 'pod/cache-0\npod/front-0\npod/front-1\n',
      stderr: '',
    });
  });

  it('--kubeconfig, $KUBECONFIG and the namespace of the context are followed', async () => {
    const file = await kubeconfig('config', { namespace: 'web' });
    const byFlag = await cli(undefined, ['get', 'svc', '-o', 'name', '--kubeconfig', file], { env: {} });
    expect(byFlag).toEqual({ code: 0, stdout: 'service/front\n', stderr: '' });
    const byVariable = await cli(undefined, 'get svc -o name', { env: { KUBECONFIG: file } });
    expect(byVariable).toEqual(byFlag);
  });

  it('no kubeconfig at all is reported with what to do, and exit code 1', async () => {
    const { code, stdout, stderr } = await cli(undefined, 'get pods', { env: { HOME: path.join(folder, 'nowhere') } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*kubeconfig.*\n$/);
  });

  it('a flag with a value that cannot be used is wrong use', async () => {
    const file = await kubeconfig('other');
    for (const words of [`--server http://a:b`, `--server ftp://127.0.0.1`, `--kubeconfig ${file} --context nope`]) {
      const { code, stderr } = await cli(undefined, `${words} get pods`, { env: { HOME: folder } });
      expect({ words, code }).toEqual({ words, code: 2 });
      expect(stderr).toMatch(/^error: .*\n$/);
    }
  });

  it('a server that does not answer is reported in one line, without the token, and exit code 1', async () => {
    const dead = await deadServer();
    for (const url of [`http://${dead}`, `https://${dead}`]) {
      const words = ['-s', url, '--token', 's3cret', 'get', 'pods', '-v'];
      const { code, stdout, stderr } = await cli(undefined, words, { env: { HOME: folder } });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.split('\n').filter((line) => line.startsWith('error: '))).toHaveLength(1);
      expect(stderr).toContain(`no answer from ${dead}`);
      expect(stderr).toContain('GET /apis no answer, 0 bytes in ');
      expect(stderr).not.toContain('s3cret');
    }
  });
});

it('without a kubeconfig, one line says what to do', async () => {
  const { code, stdout, stderr } = await cli(undefined, 'get pods', { env: { HOME: path.join(folder, 'nobody') } });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^error: kubeconfig not found at "[^"]+": set KUBECONFIG, or use --kubeconfig FILE or --server URL\. Without a cluster, try kubeatlas fake --write-kubeconfig FILE\n$/,
  );
});
