import type { CoreV1Event, V1Deployment, V1Lease } from '@kubernetes/client-node';
import { describe, expectTypeOf, it } from 'vitest';
import { createCensus, type VisitedObject } from '../../src/census/index.js';
import type { Client } from '../../src/core/client.js';
import {
  createMetadataReader,
  type MetadataAnswer,
  type MetadataReader,
} from '../../src/core/metadata/create-metadata-reader.js';
import type { DeepReadonly } from '../../src/core/model/deep-readonly.js';
import type { KubeList, KubeObject, ObjectMeta, PartialObjectMetadata } from '../../src/core/model/kube-object.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import type { Status } from '../../src/core/model/status.js';
import type { MetadataShapes, ReadMetadata } from '../../src/core/representation/partial-object-metadata.js';
import { formatTable } from '../../src/core/representation/print/text.js';
import type { Representation } from '../../src/core/representation/representation.js';
import type { Manifest, Served, WireForm } from '../../src/core/representation/shapes.js';
import { tableRepresentation, type TableShapes } from '../../src/core/representation/table/table-representation.js';
import type {
  AnyRowObject,
  IncludeObject,
  Table,
  TableEvent,
  TableRow,
} from '../../src/core/representation/table/table.js';
import type { WatchEvent } from '../../src/core/representation/watch-event.js';
import { wholeObject, type ObjectShapes } from '../../src/core/representation/whole-object.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import type { InitialEventsEnd } from '../../src/core/resource/watch/watcher.js';
import { createOwners, type OwnerResolution } from '../../src/owners/index.js';
import { viewObject, viewObjects } from '../../src/views/index.js';

declare const handle: ResourceHandle;
declare const include: IncludeObject;
declare const client: Client;

type Metadata = Served<PartialObjectMetadata>;
type EventOf<Handle> = Handle extends ResourceHandle<infer S> ? S['event'] : never;

/** As a user of generated types has it. */
interface Deployment {
  apiVersion?: 'apps/v1';
  kind?: 'Deployment';
  metadata?: { name?: string; namespace?: string; uid?: string; labels?: Record<string, string> };
  spec?: { replicas?: number; paused?: boolean };
  status?: { replicas?: number };
}

/** As a user has it who has seen one: everything is there. */
interface Widget {
  apiVersion: string;
  kind: 'Widget';
  metadata: { name: string; uid: string };
  spec: { size: number };
  status: { ready: boolean };
}

interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}

declare const deployments: ResourceHandle<ObjectShapes<Deployment>>;
declare const widgets: ResourceHandle<ObjectShapes<Widget>>;
declare const configMaps: ResourceHandle<ObjectShapes<ConfigMap>>;

