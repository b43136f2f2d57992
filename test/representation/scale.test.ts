import { describe, expect, it } from 'vitest';
import { decodeScale, decodeWrittenScale, encodeScale } from '../../src/representation/scale.js';
import type { JsonRecord } from '../../src/shared/json-record.js';
import { UnexpectedShapeError } from '../../src/representation/errors.js';
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
  it('of autoscaling/v1 is read as it is', () => {
    const body = wire('autoscaling/v1', { replicas: 2, selector: 'app=front' });
    expect(decodeScale(received(body), context)).toEqual({ scale: shown('app=front'), version: 'autoscaling/v1' });
  });

  it.each(oldVersions)('of %s is read into the same shape, targetSelector before the map', (version) => {
    const selector = { app: 'front', a: 'b' };
    expect(decodeScale(received(wire(version, { replicas: 2, selector })), context)).toEqual({
      scale: shown('a=b,app=front'),
      version,
    });
    expect(decodeScale(received(wire(version, { replicas: 2, selector, targetSelector: 'app in (front)' })), context)).toEqual({
      scale: shown('app in (front)'),
      version,
    });
    expect(decodeScale(received(wire(version, { replicas: 2, selector, targetSelector: '' })), context).scale).toEqual(
      shown('a=b,app=front'),
    );
  });

  it.each(['autoscaling/v1', ...oldVersions])(
    'of %s has numbers where the server leaves zero out',
    (v) => {
      const empty = { kind: 'Scale', apiVersion: v, metadata };
      for (const body of [empty, { ...empty, spec: {}, status: {} }, { ...empty, spec: null, status: null }]) {
        expect(decodeScale(received(body), context).scale).toEqual({ ...shown('', 0), spec: { replicas: 0 } });
      }
    },
  );

  it.each(['autoscaling/v1', ...oldVersions])(
    'is written back in %s and reads the same again',
    (version) => {
      const { scale } = decodeScale(received(wire('autoscaling/v1', { replicas: 2, selector: 'app=front' })), context);
      const body = encodeScale(scale, version);
      expect(body).toMatchObject({ apiVersion: version, kind: 'Scale', metadata, spec: { replicas: 3 } });
      expect(decodeScale(received(body), context)).toEqual({ scale, version });
    },
  );

  it.each<[string, JsonRecord, string]>([
    ['another kind', { kind: 'Deployment', apiVersion: 'apps/v1', metadata }, 'it is not a Scale'],
    ['an unknown version', wire('autoscaling/v9', {}), 'it is not a Scale'],
    ['a custom kind of that name', wire('example.com/v1', {}), 'it is not a Scale'],
    ['no kind', { metadata }, 'it is not a Scale'],
    ['replicas as text', wire('autoscaling/v1', {}, { replicas: '3' }), 'spec.replicas is not a whole number'],
    ['replicas as a fraction', wire('autoscaling/v1', {}, { replicas: 1.5 }), 'spec.replicas is not a whole number'],
    ['a spec that is a list', { ...wire('autoscaling/v1', {}), spec: [] }, 'spec is not an object'],
    ['a map selector in v1', wire('autoscaling/v1', { selector: { a: 'b' } }), 'status.selector is not a string'],
    ['a number in the map', wire('apps/v1beta1', { selector: { a: 1 } }), 'status.selector.a is not a string'],
    ['a text for the map', wire('apps/v1beta1', { selector: 'a=b' }), 'status.selector is not an object'],
  ])('with %s is refused', (_case, body, problem) => {
    const error = thrownBy(() => decodeScale(received(body), context));
    expect(error).toBeInstanceOf(UnexpectedShapeError);
    expect((error as Error).message).toContain(`cannot be used: ${problem}.`);
  });
});
