import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../src/core/catalog/changes.js';
import { captured } from '../fixtures/captured.js';
import { aggregated, legacy, legacyDocument, serverOf } from './scripted-server.js';

const served = { 'a.io/v1': ['gadgets', 'things'], 'a.io/v2': ['gadgets'], 'b.io/v1': ['things'] };

describe('a new body that says the same', () => {
  it('is the same catalog', async () => {
    const { discovery } = serverOf({
      '/api': { body: aggregated({ v1: ['pods'] }) },
      '/apis': { body: aggregated(served) },
    });
    const first = await discovery.catalog();
    expect(await discovery.refresh()).toBe(first);
  });

  it.each(['kube-1.36-v2', 'kube-1.29-v2beta1', 'kube-1.36-legacy'] as const)(
    'is the same catalog: %s',
    async (name) => {
      const documents = captured(name);
      const untagged = Object.fromEntries(
        Object.entries(documents).map(([path, answer]) => [
          path,
          { ...answer, headers: { ...answer.headers, etag: '' } },
        ]),
      );
      const { discovery } = serverOf(untagged);
      const first = await discovery.catalog();
      expect(await discovery.refresh()).toBe(first);
    },
  );
});

describe('a new body in which one entry changed', () => {
  it.each(['aggregated', 'legacy'] as const)('keeps all others, and their groups: %s', async (format) => {
    const next = { ...served, 'a.io/v1': ['gadgets', 'things', 'widgets'] };
    const answers =
      format === 'legacy' ? legacy({ v1: ['pods'], ...served }) : { '/apis': { body: aggregated(served) } };
    const { discovery } = serverOf(answers);
    const before = await discovery.catalog();
    if (format === 'legacy') answers['/apis/a.io/v1'] = legacyDocument(next['a.io/v1']);
    else answers['/apis'] = { body: aggregated(next) };
    const after = await discovery.refresh();
    expect(after).not.toBe(before);
    expect(after.group('b.io')).toBe(before.group('b.io'));
    expect(after.group('a.io')).not.toBe(before.group('a.io'));
    const v2 = { group: 'a.io', version: 'v2' };
    expect(after.version(v2)).toBe(before.version(v2));
    const gadgets = { group: 'a.io', version: 'v1', resource: 'gadgets' };
    expect(after.resource(gadgets)).toBe(before.resource(gadgets));
    expect(diffCatalogs(before, after)).toMatchObject({ added: [{ resource: 'widgets' }], changed: [], removed: [] });
    expect(await discovery.refresh()).toBe(after);
  });

  it.each<[string, object]>([
    ['verbs', { verbs: ['get'] }],
    ['short names', { shortNames: ['g'] }],
    ['categories', { categories: ['all'] }],
    ['scope', { scope: 'Cluster' }],
    ['singular', { singularResource: 'gadget' }],
    ['kind', { responseKind: { group: '', version: '', kind: 'Other' } }],
    ['the group of its kind', { responseKind: { group: 'x.io', version: 'v1', kind: 'Gadget' } }],
    ['hash', { storageVersionHash: 'abc' }],
    ['id', { internalID: 'abc' }],
    ['subresources', { subresources: [{ subresource: 'scale', verbs: ['get'] }] }],
  ])('sees another %s', async (_what, change) => {
    const entry = {
      resource: 'gadgets',
      responseKind: { group: '', version: '', kind: 'Gadget' },
      scope: 'Namespaced',
      verbs: ['get', 'list'],
    };
    const { answers, discovery } = serverOf({ '/apis': { body: aggregated({ 'a.io/v1': [entry] }) } });
    const before = await discovery.catalog();
    answers['/apis'] = { body: aggregated({ 'a.io/v1': [{ ...entry, ...change }] }) };
    const { changed } = diffCatalogs(before, await discovery.refresh());
    expect(changed).toHaveLength(1);
  });

  it('sees another order, which is another preference', async () => {
    const { answers, discovery } = serverOf({
      '/apis': { body: aggregated({ 'a.io/v1': ['xs'], 'a.io/v2': ['xs'] }) },
    });
    const before = await discovery.catalog();
    answers['/apis'] = { body: aggregated({ 'a.io/v2': ['xs'], 'a.io/v1': ['xs'] }) };
    const after = await discovery.refresh();
    expect(after.group('a.io')?.preferredVersion).toBe('v2');
    expect(after.version({ group: 'a.io', version: 'v1' })).toBe(before.version({ group: 'a.io', version: 'v1' }));
  });
});
