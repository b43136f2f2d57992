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

  it('of a predecessor wake who has its name now, when they go and when they change hands', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { controller, reconciled } = control(on, { owns: ['configmaps'] });
    await settled(controller);
    const [old, b] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    on.fake.put(configMap('one', ownedBy(old!)));
    on.fake.put(configMap('two', ownedBy(old!)));
    on.fake.put(configMap('three', ownedBy(old!)));
    on.fake.put(configMap('of-none', ownedBy(old!, { controller: false })));
    on.fake.put(configMap('of-another-kind', ownedBy(old!, { kind: 'Gadget' })));
    await settled(controller);
    on.fake.remove(widget('a'));
    await settled(controller);
    on.fake.put(widget('a'));
    await settled(controller);
    const woken = async (change: () => void): Promise<string[]> => {
      reconciled.length = 0;
      change();
      await settled(controller);
      return reconciled.splice(0).sort();
    };
    // The garbage collector has not been there yet.
    const left = on.fake.objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
    expect(left).toEqual(expect.arrayContaining(['one', 'two', 'three', 'of-none', 'of-another-kind']));
    expect(await woken(() => on.fake.put(configMap('one', { ...ownedBy(old!), labels: { x: 'y' } })))).toEqual([]);
    expect(await woken(() => on.fake.remove(configMap('one')))).toEqual(['shop/a']);
    expect(await woken(() => on.fake.put(configMap('two', ownedBy(b!))))).toEqual(['shop/a', 'shop/b']);
    expect(await woken(() => on.fake.put(configMap('three')))).toEqual(['shop/a']);
    expect(await woken(() => on.fake.remove(configMap('of-none')))).toEqual([]);
    expect(await woken(() => on.fake.remove(configMap('of-another-kind')))).toEqual([]);
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

  it.each([
    [undefined, ['shop/a', 'shop/a']],
    ['kind' as const, ['shop/a', 'shop/a']],
    ['resource' as const, ['shop/a', 'shop/b']],
  ])('are found by the field of a reference that the server honors: %s', async (honors, woken) => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { controller, reconciled } = control(on, { owns: [{ resource: 'configmaps', honors }] });
    await settled(controller);
    const [a, b] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    reconciled.length = 0;
    on.fake.put(configMap('of-a', ownedBy(a!, { resource: 'gadgets' })));
    on.fake.put(configMap('of-b', ownedBy(b!, { kind: 'Gadget', resource: 'widgets' })));
    on.fake.put(configMap('also-of-a', ownedBy(a!, { resource: honors === 'resource' ? 'widgets' : 'any' })));
    await settled(controller);
    expect(reconciled.sort()).toEqual(woken);
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

  it.each<[string, object, { readonly honors?: 'kind' | 'resource' }, boolean]>([
    ['a resource that fits', { resource: 'widgets' }, {}, true],
    ['a resource that servers of today drop', { resource: 'gadgets' }, {}, true],
    ['a resource that does not count', { resource: 'gadgets' }, { honors: 'kind' }, true],
    ['another resource, which counts', { resource: 'gadgets' }, { honors: 'resource' }, false],
    [
      'the resource, which counts, and another kind',
      { resource: 'widgets', kind: 'Other' },
      { honors: 'resource' },
      true,
    ],
    ['another kind with the resource, which does not count', { resource: 'widgets', kind: 'Other' }, {}, false],
    [
      'another group with the resource',
      { resource: 'widgets', apiVersion: 'other.com/v1' },
      { honors: 'resource' },
      false,
    ],
    ['another version', { apiVersion: 'example.com/v1beta1' }, {}, true],
    ['another name', { name: 'b' }, {}, false],
  ])('have a reference with %s', async (_what, more, options, isOwner) => {
    const on = stage({ objects: [widget('a')], ownerResource: true });
    const { controller, reconciled } = control(on, { owns: [{ resource: 'configmaps', ...options }] });
    await settled(controller);
    const [a] = on.fake.objects.filter(({ kind }) => kind === 'Widget');
    on.fake.put(configMap('of-a', ownedBy(a!, more)));
    await settled(controller);
    expect(reconciled).toEqual(isOwner ? ['shop/a', 'shop/a'] : ['shop/a']);
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
