/** Starts kube-apiserver, fills it with pods or, with `configmaps`, with ConfigMaps, which it filters by shards; prints its address, and stops it at the end of the input. */
import { Agent, request } from 'node:https';
import { existsSync } from 'node:fs';
import { mapLimit } from '../../src/core/shared/concurrency.js';
import { planOf } from '../e2e/build/server-module.js';
import { assetsFolder } from '../e2e/harness/programs.js';
import type { ServerAccess } from '../e2e/harness/server-access.js';
import { startServer } from '../e2e/harness/start-server.js';
import type { ApiServerTold } from './api-server.js';
import { tellAndStay } from './child.js';
import { podToCreate } from './pods.js';

const count = Number(process.argv[2]);
const hasConfigMaps = process.argv[3] === 'configmaps';

function create(server: ServerAccess, agent: Agent, path: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${server.tokens.admin}`,
      'content-type': 'application/json',
      'user-agent': 'frontend-controller',
    };
    const sent = request(new URL(path, server.url), { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`POST ${path}: ${response.statusCode ?? 0}`));
      });
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

function configMapToCreate(place: number): object {
  return { metadata: { name: `settings-${place}`, labels: { app: 'web' } }, data: { text: `${place} `.repeat(100) } };
}

if (assetsFolder() === undefined && !existsSync(planOf('1.36').folder)) {
  await tellAndStay({ access: undefined } satisfies ApiServerTold);
} else {
  const server = await startServer(assetsFolder() === undefined ? '1.36' : 'assets', {
    // One user creates all pods; this is not part of the measurement.
    flags: [
      ...['--enable-priority-and-fairness=false', '--max-requests-inflight=0', '--max-mutating-requests-inflight=0'],
      ...(hasConfigMaps ? ['--feature-gates=ShardedListAndWatch=true'] : []),
    ],
  });
  const agent = new Agent({ ca: server.ca, keepAlive: true, maxSockets: 16 });
  try {
    await create(server, agent, '/api/v1/namespaces', { metadata: { name: 'web' } });
    const places = Array.from({ length: count }, (_, place) => place);
    await mapLimit(places, 16, (place) =>
      hasConfigMaps
        ? create(server, agent, '/api/v1/namespaces/web/configmaps', configMapToCreate(place))
        : create(server, agent, '/api/v1/namespaces/web/pods', podToCreate(place)),
    );
    agent.destroy();
    const { url, ca, tokens, version, pids } = server;
    await tellAndStay({
      access: { url, ca, token: tokens.admin, version, pid: pids.kubeApiserver },
    } satisfies ApiServerTold);
  } finally {
    await server.stop();
  }
}
process.exit(0);
