import { describe, expectTypeOf, it } from 'vitest';
import type {
  Applied,
  Atomic,
  Client,
  Defaulted,
  KubeObject,
  MapList,
  ObjectMeta,
  Patched,
  Served,
  StrategicallyPatched,
  WireForm,
} from '../../src/index.js';
import { toManifest } from '../../src/representations/index.js';

declare const client: Client;
const options = { fieldManager: 'me' };

/** As people write it: the index signature of KubeObject stands for every key. */
interface Widget extends KubeObject {
  spec: { size: number; color: string; parts?: MapList<Part, 'name'>; options: Options; selector?: Selector };
  status?: { ready: boolean; replicas: number };
}
interface Part {
  name: string;
  weight: number;
  [further: string]: unknown;
}
interface Options {
  mode: 'on' | 'off';
  nested: { one: string; two: string; [further: string]: unknown };
  [further: string]: unknown;
}
/** Atomic, with an index signature. */
interface Selector extends Atomic {
  [label: string]: string | true | undefined;
}
interface Closed extends Atomic {
  one: string;
  two: string;
}

describe('a type with an index signature', () => {
  const widgets = client.resource<Widget>('widgets').namespace('shop');

  it('is applied in parts, at any depth', async () => {
    await widgets.apply({ metadata: { name: 'a' }, status: { ready: true } }, options);
    await widgets.apply({ metadata: { name: 'a' }, spec: { size: 3 } }, options);
    await widgets.apply({ metadata: { name: 'a' }, spec: { options: { nested: { one: '' } } } }, options);
    await widgets.apply({ metadata: { name: 'a' }, spec: { parts: [{ name: 'left' }] }, more: 1 }, options);
    // @ts-expect-error the item has no key
    await widgets.apply({ metadata: { name: 'a' }, spec: { parts: [{ weight: 1 }] } }, options);
    // @ts-expect-error not a number
    await widgets.apply({ metadata: { name: 'a' }, spec: { size: 'three' } }, options);
    // @ts-expect-error another mode
    await widgets.apply({ metadata: { name: 'a' }, spec: { options: { mode: 'in between' } } }, options);
    // @ts-expect-error no such field
    await widgets.apply({ metadata: { name: 'a' }, spec: { length: 3 } }, options);
    expectTypeOf<NonNullable<NonNullable<Applied<Widget>['spec']>['size']>>().toEqualTypeOf<number>();
    expectTypeOf<NonNullable<Applied<Options>['nested']>>().toExtend<{ readonly one?: string | undefined }>();
  });

  it('stays whole where it is atomic', () => {
    expectTypeOf<Applied<Selector>>().toEqualTypeOf<{
      readonly [x: string]: string | true | undefined;
      readonly '~atomic'?: true | undefined;
    }>();
    // @ts-expect-error the server replaces it as a whole
    const part: Applied<Closed> = { one: '' };
    void part;
  });

  it('is patched in parts, at any depth', async () => {
    await widgets.patch('a', { spec: { size: 3, options: { mode: null } }, more: null }, { type: 'merge' });
    await widgets.patch('a', { spec: { options: { nested: { two: null } } } }, { type: 'strategic' });
    // @ts-expect-error not a number
    await widgets.patch('a', { spec: { size: 'three' } }, { type: 'merge' });
    expectTypeOf<{ metadata: { labels: null } }>().toExtend<Patched<Widget>>();
    expectTypeOf<{ spec: { parts: [{ name: 'a'; $patch: 'delete' }] } }>().toExtend<StrategicallyPatched<Widget>>();
  });

  it('keeps its fields as it is served, and in a manifest', async () => {
    const widget = await widgets.get('a');
    expectTypeOf(widget.spec.size).toEqualTypeOf<number>();
    expectTypeOf(widget.metadata.name).toEqualTypeOf<string>();
    expectTypeOf<Served<Widget>['further']>().toEqualTypeOf<unknown>();
    const manifest = toManifest(widget);
    expectTypeOf(manifest.spec.options.mode).toEqualTypeOf<'on' | 'off'>();
    await widgets.apply(manifest, options);
    expectTypeOf(toManifest(await client.resource('any').get('a'))).toEqualTypeOf<KubeObject>();
  });

  it('has the names of the API in its wire form, and its dates as text', () => {
    interface Rule extends KubeObject {
      _from: { since: Date; [further: string]: unknown }[];
      ref: string;
    }
    expectTypeOf<WireForm<Rule>['from'][number]['since']>().toEqualTypeOf<string>();
    expectTypeOf<WireForm<Rule>['ref']>().toEqualTypeOf<string>();
    // @ts-expect-error a server would ignore it
    const renamed: Partial<WireForm<Rule>> = { _from: [] };
    void renamed;
  });
});

/** As `kubeatlas types` writes a definition whose schema has defaults. */
type Sized = {
  apiVersion?: 'example.com/v1' | undefined;
  kind?: 'Sized' | undefined;
  metadata?: ObjectMeta | undefined;
  spec?: { replicas?: number | undefined; colour?: string | undefined } | undefined;
} & Defaulted<{ spec: { replicas: number } }>;

it('fields that a schema fills in are there in answers, and need not be sent', () => {
  const sized = client.resource<Sized>('sizeds').namespace('shop');
  expectTypeOf(sized)
    .toHaveProperty('get')
    .returns.resolves.toHaveProperty('spec')
    .toHaveProperty('replicas')
    .toEqualTypeOf<number>();
  expectTypeOf<Served<Sized>['spec']['colour']>().toEqualTypeOf<string | undefined>();
  expectTypeOf(sized)
    .toHaveProperty('create')
    .toBeCallableWith({ metadata: { name: 'a' }, spec: {} });
  expectTypeOf(sized)
    .toHaveProperty('create')
    .toBeCallableWith({ metadata: { name: 'a' } });
  expectTypeOf(sized)
    .toHaveProperty('apply')
    .toBeCallableWith({ metadata: { name: 'a' }, spec: { colour: 'red' } }, { fieldManager: 'me' });
  expectTypeOf<Served<{ kind?: 'Widget'; spec?: { size: number } | undefined }>['spec']>().toEqualTypeOf<
    { size: number } | undefined
  >();
});
