import { describe, expect, it } from 'vitest';
import type { Scripted } from './replay-connection.js';
import { aggregated, endpointsOf, legacy, legacyDocument, serverOf } from './scripted-server.js';

const core: Scripted = { body: aggregated({ v1: ['pods'] }) };

describe('documents that come in turn', () => {
  const a = { 'a.io/v1': ['gadgets', 'only'], 'old.io/v1': ['relics'], 'z.io/v1': ['ends'] };
  const b = { 'a.io/v1': ['gadgets'], 'new.io/v1': ['things'], 'z.io/v1': ['ends'] };
  const union = ['pods.v1', 'gadgets.v1.a.io', 'only.v1.a.io!', 'old', 'new', 'ends.v1.z.io'];

  it('make a catalog of all that they list, and no mark flaps', async () => {
    const { answers, discovery, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(a) } });
    const turn = async (document: typeof a | typeof b) => {
      answers['/apis'] = { body: aggregated(document) };
      pass(3000);
      return discovery.refresh();
    };
    await discovery.catalog();
    await turn(b);
    const third = await turn(a);
    expect(endpointsOf(third).sort()).toEqual(
      [...union.filter((name) => name.includes('.')), 'relics.v1.old.io!', 'things.v1.new.io!'].sort(),
    );
    for (let round = 0; round < 30; round += 1) expect(await turn(round % 2 === 0 ? b : a)).toBe(third);
    expect(third.failures.map(({ class: why }) => why)).toEqual(['missing', 'missing', 'missing']);
  });

  it('may be as many as servers have: each thing stays, and no mark flaps', async () => {
    const documents = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ [`${name}.io/v1`]: [`${name}s`] }));
    const { answers, discovery, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(documents[0]!) } });
    const turn = async (round: number) => {
      answers['/apis'] = { body: aggregated(documents[round % 6]!) };
      pass(3000);
      return discovery.refresh();
    };
    for (let round = 0; round < 12; round += 1) await turn(round);
    const seen = await turn(12);
    expect(endpointsOf(seen)).toHaveLength(7);
    for (let round = 13; round < 20; round += 1) expect(await turn(round)).toBe(seen);
  });

  it('end a minute after one of them came last, and then what it had is gone with a 404 of its own path', async () => {
    const { answers, discovery, pass, asked } = serverOf({ '/api': core, '/apis': { body: aggregated(a) } });
    await discovery.catalog();
    for (const document of [b, a, b]) {
      pass(1000);
      answers['/apis'] = { body: aggregated(document) };
      await discovery.refresh();
    }
    pass(50_000);
    asked();
    expect(endpointsOf(await discovery.refresh())).toContain('relics.v1.old.io!');
    expect(asked()).toEqual(['/api', '/apis']);
    pass(9999);
    answers['/apis/old.io/v1'] = { status: 503, body: 'later' };
    expect(endpointsOf(await discovery.refresh())).toContain('relics.v1.old.io!');
    pass(1);
    const after = await discovery.refresh();
    expect(endpointsOf(after)).toContain('things.v1.new.io');
    expect(endpointsOf(after)).toContain('relics.v1.old.io!');
    delete answers['/apis/old.io/v1'];
    pass(2000);
    expect(endpointsOf(await discovery.refresh())).toEqual([
      'pods.v1',
      'gadgets.v1.a.io',
      'things.v1.new.io',
      'ends.v1.z.io',
    ]);
  });

  it('are no turns where the server has only changed', async () => {
    const { answers, discovery, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(b) } });
    await discovery.catalog();
    answers['/apis'] = { body: aggregated({ ...b, 'x.io/v1': ['xs'] }) };
    for (let round = 0; round < 3; round += 1) {
      pass(1000);
      expect(endpointsOf(await discovery.refresh())).toContain('xs.v1.x.io');
    }
  });

  it('come from legacy servers as well', async () => {
    const served = (names: readonly string[]) =>
      legacy(Object.fromEntries(names.map((name) => [name, [`${name[0]!}things`]])));
    const [one, other] = [served(['v1', 'a.io/v1', 'z.io/v1']), served(['v1', 'b.io/v1', 'z.io/v1'])];
    const { answers, discovery, pass } = serverOf({ ...one });
    const seen = [await discovery.catalog()];
    for (const documents of [other, one, other, one]) {
      for (const path of Object.keys(answers)) delete answers[path];
      Object.assign(answers, documents);
      pass(3000);
      seen.push(await discovery.refresh());
    }
    expect(endpointsOf(seen[2]!).sort()).toEqual([
      'athings.v1.a.io!',
      'bthings.v1.b.io!',
      'vthings.v1',
      'zthings.v1.z.io',
    ]);
    expect(seen[3]).toBe(seen[2]);
    expect(seen[4]).toBe(seen[2]);
  });
});

describe('servers that speak other formats, and answer in turn', () => {
  it('lose nothing, and what an aggregated document says stands', async () => {
    const served = { v1: ['pods'], 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] };
    const old = { v1: ['pods'], 'a.io/v1': ['gadgets'] };
    const one = {
      '/api': { body: aggregated({ v1: ['pods'] }) },
      '/apis': { body: aggregated({ 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] }) },
    };
    const other = legacy(old);
    const { answers, discovery, pass } = serverOf({ ...other, ...one });
    await discovery.catalog();
    const seen = [];
    for (const documents of [other, one, other, one, other]) {
      for (const path of Object.keys(answers)) delete answers[path];
      Object.assign(answers, legacy(served), documents);
      pass(3000);
      seen.push(await discovery.refresh());
    }
    const names = ['pods.v1', 'gadgets.v1.a.io', 'things.v1.b.io!'];
    for (const catalog of seen.slice(1)) expect(endpointsOf(catalog)).toEqual(names);
    expect(seen.at(-1)?.groups).toBe(seen.at(-2)?.groups);
  });
});

