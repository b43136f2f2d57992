import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../../../src/core/transport/connection.js';
import { createConnection } from '../../../src/core/transport/create-connection.js';
import { loadOne } from '../requests.js';
import { tlsFixture, tempFolder } from '../temp-folder.js';
import { plugin, v1, type Plugin } from './plugins.js';

const [authority, cert, key] = await Promise.all(['authority.crt', 'server.crt', 'server.key'].map(tlsFixture));

/** A server over TLS that knows one token, and a connection to it for a user with a plugin. */
async function server(
  accepted: string,
  script: string,
): Promise<{ connection: Connection; runs: Plugin['runs']; statuses: number[] }> {
  const statuses: number[] = [];
  const listener = createServer({ cert: cert!.pem, key: key!.pem }, ({ headers }, answer) => {
    const status = headers.authorization === `Bearer ${accepted}` ? 200 : 401;
    statuses.push(status);
    answer.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { exec, runs } = await plugin(await tempFolder(), script);
  const url = `https://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const connection = createConnection(
    await loadOne({ server: url, 'certificate-authority-data': authority!.base64 }, { exec }),
  );
  onTestFinished(async () => {
    await connection.close();
    listener.closeAllConnections();
    listener.close();
  });
  return { connection, runs, statuses };
}

const counting = `print(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential', status: { token: 'token-' + run } }));`;

function hundred(connection: Connection): readonly Promise<unknown>[] {
  const ask = () => connection.request({ method: 'GET', path: '/version', accept: 'application/json' });
  return Array.from({ length: 100 }, ask);
}

describe('a hundred requests at once', () => {
  it('run the plugin once', async () => {
    const { connection, runs, statuses } = await server('token-0', counting);
    await Promise.all(hundred(connection));
    expect(await runs()).toHaveLength(1);
    expect(statuses).toEqual(Array(100).fill(200));
  });

  it('run it once more when the server does not accept what it gave', async () => {
    const { connection, runs, statuses } = await server('token-1', counting);
    await Promise.all(hundred(connection));
    expect(await runs()).toHaveLength(2);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  });

  it('run it once more and no further when the server accepts nothing', async () => {
    const { connection, runs } = await server('another', counting);
    const answers = await Promise.allSettled(hundred(connection));
    const refused = { status: 'rejected', reason: { code: 'api', statusCode: 401 } };
    expect(answers).toMatchObject(Array(100).fill(refused));
    expect(await runs()).toHaveLength(2);
  });

  it('tell what the plugin failed with, and send nothing', async () => {
    const { connection, runs, statuses } = await server('token', `console.error('log in first'); process.exit(1);`);
    const answers = await Promise.allSettled(hundred(connection));
    const reason = {
      code: 'kubeconfig-exec-failed',
      message: expect.stringContaining('"log in first"') as string,
    };
    expect(answers).toMatchObject(Array(100).fill({ status: 'rejected', reason }));
    expect(await runs()).toHaveLength(1);
    expect(statuses).toEqual([]);
  });
});
