import { describe, expect, it } from 'vitest';
import { createRefreshingResolver } from '../../../src/mapper/refreshing-resolver.js';
import { endpoint } from '../build-catalog.js';
import { missedShortNames, missesInTurn } from './misses.js';
import { mapperOf } from './table.js';

describe.each([missesInTurn, missedShortNames])('$name', ({ cases }) => {
  it.each(cases)('$id', async ({ later, steps }) => {
    let [time, rounds, mapper] = [0, 0, mapperOf([])];
    const { resolve } = createRefreshingResolver({
      current: () => Promise.resolve(mapper),
      refresh: () => {
        rounds += 1;
        if (rounds === 1) mapper = mapperOf(later);
        return Promise.resolve();
      },
      now: () => time,
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
