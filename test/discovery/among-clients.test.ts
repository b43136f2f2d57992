import { describe, expect, it } from 'vitest';
import { captured } from '../fixtures/captured.js';
import { aggregated, serverOf } from './scripted-server.js';

const served = { 'a.io/v1': ['gadgets', 'things'], 'b.io/v1': ['things'] };
const tagged = (versions: Record<string, string[]>, etag: string) => ({
  '/apis': { body: aggregated(versions), headers: { etag } },
});

describe('clients of servers that send equal documents', () => {
  it('hold them once', async () => {
    const [one, other] = [serverOf(captured('kube-1.36-v2')), serverOf(captured('kube-1.36-v2'))];
    const catalogs = [await one.discovery.catalog(), await other.discovery.catalog()];
    expect(catalogs[0]?.groups.length).toBeGreaterThan(20);
    expect(new Set(catalogs.flatMap(({ groups }) => groups)).size).toBe(catalogs[0]?.groups.length);
  });

  it('share what is equal when a server lies about its ETag, and nothing else', async () => {
    const honest = serverOf(tagged(served, '"same"'));
    const liar = serverOf(tagged({ 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'], 'c.io/v1': ['secrets'] }, '"same"'));
    const late = serverOf(tagged(served, '"same"'));
    const [first, lies, again] = [
      await honest.discovery.catalog(),
      await liar.discovery.catalog(),
      await late.discovery.catalog(),
    ];
    const names = (catalog: typeof first) => catalog.resources().map(({ group, resource }) => `${resource}.${group}`);
    expect(names(lies)).toEqual(['gadgets.a.io', 'things.b.io', 'secrets.c.io']);
    expect(names(again)).toEqual(['gadgets.a.io', 'things.a.io', 'things.b.io']);
    expect(names(first)).toEqual(names(again));
    expect(lies.group('b.io')).toBe(first.group('b.io'));
    expect(lies.group('a.io')).not.toBe(first.group('a.io'));
  });
});
