import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/index.js';
import { cli, server, transportTo } from './support.js';

const version = '1.2.3';

describe('version', () => {
  it('is of the program and of the server', async () => {
    const { code, stdout, stderr } = await cli(server(), 'version', { version });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Client: 1\.2\.3\nServer: v1\.36\.\d+ \(linux\/\w+\)\n$/);
  });

  it('is data with -o json', async () => {
    const { stdout } = await cli(server(), 'version -o json', { version });
    expect(JSON.parse(stdout)).toMatchObject({
      clientVersion: { version },
      serverVersion: { major: '1', minor: '36' },
    });
  });

  it('needs no server with --client', async () => {
    const connect = () => Promise.reject(new Error('nobody may connect'));
    expect(await cli(undefined, 'version --client', { version, connect })).toEqual({
      ...{ code: 0, stdout: 'Client: 1.2.3\n', stderr: '' },
    });
  });

  it('tells its own where the server does not', async () => {
    const api = server();
    api.fail('/version', { status: 200, body: { major: '1' } });
    const { code, stdout, stderr } = await cli(api, 'version', { version });
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Client: 1.2.3\n' });
    expect(stderr).toContain('the answer to GET /version does not contain a version');
    const nowhere = await cli(undefined, 'version -o json --kubeconfig /nowhere/config', { version });
    expect(nowhere.code).toBe(1);
    expect(JSON.parse(nowhere.stdout)).toEqual({ clientVersion: { version } });
  });

  it('waits a bounded time', async () => {
    const limits: (number | undefined)[] = [];
    const api = server();
    const connect = (): Promise<ReturnType<typeof createClient>> => {
      const client = createClient({ server: 'http://fake.example', transport: transportTo(api) });
      return Promise.resolve({
        ...client,
        request: (request: Parameters<typeof client.request>[0]) => {
          limits.push(request.timeoutMs);
          return client.request(request);
        },
      });
    };
    await cli(undefined, 'version', { version, connect });
    await cli(undefined, 'version --request-timeout 1s', { version, connect });
    expect(limits).toEqual([5000, 1000]);
  });

  it('of a server cannot move the cursor', async () => {
    const api = server();
    api.fail('/version', { status: 200, body: { gitVersion: 'v1\u001b[2J\nServer: v9', platform: 'x' } });
    const { stdout } = await cli(api, 'version', { version });
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).not.toContain('\u001b');
  });
});
