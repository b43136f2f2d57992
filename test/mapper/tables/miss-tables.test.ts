import { describe, expect, it } from 'vitest';
import { discoveryOf, resolverOf } from '../../resolve-names/rounds.js';
import { endpoint } from '../build-catalog.js';
import { missedShortNames, missesInTurn } from './misses.js';
import { mapperOf } from './table.js';

describe.each([missesInTurn, missedShortNames])('$name', ({ cases }) => {
  it.each(cases)('$id', async ({ later, steps }) => {
    let [time, rounds, mapper] = [0, 0, mapperOf([])];
    const now = (): number => time;
    const round = async (): Promise<void> => {
      rounds += 1;
      if (rounds === 1) mapper = mapperOf(later);
    };
    const { resolve } = resolverOf({
      discovery: discoveryOf(round, now),
      mapper: () => Promise.resolve(mapper),
    });
    for (const {
      ask: [at, word],
      peer,
    } of steps) {
      time = at;
      const answer = await resolve(word).then(
        ({ mapping }) => endpoint(mapping),
        (error: unknown) => `!${(error as { code: string }).code}`,
      );
      expect([answer, rounds]).toEqual(peer);
    }
  });
});
