import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeSwitches } from '../../src/testing/index.js';

const wrong: readonly (readonly [string, unknown])[] = [
  ['speaks', '1.35'],
  ['speaks', 'toString'],
  ['speaks', ['v3']],
  ['speaks', { api: ['v2'] }],
  ['speaks', 36],
  ['legacyOrder', 'real'],
  ['internalIDField', 'id'],
  ['itemKinds', true],
  ['watchList', 'marked'],
  ['weakensETags', 'yes'],
  ['gracefulDeletion', 30],
  ['may', 'everything'],
  ['users', 'ann'],
  ['latencyMs', '100'],
  ['latencyMs', Number.NaN],
  ['latency', 100],
];

describe('what createFakeApiServer takes', () => {
  it.each([
    ['object', []],
    ['objects', {}],
    ['resources', 'pods'],
    ['documents', () => ({})],
    ['schemas', Promise.resolve({})],
    ['protobuf', Promise.resolve({})],
    ['defaults', Promise.resolve({})],
    ['defaults', 'all'],
  ])('is not %s: %j', (name, value) => {
    const refusal = expect.objectContaining({ code: 'invalid-argument', argument: name }) as Error;
    expect(() => createFakeApiServer({ [name]: value })).toThrow(refusal);
  });
});

describe('a switch with a value that it does not have', () => {
  it.each(wrong)('%s: %j is refused from the start', (name, value) => {
    const refusal = expect.objectContaining({ code: 'invalid-argument', argument: name }) as Error;
    expect(() => createFakeApiServer({ [name]: value })).toThrow(refusal);
  });

  it.each(wrong)('%s: %j is refused later, and changes nothing', (name, value) => {
    const server = createFakeApiServer();
    expect(() => {
      server.configure({ [name]: value, latencyMs: name === 'latencyMs' ? (value as number) : 5 });
    }).toThrow(expect.objectContaining({ argument: name }) as Error);
  });

  it('names those that there are', () => {
    expect(() => createFakeApiServer({ speaks: '1.35' } as unknown as FakeSwitches)).toThrow(
      "'1.36', '1.34', '1.29', 'legacy'".replaceAll("'", '"'),
    );
  });

  it('is no switch that is left out', () => {
    expect(() => createFakeApiServer({ speaks: undefined, may: undefined, watchList: undefined })).not.toThrow();
    expect(() => createFakeApiServer({ speaks: { api: ['legacy'], apis: ['v2', 'legacy'] } })).not.toThrow();
  });
});
