import type { V1Deployment } from '@kubernetes/client-node';
import { describe, expectTypeOf, it } from 'vitest';
import { column, formatCsv, liveAges, records, toManifest } from '../../src/representations/index.js';
import {
  createInformer,
  createInformerPool,
  deepCopy,
  follow,
  formatTable,
  meetsCondition,
  originOf,
  retryOnConflict,
  type Client,
  type DeepReadonly,
  type DeepWritable,
  type FollowStep,
  type InformedItem,
  type Informer,
  type KubeObject,
  type ObjectMeta,
  type PartialObjectMetadata,
  type ReadMetadata,
  type ResourceHandle,
  type RowObjects,
  type Served,
  type Shapes,
  type TableRow,
  type WireForm,
  type WireObject,
} from '../../src/index.js';
import { informerForOwners, withoutOwnerResource } from '../../src/owners/index.js';
import { createController, createEventRecorder } from '../../src/controller/index.js';
import { viewObjects } from '../../src/views/index.js';

/** A user's own type, with all that a readonly form could break. */
interface Widget {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; namespace?: string; labels?: Record<string, string> };
  spec: {
    size: number;
    parts: string[];
    ports: { name: string; number: number }[];
    pair: [string, number];
    mode: 'on' | 'off' | null;
    anything: unknown;
    any?: object;
  };
}

declare const client: Client;
/** An object as an informer has it. */
type Read<T extends WireObject> = InformedItem<Served<T>>;
declare const widgets: Informer<DeepReadonly<Served<Widget>>>;
type Deployment = WireForm<V1Deployment>;

