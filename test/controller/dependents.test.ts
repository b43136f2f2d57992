import { describe, expect, it } from 'vitest';
import { settled } from '../../src/controller/index.js';
import { configMap, control, ownedBy, stage, widget } from './controlled.js';

describe('the dependents of a controller', () => {
  it('wake their owner, by uid, when they come, change and go', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { controller, reconciled } = control(on, { owns: ['configmaps'] });
    await settled(controller);
    const [a, b] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    reconciled.length = 0;
    on.fake.put(configMap('of-a', ownedBy(a!)));
    await settled(controller);
    on.fake.put(configMap('of-a', ownedBy(b!)));
    await settled(controller);
    on.fake.remove(configMap('of-a'));
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/a', 'shop/b', 'shop/b']);
  });

  it('wake nobody where the reference does not mean the owner', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, reconciled } = control(on, { owns: ['configmaps'] });
    await settled(controller);
    const [a] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    for (const [index, wrong] of [
      { uid: 'of-one-that-is-gone' },
      { controller: false },
      { kind: 'Gadget' },
      { apiVersion: 'other.example/v1' },
      { name: 'b' },
    ].entries()) {
      on.fake.put(configMap(`wrong-${index}`, ownedBy(a!, wrong)));
    }
    on.fake.put({ ...configMap('elsewhere', { ...ownedBy(a!), namespace: 'other' }) });
    await settled(controller);
    expect(reconciled).toEqual(['shop/a']);
  });

  it('wake owners that do not manage them where that is asked for', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, reconciled } = control(on, { owns: [{ resource: 'configmaps', controller: false }] });
    await settled(controller);
    const [a] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    on.fake.put(configMap('of-a', ownedBy(a!, { controller: undefined })));
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('are given to the reconcile of their owner', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const [a] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    on.fake.put(configMap('of-a', ownedBy(a!)));
    on.fake.put(configMap('stray'));
    const seen = new Map<string, readonly string[]>();
    const { controller } = control(on, {
      owns: ['configmaps'],
      reconcile: ({ name }, { dependents }) => {
        seen.set(
          name,
          dependents().map(({ metadata }) => metadata.name),
        );
      },
    });
    await settled(controller);
    expect([...seen]).toEqual([
      ['a', ['of-a']],
      ['b', []],
    ]);
  });

  it('are told apart by what stands in owns', async () => {
    const on = stage({ objects: [widget('a')] });
    const [a] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    on.fake.put(configMap('of-a', ownedBy(a!)));
    const secrets = on.client.resource('secrets');
    const seen: unknown[] = [];
    const { controller } = control(on, {
      owns: ['configmaps', { resource: secrets, controller: false }],
      reconcile: (_request, { dependents }) => {
        for (const resource of ['configmaps', secrets, undefined] as const) {
          seen.push(dependents(resource as 'configmaps').map(({ metadata }) => metadata.name));
        }
        expect(() => dependents('pods')).toThrow(expect.objectContaining({ argument: 'resource' }) as Error);
      },
    });
    await settled(controller);
    expect(seen).toEqual([['of-a'], [], ['of-a']]);
  });

  it('of a cluster-scoped owner wake it from every namespace', async () => {
    const on = stage({ objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }] });
    const { controller, reconciled } = control(on, { for: 'namespaces', owns: ['configmaps'] });
    await settled(controller);
    const [shop] = on.fake.objects.filter(({ kind }) => kind === 'Namespace');
    on.fake.put(configMap('of-shop', ownedBy(shop!)));
    await settled(controller);
    expect(reconciled).toEqual(['shop', 'shop']);
  });
});

describe('a map', () => {
  it('says who is reconciled for the object as it was and as it is', async () => {
    const on = stage();
    const { controller, reconciled } = control(on, {
      watches: [
        {
          resource: 'configmaps',
          map: ({ metadata }) => {
            const { labels = {} } = metadata as { labels?: Record<string, string> };
            return labels['for'] === undefined ? [] : [{ namespace: 'shop', name: labels['for'] }];
          },
        },
      ],
    });
    await settled(controller);
    on.fake.put(configMap('one', { labels: { for: 'a' } }));
    await settled(controller);
    on.fake.put(configMap('one', { labels: { for: 'b' } }));
    on.fake.put(configMap('two'));
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/a', 'shop/b']);
  });
});
