import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { type OwnerResolution, resolveOwner } from '../../src/owners/resolve-owner.js';
import { catalogOf, failureAt, res } from '../mapper/build-catalog.js';
import { metadata, reference, world, worldCatalog, type World } from './support.js';

const front = metadata('front', 'uid-front', { namespace: 'web' });
const ox = reference({ apiVersion: 'shop.example.org/v2', kind: 'Ox' });

function resolve(
  given: OwnerReference,
  { ports }: World,
  namespace: string | undefined = 'web',
): Promise<OwnerResolution> {
  return resolveOwner(given, ports, { namespace });
}

function resolveByResource(given: OwnerReference, { ports }: World): Promise<OwnerResolution> {
  return resolveOwner(given, ports, { namespace: 'web', honors: 'resource' });
}

function summary(resolution: OwnerResolution): string {
  return resolution.state === 'present' ? 'present' : `${resolution.state}: ${resolution.reason}`;
}

const gaps = ['not-served', 'unauthorized', 'forbidden', 'unavailable', 'no-answer', 'unusable-answer'] as const;
const untold = [...gaps, 'refused'] as const;

describe('never absent by mistake:', () => {
  it.each(untold)('%s is unknown', async (reason) => {
    const urls = { 'replicasets.v1.apps/web/front': reason, 'replicasets.v1.apps/front': reason };
    expect(summary(await resolve(reference(), world(urls)))).toBe(`unknown: ${reason}`);
    const byResource = reference({ resource: 'replicasets' });
    expect(summary(await resolveByResource(byResource, world(urls)))).toBe(`unknown: ${reason}`);
  });

  it('an object without a uid, or of another name, is unknown', async () => {
    const at = 'replicasets.v1.apps/web/front';
    expect(summary(await resolve(reference(), world({ [at]: metadata('front', '') })))).toBe('unknown: no-uid');
    expect(summary(await resolve(reference(), world({ [at]: metadata('other', 'uid-front') })))).toBe(
      'unknown: unusable-answer',
    );
  });

  it('what other versions do not have is unknown while a part of the group cannot be read', async () => {
    const failures = [failureAt('shop.example.org', 'v1alpha1')];
    const mapper = createMapper(worldCatalog({ failures }));
    const gone = { ...ox, apiVersion: 'shop.example.org/v1alpha1' };
    const at = 'oxen.v2.shop.example.org/web/front';
    expect(summary(await resolve(gone, world({ [at]: 'missing' }, { mapper })))).toBe('unknown: group-unavailable');
    expect(summary(await resolve(gone, world({ [at]: metadata('front', 'x') }, { mapper })))).toBe(
      'unknown: group-unavailable',
    );
    expect(summary(await resolve(gone, world({ [at]: front }, { mapper })))).toBe('present');
  });

  it('what is missing is unknown while an entry of its group-version could not be read, which may be of the kind', async () => {
    const at = 'oxen.v2.shop.example.org/web/front';
    const broken = (version: string, group = 'shop.example.org'): Parameters<typeof world>[1] => {
      const failures = [failureAt(group, version, { resource: 'broken' })];
      const mapper = createMapper(worldCatalog({ failures }));
      return { mapper, catalogAtHand: mapper.catalog };
    };
    const gone = { ...ox, apiVersion: 'shop.example.org/v1alpha1' };
    expect(summary(await resolve(ox, world({ [at]: 'missing' }, broken('v2'))))).toBe('unknown: group-unavailable');
    expect(summary(await resolve(ox, world({ [at]: metadata('front', 'x') }, broken('v2'))))).toBe(
      'unknown: group-unavailable',
    );
    expect(summary(await resolve(gone, world({ [at]: 'missing' }, broken('v2'))))).toBe('unknown: group-unavailable');
    expect(summary(await resolve(ox, world({ [at]: front }, broken('v2'))))).toBe('present');
    // Another version or group has no endpoint of this kind in the version that the reference names.
    expect(summary(await resolve(ox, world({ [at]: 'missing' }, broken('v1'))))).toBe('absent: not-found');
    expect(summary(await resolve(ox, world({ [at]: 'missing' }, broken('v2', 'apps'))))).toBe('absent: not-found');
    const named = { ...ox, resource: 'oxen' };
    expect(summary(await resolveByResource(named, world({ [at]: 'missing' }, broken('v2'))))).toBe('absent: not-found');
    const goneToo = { ...gone, resource: 'oxen' };
    expect(summary(await resolveByResource(goneToo, world({ [at]: 'missing' }, broken('v2'))))).toBe(
      'absent: not-found',
    );
  });

  it('versions that are not one set of objects are all asked', async () => {
    const mapper = createMapper(
      catalogOf([
        {
          name: 'shop.example.org',
          versions: {
            v2: [res('oxen', 'Ox', { internalID: 'one' })],
            v1: [res('oxen', 'Ox', { internalID: 'two' })],
          },
        },
      ]),
    );
    const gone = { ...ox, apiVersion: 'shop.example.org/v1alpha1' };
    const server = world(
      { 'oxen.v2.shop.example.org/web/front': 'missing', 'oxen.v1.shop.example.org/web/front': front },
      { mapper },
    );
    expect(summary(await resolve(gone, server))).toBe('present');
  });
});
