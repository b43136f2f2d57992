import { describe, expect, it } from 'vitest';
import { countObjects, type CountProgress } from '../../src/census/create-census.js';
import type { MetadataReader, MetadataStep } from '../../src/core/metadata/create-metadata-reader.js';
import { delay } from '../../src/core/shared/abort.js';
import { endpoint } from '../identity/catalogs.js';
import { page, scripted, setOf, unread } from './ports.js';

const things = setOf('things.v1.');

describe('the objects of one resource are counted', () => {
  it.each<[string, readonly MetadataStep[], readonly [number, string | undefined, number]]>([
    ['an empty list', [page([])], [0, 'list', 1]],
    ['a whole list from a server without limits', [page(['a', 'b', 'c'])], [3, 'list', 1]],
    ['the first object and what remains', [page(['a'], true, 41), page(['b'])], [42, 'remainingItemCount', 1]],
    ['nothing remains, although there is more', [page(['a'], true, 0), page(['b'])], [1, 'remainingItemCount', 1]],
    ['pages without a number', [page(['a'], true), page(['b', 'c'], true), page(['d'])], [4, 'pages', 3]],
    ['a number that comes late', [page(['a'], true), page(['b'], true, 7), page(['c'])], [9, 'remainingItemCount', 2]],
    ['a number behind the last page', [page(['a'], false, 41)], [1, 'list', 1]],
    ['a list that begins again', [page(['a', 'b'], true), { state: 'again' }, page(['a'])], [1, 'list', 3]],
    ['a failure at once', [unread], [0, undefined, 1]],
    ['a failure in the middle', [page(['a'], true), unread], [0, undefined, 2]],
  ])('%s', async (_what, steps, [count, by, taken]) => {
    const metadata = scripted({ things: [steps] });
    const { total, sets, failures, complete } = await countObjects(metadata, [things], [], { concurrency: 1 });
    expect([total, sets[0]?.by, metadata.taken()]).toEqual([count, by, taken]);
    expect([failures.length === 0, complete]).toEqual([by !== undefined, by !== undefined]);
  });

  it('by one object first, and then by pages that may go on after a 410', async () => {
    const metadata = scripted({ things: [[page([])]] });
    const { signal } = new AbortController();
    await countObjects(metadata, [things], [], { concurrency: 1, namespace: 'web', signal, timeoutMs: 7 });
    expect(metadata.asked).toMatchObject([
      { namespace: 'web', firstLimit: 1, limit: 500, expired: 'continue', signal, timeoutMs: 7 },
    ]);
  });

  it('with a selector by pages from the start, because no number comes', async () => {
    const metadata = scripted({ things: [[page(['a', 'b'], true), page(['c'])]] });
    const { total } = await countObjects(metadata, [things], [], { concurrency: 1, labelSelector: 'app' });
    expect([total, metadata.asked[0]?.firstLimit]).toEqual([3, 500]);
  });
});

describe('many sets are counted', () => {
  it('with at most so many requests in flight, each told of when it is done', async () => {
    let inFlight = 0;
    let most = 0;
    const progress: CountProgress[] = [];
    const sets = Array.from({ length: 20 }, (_, index) => setOf(`things${index}.v1.`));
    const metadata: Pick<MetadataReader, 'pages'> = {
      async *pages() {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await delay(1);
        inFlight -= 1;
        yield page(['a'], true, 1);
      },
    };
    const options = { concurrency: 3, onProgress: (each: CountProgress) => progress.push(each) };
    expect((await countObjects(metadata, sets, [], options)).total).toBe(40);
    expect(most).toBe(3);
    expect(progress.map(({ done, of }) => `${done}/${of}`)).toEqual(sets.map((_, index) => `${index + 1}/20`));
    expect(progress.at(-1)?.total).toBe(40);
  });

  it('unless onProgress fails, be it async', async () => {
    const metadata = scripted({ things: [[page(['x'])]] });
    const onProgress = (() => Promise.reject(new Error('late'))) as () => void;
    const counting = countObjects(metadata, [setOf('things.v1.')], [], { concurrency: 1, onProgress });
    await expect(counting).rejects.toThrow('late');
  });

  it('and those of which nothing is known are one when their first objects are', async () => {
    const doubt = [endpoint('things.v1.a'), endpoint('things.v1.b'), endpoint('things.v1.c')];
    const sets = doubt.map((entry) => ({ entry, others: [], doubt }));
    const metadata = scripted({ things: [[page(['x'], true, 4)], [page(['x'], true, 4)], [page(['y'])]] });
    const { total, sets: counted, unsettled } = await countObjects(metadata, sets, [], { concurrency: 1 });
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
    const metadata = scripted({ things: [[page(uids)], [page(uids)]] });
    expect((await countObjects(metadata, sets, [], { concurrency: 1 })).sets).toHaveLength(2);
  });
});
