import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMapper } from '../../../src/core/mapper/create-mapper.js';
import { captured, capturedNames } from '../../fixtures/captured.js';
import type { ScriptedAnswer } from '../../discovery/replay-connection.js';
import { arbitraryServer } from './arbitrary-server.js';
import { withQuestions } from './arbitrary-words.js';
import { learn, learnFrom } from './learn.js';
import { expectSame, outcomesOf } from './outcomes.js';
import { formats, render, type Documents } from './render-documents.js';
import { patience, runs } from './runs.js';

describe('the order of the keys in a document', () => {
  it(
    'changes nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          withQuestions(arbitraryServer, 20),
          fc.constantFrom(...formats),
          fc.integer(),
          async ({ server, questions }, format, seed) => {
            const documents = render(server, format);
            const [one, other] = await Promise.all([learnFrom(documents), learnFrom(withKeysMoved(documents, seed))]);
            expect(other.groups).toEqual(one.groups);
            expect(other.failures).toEqual(one.failures);
            expectSame(outcomesOf(questions, createMapper(one)), outcomesOf(questions, createMapper(other)));
          },
        ),
        runs(60),
      );
    },
    patience,
  );

  it.each(capturedNames)('changes nothing in %s', async (name) => {
    const documents: Documents = captured(name);
    const [one, other] = await Promise.all([learnFrom(documents), learnFrom(withKeysMoved(documents, 7))]);
    expect(other.groups).toEqual(one.groups);
    expect(other.failures).toEqual(one.failures);
  });
});

describe('what was asked before', () => {
  it(
    'changes no answer',
    async () => {
      await fc.assert(
        fc.asyncProperty(withQuestions(arbitraryServer, 40), fc.integer(), async ({ server, questions }, seed) => {
          const catalog = await learn(server, 'v2');
          const order = moved(
            questions.map((_, place) => place),
            seed,
          );
          const mapper = createMapper(catalog);
          // All questions in one order first; each then gets the answer that it gets from a mapper of its own.
          outcomesOf(questions, mapper);
          const again = order.flatMap((place) => outcomesOf(questions.slice(place, place + 1), mapper));
          const alone = order.flatMap((place) => outcomesOf(questions.slice(place, place + 1), createMapper(catalog)));
          expectSame(alone, again);
        }),
        runs(60),
      );
    },
    patience,
  );
});

/** The same documents with the keys of every object in another order. */
function withKeysMoved(documents: Documents, seed: number): Documents {
  return Object.fromEntries(
    Object.entries(documents).map(([path, answer]): [string, ScriptedAnswer] => [
      path,
      { ...answer, body: keysMoved(answer.body, seed) },
    ]),
  );
}

function keysMoved(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((each) => keysMoved(each, seed + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(moved(Object.entries(value), seed).map(([key, each]) => [key, keysMoved(each, seed + 1)]));
}

/** The items in an order that the seed decides. */
function moved<Item>(items: readonly Item[], seed: number): Item[] {
  const places = items.map((item, place) => ({ item, key: Math.imul(place + 1, seed | 1) ^ (seed >>> 3) }));
  return places.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