describe('a handle', () => {
  it('reads whole objects, and keeps its type inside a namespace', () => {
    expectTypeOf(handle.get('a')).resolves.toEqualTypeOf<Served<KubeObject>>();
    expectTypeOf(handle.list()).resolves.toEqualTypeOf<KubeList<Served<KubeObject>>>();
    expectTypeOf(handle.items()).toEqualTypeOf<AsyncIterable<Served<KubeObject>>>();
    expectTypeOf(handle.namespace('web')).toEqualTypeOf(handle);
    expectTypeOf<EventOf<typeof handle>>().toEqualTypeOf<WatchEvent<Served<KubeObject>>>();
  });

  it('answers objects that have a name, a uid and a type, and still are what the user says', () => {
    expectTypeOf<Served<KubeObject>['metadata']['name']>().toEqualTypeOf<string>();
    expectTypeOf<Served<Deployment>['metadata']['uid']>().toEqualTypeOf<string>();
    expectTypeOf<Served<Deployment>['kind']>().toEqualTypeOf<'Deployment'>();
    expectTypeOf<Served<{ metadata?: { labels?: object } }>['metadata']['name']>().toEqualTypeOf<string>();
    expectTypeOf<Served<Deployment>>().toExtend<Deployment>();
    expectTypeOf<Served<Widget>>().toExtend<Widget>();
    expectTypeOf(deployments.get('a')).resolves.toEqualTypeOf<Served<Deployment>>();
  });

  it('has rows whose object depends on includeObject, and may be missing', () => {
    const none = handle.as('Table', { includeObject: 'None' });
    expectTypeOf(none.list()).resolves.toEqualTypeOf<Table<undefined>>();
    expectTypeOf(none.items()).toEqualTypeOf<AsyncIterable<TableRow<undefined>>>();
    expectTypeOf<Awaited<ReturnType<typeof none.get>>['rows'][number]['object']>().toEqualTypeOf<undefined>();

    const metadata = handle.as('Table', { includeObject: 'Metadata' });
    expectTypeOf(metadata.pages()).toEqualTypeOf<AsyncIterable<Table<Metadata>>>();
    expectTypeOf<TableRow<Metadata>['object']>().toEqualTypeOf<Metadata | undefined>();
    expectTypeOf<EventOf<typeof metadata>>().toEqualTypeOf<TableEvent<Metadata>>();

    const whole = handle.as('Table', { includeObject: 'Object' });
    expectTypeOf(whole.items()).toEqualTypeOf<AsyncIterable<TableRow<Served<KubeObject>>>>();

    expectTypeOf(handle.as('Table').items()).toEqualTypeOf<AsyncIterable<TableRow>>();
    expectTypeOf<TableRow['object']>().toEqualTypeOf<AnyRowObject>();

    expectTypeOf(handle.as('Table', { includeObject: include }).list()).resolves.toEqualTypeOf<
      Table<undefined | Metadata | Served<KubeObject>>
    >();
  });

  it('answers a patch in its representation, and a delete in its own form', () => {
    const metadata = handle.as('PartialObjectMetadata');
    expectTypeOf(metadata.patch('a', {}, { type: 'merge' })).resolves.toEqualTypeOf<ReadMetadata>();
    expectTypeOf(metadata.list()).resolves.toEqualTypeOf<KubeList<ReadMetadata>>();
    expectTypeOf<EventOf<typeof metadata>>().toEqualTypeOf<WatchEvent<ReadMetadata>>();
    expectTypeOf<Awaited<ReturnType<typeof metadata.delete>>['status']>().toEqualTypeOf<Status | undefined>();
    expectTypeOf<Awaited<ReturnType<typeof metadata.delete>>['object']>().toEqualTypeOf<KubeObject | undefined>();
  });

  it('has managedFields only where they were asked for', () => {
    const metadata = handle.as('PartialObjectMetadata');
    expectTypeOf<Awaited<ReturnType<typeof metadata.get>>['metadata']>().not.toHaveProperty('managedFields');
    expectTypeOf<EventOf<typeof metadata>>().toEqualTypeOf<WatchEvent<ReadMetadata>>();
    const asked = handle.as('PartialObjectMetadata', { managedFields: true });
    expectTypeOf(asked.get('a')).resolves.toEqualTypeOf<Metadata>();
    expectTypeOf(
      handle.as('PartialObjectMetadata', { managedFields: false }).get('a'),
    ).resolves.toEqualTypeOf<ReadMetadata>();
    const unknown = handle.as('PartialObjectMetadata', { managedFields: Math.random() > 0.5 });
    expectTypeOf(unknown.get('a')).resolves.toEqualTypeOf<Metadata>();
    // A function that takes any handle of metadata takes all of them, and so does one for objects that may have them.
    const read = (_handle: ResourceHandle<MetadataShapes>): void => undefined;
    for (const each of [metadata, asked, unknown]) read(each);

    expectTypeOf(createMetadataReader(client)).toEqualTypeOf<MetadataReader<ReadMetadata>>();
    expectTypeOf<MetadataReader<ReadMetadata>['read']>().returns.resolves.toEqualTypeOf<MetadataAnswer<ReadMetadata>>();
    const reader: MetadataReader = createMetadataReader(client, { managedFields: true });
    expectTypeOf(reader).toEqualTypeOf<MetadataReader<Metadata>>();

    const census = createCensus(client);
    const visitedOf = <T>(_objects: AsyncIterable<T>): T => undefined as T;
    expectTypeOf(visitedOf(census.objects()).metadata).not.toHaveProperty('managedFields');
    const managed = visitedOf(census.objects({ managedFields: true, limit: 10 }));
    expectTypeOf(managed.metadata.managedFields).toEqualTypeOf<ObjectMeta['managedFields']>();
    expectTypeOf(census.objects()).toExtend<AsyncIterable<VisitedObject>>();

    const reference = {} as OwnerReference;
    const owners = createOwners(client);
    expectTypeOf(owners.resolve(reference)).resolves.toEqualTypeOf<OwnerResolution<ReadMetadata>>();
    expectTypeOf(owners.resolve(reference, { managedFields: true })).resolves.toEqualTypeOf<OwnerResolution>();

    const view = viewObjects(client, 'widgets', { as: 'PartialObjectMetadata' });
    expectTypeOf(view.getSnapshot().items).toEqualTypeOf<readonly DeepReadonly<ReadMetadata>[]>();
    const full = viewObjects(client, 'widgets', { as: 'PartialObjectMetadata', managedFields: true });
    expectTypeOf(full.getSnapshot().items).toEqualTypeOf<readonly DeepReadonly<Metadata>[]>();
    const rows = viewObject(client, 'widgets', 'a', { as: 'Table' });
    expectTypeOf(rows.getSnapshot().items).toEqualTypeOf<readonly DeepReadonly<TableRow<ReadMetadata>>[]>();
  });

  it('refuses what there is not', () => {
    // @ts-expect-error no such representation
    expectTypeOf(handle.as('Rows')).toBeAny();
    // @ts-expect-error no such includeObject
    expectTypeOf(handle.as('Table', { includeObject: 'All' })).toBeObject();
    // @ts-expect-error a patch names its type
    expectTypeOf(handle.patch('a', {})).toBeObject();
    // @ts-expect-error a misspelt option
    expectTypeOf(handle.list({ labelSelektor: 'a=b' })).toBeObject();
  });
});

