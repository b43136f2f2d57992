/**
 * One replica of a program with leader election. While it leads, it writes to two ConfigMaps as fast as it can, fenced
 * to one of them and unfenced to the other. It keeps trying for a while after its term, as a buggy program would.
 */
import { createClient, systemClock, type Client, type RESTMapping, type Transport } from '../../../src/index.js';
import { createDefaultTransport } from '../../../src/core/transport/default-transport.js';
import { createLeaderElection, NotHolderError, type Leadership } from '../../../src/controller/index.js';

/** Options of a replica, as JSON in its first argument. */
export interface ReplicaOptions {
  readonly url: string;
  readonly identity: string;
  readonly namespace: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** How long it keeps writing after its term. */
  readonly obstinateMs: number;
}

/** One line of its output, on stderr. */
export type ReplicaEvent =
  | { readonly event: 'lead'; readonly epoch: string }
  | { readonly event: 'lost'; readonly end: string }
  | { readonly event: 'tried'; readonly accepted: number; readonly refused: number; readonly conflicts: number }
  | { readonly event: 'problem'; readonly message: string };

const configMaps: RESTMapping = {
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  scope: 'Namespaced',
};

function tell(event: ReplicaEvent): void {
  process.stderr.write(`${JSON.stringify(event)}\n`);
}

/** The results of the writes of one term, after its end. */
interface Count {
  accepted: number;
  refused: number;
  conflicts: number;
}

async function attempt(isOver: () => boolean, count: Count, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
    if (isOver()) count.accepted += 1;
  } catch (error) {
    if (error instanceof NotHolderError) count.refused += 1;
    else if ((error as { statusCode?: number }).statusCode === 409) count.conflicts += 1;
    else tell({ event: 'problem', message: String(error) });
  }
  // Refusals arrive immediately, and would starve the rest of the process.
  await new Promise((resolve) => setTimeout(resolve, isOver() ? 5 : 0));
}

async function lead({ namespace, identity, obstinateMs }: ReplicaOptions, leadership: Leadership): Promise<void> {
  tell({ event: 'lead', epoch: leadership.epoch });
  const configMapsOf = (client: Client) => client.handle(configMaps).namespace(namespace);
  const fenced = configMapsOf(leadership.client);
  const unfenced = configMapsOf(leadership.unfenced);
  const count: Count = { accepted: 0, refused: 0, conflicts: 0 };
  let over: number | undefined;
  leadership.signal.addEventListener('abort', () => {
    over = performance.now();
  });
  const isOver = (): boolean => over !== undefined;
  const goesOn = (): boolean => over === undefined || performance.now() - over < obstinateMs;
  const write = async (act: () => Promise<unknown>): Promise<void> => {
    while (goesOn()) await attempt(isOver, count, act);
  };
  await Promise.all([
    write(async () => {
      const object = await fenced.get('fenced');
      await fenced.replace({ ...object, data: { by: identity } });
    }),
    ...[1, 2, 3].map((turn) =>
      write(() =>
        unfenced.patch('unfenced', { data: { [`by${turn}`]: `${identity}-${Math.random()}` } }, { type: 'merge' }),
      ),
    ),
  ]);
  tell({ event: 'tried', ...count });
}

const options = JSON.parse(process.argv[2] ?? '') as ReplicaOptions;
const { url, identity, namespace, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = options;

/** When the guard last read the clock. A request starts at that moment, even if the process is stopped right then. */
let looked: number | undefined;
const clock = { ...systemClock, wallNow: () => (looked = Date.now()) };
const standard = createDefaultTransport();
const transport: Transport = {
  ...standard,
  send(request) {
    const began = String(looked ?? Date.now());
    looked = undefined;
    return standard.send({ ...request, headers: { ...request.headers, 'x-began': began } });
  },
};
const client = createClient({ server: url, userAgent: identity, transport });
const election = createLeaderElection(client, {
  ...{ name: 'it', namespace, identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs },
  ...{ fence: true, clock },
  onLost: ({ end }) => {
    tell({ event: 'lost', end });
  },
});
process.once('SIGTERM', () => void election.stop());
await election.run((leadership) => lead(options, leadership));
await client.close();
