import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/core/representation/origin.js';
import { decodeScale, decodeWrittenScale } from '../../src/core/resource/verbs/scale.js';
import type { JsonRecord } from '../../src/core/shared/json-record.js';
import { UnexpectedShapeError } from '../../src/core/representation/errors.js';
import { received } from './bodies.js';
import { deploymentMapping, thrownBy } from './contexts.js';

const context = { mapping: deploymentMapping, namespace: 'web' };
const metadata = { name: 'front', namespace: 'web', uid: 'u1', resourceVersion: '42' };

const oldVersions = ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'] as const;

function wire(apiVersion: string, status: JsonRecord, spec: JsonRecord = { replicas: 3 }): JsonRecord {
  return { kind: 'Scale', apiVersion, metadata, spec, status };
}

function shown(selector: string, replicas = 2) {
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata,
    spec: { replicas: 3 },
    status: { replicas, selector },
  };
}

describe('a Scale', () => {
  it.each(['autoscaling/v1', 'meta.k8s.io/v1'])('of %s is read as it is', (version) => {
    const body = wire(version, { replicas: 2, selector: 'app=front' });
    expect(decodeScale(received(body), context)).toEqual(shown('app=front'));
  });

  it.each(oldVersions)('of %s is read into the same shape, targetSelector before the map', (version) => {
    const selector = { app: 'front', a: 'b' };
    const read = (status: JsonRecord) => decodeScale(received(wire(version, status)), context);
    expect(read({ replicas: 2, selector })).toEqual(shown('a=b,app=front'));
    expect(read({ replicas: 2, selector, targetSelector: 'app in (front)' })).toEqual(shown('app in (front)'));
    expect(read({ replicas: 2, selector, targetSelector: '' })).toEqual(shown('a=b,app=front'));
  });

  it.each(['autoscaling/v1', ...oldVersions])('of %s has numbers where the server leaves zero out', (apiVersion) => {
    const empty = { kind: 'Scale', apiVersion, metadata };
    for (const body of [empty, { ...empty, spec: {}, status: {} }, { ...empty, spec: null, status: null }]) {
      expect(decodeScale(received(body), context)).toEqual({ ...shown('', 0), spec: { replicas: 0 } });
    }
  });

  it.each<[string, JsonRecord, string]>([
    ['another kind', { kind: 'Deployment', apiVersion: 'apps/v1', metadata }, 'it is not a Scale'],
    ['an unknown version without replicas', wire('autoscaling/v9', {}, {}), 'it is not a Scale'],
    ['a custom kind of that name without replicas', wire('example.com/v1', {}, { size: 3 }), 'it is not a Scale'],
    ['replicas as text in an unknown version', wire('x/v1', {}, { replicas: '3' }), 'spec.replicas is not a whole'],
    ['no kind', { metadata }, 'it is not a Scale'],
    ['replicas as text', wire('autoscaling/v1', {}, { replicas: '3' }), 'spec.replicas is not a whole number'],
    ['replicas as a fraction', wire('autoscaling/v1', {}, { replicas: 1.5 }), 'spec.replicas is not a whole number'],
    ['a spec that is a list', { ...wire('autoscaling/v1', {}), spec: [] }, 'spec is not an object'],
  ])('with %s is refused', (_case, body, problem) => {
    const error = thrownBy(() => decodeScale(received(body), context));
    expect(error).toBeInstanceOf(UnexpectedShapeError);
    expect((error as Error).message).toContain(`cannot be used: ${problem}`);
  });

  it.each(['autoscaling/v9', 'example.com/v1', 'v1'])(
    'of %s, which is not known here, is read by its fields',
    (version) => {
      const body = { ...wire(version, { replicas: 2, selector: 'app=front', more: 1 }), extra: [1] };
      expect(decodeScale(received(body), context)).toEqual(shown('app=front'));
      expect(decodeScale(received(wire(version, { selector: { matchLabels: {} } })), context)).toEqual(shown('', 0));
    },
  );

  it('of another kind is one where discovery says so', () => {
    const body = { ...wire('example.com/v1', { replicas: 2 }), kind: 'Size' };
    const responseKind = { group: 'example.com', version: 'v1', kind: 'Size' };
    expect(() => decodeScale(received(body), context)).toThrow(/is not a Scale/);
    expect(decodeScale(received(body), { ...context, responseKind })).toEqual(shown(''));
  });
});

describe('the answer to a write of a Scale', () => {
  const read = (body: JsonRecord) => decodeWrittenScale(received(body), context, { name: 'front', replicas: 7 });

  it('is the Scale that was stored', () => {
    const scale = read(wire('autoscaling/v1', { replicas: 2, selector: 'app=front' }));
    expect([scale, originOf(scale)]).toEqual([shown('app=front'), 'server']);
  });

  it.each<[string, JsonRecord, number]>([
    ['the object itself', { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: { replicas: 5 } }, 5],
    ['a Scale of no form', wire('example.com/v1', {}, { size: 7 }), 7],
    ['a Status of success', { kind: 'Status', apiVersion: 'v1', status: 'Success' }, 7],
    ['metadata that makes no sense', { ...wire('autoscaling/v1', {}), metadata: 'none' }, 3],
  ])('is what is known of it where it is %s', (_case, body, replicas) => {
    const scale = read(body);
    expect(originOf(scale)).toBe('converted');
    expect(scale).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'front', namespace: 'web' },
      spec: { replicas },
      status: { replicas: 0, selector: '' },
    });
  });

  it.each<[string, JsonRecord]>([
    ['the Status of a failure', { kind: 'Status', apiVersion: 'v1', status: 'Failure' }],
    ['the page of a proxy', { message: 'please log in' }],
  ])('is an error where it is %s, which tells no outcome', (_case, body) => {
    expect(() => read(body)).toThrow(UnexpectedShapeError);
  });
});