describe('watch', () => {
  it('yields the events of the representation, and the mark where it was asked for', async () => {
    for await (const event of handle.watch()) expectTypeOf(event).toEqualTypeOf<WatchEvent<Served<KubeObject>>>();
    for await (const event of handle.watch({ initialEvents: true })) {
      expectTypeOf(event).toEqualTypeOf<WatchEvent<Served<KubeObject>> | InitialEventsEnd>();
    }
    for await (const event of handle.as('Table', { includeObject: 'None' }).watch({ resourceVersion: '1' })) {
      expectTypeOf(event).toEqualTypeOf<TableEvent<undefined>>();
    }
    // @ts-expect-error a watch has no such limit
    handle.watch({ timeoutMs: 1 });
  });
});

describe('create and replace', () => {
  it('follow the type of the handle, and answer it', () => {
    expectTypeOf(deployments.create({ metadata: { name: 'a' }, spec: { replicas: 1 } })).resolves.toEqualTypeOf<
      Served<Deployment>
    >();
    // @ts-expect-error a misspelt field
    void deployments.create({ metadata: { name: 'a' }, specs: {} });
    // @ts-expect-error a misspelt field inside
    void deployments.replace({ metadata: { name: 'a' }, spec: { replica: 1 } });
    // @ts-expect-error a field of another type
    void deployments.replace({ metadata: { name: 'a' }, spec: { replicas: '1' } });
    // @ts-expect-error another kind
    void deployments.create({ kind: 'StatefulSet', metadata: { name: 'a' } });
    // @ts-expect-error a field of another type, where other fields are open
    void configMaps.create({ metadata: { name: 'a' }, data: { a: 1 } });
    // @ts-expect-error a name that is a number
    void handle.create({ metadata: { name: 1 } });
  });

  it('ask neither for what the handle fills in nor for what the server does', () => {
    void widgets.create({ metadata: { generateName: 'a-', namespace: 'web' }, spec: { size: 1 } });
    expectTypeOf<Manifest<Widget>>().toExtend<{ spec: { size: number } }>();
    // @ts-expect-error a spec is asked for
    void widgets.create({ metadata: { name: 'a' } });
  });

  it('take what was read, with changes', async () => {
    const deployment = await deployments.get('a');
    void deployments.replace({ ...deployment, spec: { replicas: 2 } });
    void deployments.replace({ ...deployment, metadata: { ...deployment.metadata, uid: undefined } });
    void widgets.replace(await widgets.get('a'));
    const object = await handle.get('a');
    void handle.replace({ ...object, data: { a: 'b' } });
    void configMaps.replace({ ...(await configMaps.get('a')), data: { a: 'b' } });
  });

  it('take any object where the handle has no type', () => {
    const widget = {} as Widget;
    const object: object = widget;
    expectTypeOf(handle.as('Table').create(widget)).resolves.toEqualTypeOf<Served<KubeObject>>();
    void handle.replace({ metadata: { name: 'a' }, data: { a: 'b' } });
    void handle.create(object);
  });

  it('keep their type over as()', () => {
    const table = deployments.as('Table');
    expectTypeOf(table).toEqualTypeOf<ResourceHandle<TableShapes<AnyRowObject, Deployment>>>();
    expectTypeOf(table.create({ spec: {} })).resolves.toEqualTypeOf<Served<Deployment>>();
    const again = table.as('PartialObjectMetadata').namespace('web').as(wholeObject<Widget>());
    expectTypeOf(again.get('a')).resolves.toEqualTypeOf<Served<Widget>>();
    expectTypeOf(again.replace({ metadata: { name: 'a' } })).resolves.toEqualTypeOf<Served<Deployment>>();
    // @ts-expect-error a misspelt field
    void again.create({ specs: {} });
  });
});

