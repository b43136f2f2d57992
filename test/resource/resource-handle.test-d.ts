import { describe, expectTypeOf, it } from 'vitest';
import type { KubeList, KubeObject, PartialObjectMetadata } from '../../src/model/kube-object.js';
import type { Status } from '../../src/model/status.js';
import { formatTable } from '../../src/representation/format-table.js';
import type { Representation } from '../../src/representation/representation.js';
import { tableRepresentation } from '../../src/representation/table-representation.js';
import type { AnyRowObject, IncludeObject, Table, TableRow } from '../../src/representation/table-shape.js';
import { wholeObject } from '../../src/representation/whole-object.js';
import type { ResourceHandle } from '../../src/resource/resource-handle.js';

declare const handle: ResourceHandle;
declare const include: IncludeObject;

interface Widget {
  apiVersion: string;
  kind: 'Widget';
  metadata: { name: string };
  spec: { size: number };
}

describe('a handle', () => {
  it('reads whole objects, and keeps its type inside a namespace', () => {
    expectTypeOf(handle.get('a')).resolves.toEqualTypeOf<KubeObject>();
    expectTypeOf(handle.list()).resolves.toEqualTypeOf<KubeList>();
    expectTypeOf(handle.items()).toEqualTypeOf<AsyncIterable<KubeObject>>();
    expectTypeOf(handle.namespace('web')).toEqualTypeOf(handle);
  });

  it('has rows whose object depends on includeObject', () => {
    const none = handle.as('Table', { includeObject: 'None' });
    expectTypeOf(none.list()).resolves.toEqualTypeOf<Table<undefined>>();
    expectTypeOf(none.items()).toEqualTypeOf<AsyncIterable<TableRow<undefined>>>();
    expectTypeOf<Awaited<ReturnType<typeof none.get>>['rows'][number]['object']>().toEqualTypeOf<undefined>();

    const metadata = handle.as('Table', { includeObject: 'Metadata' });
    expectTypeOf(metadata.pages()).toEqualTypeOf<AsyncIterable<Table<PartialObjectMetadata>>>();

    const whole = handle.as('Table', { includeObject: 'Object' });
    expectTypeOf(whole.items()).toEqualTypeOf<AsyncIterable<TableRow<KubeObject>>>();

    expectTypeOf(handle.as('Table').items()).toEqualTypeOf<AsyncIterable<TableRow>>();
    expectTypeOf<TableRow['object']>().toEqualTypeOf<AnyRowObject>();

    expectTypeOf(handle.as('Table', { includeObject: include }).list()).resolves.toEqualTypeOf<
      Table<undefined | PartialObjectMetadata | KubeObject>
    >();
  });

  it('answers a patch in its representation, and a delete in its own form', () => {
    const metadata = handle.as('PartialObjectMetadata');
    expectTypeOf(metadata.patch('a', {}, { type: 'merge' })).resolves.toEqualTypeOf<PartialObjectMetadata>();
    expectTypeOf(metadata.list()).resolves.toEqualTypeOf<KubeList<PartialObjectMetadata>>();
    expectTypeOf<Awaited<ReturnType<typeof metadata.delete>>['status']>().toEqualTypeOf<Status | undefined>();
    expectTypeOf<Awaited<ReturnType<typeof metadata.delete>>['object']>().toEqualTypeOf<KubeObject | undefined>();
  });

  it('writes whole objects of any type that looks like one, whatever it reads', () => {
    const widget: Widget = { apiVersion: 'x/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { size: 1 } };
    expectTypeOf(handle.as('Table').create(widget)).resolves.toEqualTypeOf<Widget>();
    expectTypeOf(handle.replace({ metadata: { name: 'a' }, data: { a: 'b' } })).resolves.toEqualTypeOf<{
      metadata: { name: string };
      data: { a: string };
    }>();
  });

  it('takes the types of a representation of the caller’s own', () => {
    const own = {} as Representation<string, string[], number>;
    expectTypeOf(handle.as(own)).toEqualTypeOf<ResourceHandle<string, string[], number>>();
    expectTypeOf(handle.as(wholeObject<Widget>()).list()).resolves.toEqualTypeOf<KubeList<Widget>>();
  });

  it('refuses what there is not', () => {
    // @ts-expect-error no such representation
    expectTypeOf(handle.as('Rows')).toBeAny();
    // @ts-expect-error no such includeObject
    expectTypeOf(handle.as('Table', { includeObject: 'All' })).toBeObject();
    // @ts-expect-error a patch names its type
    expectTypeOf(handle.patch('a', {})).toBeObject();
    // @ts-expect-error watch comes later
    expectTypeOf(handle.watch).toBeAny();
  });
});

describe('a table representation', () => {
  it('has the row type of its option', () => {
    expectTypeOf(tableRepresentation({ includeObject: 'None' })).toEqualTypeOf<
      Representation<Table<undefined>, Table<undefined>, TableRow<undefined>>
    >();
    expectTypeOf(tableRepresentation({ now: Date.now })).toEqualTypeOf<Representation<Table, Table, TableRow>>();
  });

  it('yields tables that can be formatted, whatever the rows carry', () => {
    expectTypeOf(formatTable).toBeCallableWith({} as Table<undefined>);
    expectTypeOf(formatTable).toBeCallableWith({} as Table<KubeObject>, { namespace: true });
  });
});
