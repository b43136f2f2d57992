import { describe, expect, it } from 'vitest';
import { compareResourceVersions } from '../../src/core/model/resource-version.js';

/** The cases of apimachinery's own test of `CompareResourceVersion`, and some more. */
describe('resource versions', () => {
  it.each([
    ['100', '200'],
    ['99', '100'],
    ['9', '10'],
    ['9007199254740992', '9007199254740993'],
    ['99999999999999999999999999999999999999999999999999', '100000000000000000000000000000000000000000000000000'],
  ])('%s is older than %s', (a, b) => {
    expect(compareResourceVersions(a, b)).toBeLessThan(0);
    expect(compareResourceVersions(b, a)).toBeGreaterThan(0);
    expect([b, a].sort((x, y) => compareResourceVersions(x, y) ?? NaN)).toEqual([a, b]);
  });

  it.each(['1', '100', '12345678901234567890123456789012345678901234567890'])('%s is as old as itself', (version) => {
    expect(compareResourceVersions(version, version)).toBe(0);
  });

  it.each(['0', '', '0100', '100a', 'a', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '٣', '0x1'])(
    '%j is none',
    (version) => {
      expect(compareResourceVersions(version, '100')).toBeUndefined();
      expect(compareResourceVersions('100', version)).toBeUndefined();
      expect(compareResourceVersions(version, version)).toBeUndefined();
    },
  );
});
