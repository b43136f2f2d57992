import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  originOf,
  partialObjectMetadata,
  type Client,
  type MetadataShapes,
  type Representation,
  type ResourceEntry,
} from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { createObject, namespace } from '../harness/objects.js';
import { clearTheStage, exhibits, setTheStage, stage } from './representation-stage.js';

const server = inject('server');
const inProtobuf = partialObjectMetadata();
/** The same, offered in JSON alone. */
const inJson: Representation<MetadataShapes> = {
  ...inProtobuf,
  offer(verb, context) {
    const { accept, jsonAccept = accept } = inProtobuf.offer(verb, context);
    return { accept: jsonAccept };
  },
};
/** Of what came in answer to the last question. */
const mediaTypes: string[] = [];
const noting = (representation: Representation<MetadataShapes>): Representation<MetadataShapes> => ({
  ...representation,
  decodeOne(body, context) {
    mediaTypes.push(body.mediaType ?? '');
    return representation.decodeOne(body, context);
  },
  decodeMany(body, context) {
    mediaTypes.push(body.mediaType ?? '');
    return representation.decodeMany(body, context);
  },
});
let client: Client;
let resources: readonly ResourceEntry[];

const everywhere = `${stage}-all`;
const at = `/api/v1/namespaces/${everywhere}`;
const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'x', uid: '6f1c0e0a-0000-4000-8000-000000000001' };
const metadata = {
  labels: { 'example.org/empty': '', tier: 'db' },
  annotations: { 'example.org/note': 'grüße, 世界 🎉 \ufeffand\ufffd\u0000\u2028"\\', long: 'x'.repeat(500) },
  ownerReferences: [
    { ...owner, controller: true, blockOwnerDeletion: false },
    { ...owner, uid: 'b' },
  ],
  finalizers: ['example.org/keep'],
};

beforeAll(async () => {
  await setTheStage();
  await createObject(server, '/api/v1/namespaces', namespace(everywhere));
  await createObject(server, `${at}/configmaps`, { metadata: { name: 'rich', ...metadata } });
  await createObject(server, `${at}/configmaps`, { metadata: { generateName: 'made-' } });
  await createObject(server, `${at}/secrets`, { metadata: { name: 'ending', finalizers: ['example.org/keep'] } });
  await askAsAdmin(server, { method: 'DELETE', path: `${at}/secrets/ending` });
  client = connect(server, { token: server.tokens.admin });
  resources = (await client.discovery.catalog()).resources({ verbs: ['list'] });
});

afterAll(async () => {
  const path = `${at}/secrets/ending`;
  const headers = { 'content-type': 'application/merge-patch+json' };
  await askAsAdmin(server, { method: 'PATCH', path, headers, body: { metadata: { finalizers: null } } });
  await closeClients();
  await clearTheStage();
});

