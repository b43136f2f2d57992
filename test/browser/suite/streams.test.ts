import { describe, expect, it } from 'vitest';
import { configMap } from '../../testing/support.js';
import { useStage } from '../harness/stage.js';

const stage = useStage();

describe('seven watches of one page, which has six connections', () => {
  it('are four, and the fifth is refused in words; requests work as before', async () => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a')] });
    const [first, ...refused] = await page.evaluate(async () => {
      globalThis.seen = [];
      const client = kubeatlas.createClient({ server: '/k8s' });
      const maps = client.resource('configmaps');
      const words: string[] = [];
      for (let count = 1; count <= 7; count += 1) {
        const events = maps.watch()[Symbol.asyncIterator]();
        try {
          const { value } = (await events.next()) as IteratorResult<{ readonly type: string }, undefined>;
          // A browser lists the state: the stream opens with the next event.
          const second = events.next();
          if (count > 4) await second;
          second.catch((error: unknown) => seen.push(String(error)));
          words.push(value?.type ?? 'nothing');
        } catch (error) {
          const isRefused = error instanceof kubeatlas.TooManyStreamsError;
          words.push(isRefused ? `${error.code}: ${error.message}` : String(error));
        }
      }
      const { items } = await maps.list();
      return [`${words.slice(0, 4).join()} ${items.length}`, ...words.slice(4)];
    });
    expect(first).toBe('ADDED,ADDED,ADDED,ADDED 1');
    expect(refused).toEqual(
      Array<unknown>(3).fill(expect.stringMatching(/^too-many-streams: the tabs of this origin have 4 streams open/)),
    );
    const lost = (): Promise<string[]> => page.evaluate(() => seen);
    await expect.poll(async () => [fake.openWatches, ...(await lost())]).toEqual([4]);
  });

  it('leave a place again when one ends', async () => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a')] });
    const types = await page.evaluate(async () => {
      const maps = kubeatlas.createClient({ server: '/k8s' }).resource('configmaps');
      const seen: string[] = [];
      for (let count = 1; count <= 7; count += 1) {
        for await (const { type } of maps.watch()) {
          seen.push(type);
          break;
        }
      }
      return seen;
    });
    expect(types).toEqual(Array(7).fill('ADDED'));
    await expect.poll(() => fake.openWatches).toBe(0);
  });

  it('are followers that list where no stream is left, and all of them tell every change', async () => {
    const { page, fake } = await stage.openFake({ objects: [configMap('a')] });
    await page.evaluate(async () => {
      const client = kubeatlas.createClient({ server: '/k8s' });
      const maps = client.resource('configmaps');
      globalThis.seen = [];
      const tell = async (place: number): Promise<void> => {
        for await (const step of kubeatlas.follow(maps, { pollIntervalMs: 100 })) {
          // The first list of those that get no stream.
          if (step.type === 'recovered') continue;
          seen.push(`${place} ${'object' in step ? `${step.type} ${step.object.metadata.name}` : step.type}`);
        }
      };
      const ends = [1, 2, 3, 4, 5, 6, 7].map(tell);
      Promise.all(ends).catch((error: unknown) => seen.push(`end: ${String(error)}`));
    });
    const places = [1, 2, 3, 4, 5, 6, 7];
    const told = (...steps: string[]): string[] => places.flatMap((place) => steps.map((step) => `${place} ${step}`));
    const sorted = (): Promise<string[]> => page.evaluate(() => [...seen].sort());
    await expect.poll(sorted).toEqual(told('added a', 'synced').sort());
    await expect.poll(() => fake.openWatches).toBe(4);
    fake.put(configMap('b'));
    fake.remove(configMap('a'));
    await expect.poll(sorted).toEqual(told('added a', 'synced', 'added b', 'removed a').sort());
    await expect.poll(() => fake.openWatches).toBe(4);
  });
});
