import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, type Client, type KubeObject, type Transport } from '../../src/index.js';
import { createIdentity } from '../../src/identity/index.js';
import { createOwners } from '../../src/owners/index.js';
import { mapLimit } from '../../src/core/shared/concurrency.js';
import type { Bench } from './bench.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { objectCount, serverOfOwnedObjects, setCount } from './owned-objects.js';
import { collectGarbage, measureTogether } from './samples.js';

const run = promisify(execFile);

/** With this argument, the program measures the memory of one graph and ends. */
export const graphHeapFlag = '--graph-heap';

/** Measures the owners of a whole cluster. */
export const ownersBench: Bench = {
  name: 'owners',
  title: 'The owners of a whole cluster',
  about:
    `\`createOwners(client).graph()\` of ${formatCount(objectCount)} objects in ${setCount} sets, compared with reading the same metadata ` +
    'lists and nothing else (must stay under 1.3×), and with naive code that reads every version of every endpoint as full objects. The ' +
    'answers were recorded, so only the client is measured.',
  async run() {
    const server = recordedServer();
    const client = clientOf(server);
    await createIdentity(client).distinctResources({ verbs: ['list'] });
    const works = {
      lists: () => listsAlone(client),
      graph: () => createOwners(client).graph(),
      naive: () => naiveGraph(client),
    };
    const measured: { readonly requests: number; readonly bytes: number }[] = [];
    for (const work of [works.lists, works.graph, works.naive]) {
      server.forget();
      await work();
      measured.push({ requests: server.requests, bytes: server.bytes });
    }
    const times = await measureTogether(works, { rounds: 7, inARow: 3 });
    const [graph, naive] = await Promise.all([retained('graph'), retained('naive')]);
    const kept = ['nothing', formatBytes(graph / objectCount), formatBytes(naive / objectCount)];
    const names = ['the lists alone', 'the graph', 'naive'];
    return {
      columns: ['', 'requests', 'bytes received', 'time', 'to the lists alone', 'kept for each object'],
      rows: [times.lists, times.graph, times.naive].map((time, index) => [
        names[index] ?? '',
        formatCount(measured[index]?.requests ?? 0),
        formatBytes(measured[index]?.bytes ?? 0),
        formatTime(time.median),
        formatRatio(time.median / times.lists.median),
        kept[index] ?? '',
      ]),
    };
  },
};

const keepers: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  async graph(client) {
    const graph = await createOwners(client).graph();
    // Dependents are indexed on the first question, and belong to what is retained.
    graph.dependentsOf('');
    return graph;
  },
  naive: naiveGraph,
};

async function retained(what: string): Promise<number> {
  const { stdout } = await run(process.execPath, ['--expose-gc', process.argv[1] ?? '', graphHeapFlag, what]);
  return Number(stdout);
}

/** Prints by how many bytes the retained data has grown the heap. */
export async function printGraphHeap(what: string | undefined): Promise<void> {
  const keep = keepers[what ?? ''];
  if (keep === undefined) throw new Error(`nothing is called ${what ?? ''}`);
  const client = clientOf(recordedServer());
  await warmUp(keep, client);
  const before = heapUsed();
  const kept = await keep(client);
  const grown = heapUsed() - before;
  process.stdout.write(String(grown));
  // Used here, so that it stays alive until now.
  if (kept === undefined) throw new Error('nothing is kept');
}

/**
 * Runs once for the code itself, the catalog and the recorded answers, which are retained too, in a stack frame that
 * ends.
 */
async function warmUp(keep: (client: Client) => Promise<unknown>, client: Client): Promise<void> {
  await keep(client);
}

async function listsAlone(client: Client): Promise<number> {
  const endpoints = await createIdentity(client).distinctResources({ verbs: ['list'] });
  const counts = await mapLimit(endpoints, 10, async (entry) => {
    let count = 0;
    const handle = client.resource(entry).as('PartialObjectMetadata');
    for await (const page of handle.pages({ limit: 500 })) count += page.items.length;
    return count;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The code without a notion of sets: reads all endpoints as whole objects, and deduplicates them by uid. */
async function naiveGraph(client: Client): Promise<Map<string, KubeObject[]>> {
  const catalog = await client.discovery.catalog();
  const objects = new Map<string, KubeObject>();
  await mapLimit(catalog.resources({ verbs: ['list'] }), 10, async (entry) => {
    for await (const page of client.resource(entry).pages({ limit: 500 })) {
      for (const object of page.items) objects.set(object.metadata.uid, object);
    }
  });
  const dependents = new Map<string, KubeObject[]>();
  for (const object of objects.values()) {
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const known = dependents.get(uid);
      if (known === undefined) dependents.set(uid, [object]);
      else known.push(object);
    }
  }
  return dependents;
}

interface RecordedServer extends Transport {
  readonly requests: number;
  readonly bytes: number;
  forget(): void;
}

/** Requests each answer from the fake server once, and then repeats it. */
function recordedServer(): RecordedServer {
  const fake = serverOfOwnedObjects();
  const answers = new Map<string, { status: number; headers: Record<string, string>; body: Uint8Array }>();
  let [requests, bytes] = [0, 0];
  return {
    get requests() {
      return requests;
    },
    get bytes() {
      return bytes;
    },
    forget() {
      [requests, bytes] = [0, 0];
    },
    async send({ url, method, headers }) {
      const accept = String(headers['accept']);
      const key = `${accept} ${url}`;
      let answer = answers.get(key);
      if (answer === undefined) {
        const response = await fake.handle(new Request(url, { method, headers: { accept } }));
        answer = {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: new Uint8Array(await response.arrayBuffer()),
        };
        answers.set(key, answer);
      }
      requests += 1;
      bytes += answer.body.byteLength;
      return { ...answer, body: onePiece(answer.body) };
    },
    close: () => undefined,
  };
}

function clientOf(transport: Transport): Client {
  return createClient({ server: 'http://fake.example', transport });
}

async function* onePiece(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

function heapUsed(): number {
  for (let time = 0; time < 3; time += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}
