import { describe, expect, it } from 'vitest';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import type { Discovery, RefreshOptions } from '../../src/core/discovery/discovery.js';
import { deadSocket, replay, type Scripted, type ScriptedAnswer } from './replay-connection.js';

const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items: [] };

/** A server that counts how often it is asked, by a clock of the test. */
function serverAt() {
  let time = 0;
  let hold: Promise<void> = Promise.resolve();
  let down = false;
  const asked: number[] = [];
  const answer: Scripted = async (): Promise<ScriptedAnswer> => {
    asked.push(time);
    await hold;
    if (down) throw deadSocket;
    return { body: list };
  };
  const root: Scripted = (): ScriptedAnswer | Error => (down ? deadSocket : { body: list });
  const discovery: Discovery = createDiscovery(replay({ '/api': root, '/apis': answer }), {}, { now: () => time });
  return {
    discovery,
    asked,
    pass: (ms: number) => {
      time += ms;
    },
    setDown: (value: boolean) => {
      down = value;
    },
    holdRounds: () => {
      let release = (): void => undefined;
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

/** Lets everything run that waits for its turn alone. A discovery counts as under way after a turn of the timers. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

describe('refresh({ notOlderThanMs })', () => {
  it('answers a catalog that is new enough without a request, and asks for any other', async () => {
    const { discovery, asked, pass } = serverAt();
    const first = await discovery.catalog();
    pass(500);
    expect(await discovery.refresh({ notOlderThanMs: 500 })).toBe(first);
    expect(await discovery.refresh({ notOlderThanMs: Infinity })).toBe(first);
    expect(asked).toEqual([0]);
    await discovery.refresh({ notOlderThanMs: 499 });
    expect(asked).toEqual([0, 500]);
    await discovery.refresh();
    await discovery.refresh({ notOlderThanMs: 0 });
    expect(asked).toEqual([0, 500, 500, 500]);
  });

  it('counts from when the server was asked, not from when it had answered', async () => {
    const { discovery, asked, pass, holdRounds } = serverAt();
    const release = holdRounds();
    const slow = discovery.catalog();
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    pass(1000);
    release();
    await slow;
    await discovery.refresh({ notOlderThanMs: 999 });
    expect(asked).toEqual([0, 1000]);
  });

  it('waits for a discovery under way that is new enough, and begins another after one that is not', async () => {
    const { discovery, asked, pass, holdRounds } = serverAt();
    const release = holdRounds();
    const first = discovery.refresh();
    await settle();
    pass(100);
    const joined = discovery.refresh({ notOlderThanMs: 100 });
    const later = discovery.refresh({ notOlderThanMs: 99 });
    const alsoLater = discovery.refresh({ notOlderThanMs: 50 });
    await settle();
    expect(asked).toEqual([0]);
    release();
    await Promise.all([first, joined]);
    await Promise.all([later, alsoLater]);
    expect(asked).toEqual([0, 100]);
  });

  it('throws a failure again for up to a second, but answers a catalog of before where that is new enough', async () => {
    const { discovery, asked, pass, setDown } = serverAt();
    const first = await discovery.catalog();
    setDown(true);
    pass(10_000);
    const failed: unknown = await discovery.refresh({ notOlderThanMs: 1000 }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'discovery' });
    await expect(discovery.refresh({ notOlderThanMs: 1000 })).rejects.toBe(failed);
    expect(await discovery.refresh({ notOlderThanMs: 10_000 })).toBe(first);
    expect(asked).toEqual([0, 10_000]);
    setDown(false);
    pass(1001);
    expect(await discovery.refresh({ notOlderThanMs: 5000 })).toBe(first);
    expect(asked).toEqual([0, 10_000, 11_001]);
  });

  it('does not take for a failure of the server that all callers left', async () => {
    const { discovery, asked, holdRounds } = serverAt();
    const release = holdRounds();
    const controller = new AbortController();
    const left = discovery.refresh({ notOlderThanMs: 1000, signal: controller.signal });
    await settle();
    controller.abort('left');
    await expect(left).rejects.toBe('left');
    release();
    expect((await discovery.refresh({ notOlderThanMs: 1000 })).groups).toEqual([]);
    expect(asked).toEqual([0, 0]);
  });

  it('knows nothing after invalidate()', async () => {
    const { discovery, asked } = serverAt();
    await discovery.catalog();
    discovery.invalidate();
    await discovery.refresh({ notOlderThanMs: Infinity });
    expect(asked).toEqual([0, 0]);
  });

  it.each([-1, Number.NaN, '5', null])('refuses %j', async (notOlderThanMs) => {
    const { discovery, asked } = serverAt();
    const refresh = (options: unknown): Promise<unknown> => discovery.refresh(options as RefreshOptions);
    await expect(refresh({ notOlderThanMs })).rejects.toMatchObject({ argument: 'notOlderThanMs' });
    await expect(refresh(null)).rejects.toMatchObject({ argument: 'options' });
    expect(asked).toEqual([]);
  });

  it('minds a signal that is aborted, though a catalog is at hand', async () => {
    const { discovery } = serverAt();
    const catalog = await discovery.catalog();
    const signal = AbortSignal.abort('no');
    await expect(discovery.catalog({ signal })).rejects.toBe('no');
    await expect(discovery.refresh({ notOlderThanMs: 1000, signal })).rejects.toBe('no');
    await expect(discovery.evidence(catalog, [], { signal })).rejects.toBe('no');
  });
});
