import { describe, expect, it } from 'vitest';
import { countObjects, type CountProgress } from '../../src/census/count-objects.js';
import { delay } from '../../src/shared/abort.js';
import { endpoint } from '../identity/catalogs.js';
import { error, page, scripted, setOf, type Answer } from './ports.js';

async function countOf(answers: readonly Answer[], question = {}): Promise<unknown> {
  const { list, asked } = scripted({ things: answers });
  const { total, failures } = await countObjects(list, [setOf('things.v1.')], [], { concurrency: 1, ...question });
  return [
    total,
    failures.length,
    asked.map(({ limit, continue: next }) => (next === undefined ? limit : `${next} ${limit}`)),
  ];
}

describe('the objects of one resource are counted', () => {
  it.each<[string, readonly Answer[], unknown]>([
    ['an empty list', [page([])], [0, 0, [1]]],
    ['a whole list from a server without limits', [page(['a', 'b', 'c'])], [3, 0, [1]]],
    ['the first object and what remains', [page(['a'], 't', 41)], [42, 0, [1]]],
    ['nothing remains, although there is a token', [page(['a'], 't', 0)], [1, 0, [1]]],
    ['pages without a number', [page(['a'], 't'), page(['b', 'c'], 'u'), page(['d'])], [4, 0, [1, 't 500', 'u 500']]],
    ['a number that comes late', [page(['a'], 't'), page(['b'], 'u', 7)], [9, 0, [1, 't 500']]],
    [
      'a token that expires',
      [page(['a'], 't'), { outcome: 'expired', next: 'on', error }, page(['b'])],
      [2, 0, [1, 't 500', 'on 500']],
    ],
    [
      'a token that expires again, later',
      [
        page(['a'], 't'),
        { outcome: 'expired', next: 'on', error },
        page(['b'], 'u'),
        { outcome: 'expired', next: 'on', error },
        page(['c']),
      ],
      [3, 0, [1, 't 500', 'on 500', 'u 500', 'on 500']],
    ],
    [
      'a token that expires for good',
      [page(['a'], 't'), { outcome: 'expired', next: undefined, error }],
      [0, 1, [1, 't 500']],
    ],
    [
      'a server that forgets what it has just told',
      [page(['a'], 't'), { outcome: 'expired', next: 'on', error }, { outcome: 'expired', next: 'on', error }],
      [0, 1, [1, 't 500', 'on 500']],
    ],
    ['a failure at once', [{ outcome: 'failed', error }], [0, 1, [1]]],
    ['a failure in the middle', [page(['a'], 't'), { outcome: 'failed', error }], [0, 1, [1, 't 500']]],
  ])('%s', async (_what, answers, expected) => {
    expect(await countOf(answers)).toEqual(expected);
  });

  it('with a selector by pages from the start, because no number comes', async () => {
    expect(await countOf([page(['a', 'b'], 't'), page(['c'])], { labelSelector: 'app' })).toEqual([
      3,
      0,
      [500, 't 500'],
    ]);
  });
});

describe('many sets are counted', () => {
  it('with at most so many requests in flight, each told of when it is done', async () => {
    let inFlight = 0;
    let most = 0;
    const progress: CountProgress[] = [];
    const sets = Array.from({ length: 20 }, (_, index) => setOf(`things${index}.v1.`));
    const list = async (): Promise<Answer> => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await delay(1);
      inFlight -= 1;
      return page(['a'], 't', 1);
    };
    const options = { concurrency: 3, onProgress: (each: CountProgress) => progress.push(each) };
    expect((await countObjects(list, sets, [], options)).total).toBe(40);
    expect(most).toBe(3);
    expect(progress.map(({ done, of }) => `${done}/${of}`)).toEqual(sets.map((_, index) => `${index + 1}/20`));
    expect(progress.at(-1)?.total).toBe(40);
  });

  it('and those of which nothing is known are one when their first objects are', async () => {
    const doubt = [endpoint('things.v1.a'), endpoint('things.v1.b'), endpoint('things.v1.c')];
    const sets = doubt.map((entry) => ({ entry, others: [], doubt }));
    const { list } = scripted({ things: [page(['x'], 't', 4), page(['x'], 't', 4), page(['y'])] });
    const { total, sets: counted, unsettled } = await countObjects(list, sets, [], { concurrency: 1 });
    expect(total).toBe(6);
    expect(counted).toMatchObject([
      { resource: { group: 'a' }, alsoServedAt: [{ group: 'b' }] },
      { resource: { group: 'c' }, alsoServedAt: [] },
    ]);
    expect(unsettled.map((each) => each.map(({ group }) => group))).toEqual([['a', 'c']]);
  });

  it.each([
    ['known to be others', ['x'], false],
    ['empty', [], true],
    ['without uids', [''], true],
  ])('and stay two when they are %s', async (_what, uids, isDoubtful) => {
    const entries = [endpoint('things.v1.a'), endpoint('things.v1.b')];
    const sets = entries.map((entry) => ({ entry, others: [], doubt: isDoubtful ? entries : undefined }));
    const { list } = scripted({ things: [page(uids), page(uids)] });
    expect((await countObjects(list, sets, [], { concurrency: 1 })).sets).toHaveLength(2);
  });
});