describe('what is new while documents come in turn', () => {
  it.each(['aggregated', 'legacy'] as const)('is found at once, and not marked: %s', async (format) => {
    const [one, other] = [
      { 'a.io/v1': ['gadgets'], 'one.io/v1': ['xs'] },
      { 'a.io/v1': ['gadgets'], 'two.io/v1': ['ys'] },
    ];
    const both = { 'new.io/v1': ['news'], 'a.io/v1': ['gadgets', 'widgets'] };
    const documents = (served: Record<string, readonly string[]>): Record<string, Scripted> =>
      format === 'legacy' ? legacy(served) : { '/apis': { body: aggregated(served) } };
    const { answers, discovery, pass } = serverOf({ '/api': core, ...documents(one) });
    await discovery.catalog();
    for (const served of [other, one, { ...one, ...both }, { ...other, ...both }]) {
      Object.assign(answers, documents(served));
      answers['/api'] = core;
      pass(1000);
      await discovery.refresh();
    }
    const names = endpointsOf(await discovery.catalog());
    expect(names).toContain('news.v1.new.io');
    expect(names.filter((name) => name.startsWith('widgets'))).toEqual(['widgets.v1.a.io']);
    expect(names).toContain('ys.v1.two.io!');
  });
});

describe('a document that comes again, though no server answers in turn', () => {
  const whole = { 'a.io/v1': ['gadgets'], 'metrics.io/v1': ['nodes'] };

  it('since a backend was down for a moment, marks nothing', async () => {
    const { answers, discovery, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(whole) } });
    const first = await discovery.catalog();
    const turns = [
      { ...whole, 'metrics.io/v1': 'stale' },
      whole,
      { ...whole, 'metrics.io/v1': 'stale' },
      whole,
    ] as const;
    const seen = [];
    for (const served of turns) {
      answers['/apis'] = { body: aggregated(served) };
      pass(1000);
      seen.push(await discovery.refresh());
    }
    expect(seen.map((catalog) => endpointsOf(catalog).at(-1))).toEqual([
      'nodes.v1.metrics.io!',
      'nodes.v1.metrics.io',
      'nodes.v1.metrics.io!',
      'nodes.v1.metrics.io',
    ]);
    expect(seen.at(-1)?.groups).toEqual(first.groups);
    answers['/apis'] = { body: aggregated({ ...whole, 'a.io/v1': [{ ...entry, verbs: ['get'] }] }) };
    const changed = await discovery.refresh();
    expect(changed.resource({ group: 'a.io', version: 'v1', resource: 'gadgets' })?.verbs).toEqual(['get']);
  });

  it('since a custom resource came and went, keeps it for a minute, or until it is seen being deleted', async () => {
    const { answers, discovery, pass, asked } = serverOf({ '/api': core, '/apis': { body: aggregated(whole) } });
    const first = await discovery.catalog();
    for (const served of [{ ...whole, 'new.io/v1': ['news'] }, whole]) {
      answers['/apis'] = { body: aggregated(served) };
      pass(1000);
      await discovery.refresh();
    }
    pass(5000);
    const kept = await discovery.refresh();
    expect(endpointsOf(kept)).toContain('news.v1.new.io!');
    asked();
    const after = await discovery.refresh({ deleted: [{ group: 'new.io', version: 'v1' }] });
    expect(asked()).toEqual(['/api', '/apis', '/apis/new.io/v1']);
    expect([after.groups, after.failures]).toEqual([first.groups, []]);
    expect(await discovery.refresh()).toBe(after);
  });

  it.each([
    ['is gone where its own group-version does not list it', ['gadgets'], []],
    ['stays where that lists it', ['gadgets', 'news'], ['news.v1.a.io!']],
    ['stays where that cannot be read', undefined, ['news.v1.a.io!']],
  ])('since one of several custom resources of a group came and went: it %s', async (_what, listed, left) => {
    const { answers, discovery, pass, asked } = serverOf({ '/api': core, '/apis': { body: aggregated(whole) } });
    await discovery.catalog();
    for (const served of [{ ...whole, 'a.io/v1': ['gadgets', 'news'] }, whole]) {
      answers['/apis'] = { body: aggregated(served) };
      pass(1000);
      await discovery.refresh();
    }
    const kept = await discovery.refresh();
    expect(endpointsOf(kept)).toContain('news.v1.a.io!');
    asked();
    answers['/apis/a.io/v1'] = listed === undefined ? { status: 500, body: {} } : legacyDocument(listed);
    const parts = [{ group: 'a.io', version: 'v1', resource: 'news' }];
    const after = await discovery.refresh({ deleted: parts });
    expect(asked()).toEqual(['/api', '/apis', '/apis/a.io/v1']);
    expect(endpointsOf(after).filter((name) => name.startsWith('news'))).toEqual(left);
    expect(after.failures).toHaveLength(left.length);
    expect(endpointsOf(await discovery.refresh())).toEqual(endpointsOf(after));
  });
});

const entry = { resource: 'gadgets', responseKind: { group: '', version: '', kind: 'Gadget' }, scope: 'Namespaced' };
