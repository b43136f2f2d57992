import type {
  V1JSONSchemaProps,
  V1ListMeta,
  V1NetworkPolicy,
  V1NetworkPolicyIngressRule,
} from '@kubernetes/client-node';
import type * as two from 'client-node-2';
import { describe, expectTypeOf, it } from 'vitest';
import type { Client, WireForm } from '../../src/index.js';
import type { renamedFields } from './renamed-fields.js';

declare const client: Client;

type Renamed = typeof renamedFields;

describe('the wire form of classes of client-node', () => {
  it('has the names of the API for every field that they rename', () => {
    type Wire = WireForm<{ -readonly [Field in keyof Renamed]: Date }>;
    expectTypeOf<Pick<Wire, Renamed[keyof Renamed]>>().branded.toEqualTypeOf<{
      [Field in Renamed[keyof Renamed]]: string;
    }>();
    expectTypeOf<Wire[keyof Renamed]>().toEqualTypeOf<undefined>();
  });

  it('takes from, and refuses _from', () => {
    const first = client.resource<WireForm<V1NetworkPolicy>>('networkpolicies');
    const second = client.resource<WireForm<two.V1NetworkPolicy>>('networkpolicies');
    const from = [{ podSelector: {} }];
    const spec = { podSelector: {}, ingress: [{ from }] };
    void first.create({ metadata: { name: 'a' }, spec });
    void second.create({ metadata: { name: 'a' }, spec });
    void first.apply({ metadata: { name: 'a' }, spec }, { fieldManager: 'me' });
    const renamed = { podSelector: {}, ingress: [{ _from: from, ports: [] }] };
    // @ts-expect-error a server would ignore it, and allow all traffic
    void first.create({ metadata: { name: 'a' }, spec: renamed });
    // @ts-expect-error the models of both versions
    void second.create({ metadata: { name: 'a' }, spec: renamed });
    const rule: V1NetworkPolicyIngressRule = {};
    // @ts-expect-error an object of the class
    void first.create({ metadata: { name: 'a' }, spec: { podSelector: {}, ingress: [rule] } });
  });

  it('is that of both versions, optional as they are', async () => {
    expectTypeOf<WireForm<V1JSONSchemaProps>['x-kubernetes-list-type']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<WireForm<two.V1JSONSchemaProps>['$ref']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<WireForm<V1ListMeta>['continue']>().toEqualTypeOf<string | undefined>();
    const { spec } = await client.resource<WireForm<V1NetworkPolicy>>('networkpolicies').get('a');
    expectTypeOf(spec?.ingress?.[0]?.from?.[0]?.ipBlock?.cidr).toEqualTypeOf<string | undefined>();
  });

  it('leaves every other name as it is', () => {
    interface Own {
      ref: string;
      schema?: { when: Date };
      [key: `x-${string}`]: unknown;
    }
    expectTypeOf<WireForm<Pick<Own, 'ref' | 'schema'>>>().branded.toEqualTypeOf<{
      ref: string;
      schema?: { when: string };
    }>();
    expectTypeOf<WireForm<{ data?: Record<string, Date> }>>().toEqualTypeOf<{ data?: Record<string, string> }>();
  });
});
