import { afterAll, expect, inject, it } from 'vitest';
import { createClient, waitForResource, type Client } from '../../../src/index.js';
import { records } from '../../../src/representations/index.js';
import { createFakeApiServer, type FakePrinterColumn } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';

const server = inject('server');
const group = `columns${Date.now()}.example.org`;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const columns: readonly FakePrinterColumn[] = [
  { name: 'Text', type: 'string', jsonPath: '.spec.text' },
  { name: 'Nothing', type: 'string', jsonPath: '.spec.nothing' },
  { name: 'Missing', type: 'string', jsonPath: '.spec.missing.more' },
  { name: 'Object', type: 'string', jsonPath: '.spec.object' },
  { name: 'List', type: 'string', jsonPath: '.spec.list' },
  { name: 'All', type: 'string', jsonPath: '.spec.list[*]' },
  { name: 'Last', type: 'integer', jsonPath: '.spec.list[-1]' },
  { name: 'Beyond', type: 'integer', jsonPath: '.spec.list[9]' },
  { name: 'Whole', type: 'integer', jsonPath: '.spec.ratio' },
  { name: 'Number', type: 'number', jsonPath: '.spec.ratio' },
  { name: 'NumberAsText', type: 'string', jsonPath: '.spec.ratio' },
  { name: 'TextAsNumber', type: 'integer', jsonPath: '.spec.text' },
  { name: 'Truth', type: 'boolean', jsonPath: '.spec.on' },
  { name: 'TruthAsText', type: 'string', jsonPath: '.spec.on' },
  { name: 'Dotted', type: 'string', jsonPath: ".metadata.labels['example\\.org/tier']" },
  { name: 'Undotted', type: 'string', jsonPath: ".metadata.labels['example.org/tier']" },
  { name: 'Escaped', type: 'string', jsonPath: '.metadata.labels.example\\.org/tier' },
  { name: 'Filtered', type: 'string', jsonPath: '.spec.items[?(@.type=="b")].value' },
  { name: 'Mixed', type: 'string', jsonPath: '.spec.items[?(@.value==1)].type' },
  { name: 'Deep', type: 'string', jsonPath: '..value' },
];

const object = {
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name: 'one', labels: { 'example.org/tier': 'web' } },
  spec: {
    text: 'x',
    nothing: null,
    object: { z: 1, a: '<&>' },
    list: [1, 2, 3],
    ratio: 1.75,
    on: true,
    items: [
      { type: 'a', value: 'first' },
      { type: 'b', value: 'second' },
    ],
  },
};
const spec = { type: 'object', nullable: true, 'x-kubernetes-preserve-unknown-fields': true };

async function cellsOf(client: Client): Promise<Record<string, unknown> | undefined> {
  const handle = client.resource({ group, version: 'v1', resource: 'widgets' });
  const { Age: _, ...cells } = records(await handle.as('Table').list())[0] ?? {};
  return cells;
}

afterAll(async () => {
  await askAsAdmin(server, { method: 'DELETE', path: `${definitions}/widgets.${group}` });
  await closeClients();
});

it('printer columns of the fake server are filled as those of a real one', async () => {
  const client = connect(server, { token: server.tokens.admin });
  const crds = client.resource('customresourcedefinitions');
  await crds.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  });
  await waitForResource(client, `widgets.v1.${group}`);
  const widgets = client.resource({ group, version: 'v1', resource: 'widgets' });
  await widgets.create(object);

  const fake = createFakeApiServer({
    resources: [
      { group, version: 'v1', resource: 'widgets', kind: 'Widget', scope: 'Cluster', printerColumns: columns },
    ],
    objects: [object],
  });
  const running = await startFakeApiServer(fake);
  const toFake = createClient({ server: running.url });
  try {
    expect(await cellsOf(toFake)).toEqual(await cellsOf(client));
  } finally {
    await toFake.close();
    await running.close();
  }
});
