import { Agent } from 'node:https';
import { asKind, csv, manifest } from '../../src/representations/index.js';
import {
  createClient,
  waitForResource,
  type Client,
  type Exchange,
  type ListOptions,
  type ResourceHandle,
} from '../../src/index.js';
import { mapLimit } from '../../src/core/shared/concurrency.js';
import { yaml } from '../../src/yaml/index.js';
import { apiServer, noServer, type ApiServerAccess } from './api-server.js';
import type { Bench, Table } from './bench.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { measureTogether, type Work } from './samples.js';

const count = 500;
const group = 'forms.example.org';
const page: ListOptions = { limit: count };

/** Each form, as requested from a handle. */
const forms: Readonly<Record<string, (handle: ResourceHandle) => Promise<unknown>>> = {
  'whole objects': (handle) => handle.list(page),
  'metadata, protobuf': (handle) => handle.as('PartialObjectMetadata').list(page),
  'metadata with managedFields, JSON': (handle) =>
    handle.as('PartialObjectMetadata', { managedFields: true }).list(page),
  Table: (handle) => handle.as('Table', { includeObject: 'None' }).list(page),
  'Table with metadata': (handle) => handle.as('Table', { includeObject: 'Metadata' }).list(page),
  '`csv()`': (handle) => handle.as(csv()).list(page),
  '`manifest()`': (handle) => handle.as(manifest()).list(page),
  '`yaml()`': (handle) => handle.as(yaml()).list(page),
  '`yaml({ of: manifest() })`': (handle) => handle.as(yaml({ of: manifest() })).list(page),
  '`asKind()`, not there': (handle) =>
    handle.as(asKind({ group, version: 'v9', kind: 'None' }, { orOwn: true })).list(page),
};

/** Measures the cost of every form. */
export const formsBench: Bench = {
  name: 'forms',
  title: 'Forms',
  about:
    `A list of ${formatCount(count)} objects of one namespace in every form, from kube-apiserver: pods, config maps of 1 kB, and custom ` +
    'resources of 0.5 kB. Bytes are decompressed; processor time with the ratio to whole objects. For pods, metadata as protobuf must stay ' +
    'under 0.4×, a Table without metadata and `csv()` under 0.2×, and `manifest()` under 2×.',
  async run() {
    const access = await apiServer();
    return access === undefined ? { columns: [noServer], rows: [] } : measure(access);
  },
};

async function measure({ url, ca, token }: ApiServerAccess): Promise<Table> {
  const agent = new Agent({ ca, keepAlive: true });
  const headers = { authorization: `Bearer ${token}` };
  const exchanges: Exchange[] = [];
  const client = createClient({
    server: url,
    authenticate: async () => ({ headers, agent }),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  try {
    const handles = {
      pods: client.resource('pods'),
      'config maps': await configMaps(client),
      'custom resources': await widgets(client),
    };
    const rows = Object.keys(forms).map((form) => [form]);
    for (const all of Object.values(handles)) {
      const handle = all.namespace('web');
      const bytes = new Map<string, number>();
      for (const [form, list] of Object.entries(forms)) {
        exchanges.length = 0;
        await list(handle);
        bytes.set(
          form,
          exchanges.reduce((sum, exchange) => sum + exchange.bytes, 0),
        );
      }
      const works = Object.fromEntries(
        Object.entries(forms).map(([form, list]): [string, Work] => [form, () => list(handle)]),
      );
      const times = await measureTogether(works, { rounds: 5, inARow: 1, warmUp: 1 });
      const whole = times['whole objects']?.median ?? NaN;
      for (const row of rows) {
        const [form = ''] = row;
        const time = times[form]?.median ?? NaN;
        row.push(formatBytes(bytes.get(form) ?? NaN), `${formatTime(time)} (${formatRatio(time / whole)})`);
      }
    }
    const columns = Object.keys(handles).flatMap((name) => [`${name}: bytes`, 'processor']);
    return { columns: ['', ...columns], rows };
  } finally {
    await clear(client);
    await client.close();
    agent.destroy();
  }
}

async function configMaps(client: Client): Promise<ResourceHandle> {
  const handle = client.resource('configmaps');
  const data = { 'app.properties': 'colour=blue\nsize=7\n'.repeat(50), mode: 'fast' };
  await fill(handle, (name) => ({ metadata: { name, labels: { app: 'front' } }, data }));
  return handle;
}

async function widgets(client: Client): Promise<ResourceHandle> {
  const definitions = client.resource('customresourcedefinitions');
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await definitions.create({
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const handle = await waitForResource(client, `widgets.${group}`, { timeoutMs: 60_000 });
  const parts = Array.from({ length: 8 }, (_, place) => ({ name: `part-${place}`, size: place, colour: 'blue' }));
  await fill(handle, (name) => ({ metadata: { name, labels: { app: 'front' } }, spec: { parts } }));
  return handle;
}

async function fill(handle: ResourceHandle, objectOf: (name: string) => object): Promise<void> {
  const names = Array.from({ length: count }, (_, place) => `object-${place}`);
  await mapLimit(names, 16, (name) => handle.namespace('web').create(objectOf(name)));
}

/** Deletes the objects, so that the next benches see the same state as the earlier ones. */
async function clear(client: Client): Promise<void> {
  await client.resource('configmaps').namespace('web').deleteCollection();
  await client.resource('customresourcedefinitions').delete(`widgets.${group}`);
}
