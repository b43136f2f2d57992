import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createMapper, type RESTMapper } from '../../../src/core/mapper/create-mapper.js';
import { arbitraryServer, arbitraryServerWithOwnPriorities } from './arbitrary-server.js';
import { withQuestions, type ArbitraryQuestion } from './arbitrary-words.js';
import { learn } from './learn.js';
import { expectSame, outcomesOf } from './outcomes.js';
import { formats } from './render-documents.js';
import { patience, runs } from './runs.js';
import { withoutOwnPriorities } from './server-model.js';

/** Endpoints by name, without what only one format carries. */
function endpointsIn(catalog: Catalog): readonly unknown[] {
  const told = catalog.resources().map(({ storageVersionHash: _hash, subresources, ...entry }) => ({
    ...entry,
    subresources: subresources.map(({ acceptedTypes: _types, ...each }) => each),
  }));
  const key = ({ group, version, resource }: (typeof told)[number]): string =>
    JSON.stringify([group, version, resource]);
  return told.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe('one server in every format', () => {
  it(
    'has the same endpoints',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryServerWithOwnPriorities, async (server) => {
          const [first, ...others] = await Promise.all(formats.map((format) => learn(server, format)));
          for (const other of others) expect(endpointsIn(other)).toEqual(endpointsIn(first!));
        }),
        runs(40),
      );
    },
    patience,
  );

  it(
    'gives the same resolutions, reasons, candidates, suggestions and refusals',
    async () => {
      let [asked, matches] = [0, 0];
      await fc.assert(
        fc.asyncProperty(withQuestions(arbitraryServer, 40), async ({ server, questions }) => {
          const [first, ...others] = await Promise.all(
            formats.map(async (format) => createMapper(await learn(server, format))),
          );
          const expected = outcomesOf(questions, first!);
          for (const other of others) expectSame(expected, outcomesOf(questions, other));
          asked += 2 * questions.length;
          matches += expected.join().split('"reason"').length - 1;
        }),
        runs(40),
      );
      expect(matches).toBeGreaterThan(asked / 4);
    },
    patience,
  );

  it(
    'differs in a legacy document by no more than priorities of their own, which it does not show',
    async () => {
      let [asked, differing] = [0, 0];
      await fc.assert(
        fc.asyncProperty(withQuestions(arbitraryServerWithOwnPriorities, 40), async ({ server, questions }) => {
          const [aggregated, legacy, flat] = await Promise.all([
            learn(server, 'v2'),
            learn(server, 'legacy'),
            learn(withoutOwnPriorities(server), 'v2'),
          ]);
          expectSame(outcomesOf(questions, createMapper(flat)), outcomesOf(questions, createMapper(legacy)));
          for (const question of questions) {
            const [one, other] = [aggregated, legacy].map((catalog) => candidatesOf(question, createMapper(catalog)));
            expect([...other!].sort()).toEqual([...one!].sort());
            asked += 1;
            if (one!.join() !== other!.join()) differing += 1;
          }
        }),
        runs(30),
      );
      expect(differing).toBeGreaterThan(asked / 100);
    },
    patience,
  );
});

/** All candidates in their order; nothing where there are none, or a tie that is refused. */
function candidatesOf({ subject, options }: ArbitraryQuestion, mapper: RESTMapper): readonly string[] {
  try {
    const { candidates } = mapper.resolve(subject, { ...options, ambiguity: 'first' });
    return candidates.map((candidate) => JSON.stringify(candidate));
  } catch {
    return [];
  }
}
