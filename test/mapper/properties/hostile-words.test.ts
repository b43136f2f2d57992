import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createMapper, type RESTMapper } from '../../../src/core/mapper/create-mapper.js';
import type { GroupVersionResource } from '../../../src/core/model/group-version-resource.js';
import type { RESTMapping } from '../../../src/core/model/rest-mapping.js';
import { arbitraryServer } from './arbitrary-server.js';
import { hostileWord } from './arbitrary-words.js';
import { learn } from './learn.js';
import { mayHold, mayMean } from './may-mean.js';
import { patience, runs } from './runs.js';

const codes = ['no-match', 'group-unavailable', 'ambiguous-match'];

/** What a question leads to; nothing where it is refused in one of the three ways. */
function mappingsOf(ask: () => readonly RESTMapping[]): readonly RESTMapping[] {
  try {
    return ask();
  } catch (error) {
    expect(codes).toContain((error as { readonly code: unknown }).code);
    return [];
  }
}

const named = (mapper: RESTMapper, resource: string): readonly RESTMapping[] =>
  mapper.resourcesFor({ resource }).map((found) => mapper.resolve(found).mapping);

/** The entry of an endpoint, and all versions of the same plural in its group. */
function find(catalog: Catalog, endpoint: GroupVersionResource) {
  const { group, resource } = endpoint;
  const versions = catalog.resources({ group }).filter((each) => each.resource === resource);
  const entry = versions.find(({ version }) => version === endpoint.version);
  if (entry === undefined) throw new Error(`${JSON.stringify(endpoint)} is in no document`);
  return { entry, versions };
}

describe('any word whatever', () => {
  it(
    'is refused, or leads to what has that name and nothing else',
    async () => {
      let [matches, refusals] = [0, 0];
      await fc.assert(
        fc.asyncProperty(
          arbitraryServer,
          fc.array(hostileWord, { minLength: 60, maxLength: 60 }),
          async (server, words) => {
            const catalog = await learn(server, 'v2');
            const mapper = createMapper(catalog);
            for (const word of words) {
              const found = [
                ...mappingsOf(() => mapper.resolve(word).candidates),
                ...mappingsOf(() => mapper.resolve({ kind: word }).candidates),
                ...mappingsOf(() => mapper.resolve({ resource: word }).candidates),
                ...mappingsOf(() => named(mapper, word)),
              ];
              for (const { resource } of found) {
                const { entry, versions } = find(catalog, resource);
                expect([word, resource, mayMean(word, entry, versions)]).toEqual([word, resource, true]);
              }
              for (const { resource } of mappingsOf(() =>
                mapper.resolveAll(word).resolutions.map(({ mapping }) => mapping),
              )) {
                const { entry, versions } = find(catalog, resource);
                const isMeant = word
                  .split(',')
                  .some((each) => mayMean(each, entry, versions) || mayHold(each, versions));
                expect([word, resource, isMeant]).toEqual([word, resource, true]);
              }
              if (found.length > 0) matches += 1;
              else refusals += 1;
            }
          },
        ),
        runs(30),
      );
      expect(matches).toBeGreaterThan(refusals / 100);
      expect(refusals).toBeGreaterThan(matches);
    },
    patience,
  );

  it(
    'is found where a plural of that very name is, alone or with the group',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryServer, async (server) => {
          const catalog = await learn(server, 'legacy');
          const mapper = createMapper(catalog);
          for (const { resource, kind, group } of catalog.resources()) {
            if (kind === '') continue;
            const alone = mapper.resolve(resource).candidates.map((each) => each.resource);
            expect(alone).toContainEqual(expect.objectContaining({ resource, group }));
            const inGroup = mapper.resolve(`${resource}.${group}`).candidates.map((each) => each.resource);
            expect(inGroup.length).toBeGreaterThan(0);
          }
        }),
        runs(40),
      );
    },
    patience,
  );
});
