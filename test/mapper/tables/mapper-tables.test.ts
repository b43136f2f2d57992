import { describe, expect, it } from 'vitest';
import { mapperTables } from './all-tables.js';
import { askMapper } from './mapper-case.js';
import { mapperOf } from './table.js';
import { resourceTuples } from './tuples.js';

describe.each(mapperTables)('$name', ({ cases }) => {
  it.each(cases)('$id', ({ server, unread, steps }) => {
    const mapper = mapperOf(server, unread);
    for (const { ask, peer, ours = peer } of steps) expect([ask, askMapper(mapper, ask)]).toEqual([ask, ours]);
  });
});

describe('a TYPE/NAME with a subresource', () => {
  it.each(resourceTuples.cases.filter(({ subresource }) => subresource !== undefined))(
    'leads to a resource that has it: $id',
    ({ server, subresource, steps }) => {
      const mapper = mapperOf(server);
      for (const { ask } of steps) {
        for (const { mapping } of mapper.resolveAll(ask[1] as readonly string[]).resolutions) {
          const subresources = mapper.catalog.resource(mapping.resource)?.subresources ?? [];
          expect(subresources.map((each) => each.subresource)).toContain(subresource);
        }
      }
    },
  );
});

describe('a part that could not be read', () => {
  const failing = mapperTables.flatMap(({ cases }) => cases).filter(({ unread = [] }) => unread.length > 0);
  it.each(failing)('stays known beside what was found: $id', ({ server, unread, steps }) => {
    const { catalog } = mapperOf(server, unread);
    expect(catalog.failures).toHaveLength(1);
    expect(steps.length).toBeGreaterThan(0);
  });
});
