import fc from 'fast-check';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import type { Probe } from '../../src/identity/evidence.js';
import type { RemoteGroupVersion } from '../../src/identity/evidence.js';
import { endpoint } from './catalogs.js';

/** A server's endpoints, and what was seen of their objects. */
export interface ArbitraryServer {
  readonly entries: readonly ResourceEntry[];
  readonly probes: readonly Probe[];
  readonly remote: readonly RemoteGroupVersion[];
}

const oneEndpoint: fc.Arbitrary<ResourceEntry> = fc
  .record({
    resource: fc.constantFrom('events', 'sets'),
    version: fc.constantFrom('v1', 'v2', 'v3'),
    group: fc.constantFrom('', 'events.k8s.io', 'a', 'b'),
    scope: fc.constantFrom('Namespaced' as const, 'Namespaced' as const, 'Namespaced' as const, 'Cluster' as const),
    // freq is how seldom there is none: 1 would be never any.
    internalID: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined, freq: 2 }),
    storageVersionHash: fc.option(fc.constantFrom('h', 'i', 'j'), { nil: undefined, freq: 2 }),
  })
  .map(({ resource, version, group, ...more }) => endpoint(`${resource}.${version}.${group}`, more));

/** Few words among many endpoints, so that every kind of evidence joins, contradicts and is missing. */
export const arbitraryServer: fc.Arbitrary<ArbitraryServer> = fc
  .uniqueArray(oneEndpoint, {
    minLength: 3,
    maxLength: 9,
    selector: ({ resource, version, group }) => `${resource}.${version}.${group}`,
  })
  .chain((entries) => {
    const anyEntry = fc.constantFrom(...entries);
    const probe = fc
      .tuple(anyEntry, anyEntry, fc.constantFrom('one UID' as const, 'another UID' as const))
      .map(([a, b, finding]): Probe => ({ endpoints: [a, b], finding }));
    const remote = fc
      .tuple(anyEntry, fc.constantFrom('p', 'q', undefined))
      .map(([{ group, version }, backend]): RemoteGroupVersion => ({ group, version, backend }));
    return fc.record({
      entries: fc.constant(entries),
      probes: fc.array(probe, { maxLength: 3 }),
      remote: fc.array(remote, { maxLength: 2 }),
    });
  });
