import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  originOf,
  wholeObject,
  type Client,
  type ObjectMeta,
  type Representation,
  type ResourceHandle,
} from '../../../src/index.js';
import { type AnswerShapes } from '../../../src/representations/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { withoutVersion } from '../harness/objects.js';
import { clearTheStage, exhibits, setTheStage, stage } from './representation-stage.js';

const server = inject('server');
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const withoutManagers = ({ managedFields: _, ...metadata }: ObjectMeta): ObjectMeta => metadata;
let client: Client;

beforeAll(async () => {
  await setTheStage();
  client = connect(server, { token: server.tokens.admin });
});

afterAll(async () => {
  await closeClients();
  await clearTheStage();
});

describe.each(exhibits)('$word', ({ word, path, apiVersion, kind, names, columns }) => {
  const [first] = names;
  let all: ResourceHandle;
  let staged: ResourceHandle;

  beforeAll(async () => {
    all = client.resource(word);
    staged = all.namespace(stage);
  });

  describe('whole', () => {
    it('lists objects with kind and apiVersion, whether or not they carry them on the wire', async () => {
      const list = await staged.list();
      expect(list).toMatchObject({ apiVersion, kind: `${kind}List` });
      expect(list.items.map((item) => item.metadata.name)).toEqual(names);
      for (const item of list.items) expect(item).toMatchObject({ apiVersion, kind });
      expect(originOf(list)).toBe('server');
    });

    it('gets exactly what the server has', async () => {
      const { body } = await askAsAdmin(server, { path: `${path}/${first}` });
      expect(await staged.get(first)).toEqual(JSON.parse(body));
    });
  });

  describe('as Table', () => {
    it('lists a row for each object under the columns of the server', async () => {
      const table = await staged.as('Table').list();
      expect(originOf(table)).toBe('server');
      expect(table).toMatchObject({ apiVersion: 'meta.k8s.io/v1', kind: 'Table' });
      expect(table.columnDefinitions.map(({ name }) => name)).toEqual(columns);
      expect(table.columnDefinitions[0]).toMatchObject({ type: 'string', format: 'name', priority: 0 });
      expect(table.rows.map(({ cells }) => cells[0])).toEqual(names);
      for (const { cells } of table.rows) expect(cells).toHaveLength(columns.length);
    });

    it('gets a table of one row', async () => {
      const table = await staged.as('Table').get(first);
      expect(originOf(table)).toBe('server');
      expect(table.columnDefinitions.map(({ name }) => name)).toEqual(columns);
      expect(table.rows.map(({ cells }) => cells[0])).toEqual([first]);
    });

    it('carries nothing beside the cells inside one namespace, and metadata over all', async () => {
      expect((await staged.as('Table').list()).rows.map(({ object }) => object)).toEqual([undefined, undefined]);
      const everywhere = await all.as('Table').list();
      expect(everywhere.rows.map(({ object }) => object?.metadata.namespace)).toEqual([stage, stage]);
    });

    it('carries as much of each object as includeObject says', async () => {
      const whole = await staged.list();
      const rowsWith = async (includeObject: 'None' | 'Metadata' | 'Object'): Promise<unknown[]> =>
        (await staged.as('Table', { includeObject }).list()).rows.map(({ object }) => object);
      expect(await rowsWith('None')).toEqual([undefined, undefined]);
      expect(await rowsWith('Metadata')).toEqual(whole.items.map(({ metadata }) => ({ apiVersion, kind, metadata })));
      expect(await rowsWith('Object')).toEqual(whole.items);
    });

    it('comes in pages, each with its columns', async () => {
      const pages = await collect(staged.as('Table').pages({ limit: 1 }));
      expect(pages.map(({ columnDefinitions }) => columnDefinitions.length)).toEqual([columns.length, columns.length]);
      expect(pages.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]))).toEqual(names);
    });
  });

  describe('as PartialObjectMetadata', () => {
    it('lists the metadata of each object under the kind that it stands for', async () => {
      const whole = await staged.list();
      const list = await staged.as('PartialObjectMetadata').list();
      expect(originOf(list)).toBe('server');
      expect(list).toMatchObject({ apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' });
      expect(list.items).toEqual(
        whole.items.map(({ metadata }) => ({ apiVersion, kind, metadata: withoutManagers(metadata) })),
      );
    });

    it('gets the metadata of one object', async () => {
      const { metadata } = await staged.get(first);
      const partial = await staged.as('PartialObjectMetadata').get(first);
      expect(partial).toEqual({ apiVersion, kind, metadata: withoutManagers(metadata) });
      expect(originOf(partial)).toBe('server');
    });

    it('has the managedFields where they are asked for', async () => {
      const { metadata } = await staged.get(first);
      expect(metadata.managedFields).toHaveLength(1);
      const partial = await staged.as('PartialObjectMetadata', { managedFields: true }).get(first);
      expect(partial).toEqual({ apiVersion, kind, metadata });
    });

    it('keeps selectors and pages', async () => {
      const partial = staged.as('PartialObjectMetadata');
      const found = await partial.list({ labelSelector: `app=${first}` });
      expect(found.items.map(({ metadata }) => metadata.name)).toEqual([first]);
      const items = await collect(partial.items({ limit: 1 }));
      expect(items.map(({ metadata }) => metadata.name)).toEqual(names);
    });
  });

  describe('a patch', () => {
    it.each(['Table', 'PartialObjectMetadata'] as const)('answers as %s what it made', async (representation) => {
      const labels = { 'patched-as': representation };
      const patched =
        representation === 'Table'
          ? (
              await staged
                .as('Table', { includeObject: 'Metadata' })
                .patch(first, { metadata: { labels } }, { type: 'merge' })
            ).rows[0]?.object
          : await staged.as('PartialObjectMetadata').patch(first, { metadata: { labels } }, { type: 'merge' });
      const { metadata } = await staged.get(first);
      expect(metadata.labels).toMatchObject(labels);
      const wanted = representation === 'Table' ? metadata : withoutManagers(metadata);
      expect(patched).toEqual({ apiVersion, kind, metadata: wanted });
    });
  });

  describe('an error', () => {
    it.each(['Table', 'PartialObjectMetadata'] as const)('stays a Status under as %s', async (representation) => {
      const handle: { get(name: string): Promise<unknown> } =
        representation === 'Table' ? staged.as('Table') : staged.as('PartialObjectMetadata');
      await expect(handle.get('missing')).rejects.toMatchObject({
        code: 'api',
        statusCode: 404,
        reason: 'NotFound',
        fromServer: true,
        status: { details: { name: 'missing' } },
      });
    });
  });

  describe('an offer that the server refuses', () => {
    const refused: Representation<AnswerShapes> = {
      ...wholeObject(),
      offer: (verb) => ({
        accept:
          verb === 'get'
            ? 'application/json;as=Scale;g=autoscaling;v=v1'
            : 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
      }),
      itemsOf: () => [],
      continueOf: () => undefined,
    };

    it('is followed by plain JSON, for a list and for one object', async () => {
      expect(withoutVersion(await staged.as(refused).list())).toEqual(withoutVersion(await staged.list()));
      expect(await staged.as(refused).get(first)).toEqual(await staged.get(first));
    });
  });
});

describe('a Table of custom resources', () => {
  it('has the cells of the printer columns, null where an object has no such field', async () => {
    const widgets = client.resource('widgets.representations.example.org');
    const { rows, columnDefinitions } = await widgets.namespace(stage).as('Table').list();
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['large', 2, 'blue', expect.stringMatching(/^\d+y/), true],
      ['plain', 0, null, null, null],
    ]);
    expect(columnDefinitions.map(({ type, priority }) => [type, priority])).toEqual([
      ['string', 0],
      ['integer', 0],
      ['string', 0],
      ['date', 0],
      ['boolean', 1],
    ]);
  });

  it('has name and age where a definition names no columns', async () => {
    const plants = client.resource('plants.representations.example.org').as('Table');
    const { rows, columnDefinitions } = await plants.list();
    expect(columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Age']);
    expect(rows).toEqual([{ cells: ['oak', expect.stringMatching(/^\d+[smh]/)], object: undefined }]);
  });
});
