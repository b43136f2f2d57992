import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from '../../src/core/client-options.js';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../src/kubeconfig/index.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { oneContext, tempFolder } from './temp-folder.js';

/** Loads a kubeconfig with one cluster and one user. */
export async function loadOne(
  cluster: object,
  user: object = { token: 't' },
  options: LoadKubeconfigOptions = {},
): Promise<ClientOptions> {
  const { write } = await tempFolder();
  return loadKubeconfig({ path: await write('config', oneContext({ cluster, user })), ...options });
}

/** Asks for JSON as a client does, without trying again. */
export async function get(options: ClientOptions, signal?: AbortSignal): Promise<unknown> {
  const connection = createConnection({ ...options, retry: { limit: 0 } });
  onTestFinished(() => connection.close());
  return (await connection.request({ path: '/version', signal })).json();
}

/** A port on loopback behind which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
