import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/mapper/create-mapper.js';
import { InvalidArgumentError } from '../../src/shared/invalid-argument-error.js';
import { catalogOf, res } from './build-catalog.js';

const catalog = catalogOf([{ name: '', versions: { v1: [res('pods', 'Pod')] } }]);
const mapper = createMapper(catalog);

const thrown = new Error('from a getter');
const throwing = (...fields: readonly string[]): object =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      fields.map((field) => [
        field,
        {
          get: () => {
            throw thrown;
          },
        },
      ]),
    ),
  );
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const nonsense: [name: string, value: unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 5],
  ['NaN', Number.NaN],
  ['a bigint', 5n],
  ['a boolean', true],
  ['a symbol', Symbol('pods')],
  ['a function', () => 'pods'],
  ['an array', ['pods']],
  ['an object whose getters throw', throwing('resource', 'group', 'version', 'kind', 'apiVersion', 'verbs')],
  ['a revoked proxy', revoked()],
  ['a group of the wrong type', { resource: 'pods', kind: 'Pod', group: 5, version: 'v1' }],
  ['a group of null', { resource: 'pods', kind: 'Pod', group: null, version: 'v1' }],
  ['a version of the wrong type', { resource: 'pods', kind: 'Pod', group: '', version: ['v1'] }],
];

/** Calls a method with what the types forbid. */
function call<T extends object>(of: T, method: keyof T, ...values: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(of, method) as (...values: readonly unknown[]) => unknown, of, values);
}

function refusal(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return error;
  }
}

describe.each(nonsense)('%s', (name, value) => {
  it.each(['kindFor', 'kindsFor', 'resourceFor', 'resourcesFor', 'resolve'] as const)('is refused by %s', (method) => {
    expect(refusal(() => call(mapper, method, value))).toBeInstanceOf(InvalidArgumentError);
  });

  it.each(['mappingFor', 'mappingsFor'] as const)('is refused by %s', (method) => {
    if (name !== 'a version of the wrong type') {
      expect(refusal(() => call(mapper, method, value))).toBeInstanceOf(InvalidArgumentError);
    }
    if (value !== undefined) {
      expect(refusal(() => call(mapper, method, { group: '', kind: 'Pod' }, value))).toBeInstanceOf(
        InvalidArgumentError,
      );
    }
  });

  it('is refused by singularFor', () => {
    expect(refusal(() => call(mapper, 'singularFor', value))).toBeInstanceOf(InvalidArgumentError);
  });

  it('is refused by resolveAll, alone and among words', () => {
    if (name !== 'an array')
      expect(refusal(() => call(mapper, 'resolveAll', value))).toBeInstanceOf(InvalidArgumentError);
    expect(refusal(() => call(mapper, 'resolveAll', ['pods', value]))).toBeInstanceOf(InvalidArgumentError);
  });

  it.each(['resolve', 'resolveAll'] as const)('is refused by %s as options and in them', (method) => {
    const isReadable = value === undefined || name.startsWith('a group') || name.startsWith('a version');
    if (!isReadable) expect(refusal(() => call(mapper, method, 'pods', value))).toBeInstanceOf(InvalidArgumentError);
    if (value === undefined) return;
    for (const option of ['verbs', 'scope', 'ambiguity']) {
      if (option === 'verbs' && name === 'an array') continue;
      expect(refusal(() => call(mapper, method, 'pods', { [option]: value }))).toBeInstanceOf(InvalidArgumentError);
    }
  });

  it('is refused by the catalog', () => {
    for (const method of ['resource', 'version', 'group', 'failuresOf', 'resources'] as const) {
      if (method === 'resources' && value === undefined) continue;
      expect(refusal(() => call(catalog, method, value))).toBeInstanceOf(InvalidArgumentError);
    }
  });
});

it.each([{}, { groups: 5 }, []])('a mapper cannot be made of %j', (value) => {
  expect(refusal(() => createMapper(value as never))).toMatchObject({ code: 'invalid-argument', argument: 'catalog' });
});

it('an error of a getter is the cause', () => {
  expect(refusal(() => call(mapper, 'resolve', throwing('apiVersion')))).toMatchObject({
    code: 'invalid-argument',
    argument: 'subject',
    cause: thrown,
  });
});

it('a field is read once', () => {
  let times = 0;
  const question = {
    get resource() {
      times += 1;
      return times === 1 ? 'pods' : 'nothing';
    },
  };
  expect(mapper.resourceFor(question)).toEqual({ group: '', version: 'v1', resource: 'pods' });
  times = 0;
  expect(mapper.resolve(question).mapping.resource.resource).toBe('pods');
});

it('what is left out or undefined is no mistake', () => {
  expect(mapper.resolve({ resource: 'pods', group: undefined, version: undefined }).reason).toBe('only one');
  expect(mapper.resolve('pods', { verbs: undefined, scope: undefined, ambiguity: undefined }).reason).toBe('only one');
  expect(call(mapper, 'mappingFor', { group: '', kind: 'Pod' }, undefined)).toEqual(mapper.resolve('pods').mapping);
  expect(catalog.resources({ verbs: undefined, scope: undefined })).toHaveLength(1);
});