describe('metadata of every resource', () => {
  it('is the same in protobuf and in JSON, page by page', async () => {
    expect(resources.length).toBeGreaterThan(50);
    const different: string[] = [];
    let objects = 0;
    for (const entry of resources) {
      const handle = client.resource(entry);
      const name = `${entry.resource}.${entry.version}.${entry.group}`;
      for (let turn = 1; ; turn += 1) {
        mediaTypes.length = 0;
        const [protobuf, json] = [
          await handle.as(noting(inProtobuf)).list({ limit: 50 }),
          await handle.as(inJson).list({ limit: 50 }),
        ];
        expect([name, originOf(protobuf), mediaTypes]).toEqual([
          name,
          'server',
          ['application/vnd.kubernetes.protobuf'],
        ]);
        // The server asks the components at once, and lists them in the order of their answers.
        const isInChanceOrder = entry.resource === 'componentstatuses';
        const [a, b] = [protobuf, json].map(({ items, kind, apiVersion }) => ({
          items: isInChanceOrder
            ? [...items].sort((one, other) => one.metadata.name.localeCompare(other.metadata.name))
            : items,
          kind,
          apiVersion,
        }));
        try {
          expect(a).toStrictEqual(b);
          objects += protobuf.items.length;
          break;
        } catch (error) {
          // The server writes leases and the like for itself, perhaps between the two.
          if (turn === 5) {
            different.push(`${name}: ${String(error)}`);
            break;
          }
        }
      }
    }
    expect(different).toEqual([]);
    expect(objects).toBeGreaterThan(50);
  });

  it.each(exhibits)('is the same of one object: $word', async ({ word, names }) => {
    const handle = client.resource(word).namespace(stage);
    mediaTypes.length = 0;
    const protobuf = await handle.as(noting(inProtobuf)).get(names[0]);
    expect(mediaTypes).toEqual(['application/vnd.kubernetes.protobuf']);
    expect(protobuf).toStrictEqual(await handle.as(inJson).get(names[0]));
  });

  it('is the same where it is unusual', async () => {
    const configMaps = client.resource('configmaps').namespace(everywhere);
    const secrets = client.resource('secrets').namespace(everywhere);
    const rich = await configMaps.as(inProtobuf).get('rich');
    expect(rich.metadata).toMatchObject(metadata);
    expect(rich).toStrictEqual(await configMaps.as(inJson).get('rich'));
    const ending = await secrets.as(inProtobuf).get('ending');
    expect(ending.metadata).toMatchObject({ deletionGracePeriodSeconds: 0 });
    expect(ending.metadata.deletionTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(ending).toStrictEqual(await secrets.as(inJson).get('ending'));
  });

  it('is the same in the pages of a list', async () => {
    const configMaps = client.resource('configmaps');
    const first = async (form: typeof inJson) => {
      const { metadata, items } = await configMaps.as(form).list({ limit: 1, resourceVersion: '' });
      return { keys: Object.keys(metadata).sort(), left: metadata.remainingItemCount, items };
    };
    const [protobuf, json] = [await first(inProtobuf), await first(inJson)];
    expect(protobuf).toStrictEqual(json);
    expect(protobuf.keys).toEqual(['continue', 'remainingItemCount', 'resourceVersion']);
  });
});

describe('metadata on a watch', () => {
  it.each(exhibits)('is the same in protobuf and in JSON: $word', async ({ word, path, names }) => {
    const handle = client.resource(word).namespace(stage);
    const seen = { protobuf: [] as unknown[], json: [] as unknown[] };
    const version = (await handle.as(inProtobuf).list()).metadata.resourceVersion;
    const watch = async (form: typeof inJson, into: unknown[]): Promise<void> => {
      for await (const event of handle.as(form).watch({ resourceVersion: version, bookmarks: false })) {
        into.push(event);
        if (into.length === 2) break;
      }
    };
    const both = Promise.all([watch(inProtobuf, seen.protobuf), watch(inJson, seen.json)]);
    const headers = { 'content-type': 'application/merge-patch+json' };
    for (const turn of ['1', '2']) {
      const body = { metadata: { annotations: { 'example.org/turn': turn } } };
      await askAsAdmin(server, { method: 'PATCH', path: `${path}/${names[0]}`, headers, body });
    }
    await both;
    expect(seen.protobuf).toStrictEqual(seen.json);
    expect(seen.protobuf).toMatchObject([{ type: 'MODIFIED' }, { type: 'MODIFIED' }]);
  });

  it('begins with the initial state, and its mark', async () => {
    const handle = client.resource(exhibits[1].word).namespace(stage);
    const initial = async (form: typeof inJson): Promise<unknown[]> => {
      const events: unknown[] = [];
      for await (const event of handle.as(form).watch({ initialEvents: true })) {
        if (event.type === 'INITIAL_EVENTS_END') break;
        events.push(event);
      }
      return events;
    };
    const [protobuf, json] = [await initial(inProtobuf), await initial(inJson)];
    expect(protobuf).toHaveLength(2);
    expect(protobuf).toStrictEqual(json);
  });

  it('ends with the Status of the server where its version has expired', async () => {
    const handle = client.resource(exhibits[1].word).namespace(stage);
    const expired = handle.as(inProtobuf).watch({ resourceVersion: '1' })[Symbol.asyncIterator]().next();
    await expect(expired).rejects.toMatchObject({ code: 'watch-ended' });
  });
});
