import { describe, expect, it } from 'vitest';
import type { PartInDoubt } from '../../src/core/discovery/discovery.js';
import type { Scripted, ScriptedAnswer } from './replay-connection.js';
import { aggregated, check, endpointsOf, legacy, legacyDocument, serverOf } from './scripted-server.js';

const core: Scripted = { body: aggregated({ v1: ['pods'] }) };
const down: Scripted = { status: 503, body: 'later' };
const served = { v1: ['pods'], 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] };

/** An answer that waits until it is let go. */
function held(answer: ScriptedAnswer): { answer: Scripted; release: () => void } {
  let release = (): void => undefined;
  const gate = new Promise<ScriptedAnswer>((resolve) => {
    release = () => {
      resolve(answer);
    };
  });
  return { answer: () => gate, release };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a check of parts in doubt', () => {
  it('learns the catalog where there is none yet', async () => {
    const { discovery, asked } = serverOf(legacy(served));
    expect(endpointsOf(await check(discovery, []))).toHaveLength(3);
    expect(asked()).toHaveLength(5);
  });

  it('asks nothing for parts that are not in doubt, and answers the catalog at hand', async () => {
    const { discovery, asked } = serverOf({ '/api': core, '/apis': { body: aggregated({}) } });
    const catalog = await discovery.catalog();
    asked();
    expect(await check(discovery, [])).toBe(catalog);
    expect(asked()).toEqual([]);
  });

  it('asks the document of an aggregated root in place of a part that it marks stale', async () => {
    const { answers, discovery, asked } = serverOf({
      '/api': core,
      '/apis': { body: aggregated({ 'a.io/v1': ['gadgets'], 'b.io/v1': 'stale' }) },
    });
    const { failures } = await discovery.catalog();
    asked();
    await check(discovery, failures);
    await check(discovery, failures);
    expect(asked()).toEqual(['/apis', '/apis']);
    await check(discovery, failures);
    expect(asked()).toEqual([]);
    answers['/apis'] = { body: aggregated({ 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] }) };
    expect((await discovery.refresh()).failures).toEqual([]);
  });

  it('loses none of several that come together', async () => {
    const { answers, discovery, asked } = serverOf({ ...legacy(served), '/apis/a.io/v1': down, '/apis/b.io/v1': down });
    await discovery.catalog();
    Object.assign(answers, legacy(served));
    asked();
    const parts: PartInDoubt[] = [
      { group: 'a.io', version: 'v1' },
      { group: 'b.io', version: 'v1' },
    ];
    const catalogs = await Promise.all([...parts, ...parts].map((part) => check(discovery, [part])));
    expect(asked().sort()).toEqual(['/apis/a.io/v1', '/apis/b.io/v1']);
    expect(catalogs.at(-1)?.failures).toEqual([]);
    expect(discovery.current?.failures).toEqual([]);
  });

  it('keeps what it proved though a round was under way that knew the thing', async () => {
    const { answers, discovery, pass } = serverOf({
      '/api': core,
      '/apis': { body: aggregated({ 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] }) },
    });
    await discovery.catalog();
    answers['/apis'] = { body: aggregated({ 'a.io/v1': ['gadgets'] }) };
    const { failures } = await discovery.refresh();
    pass(60_000);
    const slow = held({ body: aggregated({ v1: ['pods'] }) });
    answers['/api'] = slow.answer;
    const checked = check(discovery, failures);
    await turns();
    const round = discovery.refresh();
    await turns();
    slow.release();
    await Promise.all([checked, round]);
    expect(discovery.current?.group('b.io')).toBeUndefined();
  });

  it('does not lose that something was seen being deleted, though another check is under way', async () => {
    const { answers, discovery } = serverOf({ ...legacy(served), '/apis/a.io/v1': down });
    const { failures } = await discovery.catalog();
    const slow = held(legacyDocument(['gadgets']) as ScriptedAnswer);
    answers['/apis/a.io/v1'] = slow.answer;
    const first = check(discovery, failures);
    await turns();
    Object.assign(answers, { '/apis': legacy({ 'a.io/v1': [] })['/apis'] });
    delete answers['/apis/b.io/v1'];
    const second = discovery.refresh({ deleted: [{ group: 'b.io', version: 'v1' }] });
    await turns();
    slow.release();
    await first;
    expect(endpointsOf(await second)).toEqual(['pods.v1', 'gadgets.v1.a.io']);
  });

  it('leaves with its caller, and answers what is at hand where the server is away', async () => {
    const { answers, discovery } = serverOf({ '/api': down, '/apis': core });
    answers['/apis'] = { body: aggregated({ 'a.io/v1': ['gadgets'] }) };
    const catalog = await discovery.catalog();
    await expect(check(discovery, catalog.failures, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    answers['/apis'] = down;
    const refreshed = discovery.refresh();
    expect(await check(discovery, catalog.failures)).toBe(catalog);
    await expect(refreshed).rejects.toMatchObject({ code: 'discovery' });
  });
});
