import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { tlsServer } from '../tls/tls-server.js';
import { oneContext, tlsFixture, tempFolder } from '../temp-folder.js';
import { httpProxy, socksProxy } from './proxies.js';

const project = path.resolve(import.meta.dirname, '../../..');
const authority = await tlsFixture('authority.crt');
const password = 'hunter2-hunter2';

/** Asks each server for what it serves, in one process of its own that logs all that its libraries want to log. */
async function logOf(clusters: readonly object[]): Promise<string> {
  const { write } = await tempFolder();
  const files = await Promise.all(
    clusters.map(async (cluster, index) =>
      write(`config-${index}`, oneContext({ cluster, user: { token: 'secret-token' } })),
    ),
  );
  const script = await write(
    'ask.mts',
    `import { createClient } from '${project}/src/index.ts';
    import { loadKubeconfig } from '${project}/src/kubeconfig/index.ts';
    for (const path of ${JSON.stringify(files)}) {
      const client = createClient(await loadKubeconfig({ path }));
      await client.discovery.refresh().catch(() => undefined);
      await client.close();
    }
    console.log('asked');`,
  );
  const loader = path.join(project, 'node_modules/tsx/dist/esm/index.mjs');
  const child = spawn(process.execPath, ['--import', `file://${loader}`, script], {
    env: { ...process.env, DEBUG: '*', DEBUG_DEPTH: '10', DEBUG_SHOW_HIDDEN: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, log] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(output + log).toContain('asked');
  return output + log;
}

describe('with DEBUG=*', () => {
  it('nothing is logged of the password of a proxy, or of a token', async () => {
    const proxies = {
      http: await httpProxy(),
      https: await httpProxy({ certificate: 'server' }),
      socks5: await socksProxy({}, true),
    };
    const plain = await startFakeApiServer(createFakeApiServer());
    onTestFinished(() => plain.close());
    const servers = [(await tlsServer()).url, plain.url];
    const log = await logOf(
      Object.entries(proxies).flatMap(([scheme, { port }]) =>
        servers.map((server) => ({
          server,
          'certificate-authority-data': authority.base64,
          'proxy-url': `${scheme}://ada:${password}@127.0.0.1:${port}`,
        })),
      ),
    );
    const basic = Buffer.from(`ada:${password}`).toString('base64');
    for (const secret of [password, basic, 'secret-token']) expect(log).not.toContain(secret);
    for (const { logins } of [proxies.http, proxies.https])
      expect(new Set(logins)).toEqual(new Set([`Basic ${basic}`]));
    expect(new Set(proxies.socks5.logins)).toEqual(new Set([`ada:${password}`]));
  }, 60_000);
});
