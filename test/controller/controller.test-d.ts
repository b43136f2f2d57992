import { expectTypeOf, it } from 'vitest';
import {
  createInformer,
  type Client,
  type KubeObject,
  type PartialObjectMetadata,
  type Served,
} from '../../src/index.js';
import { createController, generationChanged, withFinalizer, type Controller } from '../../src/controller/index.js';

interface Widget {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string };
  spec: { size: number };
}

declare const client: Client;
const common = { name: 'typed', onError: () => undefined };

it('the object of a reconcile has the type of what is watched', async () => {
  const widgets = await client.resource<Widget>('widgets');

  createController(client, {
    ...common,
    for: 'widgets',
    reconcile: (_request, { object, dependents }) => {
      expectTypeOf(object).toEqualTypeOf<Served<KubeObject> | undefined>();
      expectTypeOf(dependents()).toEqualTypeOf<readonly Served<KubeObject>[]>();
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
      expectTypeOf(object).toEqualTypeOf<Served<PartialObjectMetadata> | undefined>();
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
        expectTypeOf(object?.spec.size).toEqualTypeOf<number | undefined>();
      },
      cleanup: async () => ({ requeueAfterMs: 5 }),
    }),
  });
});

it('a controller can be disposed of, and needs an ear for errors', () => {
  expectTypeOf<Controller>().toExtend<AsyncDisposable>();
  // @ts-expect-error -- nobody would hear of failures
  createController(client, { name: 'deaf', for: 'pods', reconcile: () => undefined });
  // @ts-expect-error -- milliseconds are a number
  createController(client, { ...common, for: 'pods', reconcile: () => ({ requeueAfterMs: '5' }) });
});
