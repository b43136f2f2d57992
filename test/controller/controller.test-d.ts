import { expectTypeOf, it } from 'vitest';
import {
  createInformer,
  deepCopy,
  type Client,
  type DeepReadonly,
  type FollowedItem,
  type KubeObject,
  type ReadMetadata,
  type Served,
} from '../../src/index.js';
import {
  addFinalizer,
  createController,
  generationChanged,
  withFinalizer,
  type Controller,
} from '../../src/controller/index.js';

interface Widget {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string };
  spec: { size: number };
}

declare const client: Client;
const common = { name: 'typed', onError: () => undefined };

it('the object of a reconcile has the type of what is watched', async () => {
  const widgets = client.resource<Widget>('widgets');

  createController(client, {
    ...common,
    for: 'widgets',
    reconcile: (_request, { object, dependents }) => {
      expectTypeOf(object).toEqualTypeOf<DeepReadonly<FollowedItem<Served<KubeObject>>> | undefined>();
      expectTypeOf(dependents()).toEqualTypeOf<readonly DeepReadonly<Served<KubeObject>>[]>();
    },
  });
  createController(client, {
    ...common,
    for: widgets,
    owns: [widgets, 'pods', { resource: widgets.as('PartialObjectMetadata'), controller: false }],
    reconcile: (_request, { object }) => {
      expectTypeOf(object?.spec.size).toEqualTypeOf<number | undefined>();
    },
  });
  const shared = createInformer(client, widgets);
  createController(client, {
    ...common,
    for: 'gadgets',
    owns: [widgets, 'pods', shared],
    reconcile: (_request, { dependents }) => {
      expectTypeOf(dependents(widgets)).toEqualTypeOf<readonly DeepReadonly<Served<Widget>>[]>();
      expectTypeOf(dependents(shared)).toEqualTypeOf<readonly DeepReadonly<Served<Widget>>[]>();
      expectTypeOf(dependents('pods')).toEqualTypeOf<readonly DeepReadonly<FollowedItem<Served<KubeObject>>>[]>();
      // @ts-expect-error -- nothing that could be watched
      dependents(7);
    },
  });
  createController(client, {
    ...common,
    for: { resource: widgets, predicate: generationChanged, filter: ({ spec }) => spec.size > 1 },
    reconcile: (_request, { object, store }) => {
      expectTypeOf(object?.spec.size).toEqualTypeOf<number | undefined>();
      expectTypeOf(store.list()[0]?.spec.size).toEqualTypeOf<number | undefined>();
    },
  });
  createController(client, {
    ...common,
    for: widgets.as('PartialObjectMetadata'),
    reconcile: (_request, { object }) => {
      expectTypeOf(object).toEqualTypeOf<DeepReadonly<ReadMetadata> | undefined>();
    },
  });
  createController(client, {
    ...common,
    for: createInformer(client, widgets),
    reconcile: (_request, { object }) => {
      expectTypeOf(object?.spec.size).toEqualTypeOf<number | undefined>();
    },
  });
  createController(client, {
    ...common,
    for: widgets,
    reconcile: withFinalizer(widgets, 'example.com/x', {
      reconcile: (_request, { object }) => {
        expectTypeOf(object.spec.size).toEqualTypeOf<number>();
      },
      cleanup: async () => ({ requeueAfterMs: 5 }),
    }),
  });
});

it('what a reconcile reads cannot be changed by mistake, and can be written', async () => {
  const widgets = client.resource<Widget & { spec: { parts: string[] } }>('widgets');

  createController(client, {
    ...common,
    for: {
      resource: widgets,
      predicate: (step) => {
        // @ts-expect-error -- frozen
        step.object.spec.size = 1;
        return true;
      },
      // What is to be stored is still ours to change.
      transform: (object) => {
        object.spec.parts.push('more');
        return object;
      },
      indexes: {
        part: ({ spec }) => {
          // @ts-expect-error -- frozen
          spec.parts[0] = 'other';
          return spec.parts;
        },
      },
    },
    watches: [
      {
        resource: 'pods',
        map({ metadata }) {
          // @ts-expect-error -- frozen
          metadata.labels = {};
          return [{ name: metadata.name }];
        },
      },
    ],
    async reconcile(_request, { object, store, dependents, signal }) {
      if (object === undefined) return;
      // @ts-expect-error -- frozen
      object.spec.size = 1;
      // @ts-expect-error -- frozen
      object.spec.parts[0] = 'one';
      // @ts-expect-error -- frozen
      store.list()[0]!.spec.parts[0] = 'one';
      // @ts-expect-error -- frozen
      dependents()[0]!.metadata.finalizers = [];
      await widgets.replace(object, { signal });
      await widgets.replace({ ...object, spec: { ...object.spec, size: 2 } }, { signal });
      const copy = deepCopy(object);
      copy.spec.parts.push('one');
      await widgets.replace(copy, { signal });
      await addFinalizer(widgets, object, 'example.com/x', { signal });
    },
  });
});

it('the objects of sources have no managedFields, unless an informer of your own has them', () => {
  const deployments = client.resource('deployments');
  const managed = createInformer(client, 'pods', { managedFields: true });
  createController(client, {
    ...common,
    // What is given up is given up before it is transformed and chosen.
    for: {
      resource: deployments,
      filter: ({ metadata }) => {
        expectTypeOf(metadata.managedFields).toEqualTypeOf<undefined>();
        return true;
      },
    },
    owns: [deployments, { resource: 'secrets', controller: false }, managed],
    watches: [
      {
        resource: 'nodes',
        map: ({ metadata }) => {
          expectTypeOf(metadata.managedFields).toEqualTypeOf<undefined>();
          return [];
        },
      },
      {
        resource: managed,
        map: ({ metadata }) => {
          expectTypeOf(metadata.managedFields).not.toEqualTypeOf<undefined>();
          return [];
        },
      },
    ],
    reconcile: (_request, { object, store, dependents }) => {
      expectTypeOf(object?.metadata.managedFields).toEqualTypeOf<undefined>();
      expectTypeOf(store.list()[0]?.metadata.managedFields).toEqualTypeOf<undefined>();
      expectTypeOf(dependents(deployments)[0]?.metadata.managedFields).toEqualTypeOf<undefined>();
      expectTypeOf(dependents(managed)[0]?.metadata.managedFields).not.toEqualTypeOf<undefined>();
    },
  });
  // @ts-expect-error -- the objects would not have their type
  createController(client, { ...common, for: { resource: 'pods', managedFields: true }, reconcile: () => undefined });
});

it('a controller can be disposed of, and needs an ear for errors', () => {
  expectTypeOf<Controller>().toExtend<AsyncDisposable>();
  // @ts-expect-error -- nobody would hear of failures
  createController(client, { name: 'deaf', for: 'pods', reconcile: () => undefined });
  // @ts-expect-error -- milliseconds are a number
  createController(client, { ...common, for: 'pods', reconcile: () => ({ requeueAfterMs: '5' }) });
});