describe('an informer', () => {
  it('is typed by its handle, or by name', async () => {
    const handle = client.resource<Widget>('widgets');
    expectTypeOf(createInformer(client, handle)).toEqualTypeOf<Informer<Read<Widget>>>();
    expectTypeOf(createInformer<Widget>(client, 'widgets')).toEqualTypeOf<Informer<Read<Widget>>>();
    expectTypeOf(createInformer(client, 'widgets')).toEqualTypeOf<Informer<Read<KubeObject>>>();
    expectTypeOf(createInformer(client, 'widgets', { as: 'PartialObjectMetadata' })).toEqualTypeOf<
      Informer<DeepReadonly<ReadMetadata>>
    >();
    expectTypeOf(createInformer(client, 'widgets', { as: 'Table' })).toEqualTypeOf<
      Informer<DeepReadonly<TableRow<ReadMetadata>>>
    >();
    expectTypeOf(createInformer(client, 'widgets', { as: 'PartialObjectMetadata', managedFields: true })).toEqualTypeOf<
      Informer<DeepReadonly<Served<PartialObjectMetadata>>>
    >();
    expectTypeOf(createInformer(client, 'widgets', { as: 'Table', managedFields: true })).toEqualTypeOf<
      Informer<DeepReadonly<TableRow<RowObjects['Metadata']>>>
    >();
    const pool = createInformerPool(client);
    expectTypeOf((await pool.acquire<Widget>('widgets')).store.list()).toEqualTypeOf<readonly Read<Widget>[]>();
    expectTypeOf((await pool.acquire('widgets')).store.list()).toEqualTypeOf<readonly Read<KubeObject>[]>();
    expectTypeOf(informerForOwners(client, handle).dependentsOf(widgets.store.list()[0]!)).toEqualTypeOf<
      readonly Read<Widget>[]
    >();
  });

  it('has managedFields where they are asked for alone, in its options too', async () => {
    type Managed = ObjectMeta['managedFields'];
    const handle = client.resource('widgets');
    const pool = createInformerPool(client);
    const ofHandle = createInformer(client, handle);
    expectTypeOf(ofHandle.store.list()[0]!.metadata.managedFields).toEqualTypeOf<undefined>();
    const ofName = createInformer(client, 'widgets', { managedFields: false });
    expectTypeOf(ofName.store.list()[0]!.metadata.managedFields).toEqualTypeOf<undefined>();
    const pooled = await pool.acquire('widgets');
    expectTypeOf(pooled.store.list()[0]!.metadata.managedFields).toEqualTypeOf<undefined>();
    const dependents = informerForOwners(client, handle);
    expectTypeOf(dependents.store.list()[0]!.metadata.managedFields).toEqualTypeOf<undefined>();
    expectTypeOf(createInformer(client, handle)).toExtend<Informer<DeepReadonly<Served<KubeObject>>>>();
    const rows = createInformer(client, handle.as('Table', { includeObject: 'Metadata' }));
    expectTypeOf(rows.store.list()[0]!.object!.metadata.managedFields).toEqualTypeOf<undefined>();

    type Whole = Informer<DeepReadonly<Served<KubeObject>>>;
    const managedFields = true;
    expectTypeOf(createInformer(client, 'widgets', { managedFields: Math.random() > 0.5 })).toEqualTypeOf<Whole>();
    expectTypeOf(createInformer(client, handle, { managedFields })).toEqualTypeOf<Whole>();
    expectTypeOf(createInformer<KubeObject>(client, 'widgets', { managedFields })).toEqualTypeOf<Whole>();
    expectTypeOf(await pool.acquire<KubeObject>('widgets', { managedFields })).toExtend<Whole>();
    expectTypeOf(informerForOwners(client, handle, { managedFields })).toExtend<Whole>();

    createInformer(client, 'widgets', {
      transform(widget) {
        expectTypeOf(widget.metadata.managedFields).toEqualTypeOf<undefined>();
        return widget;
      },
    });
    createInformer(client, handle, {
      managedFields,
      transform(widget) {
        expectTypeOf(widget.metadata.managedFields).toEqualTypeOf<Managed>();
        return widget;
      },
    });
    follow(handle, {
      transform(widget) {
        expectTypeOf(widget.metadata.managedFields).toEqualTypeOf<undefined>();
        return widget;
      },
    });
    const view = viewObjects(client, 'widgets');
    expectTypeOf(view.getSnapshot().items[0]!.metadata.managedFields).toEqualTypeOf<undefined>();
    const whole = viewObjects(client, handle, { managedFields: true });
    expectTypeOf(whole.getSnapshot().items[0]!.metadata.managedFields).toEqualTypeOf<DeepReadonly<Managed>>();
  });

  it('knows the type in its options', () => {
    createInformer<Widget>(client, 'widgets', {
      filter: ({ spec }) => spec.size > 1,
      transform: (widget) => ({ ...widget, spec: { ...widget.spec, parts: [] } }),
      indexes: { part: ({ spec }) => spec.parts },
    });
    createInformer(client, 'widgets', { indexes: { all: ({ kind }) => [kind] }, filter: ({ metadata }) => !!metadata });
    // @ts-expect-error -- there is no such field
    createInformer<Widget>(client, 'widgets', { filter: ({ spec }) => spec.sise > 1 });
    // @ts-expect-error -- of the metadata there is no type but its own
    createInformer<Widget>(client, 'widgets', { as: 'PartialObjectMetadata' });
    // @ts-expect-error -- times are text on the wire
    createInformer<V1Deployment>(client, 'deployments');
  });

  it('has the types of client-node, and hands them out readonly', () => {
    const deployments = createInformer<Deployment>(client, 'deployments');
    for (const { metadata, spec } of deployments.getSnapshot()) {
      expectTypeOf(metadata.name).toEqualTypeOf<string>();
      expectTypeOf(metadata.creationTimestamp).toEqualTypeOf<string | undefined>();
      expectTypeOf(spec?.template.spec?.containers[0]?.name).toEqualTypeOf<string | undefined>();
      // @ts-expect-error -- frozen
      spec!.replicas = 1;
      // @ts-expect-error -- frozen
      spec!.template.spec!.containers[0] = { name: 'more' };
    }
  });
});

