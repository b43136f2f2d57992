import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import { replay } from '../replay-connection.js';

const size = 12_000;
const kind = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };
const core = { body: { ...kind, items: [] } };

function groupAt(place: number, more: object = {}): object {
  const name = `g${place}.example.com`;
  const responseKind = { group: name, version: 'v1', kind: `Kind${place}` };
  const scope = 'Namespaced';
  const subresources = [{ subresource: 'status', responseKind, verbs: ['get', 'patch', 'update'] }];
  const resource = { resource: `things${place}`, responseKind, scope, singularResource: '', verbs: ['get', 'list'] };
  return {
    metadata: { name, creationTimestamp: null },
    versions: [{ version: 'v1', resources: [{ ...resource, subresources, ...more }], freshness: 'Current' }],
  };
}

const groups = Array.from({ length: size }, (_, place) => groupAt(place));

function withBad(...bad: readonly (readonly [number, unknown])[]): unknown[] {
  const items: unknown[] = [...groups];
  for (const [place, item] of bad) items[place] = item;
  return items;
}

async function learn(body: object): Promise<Catalog> {
  const text = JSON.stringify(body);
  expect(text.length).toBeGreaterThan(4_000_000);
  return createDiscovery(replay({ '/api': core, '/apis': { body: text } })).catalog();
}

describe('a large document', () => {
  it('is read, group by group', async () => {
    const catalog = await learn({ ...kind, items: groups });
    expect(catalog.failures).toEqual([]);
    expect(catalog.resources()).toHaveLength(size);
    expect(catalog.resource({ group: 'g11999.example.com', version: 'v1', resource: 'things11999' })?.kind).toBe(
      'Kind11999',
    );
  });

  it('names the position of a bad entry', async () => {
    const catalog = await learn({ ...kind, items: withBad([9000, groupAt(9000, { scope: 'Galaxy' })], [11_000, 7]) });
    expect(catalog.failures.map((failure) => failure.message)).toEqual([
      expect.stringContaining('items[9000].versions[0].resources[0].scope is "Galaxy"'),
      expect.stringContaining('items[11000] is not an object'),
    ]);
  });

  it('notes a group that is listed twice, wherever the two stand', async () => {
    const catalog = await learn({ ...kind, items: withBad([11_500, groupAt(3)]) });
    expect(catalog.failures).toEqual([
      expect.objectContaining({ message: expect.stringContaining('items[11500] is "g3.example.com"') as string }),
    ]);
    expect(catalog.groups).toHaveLength(size - 1);
  });

  it('that ends too early is malformed, and loses nothing of the other root', async () => {
    const text = JSON.stringify({ ...kind, items: groups }).slice(0, -2);
    const catalog = await createDiscovery(replay({ '/api': core, '/apis': { body: text } })).catalog();
    expect(catalog.failures).toEqual([
      expect.objectContaining({
        class: 'malformed',
        message: expect.stringContaining('was cut off after') as string,
      }),
    ]);
    expect(catalog.provenance.api).toBe('aggregated/v2');
  });
});
