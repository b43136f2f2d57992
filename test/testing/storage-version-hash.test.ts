import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { storageVersionHash } from '../../src/testing/served/storage-version-hash.js';

it('is the beginning of SHA-256, for texts of every length', () => {
  for (let length = 0; length < 200; length += 1) {
    const group = 'é.example'.repeat(30).slice(0, length);
    const digest = createHash('sha256').update(`${group}/v1/Widget`).digest();
    expect(storageVersionHash(group, 'v1', 'Widget')).toBe(digest.subarray(0, 8).toString('base64'));
  }
});
