import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMapper } from '../../../src/core/mapper/create-mapper.js';
import { formatGroupVersionResource } from '../../../src/core/model/group-version-resource.js';
import { arbitraryServerWithOwnPriorities } from './arbitrary-server.js';
import { learn } from './learn.js';
import { formats } from './render-documents.js';
import { patience, runs } from './runs.js';

describe('every endpoint with a kind', () => {
  it(
    'resolves to itself by its whole name, in every format',
    async () => {
      let [servers, endpoints] = [0, 0];
      await fc.assert(
        fc.asyncProperty(arbitraryServerWithOwnPriorities, fc.constantFrom(...formats), async (server, format) => {
          const catalog = await learn(server, format);
          const mapper = createMapper(catalog);
          servers += 1;
          for (const entry of catalog.resources()) {
            if (entry.kind === '') continue;
            const { group, version, resource, kind, scope } = entry;
            const { mapping, candidates, reason } = mapper.resolve(formatGroupVersionResource(entry));
            const itself = { resource: { group, version, resource }, kind: { group, version, kind }, scope };
            expect({ mapping, candidates, reason }).toEqual({ mapping: itself, candidates: [itself], reason: 'exact' });
            expect(mapper.resourceFor(entry)).toBe(mapping.resource);
            expect(mapper.kindFor(entry)).toBe(mapping.kind);
            expect(mapper.resolve({ group, version, resource }).mapping).toBe(mapping);
            expect(mapper.mappingsFor(entry, version)).toContain(mapping);
            endpoints += 1;
          }
        }),
        runs(100),
      );
      expect(endpoints).toBeGreaterThan(servers * 5);
    },
    patience,
  );
});