describe('what an informer hands out', () => {
  it('is readonly at any depth, wherever it comes from', async () => {
    const check = (widget: DeepReadonly<Served<Widget>>): void => {
      // @ts-expect-error -- frozen
      widget.spec.size = 1;
      // @ts-expect-error -- frozen
      widget.spec.parts[0] = '';
      // @ts-expect-error -- frozen
      widget.spec.ports[0]!.number = 1;
      // @ts-expect-error -- frozen
      widget.spec.pair[0] = '';
      // @ts-expect-error -- frozen
      widget.metadata.labels!['a'] = '';
      expectTypeOf(widget.spec.pair).toEqualTypeOf<readonly [string, number]>();
      expectTypeOf(widget.spec.mode).toEqualTypeOf<'on' | 'off' | null>();
      expectTypeOf(widget.spec.anything).toEqualTypeOf<unknown>();
      expectTypeOf(widget.metadata.name).toEqualTypeOf<string>();
      expectTypeOf(widget.metadata.namespace).toEqualTypeOf<string | undefined>();
    };
    widgets.getSnapshot().forEach(check);
    widgets.on((step) => {
      if (step.type === 'changed') [step.before, step.object].forEach(check);
      expectTypeOf(step).toEqualTypeOf<FollowStep<DeepReadonly<Served<Widget>>>>();
    });
    for await (const step of widgets) if (step.type === 'removed') check(step.object);
    for await (const { added, changed } of widgets.changeSets()) {
      added.forEach(check);
      check(changed[0]!.before);
    }
    // @ts-expect-error -- the list as well
    widgets.getSnapshot()[0] = widgets.getSnapshot()[1]!;
  });

  it('is not taken for what may be changed', () => {
    const change = (widget: Served<Widget>): void => void widget.spec.parts.push('');
    // @ts-expect-error -- it would throw
    widgets.getSnapshot().forEach(change);
    deepCopy(widgets.getSnapshot()).forEach(change);
  });

  it('is taken by whatever reads an object, and can be written', async () => {
    const handle = client.resource<Widget>('widgets');
    const widget = widgets.getSnapshot()[0]!;
    await handle.replace(widget);
    await handle.replace({ ...widget, spec: { ...widget.spec, size: 2 } });
    await handle.create({ metadata: { name: 'other' }, spec: widget.spec });
    await handle.apply({ metadata: { name: 'other' }, spec: widget.spec }, { fieldManager: 'me' });
    await retryOnConflict(handle, 'one', (object) => ({ ...object, spec: deepCopy(widget.spec) }));
    // @ts-expect-error -- still with all that it needs
    await handle.create({ metadata: { name: 'other' }, spec: { size: 1 } });
    // @ts-expect-error -- and with nothing that it does not know
    await handle.create({ metadata: { name: 'other' }, spec: { ...widget.spec, sise: 2 } });
    client.resource(widget);
    originOf(widget);
    createEventRecorder(client, { component: 'x' }).event(widget, { type: 'Normal', reason: 'A', message: 'b' });
    await handle.apply(toManifest(widget), { fieldManager: 'me' });
    meetsCondition(widget, 'Ready');
    // Those whose types know owner references have lists of them that are only read.
    const known = createInformer<WireForm<V1Deployment>>(client, 'deployments').getSnapshot()[0]!;
    const unknown = createInformer(client, 'deployments').getSnapshot()[0]!;
    for (const each of [known, unknown] as const) {
      toManifest(each);
      createEventRecorder(client, { component: 'x' }).event(each, { type: 'Normal', reason: 'A', message: 'b' });
    }
    client.resource(withoutOwnerResource(known));
    toManifest(withoutOwnerResource(unknown));
    await handle.apply(toManifest(await handle.get('one')), { fieldManager: 'me' });
    const deployments = client.resource<Deployment>('deployments');
    await deployments.apply(toManifest(known), { fieldManager: 'me' });
    await deployments.create(toManifest(await deployments.get('one')));
    const untyped = client.resource('deployments');
    await untyped.apply(toManifest(known), { fieldManager: 'me' });
    // @ts-expect-error -- a manifest of other objects
    await deployments.apply(toManifest(widget), { fieldManager: 'me' });
    // @ts-expect-error -- nobody knows what is in it
    await deployments.apply(toManifest(unknown), { fieldManager: 'me' });
    // Metadata alone is a part of a deployment.
    await handle.apply(toManifest(await handle.as('PartialObjectMetadata').get('one')), { fieldManager: 'me' });
    expectTypeOf(toManifest(unknown)).toEqualTypeOf<KubeObject>();
    expectTypeOf(toManifest(widget)).toExtend<KubeObject>();
    expectTypeOf(toManifest(known)).not.toHaveProperty('status');
    expectTypeOf(toManifest(known).metadata.labels).toExtend<Record<string, string> | undefined>();
    // @ts-expect-error -- it has no kind
    toManifest({ apiVersion: 'v1', metadata: {} });

    const rows = createInformer(client, 'pods', { as: 'Table' });
    const columnDefinitions = rows.columns ?? [];
    const table = { apiVersion: 'meta.k8s.io/v1', kind: 'Table', metadata: {}, columnDefinitions } as const;
    formatTable({ ...table, rows: rows.getSnapshot() });
    formatCsv({ ...table, rows: rows.getSnapshot() });
    column({ ...table, rows: rows.getSnapshot() }, 'Ready');
    records({ ...table, rows: rows.getSnapshot() });
    const live = liveAges({ ...table, rows: rows.getSnapshot() }, 0);
    expectTypeOf(live.rows).toEqualTypeOf<readonly DeepReadonly<TableRow<ReadMetadata>>[]>();
  });

  it('becomes ours as a copy', () => {
    const copy = deepCopy(widgets.getSnapshot()[0]!);
    expectTypeOf(copy).toExtend<Served<Widget>>();
    copy.spec.pair[0] = 'changed';
    copy.metadata.labels = { a: 'b' };
    expectTypeOf(deepCopy({} as Served<Deployment>)).toExtend<Served<Deployment>>();
    expectTypeOf(deepCopy(5)).toEqualTypeOf<number>();
    expectTypeOf(deepCopy([1, 'a'] as const)).toEqualTypeOf<[1, 'a']>();
  });
});

