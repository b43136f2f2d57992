import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/core/discovery/documents/memory-store.js';
import { diffCatalogs } from '../../src/core/catalog/changes.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { aggregated, endpointsOf, legacy, serverOf, tagged } from './scripted-server.js';
import { settled } from './stores/spoilt-stores.js';

const down = { status: 503, body: 'later' };
describe('rounds that nobody would wish for', () => {
  it('a part, then everything, then nothing fails: what was kept stays, and recovers', async () => {
    const s = serverOf({
      '/api': { body: aggregated({ v1: ['pods'] }) },
      '/apis': { body: aggregated({ 'a.io/v1': ['xs'] }) },
    });
    const first = await s.discovery.catalog();
    s.answers['/apis'] = down;
    const kept = await s.discovery.refresh();
    s.answers['/api'] = down;
    await expect(s.discovery.refresh()).rejects.toMatchObject({ code: 'discovery' });
    expect(s.discovery.current).toBe(kept);
    s.answers['/api'] = { body: aggregated({ v1: ['pods'] }) };
    s.answers['/apis'] = { body: aggregated({ 'a.io/v1': ['xs'] }) };
    const back = await s.discovery.refresh();
    expect(back.groups).toEqual(first.groups);
    const d = diffCatalogs(kept, back);
    expect([d.recovered.length, d.added.length, d.changed.length, d.removed.length]).toEqual([1, 0, 0, 0]);
  });
  it('a root that asks for a pause is not asked before its end, by nobody', async () => {
    const busy = new ApiError({
      method: 'GET',
      path: '/apis',
      statusCode: 429,
      status: {},
      fromServer: false,
      retryAfterSeconds: 20,
    });
    const s = serverOf({ '/api': { body: aggregated({ v1: ['pods'] }) }, '/apis': busy });
    await s.discovery.catalog();
    s.asked();
    s.pass(19_999);
    const c = await s.discovery.refresh();
    expect(s.asked()).toEqual(['/api']);
    expect(c.failures).toHaveLength(1);
    s.pass(1);
    await s.discovery.refresh();
    expect(s.asked()).toEqual(['/api', '/apis']);
  });
  it('a version is stale, and then its whole group is missing: both go after a minute', async () => {
    const s = serverOf({ '/apis': { body: aggregated({ 'a.io/v1': ['xs'], 'a.io/v2': ['xs'] }) } });
    await s.discovery.catalog();
    s.answers['/apis'] = { body: aggregated({ 'a.io/v1': ['xs'], 'a.io/v2': 'stale' }) };
    s.pass(70_000);
    await s.discovery.refresh();
    s.answers['/apis'] = { body: aggregated({ 'b.io/v1': ['ys'] }) };
    s.pass(70_000);
    const c = await s.discovery.refresh();
    expect(endpointsOf(c).sort()).toEqual(['xs.v1.a.io!', 'xs.v2.a.io!', 'ys.v1.b.io']);
    expect(c.failures.map((f) => f.class)).toEqual(['missing', 'missing']);
    s.pass(60_000);
    expect(endpointsOf(await s.discovery.refresh())).toEqual(['ys.v1.b.io']);
  });
  it('fifty clients begin with one store at the same moment', async () => {
    const store = createMemoryStore();
    const answers = {
      '/api': tagged(aggregated({ v1: ['pods'] })),
      '/apis': tagged(aggregated({ 'a.io/v1': ['xs'] })),
    };
    const many = await Promise.all(Array.from({ length: 50 }, () => serverOf(answers, { store }).discovery.catalog()));
    expect(new Set(many.map((c) => endpointsOf(c).join())).size).toBe(1);
  });
  it('a server speaks another format than the one that a store knows', async () => {
    const store = createMemoryStore();
    const agg = {
      '/api': tagged(aggregated({ v1: ['pods'] })),
      '/apis': tagged(aggregated({ 'a.io/v1': ['xs'], 'b.io/v1': ['ys'] })),
    };
    await serverOf(agg, { store }).discovery.catalog();
    await settled();
    const leg = serverOf(legacy({ v1: ['pods'], 'a.io/v1': ['xs'] }), { store });
    expect(endpointsOf(await leg.discovery.catalog())).toEqual(['pods.v1', 'xs.v1.a.io', 'ys.v1.b.io!']);
    await settled();
    const again = serverOf(agg, { store });
    expect(endpointsOf(await again.discovery.catalog())).toEqual(['pods.v1', 'xs.v1.a.io', 'ys.v1.b.io!']);
  });
  it('groups have the names of fields of objects', async () => {
    const s = serverOf({ '/apis': { body: aggregated({ '__proto__/v1': ['xs'], 'constructor/v1': ['ys'] }) } });
    const c = await s.discovery.catalog();
    s.answers['/apis'] = { body: aggregated({}) };
    const k = await s.discovery.refresh();
    expect(endpointsOf(k)).toEqual(endpointsOf(c).map((n) => `${n}!`));
  });
});
