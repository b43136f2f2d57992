import { afterAll, beforeAll } from 'vitest';
import { startExtensionServer, type ExtensionGroup, type ExtensionServer } from './extension-server.js';
import { freePorts } from './free-ports.js';
import { registerExtension, unregisterExtension } from './register-extension.js';
import type { ServerAccess } from './server-access.js';

/** Runs an extension server with these groups behind the aggregator during the tests of a file. */
export function serveExtension(server: ServerAccess, name: string, groups: readonly ExtensionGroup[]): void {
  let extension: ExtensionServer;

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    extension = await startExtensionServer(groups, port);
    await registerExtension(server, { name, groups, port });
  });

  afterAll(async () => {
    await unregisterExtension(server, { name, groups });
    await extension.stop();
  });
}
