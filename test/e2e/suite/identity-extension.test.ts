import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { formatGroupVersionResource, type Client, type GroupVersionResource } from '../../../src/index.js';
import { createIdentity } from '../../../src/identity/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { ExtensionGroup } from '../harness/extension-server.js';
import { serveExtension } from '../harness/serve-extension.js';

const server = inject('server');
const stamp = Date.now();
const name = `identity-extension-${stamp}`;
const [old, young] = [`old.identity-${stamp}.example.org`, `young.identity-${stamp}.example.org`] as const;
const objects = ['first', 'second'];
const carts = { plural: 'carts', kind: 'Cart', objects };
const groups: readonly ExtensionGroup[] = [
  {
    group: old,
    version: 'v1',
    resources: [
      { ...carts, internalID: 'set-of-carts' },
      { plural: 'crates', kind: 'Crate', resourceID: 'set-of-crates' },
      { plural: 'reviews', kind: 'Review', verbs: ['create'], scope: 'Cluster', internalID: 'set-of-reviews' },
      { plural: 'plates', kind: 'Plate', objects },
    ],
  },
  {
    group: young,
    version: 'v2',
    resources: [
      { ...carts, internalID: 'set-of-carts' },
      { plural: 'baskets', kind: 'Basket', objects, internalID: 'set-of-carts' },
      { plural: 'crates', kind: 'Crate', resourceID: 'set-of-crates' },
      { plural: 'reviews', kind: 'Review', verbs: ['create'], scope: 'Cluster', internalID: 'set-of-reviews' },
      { plural: 'plates', kind: 'Plate', objects },
    ],
  },
];
serveExtension(server, name, groups);

afterAll(closeClients);

const oldOf = (resource: string): GroupVersionResource => ({ group: old, version: 'v1', resource });
const youngOf = (resource: string): GroupVersionResource => ({ group: young, version: 'v2', resource });
const names = (endpoints: readonly GroupVersionResource[]): string[] => endpoints.map(formatGroupVersionResource);

describe.each(server.formats)('in %s, two groups of an extension server', (format) => {
  let client: Client;

  beforeAll(() => {
    client = connect(server, { token: server.tokens.admin, discovery: { formats: [format] } });
  });

  it.each([
    ['internalID', 'carts'],
    ['resourceID, its later name', 'crates'],
    ['internalID, of what is never stored', 'reviews'],
  ])('serve one set by %s', async (_field, plural) => {
    const found = await createIdentity(client).compare(oldOf(plural), youngOf(plural));
    expect(found).toMatchObject({ answer: 'same', evidence: [{ kind: 'internalID' }], failures: [] });
  });

  it('serve it under two plurals as well, which is told as a contradiction', async () => {
    const found = await createIdentity(client).compare(oldOf('carts'), youngOf('baskets'));
    expect(found).toMatchObject({
      answer: 'same',
      contradictions: [{ joins: 'internalID', separates: 'plural', holds: 'joins' }],
    });
  });

  it('serve another set where the ids are unequal', async () => {
    const found = await createIdentity(client).compare(oldOf('carts'), youngOf('crates'));
    expect(found).toMatchObject({ answer: 'different', difference: { kind: 'internalID' } });
  });

  it('are unknown to each other without an id, and the same by a probe', async () => {
    const pair = [oldOf('plates'), youngOf('plates')] as const;
    expect(await createIdentity(client).compare(...pair)).toMatchObject({ answer: 'unknown', hints: [] });
    const probed = await createIdentity(client).compare(...pair, { probe: true });
    expect(probed).toMatchObject({ answer: 'same', evidence: [{ kind: 'probe' }] });
  });

  it('are each reached once, and what is not known is listed', async () => {
    const report = await createIdentity(client).report({ evidence: 'all', verbs: ['list'] });
    const own = report.distinct.filter(({ group }) => group === old || group === young);
    expect(names(own)).toEqual(names([oldOf('carts'), oldOf('crates'), oldOf('plates'), youngOf('plates')]));
    expect(report.unsettled.map(({ endpoints }) => names(endpoints))).toEqual([
      names([oldOf('plates'), youngOf('plates')]),
    ]);
    expect(JSON.stringify(report.contradictions)).not.toContain('set-of');
  });
});