type Json = string | number | boolean | null | Json[] | { [field: string]: Json };
type Branded = string & { readonly brand: 'quantity' };

class View {
  readonly parts: string[] = [];
  readonly #name = 'x';
  private readonly space = 'y';
  name(): string {
    return this.#name + this.space;
  }
}

describe('a readonly type', () => {
  it('keeps what is no object as it is', () => {
    expectTypeOf<DeepReadonly<unknown>>().toEqualTypeOf<unknown>();
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as untyped representations have it
    expectTypeOf<DeepReadonly<any>>().toBeAny();
    expectTypeOf<DeepReadonly<never>>().toEqualTypeOf<never>();
    expectTypeOf({} as DeepReadonly<Branded>).toExtend<Branded>();
    expectTypeOf({} as DeepWritable<Branded>).toExtend<Branded>();
    expectTypeOf({} as Branded).toExtend<DeepReadonly<Branded>>();
    expectTypeOf<DeepReadonly<{ a?: bigint; b: symbol; c: 'x' | 5 | undefined }>>().toEqualTypeOf<{
      readonly a?: bigint;
      readonly b: symbol;
      readonly c: 'x' | 5 | undefined;
    }>();
    expectTypeOf<DeepReadonly<(list: string[]) => string[]>>().toEqualTypeOf<(list: string[]) => string[]>();
  });

  it('keeps unions, optional fields, index signatures and types that have themselves', () => {
    type Either = { kind: 'a'; list: number[] } | { kind: 'b'; map: Record<string, string[]> };
    const either = {} as DeepReadonly<Either>;
    if (either.kind === 'a') expectTypeOf(either.list).toEqualTypeOf<readonly number[]>();
    else expectTypeOf(either.map['x']).toEqualTypeOf<readonly string[] | undefined>();
    const json = {} as DeepReadonly<Json>;
    if (typeof json === 'object' && json !== null && !('length' in json)) {
      // @ts-expect-error -- readonly at any depth
      json['a'] = 5;
    }
    expectTypeOf<Json>().toExtend<DeepReadonly<Json>>();
    expectTypeOf<DeepWritable<DeepReadonly<Json>>>().toExtend<Json>();
    expectTypeOf<DeepReadonly<DeepReadonly<Widget>>>().toEqualTypeOf<DeepReadonly<Widget>>();
  });

  it('keeps the methods of classes, as own representations may yield them', () => {
    const view = {} as DeepReadonly<View>;
    expectTypeOf(view.name()).toEqualTypeOf<string>();
    expectTypeOf(view.parts).toEqualTypeOf<readonly string[]>();
    const at: Date = {} as DeepReadonly<Date>;
    expectTypeOf(at.getTime()).toEqualTypeOf<number>();
    const map: ReadonlyMap<string, number> = {} as DeepReadonly<Map<string, number>>;
    expectTypeOf(map.get('a')).toEqualTypeOf<number | undefined>();
  });
});

describe('informers of any type', () => {
  it('fit where the type does not matter', () => {
    const sizes = (informer: Informer<unknown>): number => informer.store.size;
    const names = (informer: Informer<DeepReadonly<Served<WireObject>>>): string[] =>
      informer.getSnapshot().map(({ metadata }) => metadata.name);
    sizes(widgets);
    names(widgets);
    names(createInformer<Deployment>(client, 'deployments'));
    names(createInformer(client, 'pods'));
    createController(client, { name: 'x', for: widgets, onError: () => undefined, reconcile: () => undefined });
  });

  it('can be of a handle of any shapes', () => {
    expectTypeOf(createInformer(client, {} as ResourceHandle<Shapes>)).toEqualTypeOf<Informer<unknown>>();
    const yours = {} as ResourceHandle<{ one: View; many: View[]; item: View; event: View; input: Widget }>;
    expectTypeOf(createInformer(client, yours).store.list()[0]!.name()).toEqualTypeOf<string>();
    // @ts-expect-error -- the handle says it
    createInformer<Widget>(client, yours);
  });

  it('can be made by generic functions', () => {
    const watchNames = <T extends WireObject>(resource: string): Informer<DeepReadonly<Served<T>>> =>
      createInformer<T>(client, resource);
    expectTypeOf(watchNames<Widget>('widgets').store.list()).toEqualTypeOf<readonly DeepReadonly<Served<Widget>>[]>();
    const same = <S extends Shapes>(handle: ResourceHandle<S>): Informer<DeepReadonly<S['item']>> =>
      createInformer(client, handle);
    expectTypeOf(same).toBeFunction();
  });
});
