/**
 * One replica of a controller that shares its objects with others. Each reconcile writes its own mark three times into the
 * status of what it saw, so that the history of the object shows who was at work, and when.
 */
import { createClient } from '../../../src/index.js';
import { createController, createSharing } from '../../../src/controller/index.js';

/** Options of a replica, as JSON in its first argument. */
export interface SharingReplicaOptions {
  readonly url: string;
  readonly identity: string;
  readonly namespace: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

const options = JSON.parse(process.argv[2] ?? '') as SharingReplicaOptions;
const { url, identity, namespace, ...times } = options;
const client = createClient({ server: url, userAgent: identity });
const sharing = createSharing(client, { name: 'shared', namespace, identity, shards: 16, ...times });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
let turn = 0;
const controller = createController(client, {
  name: 'sharing',
  for: { resource: 'configmaps', namespace, labelSelector: 'shared' },
  share: sharing,
  concurrency: 20,
  reconcile: async ({ name }, { client: own, object, signal }) => {
    const { wanted = '', seen = '' } = (object as { readonly data?: Readonly<Record<string, string>> }).data ?? {};
    if (wanted === seen) return;
    turn += 1;
    const by = `${identity}/${turn}`;
    const write = (data: object): Promise<unknown> =>
      own.resource('configmaps').namespace(namespace).patch(name, { data }, { type: 'merge', signal });
    for (const step of ['1', '2', '3']) {
      await write({ by, step });
      await pause(10);
    }
    await write({ by, step: 'done', seen: wanted });
  },
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
process.once('SIGTERM', () => void sharing.stop().then(() => controller.close()));
await controller.ended;
await client.close();
