// Shows the main features of kubeatlas on its fake server, which serves documents of a real kube-apiserver 1.36.
import { readFileSync } from 'node:fs';
import { createClient, formatGroupVersionResource as written, isKubeError, type Resolution } from 'kubeatlas';
import { createIdentity } from 'kubeatlas/identity';
import { createFakeApiServer, type CapturedDocuments } from 'kubeatlas/testing';
import { startFakeApiServer } from 'kubeatlas/testing/node';
import { demoObjects } from './objects.js';
import { bytes, heading, say, show, showTable } from './paper.js';
import { trafficCounter, type Traffic } from './traffic.js';

const captured = (name: string): CapturedDocuments =>
  JSON.parse(
    readFileSync(new URL(`../../test/fixtures/documents/${name}.json`, import.meta.url), 'utf8'),
  ) as CapturedDocuments;

// The aggregated roots of that server, together with its legacy documents.
const { '/api': api, '/apis': apis } = captured('kube-1.36-v2');
const documents = { ...captured('kube-1.36-legacy'), '/api': api, '/apis': apis } as CapturedDocuments;
const fake = createFakeApiServer({ documents, objects: demoObjects(), legacyOrder: 'as-real' });
const server = await startFakeApiServer(fake);
const traffic = trafficCounter();
const client = createClient({ server: server.url, onExchange: traffic.onExchange });
const legacy = createClient({
  server: server.url,
  onExchange: traffic.onExchange,
  discovery: { formats: ['legacy'] },
});

say(`kubeatlas on a fake API server at ${server.url}`);
say('(the discovery documents are those of a kube-apiserver 1.36 with ten custom resources)');
await discover();
await resolveNames();
await findAliases();
await compareRepresentations();
await scale();
say('', 'The same on your own cluster, with the context that kubectl uses:', '');
for (const command of ['discovery', 'resolve deploy ep volumes', 'get pods -A', 'aliases events']) {
  say(`  npx kubeatlas ${command}`);
}
await Promise.all([client.close(), legacy.close()]);
await server.close();

async function discover(): Promise<void> {
  heading(1, 'What does the server serve?');
  const [catalog, cold] = await traffic.during(() => client.discovery.catalog());
  const [again, warm] = await traffic.during(() => client.discovery.refresh());
  const [old, fanned] = await traffic.during(() => legacy.discovery.catalog());
  const row = (what: string, how: string, { requests, bytes: count, ms }: Traffic): string[] => [
    what,
    how,
    String(requests),
    bytes(count),
    `${ms.toFixed(0)} ms`,
  ];
  show(
    ['discovery', 'format', 'requests', 'bytes', 'time'],
    [
      row('first', String(catalog.provenance.apis), cold),
      row('again, by ETag', again === catalog ? '304, the same catalog' : 'changed', warm),
      row('from an old server', String(old.provenance.apis), fanned),
    ],
  );
  const resources = catalog.resources().length;
  say(`${catalog.groups.length} groups with ${resources} resources; the same in both formats.`);
  say('A part that could not be read is named, and does not hide the rest:');
  for (const { group, version, message } of catalog.failures) say(`  ${group}/${version}: ${message}`);
}

async function resolveNames(): Promise<void> {
  heading(2, 'What does a word mean?');
  const words = ['deploy', 'ep', 'so', 'volumes', 'Prometheus', 'volumes.v1.storage.example.org', 'hpa'];
  const rows: string[][] = [];
  let alike = 0;
  for (const word of words) {
    const [resolution, old] = await Promise.all([client.resolve(word), legacy.resolve(word)]);
    rows.push(describe(word, resolution));
    if (written(resolution.mapping.resource) === written(old.mapping.resource)) alike += 1;
  }
  show(['word', 'resource', 'reason', 'other candidates'], rows);
  say(`The old server lists its groups in another order; ${alike} of ${words.length} answers are the same.`);
  const strict = await attempt(() => client.resolve('volumes', { ambiguity: 'error' }));
  say(`To get an error instead of a guess, set { ambiguity: 'error' }:`);
  say(`  ${strict}`);
}

function describe(word: string, { mapping, candidates, reason }: Resolution): string[] {
  const others = candidates.slice(1).map((candidate) => written(candidate.resource));
  return [word, written(mapping.resource), reason, others.join(', ') || '-'];
}

async function findAliases(): Promise<void> {
  heading(3, 'Which endpoints serve the same objects?');
  const [events, { requests }] = await traffic.during(() => createIdentity(client).aliasesOf('events'));
  const rows = events.evidence.map(({ kind, endpoints: [one, other] }) => [written(one), written(other), kind]);
  show(['endpoint', 'same objects as', 'evidence'], rows);
  say(`${requests} legacy documents were read for this: aggregated ones do not contain the evidence.`);
  const verbs = ['list', 'watch', 'delete'];
  const all = (await client.discovery.catalog()).resources({ verbs });
  const distinct = await createIdentity(client).distinctResources({ verbs });
  say(`Of ${all.length} endpoints that a garbage collector could watch, ${distinct.length} reach every object once.`);
}

async function compareRepresentations(): Promise<void> {
  heading(4, 'What does it cost to show a list?');
  const pods = client.resource('pods');
  const shop = pods.namespace('shop');
  const [table, light] = await traffic.during(() => shop.as('Table').list());
  const [, rows] = await traffic.during(() => shop.as('Table', { includeObject: 'Metadata' }).list());
  const [metadata, meta] = await traffic.during(() => shop.as('PartialObjectMetadata').list());
  const [, whole] = await traffic.during(() => shop.list());
  showTable(table, 4);
  const part = (share: Traffic): string => `${((share.bytes / whole.bytes) * 100).toFixed(0)} %`;
  show(
    [`${metadata.items.length} pods as`, 'bytes', 'share'],
    [
      ['Table, only cells', bytes(light.bytes), part(light)],
      ['Table with metadata', bytes(rows.bytes), part(rows)],
      ['PartialObjectMetadata', bytes(meta.bytes), part(meta)],
      ['whole objects', bytes(whole.bytes), part(whole)],
    ],
  );
}

async function scale(): Promise<void> {
  heading(5, 'What can be scaled? Discovery knows.');
  const rows: string[][] = [];
  for (const [word, namespace, name, replicas] of [
    ['deploy.apps', 'shop', 'front', 5],
    ['Prometheus', 'monitoring', 'main', 4],
  ] as const) {
    const resource = client.resource(word);
    const size = resource.namespace(namespace).scale(name);
    const before = await size.get();
    const after = await size.set(replicas);
    rows.push([
      `${written((await resource.mapping()).resource)} ${name}`,
      String(before.spec.replicas),
      String(after.spec.replicas),
    ]);
  }
  show(['object', 'replicas', 'set to'], rows);
  const configMaps = client.resource('cm');
  const refused = await attempt(() => configMaps.namespace('shop').scale('front').get());
  say(`What cannot be scaled: ${refused}`);
}

/** Returns the message of the error that a call throws. */
async function attempt(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (isKubeError(error)) return error.message;
    throw error;
  }
  throw new Error('the call was expected to fail');
}
