import { describe, expectTypeOf, it } from 'vitest';
import {
  follow,
  waitFor,
  type createMetadataReader,
  type KubeObject,
  type ObjectCondition,
  type ResourceHandle,
  type Served,
} from '../../src/index.js';
import { type createCensus } from '../../src/census/index.js';
import { type createOwners } from '../../src/owners/index.js';

declare const handle: ResourceHandle;
declare const text: string;
declare const condition: ObjectCondition<Served<KubeObject>>;
declare const census: ReturnType<typeof createCensus>;
declare const reader: ReturnType<typeof createMetadataReader>;
declare const owners: ReturnType<typeof createOwners>;

type Pod = Served<KubeObject>;

describe('what was waited for', () => {
  it('is the object, wherever the condition is not "deleted"', () => {
    expectTypeOf(waitFor(handle, 'a', (object) => object['spec'] !== undefined)).resolves.toEqualTypeOf<Pod>();
    expectTypeOf(waitFor(handle, 'a', ({ metadata }) => metadata.name === 'a')).resolves.toEqualTypeOf<Pod>();
    expectTypeOf(waitFor(handle, 'a', 'Available', { timeoutMs: 5 })).resolves.toEqualTypeOf<Pod>();
    expectTypeOf(waitFor(handle, 'a', 'created')).resolves.toEqualTypeOf<Pod>();
    expectTypeOf(waitFor(handle.as('Table'), 'a', (row) => row.cells.length > 0)).resolves.toHaveProperty('cells');
  });

  it('is nothing where the object is deleted, and may be nothing where the type does not say it', () => {
    expectTypeOf(waitFor(handle, 'a', 'deleted')).resolves.toEqualTypeOf<undefined>();
    expectTypeOf(waitFor(handle, 'a', text)).resolves.toEqualTypeOf<Pod | undefined>();
    expectTypeOf(waitFor(handle, 'a', condition)).resolves.toEqualTypeOf<Pod | undefined>();
    expectTypeOf(waitFor(handle, 'a', text as 'deleted' | 'Ready')).resolves.toEqualTypeOf<Pod | undefined>();
  });

  it('is refused where the question asks for what is not there', () => {
    // @ts-expect-error a number is no condition
    void waitFor(handle, 'a', 5);
    // @ts-expect-error a text is no answer
    void waitFor(handle, 'a', () => 'yes');
  });
});

describe('metadata that a server has listed', () => {
  it('has a name and a uid', async () => {
    for await (const { metadata } of handle.as('PartialObjectMetadata').items()) {
      expectTypeOf(metadata.name).toEqualTypeOf<string>();
    }
    for await (const { metadata } of census.objects()) expectTypeOf(metadata.name).toEqualTypeOf<string>();
    for await (const step of reader.pages({ mapping: await handle.mapping() })) {
      if (step.state === 'page') expectTypeOf(step.items[0]!.metadata.uid).toEqualTypeOf<string>();
    }
    const answer = await reader.read({ mapping: await handle.mapping(), name: 'a' });
    if (answer.state === 'found') expectTypeOf(answer.object.metadata.name).toEqualTypeOf<string>();
    const reference = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' };
    const owner = await owners.resolve(reference, { namespace: 'web' });
    if (owner.state === 'present') expectTypeOf(owner.owner.metadata.name).toEqualTypeOf<string>();
  });
});

describe('items of follow', () => {
  type ItemOf<Steps> = Steps extends AsyncIterable<infer Step> ? Extract<Step, { type: 'added' }> : never;
  const item = <Steps>(_steps: Steps): ItemOf<Steps> => undefined as never;

  it('have no managedFields unless they are asked for', () => {
    const plain = item(follow(handle)).object;
    expectTypeOf(plain.metadata.managedFields).toEqualTypeOf<undefined>();
    expectTypeOf(plain).toExtend<Served<KubeObject>>();
    const metadata = item(follow(handle.as('PartialObjectMetadata'))).object;
    expectTypeOf(metadata.metadata).not.toHaveProperty('managedFields');
    const asked = item(follow(handle, { managedFields: true })).object;
    expectTypeOf(asked).toEqualTypeOf<Served<KubeObject>>();
    const unknown = item(follow(handle, { managedFields: Math.random() > 0.5 })).object;
    expectTypeOf(unknown).toEqualTypeOf<Served<KubeObject>>();
  });
});
