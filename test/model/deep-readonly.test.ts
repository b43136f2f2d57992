import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../src/core/shared/deep-freeze.js';
import { deepCopy } from '../../src/core/model/deep-readonly.js';

describe('a deep copy', () => {
  it('is equal, and shares nothing that could be changed', () => {
    const pod = deepFreeze({ metadata: { name: 'a', labels: { app: 'x' } }, spec: { containers: [{ ports: [80] }] } });
    const copy = deepCopy(pod);
    expect(copy).toEqual(pod);
    copy.metadata.labels.app = 'y';
    copy.spec.containers[0]!.ports.push(81);
    copy.spec.containers.push({ ports: [] });
    expect(pod).toEqual({ metadata: { name: 'a', labels: { app: 'x' } }, spec: { containers: [{ ports: [80] }] } });
  });

  it.each([undefined, null, 0, '', true])('of %j is the same', (value) => {
    expect(deepCopy(value)).toBe(value);
  });

  it('may be as deep as an object', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown[];
    let [copy, levels] = [deepCopy(deep) as unknown[] | undefined, 0];
    for (; copy !== undefined; copy = copy[0] as unknown[] | undefined) levels += 1;
    expect(levels).toBe(200_000);
  });

  it('keeps fields that have the names of others', () => {
    const strange = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":[2]},"length":3}') as Record<string, unknown>;
    const copy = deepCopy(strange);
    expect(Object.entries(copy)).toEqual(Object.entries(strange));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy['constructor']).not.toBe(strange['constructor']);
  });

  it('ends where something has itself', () => {
    const round: { self?: unknown; list: unknown[] } = { list: [] };
    round.self = round;
    round.list.push(round.list);
    const copy = deepCopy(round);
    expect(copy.self).toBe(copy);
    expect(copy.list[0]).toBe(copy.list);
    expect(copy.list).not.toBe(round.list);
  });

  it('keeps lists lists, holes as nothing, and functions as they are', () => {
    const act = (): number => 5;
    const copy = deepCopy({ list: [1, , 3], act, when: undefined }); // eslint-disable-line no-sparse-arrays
    expect(copy.list).toEqual([1, undefined, 3]);
    expect([copy.act(), 'when' in copy, Array.isArray(copy.list)]).toEqual([5, true, true]);
  });
});