describe('an event', () => {
  it('has its object, unless it is a bookmark', () => {
    const event = {} as WatchEvent<Deployment>;
    if (event.type === 'BOOKMARK') expectTypeOf(event.object).toEqualTypeOf<PartialObjectMetadata>();
    else expectTypeOf(event.object).toEqualTypeOf<Deployment>();
  });
});

describe('the models of @kubernetes/client-node', () => {
  it('do not fit, since a server writes times as text', () => {
    // @ts-expect-error a Date in the metadata
    expectTypeOf(client.resource<V1Deployment>('deployments')).toBeAny();
    // @ts-expect-error a Date in the metadata
    expectTypeOf(client.resource<CoreV1Event>('events')).toBeAny();
  });

  it('fit as they are on the wire', async () => {
    const real = client.resource<WireForm<V1Deployment>>('deployments');
    const { metadata, status } = await real.get('a');
    expectTypeOf(metadata.creationTimestamp).toEqualTypeOf<string | undefined>();
    expectTypeOf(metadata.name).toEqualTypeOf<string>();
    expectTypeOf(status?.conditions?.[0]?.lastTransitionTime).toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<WireForm<V1Lease>['spec']>['renewTime']>().toEqualTypeOf<string | undefined>();
    // @ts-expect-error a misspelt field
    void real.create({ metadata: { name: 'a' }, specs: {} });
  });
});

describe('a table representation', () => {
  it('has the row type of its option', () => {
    expectTypeOf(tableRepresentation({ includeObject: 'None' })).toEqualTypeOf<
      Representation<TableShapes<undefined>>
    >();
    expectTypeOf(tableRepresentation({ now: Date.now })).toEqualTypeOf<Representation<TableShapes>>();
  });

  it('yields tables that can be formatted, whatever the rows carry', () => {
    expectTypeOf(formatTable).toBeCallableWith({} as Table<undefined>);
    expectTypeOf(formatTable).toBeCallableWith({} as Table<KubeObject>, { namespace: true });
    expectTypeOf(formatTable).toBeCallableWith({} as Table<Metadata>);
  });
});
